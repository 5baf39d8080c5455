"""The two steps of a launch: the platform is asked who is there, and its signed answer is checked.

By PyJWT and no package for LTI: the one there is (pylti1p3) had its last release in 2022 and asks platforms by `requests`.
Nothing is taken of a person but the platform's name for them, hashed, and what the rules differ by.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

import jwt
from allauth.socialaccount.models import SocialAccount
from django.core import signing
from django.core.cache import cache
from django.utils.crypto import constant_time_compare
from redis.exceptions import RedisError

from portal.accounts.models import LtiPlatform, User

_CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
_LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
_RESOURCE_LINK, _VERSION = "LtiResourceLinkRequest", "1.3.0"
_ALGORITHMS = ["RS256", "ES256"]
_NEEDED = ["exp", "iat", "iss", "aud", "sub", "nonce"]
_SALT = "lti.state"
# From the login to the launch; clocks may differ by this.
STATE_SECONDS = 600
_LEEWAY_SECONDS = 30
_FETCH_SECONDS = 5
# Custom parameters of the course that say who asks, as chat.asking takes them.
ASKER_PARTS = ("degree", "entry_year", "enrollment", "campus")


class LaunchRefused(Exception):
    """The launch is none of a known platform; the message, for the log, says why."""


def login_address(*, asked: Mapping[str, str], launch_address: str) -> tuple[str, str]:
    """Where the platform says who is there, and what the browser must still have at the launch; raises LaunchRefused."""
    if any("\0" in said for said in asked.values()):
        raise LaunchRefused("a parameter holds what no text has")
    platform = _platform(asked.get("iss", ""), asked.get("client_id", ""))
    if not asked.get("login_hint"):
        raise LaunchRefused("no login_hint")
    nonce, browser = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    state = signing.dumps([str(platform.pk), nonce, browser], salt=_SALT, compress=True)
    parameters = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": launch_address,
        "login_hint": asked["login_hint"],
        "state": state,
        "nonce": nonce,
    }
    if hint := asked.get("lti_message_hint"):
        parameters["lti_message_hint"] = hint
    separator = "&" if "?" in platform.login_url else "?"
    return f"{platform.login_url}{separator}{urlencode(parameters)}", browser


def launch_check(*, posted: Mapping[str, str], browser: str) -> tuple[LtiPlatform, dict[str, Any]]:
    """The platform and the claims of a launch; raises LaunchRefused."""
    try:
        platform_id, nonce, began = signing.loads(
            posted.get("state", ""), salt=_SALT, max_age=STATE_SECONDS
        )
    except signing.BadSignature as error:
        raise LaunchRefused("state is not ours or too old") from error
    if not browser or not constant_time_compare(browser, began):
        raise LaunchRefused("another browser began it, or the cookie was not taken")
    platform = LtiPlatform.objects.filter(pk=platform_id, is_active=True).first()
    if platform is None:
        raise LaunchRefused("the platform was switched off")
    claims = _claims(platform, posted.get("id_token", ""))
    _claims_check(platform, claims, nonce)
    return platform, claims


def launched_user(platform: LtiPlatform, claims: Mapping[str, Any]) -> User:
    """The person whom the platform vouches for, a student here whatever they are there; raises LaunchRefused."""
    told = f"{platform.issuer} {claims['sub']}"
    name = f"lti-{sha256(told.encode()).hexdigest()[:32]}"
    user, created = User.objects.get_or_create(username=name)
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    if user.has_usable_password() or SocialAccount.objects.filter(user=user).exists():
        # Whoever chooses the names at a provider could have taken this one first.
        raise LaunchRefused("the account came in another way")
    if not user.is_active:
        raise LaunchRefused("the account is closed")
    if user.may_review or user.is_staff:
        # A platform vouches for students alone: it asks for no second factor.
        raise LaunchRefused("the account has rights that a platform does not vouch for")
    return user


def asker_of_launch(claims: Mapping[str, Any]) -> dict[str, str]:
    """What a course says about who asks, by its custom parameters; of teachers nothing, whose rules are others."""
    roles = claims.get(f"{_CLAIM}roles") or []
    custom = claims.get(f"{_CLAIM}custom")
    if _LEARNER not in roles or not isinstance(custom, Mapping):
        return {}
    return {name: str(custom[name]) for name in ASKER_PARTS if custom.get(name)}


def target_of(claims: Mapping[str, Any]) -> str:
    """The page that the course wants to show."""
    return str(claims.get(f"{_CLAIM}target_link_uri") or "")


def _platform(issuer: str, client_id: str) -> LtiPlatform:
    found = LtiPlatform.objects.filter(issuer=issuer, is_active=True)
    if client_id:
        found = found.filter(client_id=client_id)
    rows = list(found.order_by("pk")[:2])
    if len(rows) != 1:
        raise LaunchRefused("no such platform" if not rows else "client_id is needed")
    return rows[0]


def _claims(platform: LtiPlatform, token: str) -> dict[str, Any]:
    try:
        key = _keys(platform.keys_url).get_signing_key_from_jwt(token)
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=_ALGORITHMS,
            audience=platform.client_id,
            issuer=platform.issuer,
            leeway=_LEEWAY_SECONDS,
            options={"require": _NEEDED},
        )
    except jwt.PyJWTError as error:
        raise LaunchRefused(f"{type(error).__name__}: {error}") from error
    return claims


def _claims_check(platform: LtiPlatform, claims: Mapping[str, Any], nonce: str) -> None:
    audience = claims["aud"]
    if isinstance(audience, list) and len(audience) > 1 and claims.get("azp") != platform.client_id:
        raise LaunchRefused("azp is another client")
    if not constant_time_compare(str(claims["nonce"]), nonce):
        raise LaunchRefused("nonce is another")
    if claims.get(f"{_CLAIM}message_type") != _RESOURCE_LINK:
        raise LaunchRefused("not a resource link")
    if claims.get(f"{_CLAIM}version") != _VERSION:
        raise LaunchRefused("not LTI 1.3")
    if str(claims.get(f"{_CLAIM}deployment_id", "")) not in platform.deployment_ids.split():
        raise LaunchRefused("deployment_id is not named")
    try:
        is_new = cache.add(f"lti-nonce:{nonce}", True, timeout=2 * STATE_SECONDS)
    except RedisError as error:
        raise LaunchRefused("whether it was used before cannot be told") from error
    if not is_new:
        raise LaunchRefused("used before")


@lru_cache(maxsize=32)
def _keys(address: str) -> jwt.PyJWKClient:
    """The platform's keys, fetched again after five minutes or for a key that is not among them."""
    return jwt.PyJWKClient(address, lifespan=300, timeout=_FETCH_SECONDS)
