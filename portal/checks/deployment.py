"""System checks that stop an unsafe deployment, each with what to do about it.

`manage.py check` runs them, and so do the web server and the workers before they do anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register, run_checks
from django.core.exceptions import ImproperlyConfigured

from portal.llm.errors import Unavailable
from portal.llm.local_models import require_embedding_model
from portal.llm.onnx_models import require_checksum

SHORTEST_SECRET_KEY = 50
# What the tasks may wait before they try again; with their time limit it must fit the visibility timeout.
LONGEST_RETRY_SECONDS = 120
RATES = (
    "MIN_RELEVANCE",
    "CONTEXT_RELEVANCE_THRESHOLD",
    "FAITHFULNESS_THRESHOLD",
    "CITATION_CONFIDENCE_THRESHOLD",
    "ANSWER_CONFIDENCE_THRESHOLD",
)


def unsafe_deployment_refuse() -> None:
    """Raise if a check finds an error. Servers call this: unlike commands, they run no checks by themselves."""
    if not settings.PRODUCTION:
        return
    errors = [message for message in run_checks() if message.is_serious()]
    if errors:
        raise ImproperlyConfigured(
            "\n".join(f"{error.id}: {error.msg} {error.hint}" for error in errors)
        )


@register(Tags.security)
def check_production(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """What is fine on a developer's machine and not on a server."""
    return [*_production_errors(), *_sign_in_errors()] if settings.PRODUCTION else []


