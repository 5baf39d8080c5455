"""Middleware of the project."""

from __future__ import annotations

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django_structlog.middlewares import RequestMiddleware

from portal.limits import address_of

REQUEST_ID_HEADER = "X-Request-ID"
_METHODS = ("GET", "HEAD", "POST", "OPTIONS")


class TraceRefusedMiddleware(MiddlewareMixin):
    """Refuses TRACE, which Django counts among the methods that every view takes."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Let everything else through."""
        return HttpResponseNotAllowed(_METHODS) if request.method == "TRACE" else None


class ChosenLanguageMiddleware(MiddlewareMixin):
    """Korean, unless the visitor has chosen another language.

    The browser's preference is not asked: the regulations are Korean, and most browsers on campus have never been told
    which language their owner reads.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Activate the chosen language for this request."""
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        known = dict(settings.LANGUAGES)
        translation.activate(chosen if chosen in known else settings.LANGUAGE_CODE)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Say which language was served."""
        response.headers.setdefault(
            "Content-Language", translation.get_language() or settings.LANGUAGE_CODE
        )
        return response


class RequestLogMiddleware(RequestMiddleware):
    """Gives every request an identifier, in its log lines and its reply, and logs its path without what is searched for."""

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Name the request in the reply, for whoever reports a fault, and log its end."""
        request_id = structlog.contextvars.get_contextvars().get("request_id", "")
        response.headers[REQUEST_ID_HEADER] = request_id
        super().handle_response(request, response)

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Put on every line the address that limits go by; the library would believe whatever the visitor sent."""
        structlog.contextvars.bind_contextvars(ip=address_of(request))

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """The method and the path alone."""
        return f"{request.method} {request.path}"
