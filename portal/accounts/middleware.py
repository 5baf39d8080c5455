"""Who reviews or curates signs in with a second factor, or not at all."""

from __future__ import annotations

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from portal.accounts.models import User

_OPEN = ("/account/", "/static/", "/language/", "/livez", "/readyz")


class SecondFactorMiddleware(MiddlewareMixin):
    """Leads staff and admins without a second factor to the page where they set one up."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Let the request through, or lead to the set-up."""
        if not settings.STAFF_NEEDS_SECOND_FACTOR or request.path.startswith(_OPEN):
            return None
        person = request.user
        if not isinstance(person, User) or not (person.may_review or person.is_staff):
            return None
        if _came_from_the_university(request, person) or is_mfa_enabled(person):
            return None
        messages.info(request, _("담당자와 관리자 계정은 2단계 인증을 켠 뒤에 쓸 수 있습니다."))
        return redirect("mfa_activate_totp")


def _came_from_the_university(request: HttpRequest, person: User) -> bool:
    """Whether this session began at the identity provider, which asks for a second factor itself."""
    return any(
        record.get("method") == "socialaccount"
        for record in get_authentication_records(request, person)
    )
