"""Traces by OpenTelemetry: one from the request through the queue and the worker to the database and the model.

Attributes are kept by name: addresses with what stands behind the `?`, texts of exceptions and arguments of tasks do not leave.
SQL does, without its parameters.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.httpx import HTTPX2ClientInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Status

from portal.http.middleware import REQUEST_ID_HEADER

REQUEST_ID = "request_id"
_ALLOWED_ATTRIBUTES = frozenset(
    {
        REQUEST_ID,
        *("http.method", "http.request.method", "http.route"),
        *("http.status_code", "http.response.status_code"),
        *("net.peer.name", "net.peer.port", "server.address", "server.port"),
        *("db.system", "db.name", "db.statement", "db.query.text"),
        *("celery.action", "celery.task_name", "celery.state", "celery.retries"),
        *("messaging.message.id", "messaging.destination", "messaging.operation"),
    }
)
_NOT_TRACED = "livez,readyz,metrics,static/"


def begin() -> None:
    """Start sending. The usual variables (OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, …) are read by the package itself."""
    resource = Resource.create({SERVICE_NAME: "regulation-portal"})
    provider = TracerProvider(resource=resource.merge(OTELResourceDetector().detect()))
    provider.add_span_processor(RequestIdProcessor())
    exporter = OTLPSpanExporter(endpoint=f"{settings.TRACES_ENDPOINT.rstrip('/')}/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(ScrubbingExporter(exporter)))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(response_hook=_name_request, excluded_urls=_NOT_TRACED)
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]
    PsycopgInstrumentor().instrument()
    HTTPX2ClientInstrumentor().instrument()


def _name_request(span: Span, request: HttpRequest, response: HttpResponse) -> None:
    """The first span of a request begins before the request has its identifier."""
    if span is not None and span.is_recording():
        span.set_attribute(REQUEST_ID, response.headers.get(REQUEST_ID_HEADER, ""))


class RequestIdProcessor(SpanProcessor):
    """Puts the identifier that stands in the log lines on every span."""

    def on_start(self, span: Span, parent_context: context.Context | None = None) -> None:
        """Name the request that the span belongs to."""
        request_id = structlog.contextvars.get_contextvars().get(REQUEST_ID)
        if request_id:
            span.set_attribute(REQUEST_ID, request_id)


class ScrubbingExporter(SpanExporter):
    """Hands on what may leave."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Export copies with the allowed attributes only, without events."""
        return self._exporter.export([scrubbed(span) for span in spans])

    def shutdown(self) -> None:
        """End the exporter behind this one."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Send what waits."""
        return self._exporter.force_flush(timeout_millis)


def scrubbed(span: ReadableSpan) -> ReadableSpan:
    """A copy of a span that holds nothing that somebody wrote."""
    attributes = {
        key: value for key, value in (span.attributes or {}).items() if key in _ALLOWED_ATTRIBUTES
    }
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )
