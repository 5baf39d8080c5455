"""Which connections to other hosts are said to travel without TLS."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings

from portal.checks import plain_connections
from portal.checks.plain_connections import check_connections


@pytest.fixture
def production(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """An installation on one machine: everything is reached by sockets and on the loopback interface."""
    found = SimpleNamespace(
        PRODUCTION=True,
        PLAIN_HOSTS=[],
        DATABASES={"default": {"HOST": "/run/postgresql"}},
        REDIS_URL="unix:///run/valkey/socket?db=0",
        REDIS_SENTINELS=[],
        EMAIL_URL="smtp://127.0.0.1:25",
        EMAIL_HOST="127.0.0.1",
        EMAIL_USE_TLS=False,
        EMAIL_USE_SSL=False,
        LLM_BASE_URL="http://localhost:8000/v1",
        LLM_FALLBACK_BASE_URL="",
        RERANK_BASE_URL="",
        EMBEDDING_BASE_URL="http://[::1]:8001/v1",
        EMBEDDING_NEXT_BASE_URL="",
        SENTRY_DSN="",
        TRACES_ENDPOINT="",
        STORAGES={"default": {"BACKEND": "a folder"}},
    )
    assert all(hasattr(settings, name) for name in vars(found))
    monkeypatch.setattr(plain_connections, "settings", found)
    return found


def named() -> list[str]:
    return [f"{message.id} {message.msg}" for message in check_connections(None)]


def test_what_stays_on_the_machine_may_be_plain(production: SimpleNamespace) -> None:
    assert named() == []


def _database(**more: Any) -> dict[str, Any]:
    return {"default": {"HOST": "/run/postgresql"}, "replica": {"HOST": "far.example.org"} | more}


def _bucket(address: str) -> dict[str, Any]:
    return {"default": {"BACKEND": "x", "OPTIONS": {"endpoint_url": address}}}


@pytest.mark.parametrize(
    ("name", "setting", "plain", "encrypted"),
    [
        (
            "DATABASE_REPLICA_URL",
            "DATABASES",
            _database(OPTIONS={"sslmode": "prefer"}),
            _database(OPTIONS={"sslmode": "verify-full"}),
        ),
        (
            "DATABASE_REPLICA_URL",
            "DATABASES",
            _database(),
            _database(OPTIONS={"sslmode": "require"}),
        ),
        ("REDIS_URL", "REDIS_URL", "redis://:x@far.example.org:6379/0", "rediss://far.example.org"),
        ("REDIS_SENTINELS", "REDIS_SENTINELS", ["far.example.org:26379"], ["127.0.0.1:26379"]),
        ("EMAIL_URL", "EMAIL_HOST", "far.example.org", "localhost"),
        (
            "DATABASE_URL",
            "DATABASES",
            {"default": {"HOST": "far.example.org"}},
            {"default": {"HOST": "far.example.org", "OPTIONS": {"sslmode": "verify-full"}}},
        ),
        (
            "DATABASE_URL",
            "DATABASES",
            {"default": {"HOST": "", "OPTIONS": {"host": "far.example.org"}}},
            {"default": {"HOST": "", "OPTIONS": {"host": "/run/postgresql"}}},
        ),
        *(
            (name, name, "http://far.example.org/v1", "https://far.example.org/v1")
            for name in (
                "LLM_BASE_URL",
                "LLM_FALLBACK_BASE_URL",
                "RERANK_BASE_URL",
                "EMBEDDING_BASE_URL",
                "EMBEDDING_NEXT_BASE_URL",
                "SENTRY_DSN",
            )
        ),
        (
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "TRACES_ENDPOINT",
            "http://far.example.org",
            "https://far.example.org",
        ),
        (
            "FILES_ENDPOINT_URL",
            "STORAGES",
            _bucket("http://far.example.org"),
            _bucket("https://far.example.org"),
        ),
    ],
)
def test_what_leaves_it_is_named_until_it_is_encrypted_or_meant(
    production: SimpleNamespace, name: str, setting: str, plain: Any, encrypted: Any
) -> None:
    setattr(production, setting, plain)

    assert named() == [f"portal.W050 {name} leads to far.example.org without TLS."]
    production.PLAIN_HOSTS = ["far.example.org"]
    assert named() == []
    production.PLAIN_HOSTS = ["example.org"]
    assert len(named()) == 1
    setattr(production, setting, encrypted)
    assert named() == []


def test_mail_is_encrypted_by_either_of_its_ways(production: SimpleNamespace) -> None:
    production.EMAIL_HOST = "far.example.org"
    for way in ("EMAIL_USE_TLS", "EMAIL_USE_SSL"):
        setattr(production, way, True)
        assert named() == []
        setattr(production, way, False)


def test_nothing_is_said_on_a_machine_of_development(production: SimpleNamespace) -> None:
    production.LLM_BASE_URL = "http://far.example.org/v1"
    production.PRODUCTION = False

    assert named() == []
