"""How addresses become Django's settings and Celery's."""

from __future__ import annotations

import os
from typing import Any

import pytest
import redis
from kombu import Connection

from portal.settings import environment, services

PRIMARY: dict[str, Any] = {"NAME": "portal", "OPTIONS": {"sslmode": "require"}}


def test_what_the_address_of_the_database_says_is_kept_beside_the_pool() -> None:
    [database] = services.databases(PRIMARY).values()

    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 10
    assert PRIMARY["OPTIONS"] == {"sslmode": "require"}


HOSTILE = "$p@ss/w:rd?#[%41]&= '\""  # pragma: allowlist secret


@pytest.mark.parametrize("user", ["portal", "portal:former"])
def test_a_password_beside_the_address_may_hold_any_character(user: str) -> None:
    address = services.with_password(f"postgres://{user}@db:5432/portal?sslmode=require", HOSTILE)
    read = environment.env.db_url_config(address)

    assert (read["USER"], read["PASSWORD"], read["HOST"]) == ("portal", HOSTILE, "db")
    assert (read["NAME"], read["OPTIONS"]) == ("portal", {"sslmode": "require"})


def test_valkey_and_celery_get_the_same_password() -> None:
    address = services.with_password("redis://redis:6379/3", HOSTILE)
    broker = services.broker_url(address)

    read = redis.connection.parse_url(address)  # type: ignore[no-untyped-call]
    assert read == {"password": HOSTILE, "host": "redis", "port": 6379, "db": 3}
    assert (Connection(broker).password, Connection(broker).hostname) == (HOSTILE, "redis")


def test_without_a_password_beside_it_an_address_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "postgres://portal:x%40y@db:5432/portal"  # pragma: allowlist secret
    assert services.with_password(address, "") == address
    # The embedded one, which has none.
    assert services.with_password("", HOSTILE) == ""

    monkeypatch.setitem(os.environ, "ANY_PASSWORD", HOSTILE)
    assert environment.Part("Any").secret("ANY_PASSWORD", "Any.") == HOSTILE


def test_behind_a_pooler_there_is_no_second_pool_and_nothing_that_outlives_a_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "_HAS_POOLER", True)

    [database] = services.databases(PRIMARY).values()

    assert database["OPTIONS"] == {"sslmode": "require"}
    assert database["DISABLE_SERVER_SIDE_CURSORS"]


def test_a_replica_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "DATABASE_REPLICA_URL", "postgres://replica:5432/portal")

    replica = services.databases(PRIMARY)["replica"]

    assert (replica["HOST"], replica["OPTIONS"]["connect_timeout"]) == ("replica", 2)


@pytest.mark.parametrize(
    ("url", "sentinels", "broker"),
    [
        ("unix:///run/valkey.sock?db=3", [], "redis+socket:///run/valkey.sock?virtual_host=3"),
        ("redis://:secret@redis:6379/0", [], "redis://:secret@redis:6379/0"),
        (
            "redis://:secret@portal/0",
            ["a:26379", "b:26379"],
            "sentinel://:secret@a:26379/0;sentinel://:secret@b:26379/0",
        ),
    ],
)
def test_celery_gets_the_address_in_its_own_form(
    monkeypatch: pytest.MonkeyPatch, url: str, sentinels: list[str], broker: str
) -> None:
    monkeypatch.setattr(services, "REDIS_SENTINELS", sentinels)

    assert services.broker_url(url) == broker
    assert services.broker_options(url) == ({"master_name": "portal"} if sentinels else {})


def test_files_are_kept_in_a_folder_or_in_a_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    assert services.file_store()["BACKEND"].endswith("FileSystemStorage")
    monkeypatch.setattr(services, "FILES_BUCKET", "portal-files")

    store = services.file_store()

    assert store["OPTIONS"]["bucket_name"] == "portal-files"
    assert store["OPTIONS"]["querystring_auth"]
