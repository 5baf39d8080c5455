"""Health and metrics endpoints for monitoring and for operators."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django_prometheus.exports import ExportToDjangoView

from portal.accounts.models import User
from portal.health import HealthReport, report


@never_cache
def livez(request: HttpRequest) -> HttpResponse:
    """The process answers. Touches nothing else: a restart would not mend the others."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Whether this process may get visitors, in a word; why, for staff and for who sends HEALTH_TOKEN."""
    found = report()
    said: dict[str, Any] = {"status": found.state.value}
    # Who is signed in stands in the database.
    if _has_token(request) or (found.is_ready and _is_staff(request)):
        said["parts"] = _details(found)
    return JsonResponse(said, status=200 if found.is_ready else 503)


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """What Prometheus reads. It comes from inside; who comes through the proxy has to send HEALTH_TOKEN."""
    if "X-Forwarded-For" in request.headers and not _has_token(request):
        raise Http404
    page: HttpResponse = ExportToDjangoView(request)
    return page


def _has_token(request: HttpRequest) -> bool:
    scheme, _space, sent = request.headers.get("Authorization", "").partition(" ")
    if not settings.HEALTH_TOKEN or scheme.lower() != "bearer":
        return False
    return constant_time_compare(sent.strip(), settings.HEALTH_TOKEN)


def _is_staff(request: HttpRequest) -> bool:
    person = request.user
    return isinstance(person, User) and (person.may_review or person.is_staff)


def _details(found: HealthReport) -> dict[str, dict[str, Any]]:
    return {
        part.name: {"state": part.state.value, "detail": part.detail, **part.figures}
        for part in found.parts
    }
