"""Traces and errors leave real processes without anything that somebody wrote, and only where the settings say so."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from pytest_django import Settings

from chat.models import Answer
from chat.tasks import compose_answer
from portal import telemetry
from tests.collector import Collector, running_collector
from tests.corpus import given_corpus
from tests.processes import PROJECT, PortalProcess
from tests.stub_llm import StubLLM
from tests.visitor import ClientVisitor

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
STEPS = ("POST", "apply_async/chat.compose_answer", "run/chat.compose_answer")


def _until(condition: Callable[[], Any], what: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_one_trace_and_one_identifier_lead_from_the_request_to_the_model_and_no_text_does(
    stub_llm: StubLLM,
    web_starter: Callable[..., ClientVisitor],
    worker_starter: Callable[..., PortalProcess],
) -> None:
    given_corpus(embed=True)
    stub_llm.say("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].")
    with running_collector() as collector:
        watched = {
            "TEST_TRACES_ENDPOINT": collector.address,
            "TEST_SENTRY_DSN": collector.dsn,
            "TEST_LLM_BASE_URL": stub_llm.base_url,
            "OTEL_BSP_SCHEDULE_DELAY": "200",
            "TEST_LOG_JSON": "true",
            "TEST_STATEMENT_SECONDS": "1",
        }
        visitor = web_starter(**watched)
        worker = worker_starter(queues="answers", **watched)
        visitor.get()
        visitor.ask(QUESTION)
        _until(lambda: Answer.objects.filter(status="ANSWERED").exists(), "answered")

        request_id = _one_trace(collector)
        assert {headers.get("x-request-id") for headers in stub_llm.headers} == {request_id}
        logged = [json.loads(line) for line in worker.printed.splitlines() if line.startswith("{")]
        [stored] = [line for line in logged if line.get("event") == "answer_stored"]
        assert stored["request_id"] == request_id
        _errors_are_told(visitor, collector)
    sent = b"".join([*collector.traces, *collector.events]).decode(errors="replace")
    assert "휴학" not in sent
    assert "\\ud734" not in sent


def _one_trace(collector: Collector) -> str:
    """The identifier on the spans from the web through the worker to the database and the model, which are one trace."""
    # The second POST is the worker's, to the model.
    wanted = {*STEPS, "SELECT"}

    def trace() -> list[Span]:
        ran = [span for span in collector.spans if span.name == STEPS[-1]]
        return [span for span in collector.spans if ran and span.trace_id == ran[0].trace_id]

    def is_whole() -> bool:
        names = [span.name.split(" ")[0] for span in trace()]
        return wanted <= set(names) and names.count("POST") == 2

    _until(is_whole, "a trace from web to worker")
    found = [{item.key: item.value.string_value for item in span.attributes} for span in trace()]
    [request_id] = {row["request_id"] for row in found if "request_id" in row}
    return str(request_id)


def _errors_are_told(visitor: ClientVisitor, collector: Collector) -> None:
    """A fault of the web server and one of a worker arrive, each with its type alone."""
    visitor.get()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE chat_conversation IN ACCESS EXCLUSIVE MODE")
        visitor.ask(QUESTION)
    assert visitor.status == 503
    compose_answer.delay(answer_id=QUESTION)

    def told() -> str:
        return b"".join(collector.events).decode()

    _until(lambda: "QueryCanceled" in told() and "ValidationError" in told(), "both errors")
    assert visitor.headers["x-request-id"] in told()


def test_nothing_of_it_is_imported_where_it_is_off() -> None:
    program = (
        "import django, sys; django.setup(); import portal.asgi, portal.celery;"
        "print([name for name in ('sentry_sdk', 'opentelemetry.exporter', 'boto3') if name in sys.modules])"
    )

    found = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        env={"DJANGO_SETTINGS_MODULE": "portal.settings.test"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("package", ["sentry_sdk", "opentelemetry"])
def test_a_package_that_is_missing_is_named_before_anything_runs(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    settings.SENTRY_DSN = settings.TRACES_ENDPOINT = ""
    setattr(settings, "SENTRY_DSN" if package == "sentry_sdk" else "TRACES_ENDPOINT", "http://x")
    monkeypatch.setattr(telemetry, "find_spec", lambda name: None)

    with pytest.raises(ImproperlyConfigured, match=r"requirements/optional\.txt"):
        telemetry.begin()
