"""What a visitor sees when the server fails. A database or store that is away or slow is told apart from a fault of ours."""

from __future__ import annotations

import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.views.defaults import page_not_found
from django.views.defaults import server_error as django_server_error
from rest_framework.response import Response
from rest_framework.views import exception_handler

from portal.http.api_errors import RequestTooLarge, is_api
from portal.stores import StoreAwayError

NOT_FOUND = 404
SERVER_ERROR = 500
UNAVAILABLE = 503
_DETAILS = {NOT_FOUND: "not found", SERVER_ERROR: "server error", UNAVAILABLE: "unavailable"}
_RETRY_SECONDS = "10"


def server_error(request: HttpRequest) -> HttpResponse:
    """Say what happened. What was written in a question is given back, to be sent again."""
    error = sys.exc_info()[1]
    is_away = isinstance(error, OperationalError | InterfaceError | StoreAwayError)
    if is_api(request):
        return _to_program(UNAVAILABLE if is_away else SERVER_ERROR)
    if not is_away:
        return django_server_error(request)
    # Without the request's context: who is signed in stands in the database.
    context = {
        "question": request.POST.get("question", ""),
        "action": request.path,
        "csrf_token": get_token(request),
        "store_away": isinstance(error, StoreAwayError),
    }
    response = HttpResponse(render_to_string("503.html", context), status=UNAVAILABLE)
    response["Retry-After"] = _RETRY_SECONDS
    return response


def error_answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django notices a body that is too large before any parser does, and would answer with a page."""
    return exception_handler(
        RequestTooLarge() if isinstance(error, RequestDataTooBig) else error, context
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing stands at the address; a program is told so in JSON."""
    if is_api(request):
        return _to_program(NOT_FOUND)
    return page_not_found(request, exception)


def _to_program(status: int) -> HttpResponse:
    response = JsonResponse({"detail": _DETAILS[status]}, status=status)
    if status == UNAVAILABLE:
        response["Retry-After"] = _RETRY_SECONDS
    return response
