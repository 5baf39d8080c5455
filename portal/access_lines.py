"""The lines in which a web server says what was asked for: the path, never what stands behind the question mark."""

from __future__ import annotations

import logging
import re

from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

_QUERY = re.compile(r"\?\S*")


class PathOnly(logging.Filter):
    """Takes the query out of every argument of an access line; people write words there, and links bring tokens."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the line through, shortened."""
        if isinstance(record.args, tuple):
            record.args = tuple(
                _QUERY.sub("", value) if isinstance(value, str) else value for value in record.args
            )
        return True


class PathMiddleware(RequestMiddleware):
    """Names a refused request by its path alone; the package would log what stands behind the question mark too."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and path."""
        return f"{request.method} {request.path}"
