"""Logs with a request's identifier in every line, and two addresses that say whether the portal is well.

Log lines go to standard error: the standard output of commands belongs to their results.
"""

from __future__ import annotations

from typing import Any

import structlog
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError


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
        else [structlog.dev.ConsoleRenderer(colors=False)]
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
        "filters": {"path": {"()": "portal.access_lines.PathOnly"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            # Its events name people's addresses; ours say what happened.
            "django_structlog": {"level": "WARNING"},
            # What these say at DEBUG holds whole prompts.
            "httpx2": {"level": "WARNING"},
            "httpcore2": {"level": "WARNING"},
            "openai": {"level": "WARNING"},
            "uvicorn.access": {
                "handlers": ["stderr"],
                "filters": ["path"],
                "level": "INFO",
                "propagate": False,
            },
            "kombu": {"level": "WARNING"},
        },
    }


@never_cache
def livez(request: HttpRequest) -> HttpResponse:
    """The process answers. Touches nothing else: a restart would not mend the others."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """The process can work: database and Valkey answer."""
    parts = {"database": _database_answers(), "valkey": _valkey_answers()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _valkey_answers() -> bool:
    try:
        cache.get("readyz")
    except RedisError:
        return False
    return True
