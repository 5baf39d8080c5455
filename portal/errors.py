"""What a visitor sees when the server fails. A database that is away or slow is told apart from a fault of ours."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.views.defaults import server_error as django_server_error

UNAVAILABLE = 503
_RETRY_SECONDS = "10"


def server_error(request: HttpRequest) -> HttpResponse:
    """Say what happened. What was written in a question is given back, to be sent again."""
    error = sys.exc_info()[1]
    if not isinstance(error, OperationalError | InterfaceError):
        return django_server_error(request)
    # Without the request's context: who is signed in stands in the database.
    context = {
        "question": request.POST.get("question", ""),
        "action": request.path,
        "csrf_token": get_token(request),
    }
    response = HttpResponse(render_to_string("503.html", context), status=UNAVAILABLE)
    response["Retry-After"] = _RETRY_SECONDS
    return response
