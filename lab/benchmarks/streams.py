"""How many pages one web process keeps up to date at once: streams of one answer, read as browsers read them.

A real web server on the present database; everything goes over HTTP, and the conversation is deleted at the end.
"""

from __future__ import annotations

import asyncio
import http.cookiejar
import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import psutil
from django.conf import settings

from portal.demo.processes import WEB_SERVER
from portal.jobs import progress

EVENTS = 20
_BETWEEN_SECONDS = 0.2
_READY_SECONDS = 60.0
_LONGEST_SECONDS = 60.0
_SETTLE_SECONDS = 4.0
_SENTENCE = "<p>" + "휴학기간은 통산하여 3년을 초과할 수 없다. " * 10 + "</p>"


@dataclass(frozen=True)
class StreamLoad:
    """What the streams saw; milliseconds from telling an event to its arrival, megabytes of the web process."""

    streams: int
    errors: int
    events: int
    delay: tuple[float, float]
    memory_before: float
    memory_during: float


@dataclass
class _StreamReader:
    """One open page: when each event arrived, and whether the stream ended as it should."""

    arrived: list[float] = field(default_factory=list)
    is_whole: bool = False


def measure_streams(*, streams: int) -> StreamLoad:
    """Open the streams, tell the answer's events, and wait until every page has all of them."""
    with web_server() as (process, address):
        visitor = Visitor(address)
        page = visitor.ask()
        try:
            return asyncio.run(_load(visitor, page, psutil.Process(process.pid), streams))
        finally:
            visitor.post(f"{page}delete")


async def _load(visitor: Visitor, page: str, web: psutil.Process, streams: int) -> StreamLoad:
    path = visitor.find(page, r'data-stream="(.+?)"')
    answer_id = path.split("/")[2]
    visitor.post(f"/answers/{answer_id}/stop")
    # A worker that runs beside has perhaps begun; what it tells does not belong here.
    await asyncio.sleep(_SETTLE_SECONDS)
    await asyncio.to_thread(progress.clear, f"answer:{answer_id}")
    before = web.memory_info().rss
    readers = [_StreamReader() for _ in range(streams)]
    tasks = [asyncio.create_task(_read(visitor, path, reader)) for reader in readers]
    await asyncio.sleep(_SETTLE_SECONDS)
    told = []
    for _turn in range(EVENTS):
        told.append(time.monotonic())
        await asyncio.to_thread(progress.publish, f"answer:{answer_id}", "sentence", _SENTENCE)
        await asyncio.sleep(_BETWEEN_SECONDS)
    during = web.memory_info().rss
    await asyncio.to_thread(progress.publish, f"answer:{answer_id}", progress.DONE)
    _done, open_still = await asyncio.wait(tasks, timeout=_LONGEST_SECONDS)
    for task in open_still:
        task.cancel()
    whole = [reader for reader in readers if reader.is_whole and len(reader.arrived) == EVENTS]
    delays = sorted(
        (arrived - at) * 1000
        for reader in whole
        for at, arrived in zip(told, reader.arrived, strict=True)
    )
    return StreamLoad(
        streams=streams,
        errors=streams - len(whole),
        events=EVENTS,
        delay=(statistics.median(delays), delays[int(len(delays) * 0.95)]) if delays else (0, 0),
        memory_before=before / 1e6,
        memory_during=during / 1e6,
    )


async def _read(visitor: Visitor, path: str, reader: _StreamReader) -> None:
    host, port = visitor.address.removeprefix("http://").split(":")
    incoming, outgoing = await asyncio.open_connection(host, int(port), limit=2**20)
    request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {visitor.cookie}\r\n\r\n"
    outgoing.write(request.encode())
    is_ok = b" 200 " in await incoming.readline()
    async for line in incoming:
        if line.startswith(b"event: sentence"):
            reader.arrived.append(time.monotonic())
        elif line.startswith(b"event: done"):
            reader.is_whole = is_ok
            break
    outgoing.close()


class Visitor:
    """A browser without scripts."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies)
        )
        self._token = ""

    @property
    def cookie(self) -> str:
        """The cookies as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)

    def ask(self) -> str:
        """Ask a question; returns the path of its conversation."""
        self._token = self.find("/", r'name="csrfmiddlewaretoken" value="(.+?)"')
        return self.post("/", question="휴학은 최대 몇 년까지 할 수 있습니까?")

    def find(self, path: str, pattern: str) -> str:
        """What a page holds at a pattern."""
        with self._opener.open(self.address + path, timeout=30) as reply:
            match = re.search(pattern, reply.read().decode())
        if match is None:
            raise LookupError(f"{path} holds nothing like {pattern}")
        return match[1]

    def follow(self, path: str) -> Iterator[bytes]:
        """The lines of a stream, as they come."""
        with self._opener.open(self.address + path, timeout=_LONGEST_SECONDS) as reply:
            yield from reply

    def post(self, path: str, **values: str) -> str:
        """Send a form; returns the path to which it leads."""
        body = urllib.parse.urlencode(values | {"csrfmiddlewaretoken": self._token}).encode()
        with self._opener.open(self.address + path, data=body, timeout=30) as reply:
            return str(urllib.parse.urlsplit(reply.url).path)


@contextmanager
def web_server() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """One web process as in production, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*WEB_SERVER, "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=settings.BASE_DIR,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return
