"""Logs with a request's identifier in every line, from the web through the worker.

Log lines go to standard error: the standard output of commands belongs to their results.
"""

from __future__ import annotations

from typing import Any

import structlog
from django_structlog.celery.receivers import CeleryReceiver


def structlog_configure(*, json_lines: bool, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING, so that both kinds of loggers print the same lines."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.StackInfoRenderer(),
    ]
    renderers: list[structlog.typing.Processor] = (
        [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
        if json_lines
        else [
            # The other formatter prints every local variable: texts of people, and minutes of work on a page's context.
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *renderers,
                ],
                "foreign_pre_chain": shared,
            }
        },
        "filters": {
            "path": {"()": "portal.http.access_lines.PathOnly"},
            "no_trace": {"()": "portal.http.access_lines.NoTraceOfRefusals"},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            # Its events name people's addresses; ours say what happened.
            "django_structlog": {"level": "WARNING"},
            "fontTools": {"level": "WARNING"},
            # What these say at DEBUG holds whole prompts.
            "httpx2": {"level": "WARNING"},
            "httpcore2": {"level": "WARNING"},
            "openai": {"level": "WARNING"},
            "mcp": {"level": "WARNING"},
            "django.request": {"filters": ["path", "no_trace"]},
            "uvicorn.access": {
                "handlers": ["stderr"],
                "filters": ["path"],
                "level": "INFO",
                "propagate": False,
            },
            "kombu": {"level": "WARNING"},
        },
    }


class TaskLogs(CeleryReceiver):
    """Hands the request's identifier on with every message, and binds it in the worker that takes the message."""

    def receiver_task_failure(
        self,
        task_id: str | None = None,
        exception: Exception | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Celery logs the fault itself; an exception's text is not repeated."""


# Signals hold their receivers weakly.
task_logs = TaskLogs()
