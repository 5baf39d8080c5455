"""Settings of signing in: local accounts with a second factor for staff, and the university's OIDC or SAML."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from portal.settings.environment import env

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
# What the role of who leads the review allows in Django's admin: the answers that are kept.
LEAD_PERMISSIONS = frozenset(
    f"chat.{action}_{model}"
    for model in ("verifiedanswer", "verifiedphrasing", "verifiedcitation")
    for action in ("view", "add", "change", "delete")
)
# The university's names and abbreviations, which no password may hold (portal.accounts.passwords).
PASSWORD_WORDS: list[str] = env.list("PASSWORD_WORDS", default=[])
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = env.int("SESSION_SECONDS", default=14 * 24 * 3600)
# Away for so long, a person signs in again; who sees other people's questions, within a working day.
SESSION_IDLE_SECONDS = env.int("SESSION_IDLE_SECONDS", default=3 * 24 * 3600)
STAFF_SESSION_IDLE_SECONDS = env.int("STAFF_SESSION_IDLE_SECONDS", default=10 * 3600)
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
# Not in a cookie of their own, whose name cannot be chosen.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

ACCOUNT_ADAPTER = "portal.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# After five wrong passwords an account rests for five minutes, and so does an address that tried many.
ACCOUNT_RATE_LIMITS = {"login_failed": "30/m/ip,5/5m/key"}
MFA_ADAPTER = "portal.accounts.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = env.str("PORTAL_NAME", default="규정 길잡이")
# Fernet keys for what second factors are made of (portal.accounts.seeds): the first encrypts, all decrypt.
SECOND_FACTOR_KEYS: list[str] = env.list("SECOND_FACTOR_KEYS", default=[])
STAFF_NEEDS_SECOND_FACTOR = env.bool("STAFF_NEEDS_SECOND_FACTOR", default=False)

SOCIALACCOUNT_ADAPTER = "portal.accounts.adapters.UniversitySignInAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_STORE_TOKENS = False
SSO_GROUPS_CLAIM = env.str("SSO_GROUPS_CLAIM", default="groups")
SSO_STAFF_GROUPS: list[str] = env.list("SSO_STAFF_GROUPS", default=[])
SSO_LEAD_GROUPS: list[str] = env.list("SSO_LEAD_GROUPS", default=[])
SSO_ADMIN_GROUPS: list[str] = env.list("SSO_ADMIN_GROUPS", default=[])
# Values of the claims acr and amr that tell of a second factor at the provider; without any it is trusted to have asked staff.
SSO_SECOND_FACTORS: list[str] = env.list("SSO_SECOND_FACTORS", default=[])
# After so long who came by the university goes there again, which asks whether they still belong to it.
SSO_SESSION_SECONDS = env.int("SSO_SESSION_SECONDS", default=SESSION_COOKIE_AGE)
OIDC_ISSUER = env.str("OIDC_ISSUER", default="")
SAML_METADATA_URL = env.str("SAML_METADATA_URL", default="")
# Browsers hold the form-action of the policy against every redirect that follows a form, so the provider must stand there.
# Where its sign-in page has another origin than the issuer or the metadata, SSO_ORIGINS names it.
SSO_ORIGINS: list[str] = env.list("SSO_ORIGINS", default=[]) or [
    "{0.scheme}://{0.netloc}".format(urlsplit(url))
    for url in (OIDC_ISSUER, SAML_METADATA_URL)
    if url
]
_SSO_NAME = env.str("SSO_NAME", default="통합 로그인")


def _oidc_apps() -> list[dict[str, Any]]:
    if not OIDC_ISSUER:
        return []
    return [
        {
            "provider_id": "university",
            "name": _SSO_NAME,
            "client_id": env.str("OIDC_CLIENT_ID"),
            "secret": env.str("OIDC_CLIENT_SECRET"),
            "settings": {
                "server_url": OIDC_ISSUER,
                "oauth_pkce_enabled": True,
                "scope": env.list("OIDC_SCOPES", default=["openid", "profile", "email"]),
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
                    "entity_id": env.str("SAML_ENTITY_ID"),
                    "metadata_url": SAML_METADATA_URL,
                },
                "attribute_mapping": {
                    "uid": env.str(
                        "SAML_UID", default="urn:oasis:names:tc:SAML:attribute:subject-id"
                    ),
                    "username": env.str(
                        "SAML_USERNAME", default="urn:oid:0.9.2342.19200300.100.1.1"
                    ),
                    "email": env.str("SAML_EMAIL", default="urn:oid:0.9.2342.19200300.100.1.3"),
                },
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
EMAIL_URL = env.str("EMAIL_URL", default="")
vars().update(env.email_url("EMAIL_URL", default="dummymail://"))
# For each step of the exchange; without it a server that says nothing would hold whoever sends for ever.
EMAIL_TIMEOUT = 10
# Where the portal is reached, for the links in letters: https://rules.example.org
PORTAL_URL = env.str("PORTAL_URL", default="").rstrip("/")
# To whom the monthly report is offered to be sent.
REPORT_RECIPIENTS: list[str] = env.list("REPORT_RECIPIENTS", default=[])
# From which hour on (local time) the daily digest goes out.
DIGEST_HOUR = env.int("DIGEST_HOUR", default=8)
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="portal@localhost")
