"""Settings of signing in: local accounts with a second factor for staff, and the university's OIDC or SAML."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from portal.settings.environment import ACCOUNTS, MAIL, UNIVERSITY, env

# What the role of who leads the review allows in Django's admin: the answers that are kept.
LEAD_PERMISSIONS = frozenset(
    f"chat.{action}_{model}"
    for model in ("verifiedanswer", "verifiedphrasing", "verifiedcitation")
    for action in ("view", "add", "change", "delete")
)
PASSWORD_WORDS = ACCOUNTS.names(
    "PASSWORD_WORDS",
    "Names and abbreviations of the university that no password may hold, beside the portal's own.",
)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
# However often it is used; what matters more is how long a sign-in lasts unused.
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_IDLE_SECONDS = ACCOUNTS.whole(
    "SESSION_IDLE_SECONDS",
    "After so long without use a person signs in again.",
    default=3 * 24 * 3600,
)
# Who sees other people's questions, within a working day.
STAFF_SESSION_IDLE_SECONDS = ACCOUNTS.whole(
    "STAFF_SESSION_IDLE_SECONDS", "The same for staff and admins.", default=10 * 3600
)
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
# Not in a cookie of their own, whose name cannot be chosen.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

ACCOUNT_ADAPTER = "portal.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
# Nobody sets an address for themselves (portal.accounts.addresses), so none is verified here.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
# "strict": who has somebody's address in an account does not keep that person from signing in at the university.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_FORMS = {
    "reset_password": "portal.accounts.password_links.ForgottenPasswordForm"  # pragma: allowlist secret
}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# After five wrong passwords an account rests for five minutes, and so does an address that tried many.
ACCOUNT_RATE_LIMITS = {"login_failed": "30/m/ip,5/5m/key"}
MFA_ADAPTER = "portal.accounts.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# The portal's name, in an authenticator app.
MFA_TOTP_ISSUER = "규정 길잡이"
SECOND_FACTOR_KEYS = ACCOUNTS.names(
    "SECOND_FACTOR_KEYS",
    "Fernet keys for seeds of second factors and recovery codes: the first encrypts, all decrypt; a change has an order (security.md, Keys).",
)
STAFF_NEEDS_SECOND_FACTOR = ACCOUNTS.flag(
    "STAFF_NEEDS_SECOND_FACTOR",
    "Whether staff and admins need a second factor.",
    shown="false; true in production",
)

SOCIALACCOUNT_ADAPTER = "portal.accounts.adapters.UniversitySignInAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_STORE_TOKENS = False
OIDC_ISSUER = UNIVERSITY.text(
    "OIDC_ISSUER", "The OpenID Connect provider, exactly as its metadata name the issuer."
)
_OIDC_CLIENT_ID = UNIVERSITY.text("OIDC_CLIENT_ID", "The portal's name at that provider.")
_OIDC_CLIENT_SECRET = UNIVERSITY.secret("OIDC_CLIENT_SECRET", "The portal's secret there.")
_OIDC_SCOPES = UNIVERSITY.names(
    "OIDC_SCOPES", "What is asked of the provider.", default=["openid", "profile", "email"]
)
SAML_METADATA_URL = UNIVERSITY.text(
    "SAML_METADATA_URL", "Metadata of the SAML provider, which must sign its assertions."
)
_SAML_ENTITY_ID = UNIVERSITY.text("SAML_ENTITY_ID", "The provider's name in these metadata.")
_USUAL_ATTRIBUTES = {
    "uid": "urn:oasis:names:tc:SAML:attribute:subject-id",
    "username": "urn:oid:0.9.2342.19200300.100.1.1",
    "email": "urn:oid:0.9.2342.19200300.100.1.3",
}
_SAML_ATTRIBUTES: dict[str, str] = _USUAL_ATTRIBUTES | UNIVERSITY.structure(
    "SAML_ATTRIBUTES",
    "The attributes that name a person; what is left out keeps its default.",
    default=_USUAL_ATTRIBUTES,
)
_SSO_NAME = UNIVERSITY.text(
    "SSO_NAME", "What the sign-in page calls the university's sign-in.", default="통합 로그인"
)
SSO_GROUPS_CLAIM = UNIVERSITY.text(
    "SSO_GROUPS_CLAIM", "The claim or attribute that holds a person's groups.", default="groups"
)
SSO_STAFF_GROUPS = UNIVERSITY.names("SSO_STAFF_GROUPS", "Groups whose members are staff.")
SSO_LEAD_GROUPS = UNIVERSITY.names("SSO_LEAD_GROUPS", "Groups whose members lead the review.")
SSO_ADMIN_GROUPS = UNIVERSITY.names("SSO_ADMIN_GROUPS", "Groups whose members are admins.")
SSO_SECOND_FACTORS = UNIVERSITY.names(
    "SSO_SECOND_FACTORS",
    "Values of acr and amr that mean a second factor at the provider; without any it is trusted to have asked staff for one.",
)
SSO_SESSION_SECONDS = UNIVERSITY.whole(
    "SSO_SESSION_SECONDS",
    "After so long who came by the university signs in there again.",
    default=SESSION_COOKIE_AGE,
)
# Browsers hold the form-action of the policy against every redirect that follows a form, so the provider must be in it.
SSO_ORIGINS = UNIVERSITY.names(
    "SSO_ORIGINS",
    "Origins of the provider's sign-in page, for the content security policy.",
    shown="those of OIDC_ISSUER and SAML_METADATA_URL",
) or [
    "{0.scheme}://{0.netloc}".format(urlsplit(url))
    for url in (OIDC_ISSUER, SAML_METADATA_URL)
    if url
]


def _needed(name: str, value: str) -> str:
    if not value:
        raise ImproperlyConfigured(f"Set the {name} environment variable")
    return value


def _oidc_apps() -> list[dict[str, Any]]:
    if not OIDC_ISSUER:
        return []
    return [
        {
            "provider_id": "university",
            "name": _SSO_NAME,
            "client_id": _needed("OIDC_CLIENT_ID", _OIDC_CLIENT_ID),
            "secret": _needed("OIDC_CLIENT_SECRET", _OIDC_CLIENT_SECRET),
            "settings": {
                "server_url": OIDC_ISSUER,
                "oauth_pkce_enabled": True,
                "scope": _OIDC_SCOPES,
            },
        }
    ]


# A signature around the message alone does not say that the assertion was meant for us; what nobody here asked for is refused.
SAML_STRICT = {
    "strict": True,
    "want_assertion_signed": True,
    "reject_deprecated_algorithm": True,
    "reject_idp_initiated_sso": True,
}


def _saml_apps() -> list[dict[str, Any]]:
    if not SAML_METADATA_URL:
        return []
    return [
        {
            "provider_id": "university",
            "name": _SSO_NAME,
            "client_id": "university",
            "settings": {
                "idp": {
                    "entity_id": _needed("SAML_ENTITY_ID", _SAML_ENTITY_ID),
                    "metadata_url": SAML_METADATA_URL,
                },
                "attribute_mapping": _SAML_ATTRIBUTES,
                "advanced": SAML_STRICT,
            },
        }
    ]


SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {"APPS": _oidc_apps()},
    "saml": {"APPS": _saml_apps()},
}
# Its pages take what anybody posts to them; only an installation that uses SAML has them.
SIGN_IN_APPS = [
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    *(["allauth.socialaccount.providers.saml"] if SAML_METADATA_URL else []),
]
EMAIL_URL = MAIL.text(
    "EMAIL_URL",
    "Mail server, `smtp+tls://host:587` with a user and a password; for passwords, digests of notices and the monthly report.",
)
vars().update(env.email_url("EMAIL_URL", default="dummymail://"))
# For each step of the exchange; without it a server that says nothing would hold whoever sends for ever.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = MAIL.text("EMAIL_FROM", "Sender of all mail.", default="portal@localhost")
PORTAL_URL = MAIL.text(
    "PORTAL_URL",
    "Where people reach the portal, for the links in mail; without it no digest goes out.",
).rstrip("/")
REPORT_RECIPIENTS = MAIL.names(
    "REPORT_RECIPIENTS", "Addresses that the monthly report is offered to be sent to."
)
# The daily digest goes out from this hour on (local time): before the day's work.
DIGEST_HOUR = 8
