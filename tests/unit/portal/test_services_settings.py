"""How addresses become Django's settings and Celery's."""

from __future__ import annotations

from typing import Any

import pytest

from portal.settings import services

PRIMARY: dict[str, Any] = {"NAME": "portal", "OPTIONS": {"sslmode": "require"}}


def test_what_the_address_of_the_database_says_is_kept_beside_the_pool() -> None:
    [database] = services.databases(PRIMARY).values()

    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 10
    assert PRIMARY["OPTIONS"] == {"sslmode": "require"}


def test_behind_a_pooler_there_is_no_second_pool_and_nothing_that_outlives_a_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "_HAS_POOLER", True)

    [database] = services.databases(PRIMARY).values()

    assert database["OPTIONS"] == {"sslmode": "require"}
    assert database["DISABLE_SERVER_SIDE_CURSORS"]


def test_a_replica_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "DATABASE_REPLICA_URL", "yes")
    monkeypatch.setenv("DATABASE_REPLICA_URL", "postgres://replica:5432/portal")

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
    monkeypatch.setenv("FILES_BUCKET", "portal-files")

    store = services.file_store()

    assert store["OPTIONS"]["bucket_name"] == "portal-files"
    assert store["OPTIONS"]["querystring_auth"]