@register(Tags.security, deploy=True)
def check_proxies(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """In production nobody is answered but through a proxy, which alone can say that a request came by HTTPS."""
    if not settings.PRODUCTION or settings.REST_FRAMEWORK["NUM_PROXIES"]:
        return []
    return [
        checks.Warning(
            "TRUSTED_PROXIES is 0: all visitors have the address of the proxy that ends TLS, so that thirty wrong "
            "passwords a minute of anybody close the sign-in for everybody.",
            hint="Set TRUSTED_PROXIES to the number of proxies that add to X-Forwarded-For.",
            id="portal.W051",
        )
    ]


@register(Tags.compatibility)
def check_limits(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Numbers that must fit each other, everywhere."""
    return [
        *_time_errors(),
        *_rate_errors(),
        *_price_errors(),
        *_model_errors(),
        *_key_errors(),
    ]


@register(Tags.compatibility)
def check_mail(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """What keeps the digests from going out: said, but nothing stops for it."""
    if not settings.PRODUCTION:
        return []
    missing = [name for name in ("EMAIL_URL", "PORTAL_URL") if not getattr(settings, name)]
    return [
        checks.Info(
            f"{name} is not set: no digest of notices and no monthly report goes out by mail.",
            hint=f"Set {name}, or leave it so: notices are on the page all the same.",
            id="portal.I040",
        )
        for name in missing
    ]


def _production_errors() -> Iterator[CheckMessage]:
    if settings.SECRET_KEY == settings.DEVELOPMENT_SECRET_KEY or (
        len(settings.SECRET_KEY) < SHORTEST_SECRET_KEY
    ):
        yield Error(
            "SECRET_KEY is missing, too short or the one of development.",
            hint=f"Set SECRET_KEY to at least {SHORTEST_SECRET_KEY} random characters.",
            id="portal.E001",
        )
    if settings.DEBUG:
        yield Error(
            "DEBUG is on.", hint="Leave it off: pages would show secrets.", id="portal.E002"
        )
    if settings.EMBEDDED.servers:
        names = " and ".join(settings.EMBEDDED.servers)
        yield Error(
            f"The embedded {names} would run in production.",
            hint="Set DATABASE_URL and REDIS_URL to real services.",
            id="portal.E003",
        )
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        yield Error(
            "ALLOWED_HOSTS names no host, or every host.",
            hint="Set ALLOWED_HOSTS to the names under which the portal is reached.",
            id="portal.E004",
        )
    if not (settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE):
        yield Error(
            "Cookies may travel without HTTPS.",
            hint="Leave SESSION_COOKIE_SECURE and CSRF_COOKIE_SECURE on.",
            id="portal.E005",
        )
    if not settings.SECURE_SSL_REDIRECT or not settings.SECURE_HSTS_SECONDS:
        yield Error(
            "The portal would answer without HTTPS.",
            hint="Leave SECURE_HSTS_SECONDS above 0; end TLS in the proxy.",
            id="portal.E006",
        )


def _sign_in_errors() -> Iterator[CheckMessage]:
    """Whoever reads or changes what is said on the way to the university's sign-in could be anybody in the portal."""
    named = [
        ("OIDC_ISSUER", settings.OIDC_ISSUER),
        ("SAML_METADATA_URL", settings.SAML_METADATA_URL),
    ]
    named += [("SSO_ORIGINS", origin) for origin in settings.SSO_ORIGINS]
    for name, address in named:
        parts = urlsplit(address)
        if address and (parts.scheme != "https" or not parts.hostname):
            yield Error(
                f"{name} is {address}: people and their roles would come over a line that others can change.",
                hint=f"Set {name} to an address that begins with https://.",
                id="portal.E007",
            )


def _key_errors() -> Iterator[CheckMessage]:
    for key in settings.SECOND_FACTOR_KEYS:
        try:
            Fernet(key)
        except ValueError:
            yield Error(
                "SECOND_FACTOR_KEYS holds something that is no Fernet key: nobody could sign in with a second factor.",
                hint="Make one with cryptography.fernet.Fernet.generate_key().",
                id="portal.E033",
            )


def _time_errors() -> Iterator[CheckMessage]:
    soft, hard = settings.CELERY_TASK_SOFT_TIME_LIMIT, settings.CELERY_TASK_TIME_LIMIT
    visible = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    if hard + LONGEST_RETRY_SECONDS >= visible:
        yield Error(
            f"A task may take {hard} s and wait {LONGEST_RETRY_SECONDS} s, but its message is delivered again "
            f"after {visible} s: it would run twice at once.",
            hint="Raise visibility_timeout or lower CELERY_TASK_TIME_LIMIT in portal/settings/base.py.",
            id="portal.E010",
        )
    if soft >= hard:
        yield Error(
            "CELERY_TASK_SOFT_TIME_LIMIT is not below CELERY_TASK_TIME_LIMIT: a late task could not say so.",
            hint="Leave at least some seconds between them.",
            id="portal.E011",
        )
    if hard >= settings.LEASE_SECONDS:
        yield Error(
            "A lease ends before the task that holds it must: two workers could hold one row.",
            hint="Leave LEASE_SECONDS above CELERY_TASK_TIME_LIMIT.",
            id="portal.E012",
        )
    if soft < (settings.MAX_REGENERATIONS + 1) * settings.LLM_TIMEOUT:
        yield Error(
            "The model may be asked longer than a task may take.",
            hint="LLM_TIMEOUT times all generations must fit CELERY_TASK_SOFT_TIME_LIMIT.",
            id="portal.E013",
        )


def _rate_errors() -> Iterator[CheckMessage]:
    for name in RATES:
        if not 0 <= getattr(settings, name) <= 1:
            yield Error(f"{name} is not between 0 and 1.", hint="Correct it.", id="portal.E020")


def _price_errors() -> Iterator[CheckMessage]:
    prices = settings.MODEL_PRICES
    sound = isinstance(prices, dict) and all(
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(price, int | float) and price >= 0 for price in pair)
        for pair in prices.values()
    )
    if not sound:
        yield Error(
            "MODEL_PRICES is not of the form {model: [price in, price out]}.",
            hint='For instance {"*": [150, 600]}: what a million tokens cost.',
            id="portal.E032",
        )


def _model_errors() -> Iterator[CheckMessage]:
    if settings.LLM_BASE_URL and not settings.LLM_MODEL:
        yield Error(
            "LLM_BASE_URL names an endpoint, but LLM_MODEL names no model.",
            hint="Set LLM_MODEL to a model that the endpoint serves.",
            id="portal.E030",
        )
    yield from _damaged(
        settings.CROSS_ENCODER_MODEL,
        "Searches go without the cross-encoder",
        hint="Restore the file as it is in the release.",
        identifier="portal.W036",
    )
    yield from _damaged(
        settings.VERIFIER_MODEL,
        "Claims are checked by rules alone",
        hint="Restore the file that VERIFIER_MODEL names, or leave VERIFIER_MODEL empty.",
        identifier="portal.W031",
    )
    if not settings.EMBEDDING_BASE_URL:
        try:
            require_embedding_model(settings.EMBEDDING_MODEL)
        except Unavailable as error:
            yield checks.Warning(
                f"Searches find by words alone: {error}",
                hint="Restore the file, or name a model in EMBEDDING_MODEL and its EMBEDDING_BASE_URL.",
                id="portal.W032",
            )


def _damaged(path: str, without: str, *, hint: str, identifier: str) -> Iterator[CheckMessage]:
    """A warning where a file that is named is not sound; an empty name is a choice."""
    try:
        if path:
            require_checksum(Path(path))
    except Unavailable as error:
        yield checks.Warning(f"{without}: {error}", hint=hint, id=identifier)
