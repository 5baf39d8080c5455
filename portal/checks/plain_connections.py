"""`check --deploy` names every connection to another host that travels without TLS, unless PLAIN_HOSTS says that it may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register

_ADDRESSES = (
    *("LLM_BASE_URL", "LLM_FALLBACK_BASE_URL", "RERANK_BASE_URL"),
    *("EMBEDDING_BASE_URL", "EMBEDDING_NEXT_BASE_URL", "SENTRY_DSN"),
)
_DATABASES = {"default": "DATABASE_URL", "replica": "DATABASE_REPLICA_URL"}
# The weaker ones take a plain connection where the server offers no other, or somebody in between says so.
_ENCRYPTED_MODES = frozenset({"require", "verify-ca", "verify-full"})


@dataclass(frozen=True)
class ServiceConnection:
    """Where a setting leads, and whether what is said on the way is encrypted."""

    setting: str
    host: str
    is_encrypted: bool

    @property
    def is_local(self) -> bool:
        """Whether it never leaves the machine."""
        if not self.host or self.host.startswith("/") or self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


@register(Tags.security, deploy=True)
def check_connections(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Questions, keys and everything that the database knows would travel where others can read or change them."""
    if not settings.PRODUCTION:
        return []
    return [
        checks.Warning(
            f"{found.setting} leads to {found.host} without TLS.",
            hint="Encrypt it (docs/operations.md, Encrypted connections), or name the host in PLAIN_HOSTS where nobody else is on the way.",
            id="portal.W050",
        )
        for found in service_connections()
        if not (found.is_encrypted or found.is_local or found.host in settings.PLAIN_HOSTS)
    ]


def service_connections() -> Iterator[ServiceConnection]:
    """Every line to another service that the settings name."""
    for alias, database in settings.DATABASES.items():
        options = database.get("OPTIONS", {})
        is_encrypted = options.get("sslmode") in _ENCRYPTED_MODES
        # An address may name the host behind its question mark, as libpq does.
        named = database.get("HOST") or options.get("host") or options.get("hostaddr") or ""
        for host in str(named).split(","):
            yield ServiceConnection(_DATABASES.get(alias, alias), host, is_encrypted)
    if settings.REDIS_SENTINELS:
        # portal.stores.valkey knows no TLS on the way to them, nor to the primary that they name.
        for address in settings.REDIS_SENTINELS:
            yield ServiceConnection(
                "REDIS_SENTINELS", address.rpartition(":")[0], is_encrypted=False
            )
    else:
        yield _of("REDIS_URL", settings.REDIS_URL, encrypted="rediss")
    if settings.EMAIL_URL:
        is_encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
        yield ServiceConnection("EMAIL_URL", settings.EMAIL_HOST or "", is_encrypted)
    for name in _ADDRESSES:
        yield _of(name, getattr(settings, name), encrypted="https")
    yield _of("OTEL_EXPORTER_OTLP_ENDPOINT", settings.TRACES_ENDPOINT, encrypted="https")
    bucket = settings.STORAGES["default"].get("OPTIONS", {}).get("endpoint_url")
    yield _of("FILES_ENDPOINT_URL", bucket or "", encrypted="https")


def _of(setting: str, address: str, *, encrypted: str) -> ServiceConnection:
    parts = urlsplit(address)
    return ServiceConnection(setting, parts.hostname or "", parts.scheme == encrypted)
