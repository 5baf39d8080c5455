"""System checks that stop an unsafe deployment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from portal.checks.deployment import (
    check_limits,
    check_production,
    check_proxies,
    unsafe_deployment_refuse,
)


@pytest.fixture
def production(settings: Settings) -> Settings:
    """Settings that pass every check."""
    settings.PRODUCTION = True
    settings.SECRET_KEY = "k" * 50
    settings.DEBUG = False
    settings.EMBEDDED = replace(settings.EMBEDDED, servers=())
    settings.ALLOWED_HOSTS = ["rules.example.ac.kr"]
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 3600
    return settings


def ids(messages: list[Any]) -> list[str]:
    return [message.id for message in messages]


def test_check_production_passes_a_safe_deployment(production: Settings) -> None:
    assert check_production(None) == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        pytest.param("SECRET_KEY", "short", "portal.E001", id="short key"),
        pytest.param(
            "SECRET_KEY",
            "development-only-and-refused-in-production",
            "portal.E001",
            id="known key",
        ),
        pytest.param("DEBUG", True, "portal.E002", id="debug"),
        pytest.param("ALLOWED_HOSTS", [], "portal.E004", id="no host"),
        pytest.param("ALLOWED_HOSTS", ["*"], "portal.E004", id="every host"),
        pytest.param("SESSION_COOKIE_SECURE", False, "portal.E005", id="cookie"),
        pytest.param("SECURE_SSL_REDIRECT", False, "portal.E006", id="no redirect"),
        pytest.param("SECURE_HSTS_SECONDS", 0, "portal.E006", id="no HSTS"),
    ],
)
def test_check_production_names_what_is_unsafe(
    production: Settings, name: str, value: object, expected: str
) -> None:
    setattr(production, name, value)

    assert ids(check_production(None)) == [expected]


@pytest.mark.parametrize(("count", "expected"), [(0, ["portal.W051"]), (1, []), (2, [])])
def test_everybody_behind_one_address_is_named(
    production: Settings, count: int, expected: list[str]
) -> None:
    production.REST_FRAMEWORK = production.REST_FRAMEWORK | {"NUM_PROXIES": count}

    assert ids(check_proxies(None)) == expected
    production.PRODUCTION = False
    assert check_proxies(None) == []


@pytest.mark.parametrize("name", ["OIDC_ISSUER", "SAML_METADATA_URL", "SSO_ORIGINS"])
@pytest.mark.parametrize(
    "address", ["http://login.example.ac.kr/x", "login.example.ac.kr", "https:///x"]
)
def test_sign_in_at_an_address_that_others_can_read_is_refused(
    production: Settings, name: str, address: str
) -> None:
    setattr(production, name, [address] if name == "SSO_ORIGINS" else address)

    messages = check_production(None)

    assert ids(messages) == ["portal.E007"]
    assert name in messages[0].msg
    assert address in messages[0].msg


def test_sign_in_over_https_passes(production: Settings) -> None:
    production.OIDC_ISSUER = "https://login.example.ac.kr/realms/all"
    production.SAML_METADATA_URL = "https://login.example.ac.kr/metadata"
    production.SSO_ORIGINS = ["https://login.example.ac.kr"]

    assert check_production(None) == []


def test_check_production_refuses_embedded_services(production: Settings) -> None:
    production.EMBEDDED = replace(production.EMBEDDED, servers=("valkey",))

    messages = check_production(None)

    assert ids(messages) == ["portal.E003"]
    assert "valkey" in messages[0].msg


def test_check_production_is_silent_on_a_development_machine(settings: Settings) -> None:
    settings.SECRET_KEY = settings.DEVELOPMENT_SECRET_KEY

    assert check_production(None) == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        pytest.param("CELERY_TASK_TIME_LIMIT", 800, "portal.E010", id="delivered twice"),
        pytest.param("CELERY_TASK_SOFT_TIME_LIMIT", 180, "portal.E011", id="no soft limit"),
        pytest.param("LEASE_SECONDS", 180, "portal.E012", id="short lease"),
        pytest.param("LLM_TIMEOUT", 60.0, "portal.E013", id="three generations too long"),
        pytest.param("FAITHFULNESS_THRESHOLD", 60, "portal.E020", id="per cent"),
        pytest.param("SECOND_FACTOR_KEYS", ["not a key"], "portal.E033", id="no Fernet key"),
        pytest.param("LLM_BASE_URL", "http://127.0.0.1:1/v1", "portal.E030", id="no model"),
    ],
)
def test_check_limits_names_numbers_that_do_not_fit(
    settings: Settings, name: str, value: object, expected: str
) -> None:
    settings.LLM_MODEL = ""
    setattr(settings, name, value)

    assert expected in ids(check_limits(None))


def test_check_limits_passes_the_defaults() -> None:
    assert check_limits(None) == []


def test_servers_refuse_to_start_unsafely(production: Settings) -> None:
    production.DEBUG = True

    with pytest.raises(ImproperlyConfigured, match=r"portal\.E002"):
        unsafe_deployment_refuse()
