"""A closed portal: staff and admins go on working, everybody else reads why and that nothing is lost."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from portal.accounts.models import User
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
)
_RETRY_SECONDS = "600"
_CLOSED = "closed"


class ClosedSiteMiddleware(MiddlewareMixin):
    """Answers with 503 while the portal is closed."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Let the request through, or say that the portal is closed."""
        if request.path.startswith(_ALWAYS_OPEN):
            return None
        controls = controls_get()
        person = request.user
        if controls.is_open or (
            isinstance(person, User) and (person.may_review or person.is_staff)
        ):
            return None
        context = {"closed_message": controls.closed_message}
        response: HttpResponse
        if is_api(request):
            response = JsonResponse({"detail": controls.closed_message or _CLOSED}, status=503)
        else:
            response = render(request, "closed.html", context, status=503)
        response["Retry-After"] = _RETRY_SECONDS
        return response
