"""What is asked of everybody who comes in: a session that is not over, a second factor from who reviews or curates."""

from __future__ import annotations

import base64
import binascii
from typing import Any
from xml.etree.ElementTree import ParseError

from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.helpers import render_authentication_error
from defusedxml import DefusedXmlException, ElementTree
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from portal.accounts.models import User
from portal.accounts.provider_calls import provider_error_of
from portal.accounts.sessions import (
    SECOND_FACTOR_REPORTED,
    is_university_session,
    session_end,
    session_has_expired,
)

_HEALTH = ("/static/", "/livez", "/readyz")
_ACCOUNT = "/account/"
_PROVIDER = ("/account/oidc/", "/account/saml/")
_OPEN = (_ACCOUNT, "/language/", *_HEALTH)
# Thousands of groups fit; whoever posts more wants to fill the table of sessions, where the answer waits for its next page.
_LONGEST_ANSWER = 400_000


class SamlAnswerMiddleware(MiddlewareMixin):
    """Turns away what is not even XML before allauth keeps it: anybody may post to the address for the provider's answers."""

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """Raise BadRequest for what is posted and cannot be an answer."""
        if request.resolver_match and request.resolver_match.url_name == "saml_acs":
            _answer_read(request.POST.get("SAMLResponse", ""))


class ProviderFaultMiddleware(MiddlewareMixin):
    """An identity provider that is away, or is not the configured one, lets nobody in; it is no fault of the portal."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Log it and say it on the page of failed sign-ins, where allauth lets the exception through."""
        fault = provider_error_of(exception) if request.path.startswith(_PROVIDER) else None
        if fault is None:
            return None
        page: HttpResponse = render_authentication_error(request, None, exception=fault)
        return page


class AccountPagesMiddleware(MiddlewareMixin):
    """Keeps pages with secrets (codes, addresses) out of caches, and leaves nothing in the browser of who signs out."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Say so in the reply."""
        if request.path.startswith(_ACCOUNT):
            add_never_cache_headers(response)
        match = request.resolver_match
        if request.method == "POST" and match and match.url_name == "account_logout":
            response.headers["Clear-Site-Data"] = '"storage"'
        return response


class SessionLifetimeMiddleware(MiddlewareMixin):
    """Signs out who has been signed in, or away, for longer than the settings allow."""

    def process_request(self, request: HttpRequest) -> None:
        """End a session that is over; the request goes on as a visitor's."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or request.path.startswith(_HEALTH):
            return
        person = request.user
        if isinstance(person, User) and session_has_expired(request, person):
            session_end(request)


class SecondFactorMiddleware(MiddlewareMixin):
    """Leads staff and admins without a second factor to the page where they set one up."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Let the request through, or lead to the set-up."""
        if not settings.STAFF_NEEDS_SECOND_FACTOR or request.path.startswith(_OPEN):
            return None
        person = request.user
        if not isinstance(person, User) or not (person.may_review or person.is_staff):
            return None
        if _was_asked_elsewhere(request, person) or is_mfa_enabled(person):
            return None
        messages.info(request, _("담당자와 관리자 계정은 2단계 인증을 켠 뒤에 쓸 수 있습니다."))
        return redirect("mfa_activate_totp")


def _was_asked_elsewhere(request: HttpRequest, person: User) -> bool:
    """Whether the university has asked for a second factor: its provider says so, or is trusted to."""
    says_so = request.session.get(SECOND_FACTOR_REPORTED, False) or not settings.SSO_SECOND_FACTORS
    return says_so and is_university_session(request, person)


def _answer_read(packed: str) -> None:
    if not packed or len(packed) > _LONGEST_ANSWER:
        raise BadRequest("no answer of an identity provider")
    try:
        ElementTree.fromstring(base64.b64decode(packed), forbid_dtd=True)
    except (binascii.Error, ValueError, ParseError, DefusedXmlException) as error:
        raise BadRequest("no answer of an identity provider") from error
