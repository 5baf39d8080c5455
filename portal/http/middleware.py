"""Middleware of the project."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog
from django.conf import settings
from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
)
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django_structlog.middlewares import RequestMiddleware

from portal.http.access_lines import path_shown
from portal.http.api_errors import is_api
from portal.http.languages import browser_language, language_cookie
from portal.http.limits import address_of

REQUEST_ID_HEADER = "X-Request-ID"
# Feeds are fetched by servers, and the widget has the language of the page around it in its address.
_FOR_ALL = ("/feeds/", "/widget/")
_METHODS = ("GET", "HEAD", "POST", "OPTIONS")


class TraceRefusedMiddleware(MiddlewareMixin):
    """Refuses TRACE, which Django counts among the methods that every view takes."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Let everything else through."""
        return HttpResponseNotAllowed(_METHODS) if request.method == "TRACE" else None


class ChosenLanguageMiddleware(MiddlewareMixin):
    """The language that the visitor has chosen or asked in, else that of the browser, else Korean.

    What programs read, and what is shown on other sites, is in the language of its address or cookie alone.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language for this request."""
        preferred = None if _is_the_same_for_all(request) else browser_language(request)
        translation.activate(language_cookie(request) or preferred or settings.LANGUAGE_CODE)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Say which language was served, and by what."""
        if not _is_the_same_for_all(request):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault(
            "Content-Language", translation.get_language() or settings.LANGUAGE_CODE
        )
        return response


def _is_the_same_for_all(request: HttpRequest) -> bool:
    return is_api(request) or request.path.startswith(_FOR_ALL)


class ImpossibleAddressMiddleware(MiddlewareMixin):
    """Nothing stands at an address that no row can have; the database would fail when asked for it."""

    def process_request(self, request: HttpRequest) -> None:
        """PostgreSQL knows no null character."""
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        arguments: Sequence[Any],
        named: Mapping[str, Any],
    ) -> None:
        """In the admin, what stands for a row must be a key of its table."""
        admin = getattr(view, "model_admin", None)
        if admin is None or "object_id" not in named:
            return
        if not admin.admin_site.has_permission(request):
            # Who may not come in is sent to sign in, whatever the address.
            return
        try:
            admin.opts.pk.to_python(unquote(named["object_id"]))
        except ValidationError as error:
            raise Http404 from error


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
        return f"{request.method} {path_shown(request.path)}"
