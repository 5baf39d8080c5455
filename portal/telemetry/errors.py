"""Errors to Sentry, without anything that somebody wrote.

An exception's text may hold a row or a question, and so may local variables, request bodies, addresses and log lines. So an
event is made anew from the fields named here: what is not named does not leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sentry_sdk
import structlog
from django.conf import settings
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.logging import LoggingIntegration

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

_ALLOWED_FIELDS = (
    *("event_id", "timestamp", "level", "platform", "logger", "transaction", "transaction_info"),
    *("release", "environment", "server_name", "sdk"),
)
_ALLOWED_FRAME_FIELDS = (
    "filename",
    "abs_path",
    "module",
    "function",
    "lineno",
    "context_line",
    "in_app",
)


def begin(**options: Any) -> None:
    """Start the client; `options` are for tests."""
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        before_send=scrubbed,
        # Named one by one: others would look into the calls of models.
        auto_enabling_integrations=False,
        integrations=[
            DjangoIntegration(transaction_style="function_name", cache_spans=False),
            CeleryIntegration(),
            LoggingIntegration(level=None, event_level=None),
        ],
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        **options,
    )


def scrubbed(event: Event, hint: Hint) -> Event:
    """Return the event with what may leave: where the error happened and of what type it is, and the request's identifier."""
    allowed: dict[str, Any] = {name: event[name] for name in _ALLOWED_FIELDS if name in event}  # type: ignore[literal-required]
    values = event.get("exception", {}).get("values", [])
    allowed["exception"] = {"values": [_exception(value) for value in values]}
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    allowed["tags"] = {"request_id": request_id} if request_id else {}
    return allowed  # type: ignore[return-value]


def _exception(value: dict[str, Any]) -> dict[str, Any]:
    frames = (value.get("stacktrace") or {}).get("frames", [])
    return {
        "type": value.get("type"),
        "module": value.get("module"),
        "mechanism": {
            key: value["mechanism"][key]
            for key in ("type", "handled")
            if key in (value.get("mechanism") or {})
        },
        "stacktrace": {
            "frames": [
                {key: frame[key] for key in _ALLOWED_FRAME_FIELDS if key in frame}
                for frame in frames
            ]
        },
    }
