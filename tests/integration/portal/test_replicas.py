"""Pages of regulations are read from a replica, by who changes none; everything else never is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from portal.stores.replicas import REPLICA
from regulations.models import Regulation
from tests.corpus import given_regulation
from tests.people import editor

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", REPLICA])


@pytest.fixture(scope="module", autouse=True)
def _second_connection(django_db_setup: None) -> Iterator[None]:
    """To the rows of the first, as to a replica without delay."""
    connections.settings[REPLICA] = connection.settings_dict | {"TEST": {"MIRROR": "default"}}
    yield
    del connections.settings[REPLICA], connections[REPLICA]


@pytest.fixture
def replica(settings: Settings) -> Iterator[CaptureQueriesContext]:
    """What is asked of the replica."""
    settings.DATABASE_ROUTERS = ["portal.stores.replicas.ReplicaRouter"]
    assert REPLICA in settings.DATABASES
    with CaptureQueriesContext(connections[REPLICA]) as asked:
        yield asked
    connections[REPLICA].close()


def test_a_visitor_reads_from_the_replica_and_the_office_from_the_primary(
    replica: CaptureQueriesContext, client: Client
) -> None:
    version = given_regulation("사물함 규정", "제1조(목적) 이 규정은 사물함의 이용을 정한다.")
    address = f"/regulations/{version.regulation.slug}/{version.number}/"
    assert len(replica) == 0

    assert "사물함의 이용" in client.get(address).content.decode()
    read = len(replica)
    assert read > 0
    assert all("regulations_" in query["sql"] for query in replica.captured_queries)
    assert client.get(f"/api/regulations/{version.regulation.slug}/").status_code == 200
    assert len(replica) > read
    read = len(replica)

    client.force_login(editor())
    assert client.get(address).status_code == 200
    client.post("/", {"question": "사물함은 언제 비웁니까?"})
    assert Regulation.objects.get() == version.regulation

    assert len(replica) == read


def test_what_was_read_from_the_replica_is_written_to_the_primary(
    replica: CaptureQueriesContext,
) -> None:
    given_regulation("사물함 규정", "제1조(목적) 이 규정은 사물함의 이용을 정한다.")
    row = Regulation.objects.using(REPLICA).get()
    read = len(replica)

    row.title = "보관함 규정"
    row.save()

    assert len(replica) == read
    assert Regulation.objects.get().title == "보관함 규정"


def test_a_replica_that_is_away_costs_a_visitor_nothing(
    replica: CaptureQueriesContext, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = given_regulation("사물함 규정", "제1조(목적) 이 규정은 사물함의 이용을 정한다.")
    connections[REPLICA].close()
    monkeypatch.setitem(connections[REPLICA].settings_dict, "HOST", "/nowhere")

    reply = client.get(f"/regulations/{version.regulation.slug}/{version.number}/")

    assert reply.status_code == 200
    assert "사물함의 이용" in reply.content.decode()
