"""How people come in: accounts are made by admins or by the university's sign-in, and its groups decide the role.

Who came in and how, and that somebody was not let in, is logged; what they typed is not, for it may be a password.
"""

from __future__ import annotations

import ipaddress
from typing import Any, ClassVar

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from portal.accounts.addresses import addresses_confirm, addresses_vouch
from portal.accounts.models import User
from portal.accounts.provider_calls import ProviderError, provider_response_check
from portal.accounts.seeds import SeedUnreadable, seed_decrypt, seed_encrypt
from portal.accounts.sessions import SECOND_FACTOR_REPORTED
from portal.http.limits import address_of

logger = structlog.get_logger(__name__)

# What allauth calls a wrong code and too many attempts, and what we call a second factor that no key opens.
_REFUSED = frozenset({"incorrect_code", "too_many_login_attempts", "seed_unreadable"})
_NO_ADDRESS = "0.0.0.0"  # noqa: S104 - nothing listens there


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Local accounts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody makes a local account for themselves."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that failed sign-ins are counted for: the same that all limits go by, so that behind a proxy not everybody is one."""
        try:
            return str(ipaddress.ip_address(address_of(request)))
        except ValueError:
            # A server behind a socket knows none.
            return _NO_ADDRESS

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign a person in."""
        super().login(request, user)
        records = get_authentication_records(request, user)
        logger.info(
            "signed_in", person=user.pk, role=user.role, methods=[row["method"] for row in records]
        )

    def post_login(
        self,
        request: HttpRequest,
        user: User,
        *,
        signal_kwargs: dict[str, Any] | None,
        **more: Any,
    ) -> HttpResponseBase:
        """Record in the session whether the provider reported a second factor."""
        sociallogin = (signal_kwargs or {}).get("sociallogin")
        if sociallogin and settings.SSO_SECOND_FACTORS:
            told = provider_claims(sociallogin, "acr") | provider_claims(sociallogin, "amr")
            request.session[SECOND_FACTOR_REPORTED] = bool(told & set(settings.SSO_SECOND_FACTORS))
        reply: HttpResponseBase = super().post_login(
            request, user, signal_kwargs=signal_kwargs, **more
        )
        return reply

    def logout(self, request: HttpRequest) -> None:
        """Sign a person out."""
        logger.info("signed_out", person=request.user.pk)
        super().logout(request)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """A name and a password that do not fit."""
        logger.warning("sign_in_failed", method="password")

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """A refusal; that an account or an address rests is one of them."""
        return _refusal_logged("password", super().validation_error(code, *args))


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Codes of the second factor."""

    error_messages: ClassVar = DefaultMFAAdapter.error_messages | {
        "seed_unreadable": _("2단계 인증을 지금 확인할 수 없습니다. 운영 담당자에게 알려 주십시오.")
    }

    def encrypt(self, text: str) -> str:
        """A seed as it is stored."""
        return seed_encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """A seed as it is used; where no key opens it, the form that asks for a code refuses, a recovery code as well."""
        try:
            return seed_decrypt(encrypted_text)
        except SeedUnreadable as error:
            raise self.validation_error("seed_unreadable") from error

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """A refusal, above all of a wrong code."""
        return _refusal_logged("second factor", super().validation_error(code, *args))


class UniversitySignInAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Accounts that come from the university's identity provider."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Whoever the university lets in has an account."""
        return True

    def get_requests_session(self) -> Any:
        """What allauth calls the provider with."""
        session = super().get_requests_session()
        session.hooks["response"].append(provider_response_check)
        return session

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, **more: Any
    ) -> None:
        """The provider, or what it sent, let nobody in. Of errors only our own say in the log what they are about."""
        exception = more.get("exception")
        logger.warning(
            "sign_in_failed",
            method="university",
            reason=str(exception if isinstance(exception, ProviderError) else error or ""),
            error=type(exception).__name__,
        )

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        """A new account with the role of its groups, and with the address that the university says."""
        user: User = super().populate_user(request, sociallogin, data)
        role_apply(user, groups_of(sociallogin))
        names = sociallogin.provider.app.settings.get("attribute_mapping", {})
        proved = provider_claims(sociallogin, names.get("email_verified", "email_verified"))
        addresses_vouch(sociallogin, said=proved)
        return user

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        """Store a new account; that another one has the same address takes nothing from the university's word."""
        user: User = super().save_user(request, sociallogin, form)
        addresses_confirm(sociallogin)
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Bring the role of a known account up to date: who left a group loses what it gave."""
        if sociallogin.is_existing:
            role_apply(sociallogin.user, groups_of(sociallogin))
            sociallogin.user.save(update_fields=["role", "is_staff", "is_superuser"])
            addresses_confirm(sociallogin)


def groups_of(sociallogin: SocialLogin) -> frozenset[str]:
    """The groups that the identity provider names."""
    return provider_claims(sociallogin, settings.SSO_GROUPS_CLAIM)


def provider_claims(sociallogin: SocialLogin, name: str) -> frozenset[str]:
    """The values of a claim, from wherever OpenID Connect or SAML puts it."""
    claims = sociallogin.account.extra_data
    named: list[str] = []
    for part in (claims, claims.get("userinfo"), claims.get("id_token")):
        value = part.get(name) if isinstance(part, dict) else None
        values = value if isinstance(value, list | tuple | set) else [value]
        named += [str(each) for each in values if each is not None]
    return frozenset(named)


def role_apply(user: User, groups: frozenset[str]) -> None:
    """Give the user the highest role that the groups carry; a student's where they carry none."""
    user.role = User.Role.STUDENT
    if groups & set(settings.SSO_STAFF_GROUPS):
        user.role = User.Role.STAFF
    if groups & set(settings.SSO_LEAD_GROUPS):
        user.role = User.Role.LEAD
    if groups & set(settings.SSO_ADMIN_GROUPS):
        user.role = User.Role.ADMIN
    user.is_superuser = user.role == User.Role.ADMIN
    # Verified answers are managed in Django's admin.
    user.is_staff = user.role in (User.Role.LEAD, User.Role.ADMIN)


def _refusal_logged(method: str, refusal: ValidationError) -> ValidationError:
    if refusal.code in _REFUSED:
        logger.warning("sign_in_failed", method=method, reason=refusal.code)
    return refusal
