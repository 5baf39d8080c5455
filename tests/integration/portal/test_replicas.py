"""Pages of regulations are read from a replica, by who changes none; everything else never is. One test has a real one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from portal.embedded import Folders
from portal.embedded.postgres import ROLE, Postgres, programs_folder
from portal.health.parts import replica as replica_part
from portal.stores import replicas
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


@pytest.fixture(autouse=True)
def _awake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(replicas._rest, "until", 0.0)


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
    rows = [one["sql"] for one in replica.captured_queries if "pg_last_wal" not in one["sql"]]
    assert all("regulations_" in sql for sql in rows)
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


@pytest.fixture
def standby(
    replica: CaptureQueriesContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], psutil.Process]]:
    """Starts a server that follows, by streaming replication, a copy of the tests' server, which is the primary meanwhile.

    The tests' own server would not do: a standby lets nobody in while a transaction with more than 64 savepoints runs on
    its primary, and tests beside this one have such transactions for minutes.
    """
    original = str(connection.settings_dict["HOST"])
    if not (original.startswith("/") and (programs_folder() / "pg_basebackup").exists()):
        pytest.skip("no streaming replication: the tests' database is not the embedded PostgreSQL")
    primary = copy_of(original, tmp_path / "primary")
    primary.prepare()
    started = [(primary, primary.start())]
    follower = copy_of(str(primary.folders.sockets), tmp_path / "follower", "--write-recovery-conf")
    for alias, server in (("default", primary), (REPLICA, follower)):
        connections[alias].close()
        monkeypatch.setitem(connections[alias].settings_dict, "HOST", str(server.folders.sockets))

    def start() -> psutil.Process:
        connections[REPLICA].close()
        follower.prepare()
        started.append((follower, follower.start()))
        return started[-1][1]

    yield start
    connections["default"].close()
    connections[REPLICA].close()
    for server, process in reversed(started):
        server.stop(process)


def copy_of(host: str, folder: Path, *options: str) -> Postgres:
    """A server on a copy of another's data, not yet started."""
    server = Postgres(Folders(folder), durable=False)
    folder.mkdir()
    for part in (server.folders.sockets, server.folders.logs, server.folders.postgres):
        part.mkdir(mode=0o700)
    if server.identity() or server._prefix():
        server._give_to_owner(server.folders.postgres)
        server._give_to_owner(server.folders.sockets)
    server._run(
        *("pg_basebackup", "--host", host, "--username", ROLE, *options),
        *("--pgdata", str(server.folders.postgres), "--checkpoint=fast", "--no-sync"),
    )
    return server


@pytest.mark.slow
def test_a_real_replica_that_lags_or_dies_shows_nobody_what_was_before(
    standby: Callable[[], psutil.Process],
    client: Client,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.CORPUS_CACHE_SECONDS = 600
    started = standby()
    given_regulation("사물함 규정", "제1조(목적) 이 규정은 사물함의 이용을 정한다.")
    until(lambda: read_there(client) > 1)
    assert replica_part().state == "ok"

    # What lags behind a publication makes no page, and so nothing old is cached for everybody.
    on_standby("SELECT pg_wal_replay_pause()")
    given_regulation("우산 규정", "제1조(목적) 이 규정은 우산의 대여를 정한다.")
    assert "우산 규정" in client.get("/regulations/").content.decode()
    assert read_there(client) == 1
    assert Regulation.objects.using(REPLICA).count() == 1
    monkeypatch.setattr("portal.health.parts._REPLICA_LATE_SECONDS", 0)
    assert replica_part().state == "degraded"
    on_standby("SELECT pg_wal_replay_resume()")
    until(lambda: read_there(client) > 1)
    assert "우산 규정" in client.get("/regulations/").content.decode()

    # A replica that dies costs the page that meets it, and the next ones nothing.
    killed = [started, *started.children(recursive=True)]
    started.kill()
    psutil.wait_procs(killed, timeout=60)
    assert client.get("/regulations/").status_code == 200
    assert replica_part().state == "degraded"
    assert read_there(client) == 0
    monkeypatch.setitem(replicas._rest, "until", 0.0)
    standby()
    until(lambda: read_there(client) > 1)


def read_there(client: Client) -> int:
    """How many queries a page that is not cached sends to the replica, the one whether it may be read among them."""
    with CaptureQueriesContext(connections[REPLICA]) as asked:
        assert client.get("/api/regulations/").status_code == 200
    return len(asked)


def on_standby(statement: str) -> None:
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(statement)


def until(holds: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
