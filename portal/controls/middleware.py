"""A closed portal: staff and admins go on working, everybody else reads why and that nothing is lost."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from portal.accounts.models import User
from portal.controls.access import API_CLOSED
from portal.controls.selectors import controls_get
from portal.http.api_errors import is_api

# Health checks must see through, and staff must be able to come in.
_ALWAYS_OPEN = (
    "/livez",
    "/readyz",
    "/metrics",
    "/static/",
    "/account/",
    "/language/",
    # Rules are public whatever becomes of the answers, by each of their addresses.
    "/regulations/",
    "/r/",
    "/feeds/",
    "/sitemap",
    "/llms.txt",
    "/api/regulations/",
    "/api/schema/",
    # A mail that was sent can be ended, a certificate that was given be checked.
    "/subscriptions/",
    "/certificate/",
)
_ASKING_API = ("/query/", "/verify")
_RETRY_SECONDS = "600"
_CLOSED = "closed"


class ClosedSiteMiddleware(MiddlewareMixin):
    """Answers with 503 while the portal is closed."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Let the request through, or say that the portal or its API is closed."""
        if request.path.startswith(_ASKING_API) and not controls_get().takes_api_questions:
            return _refused(JsonResponse({"detail": str(API_CLOSED)}, status=503))
        if request.path.startswith(_ALWAYS_OPEN):
            return None
        controls = controls_get()
        person = request.user
        if controls.is_open or (
            isinstance(person, User) and (person.may_review or person.is_staff)
        ):
            return None
        context = {"closed_message": controls.closed_message}
        if is_api(request):
            return _refused(
                JsonResponse({"detail": controls.closed_message or _CLOSED}, status=503)
            )
        return _refused(render(request, "closed.html", context, status=503))


def _refused(response: HttpResponse) -> HttpResponse:
    response["Retry-After"] = _RETRY_SECONDS
    return response
