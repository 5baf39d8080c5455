"""Three real servers: a primary, its replica and a Sentinel. When the primary dies, the portal goes on at the replica."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
import redis
from celery import Celery
from django.core.cache import caches
from pytest_django import Settings

from portal.embedded.valkey import server_program
from portal.jobs import progress
from portal.settings import services
from portal.stores import valkey

pytestmark = pytest.mark.slow

SERVICE = "portal"
PASSWORD = "of-the-valkey"  # pragma: allowlist secret


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The port of a Sentinel, and the primary that a test may kill."""
    first, second, sentinel = (_free_port() for _ in range(3))
    common = f'bind 127.0.0.1\nsave ""\nrequirepass {PASSWORD}\nmasterauth {PASSWORD}\n'
    watch = (
        f"sentinel monitor {SERVICE} 127.0.0.1 {first} 1\nsentinel auth-pass {SERVICE} {PASSWORD}\n"
    )
    impatient = f"sentinel down-after-milliseconds {SERVICE} 500\nsentinel failover-timeout {SERVICE} 2000\n"
    with ExitStack() as ending:
        start = partial(_start, ending, tmp_path)
        primary = start(first, common)
        start(second, f"{common}replicaof 127.0.0.1 {first}\n")
        _until_synchronized(second)
        start(sentinel, f"bind 127.0.0.1\n{watch}{impatient}", "--sentinel")
        _until_known(sentinel)
        yield sentinel, primary


def _start(
    ending: ExitStack, folder: Path, port: int, text: str, *options: str
) -> subprocess.Popen[bytes]:
    own = folder / str(port)
    own.mkdir()
    file = own / "valkey.conf"
    file.write_text(f"port {port}\ndir {own}\n{text}")
    process = subprocess.Popen([server_program(), str(file), *options], stdout=subprocess.DEVNULL)
    ending.callback(process.wait)
    ending.callback(process.kill)
    return process


def _until_synchronized(port: int) -> None:
    replica = redis.Redis(port=port, password=PASSWORD)
    _until(lambda: replica.info("replication")["master_link_status"] == "up")
    replica.close()


def _until_known(port: int) -> None:
    sentinel = redis.Redis(port=port)
    _until(lambda: sentinel.info("sentinel")["master0"]["slaves"] == 1)
    sentinel.close()


def _until(condition: object, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            if condition():  # type: ignore[operator]
                return
        except (redis.RedisError, KeyError):
            pass
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_after_the_primary_dies_everything_goes_on_at_its_replica(
    servers: tuple[int, subprocess.Popen[bytes]],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port, primary = servers
    settings.REDIS_URL = f"redis://:{PASSWORD}@{SERVICE}/0"
    settings.REDIS_SENTINELS = [f"127.0.0.1:{port}"]
    settings.REDIS_SENTINEL_PASSWORD = ""
    monkeypatch.setattr(services, "REDIS_SENTINELS", settings.REDIS_SENTINELS)
    settings.CACHES = {"default": services.cache(settings.REDIS_URL)}
    caches["default"].set("kept", "before", timeout=60)
    valkey.client().wait(1, 2000)

    primary.kill()
    primary.wait()
    begun = time.monotonic()
    _until(lambda: caches["default"].get("kept") == "before")
    print(f"Sentinel: the cache answers again after {time.monotonic() - begun:.1f} s")  # noqa: T201

    _until(lambda: valkey.client().set("written", "after"))
    assert asyncio.run(_read("written")) == b"after"
    progress._client.cache_clear()
    progress.publish("somebody", "state", "읽는 중")
    progress._client.cache_clear()
    assert valkey.client().xlen("progress:somebody") == 1
    _sends_and_takes(settings.REDIS_URL)


async def _read(key: str) -> object:
    client = valkey.async_client()
    try:
        return await client.get(key)
    finally:
        await client.aclose()


def _sends_and_takes(url: str) -> None:
    """Celery's own connection finds the present primary too."""
    # Not the app of this thread: what later tests order would go to servers that are gone.
    app = Celery(broker=services.broker_url(url), set_as_current=False)
    app.conf.broker_transport_options = services.broker_options(url)
    with app.connection_for_write() as broker:
        queue = broker.SimpleQueue("tried")
        queue.put({"question": 1})
        assert queue.get(timeout=60).payload == {"question": 1}
        queue.close()
    app.close()
