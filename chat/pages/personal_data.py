"""The page on which a person gets or deletes what the portal keeps about them."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat.conversations.personal_copy import personal_data
from chat.conversations.personal_data import person_delete
from chat.models import Conversation
from portal.accounts.models import User


@never_cache
@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long, and the two things that can be done about it."""
    context = {
        "conversations": Conversation.objects.filter(user=_person(request)).count(),
        "days": settings.RETENTION_DAYS,
    }
    return render(request, "account/data.html", context)


@never_cache
@login_required
@require_POST
def export(request: HttpRequest) -> JsonResponse:
    """Everything as a file."""
    response = JsonResponse(
        dict(personal_data(user=_person(request))),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
    )
    response["Content-Disposition"] = 'attachment; filename="my-questions.json"'
    return response


@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account and everything that was asked with it, after a second thought."""
    if request.method != "POST":
        return render(request, "account/delete.html")
    person = _person(request)
    logout(request)
    person_delete(user=person, now=timezone.now())
    return redirect("chat:ask")


def _person(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("login_required lets nobody else in")
    return request.user
