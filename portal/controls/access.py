"""Who may ask: everybody, or only who is signed in, as the operator says."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from portal.controls.models import ApiKey
from portal.controls.selectors import controls_get
from portal.http.pages import wants_fragment

View = Callable[..., HttpResponse]
API_CLOSED = gettext_lazy("지금은 API로 질문과 검증을 받지 않습니다.")


def asking_permitted(view: View) -> View:
    """Lead to the sign-in page where nobody asks without signing in; turn questions away while none are taken."""

    @wraps(view)
    def permitted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not controls_get().takes_questions:
            message = controls_get().closed_message or _("지금은 새 질문을 받지 않습니다.")
            return render(request, "closed.html", {"closed_message": message}, status=503)
        if request.user.is_authenticated or controls_get().allows_anonymous:
            return view(request, *args, **kwargs)
        sign_in = redirect_to_login(request.get_full_path())
        if wants_fragment(request):
            # The page keeps what was written until its reader is back.
            headers = {"HX-Redirect": sign_in.url}
            return HttpResponse(status=HTTPStatus.UNAUTHORIZED, headers=headers)
        return sign_in

    return permitted


class MayAsk(BasePermission):
    """The same rule for the API; a key asks where it has the scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller may ask."""
        if isinstance(request.auth, ApiKey):
            return request.auth.may_ask
        return may_spend(request)


class MayVerify(BasePermission):
    """Checking a text by rules is open to everybody, as reading is; a key checks where it has the scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller may have texts and answers checked."""
        return request.auth.may_verify if isinstance(request.auth, ApiKey) else True


def may_spend(request: Request) -> bool:
    """Whether a language model may be asked for the caller: who may not ask spends nothing either.

    A key spends within its scopes: the view has looked at them.
    """
    if isinstance(request.auth, ApiKey):
        return True
    return bool(request.user.is_authenticated) or controls_get().allows_anonymous
