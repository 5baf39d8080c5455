"""How many pages one web process keeps up to date at once: each visitor has a stream, read as browsers read it.

A real web server on the present database; everything goes over HTTP, and the conversations are deleted at the end.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from lab.benchmarks.site import Site, running_site
from lab.benchmarks.visitor import Visitor
from portal.jobs import progress

EVENTS = 20
_BETWEEN_SECONDS = 0.2
_LONGEST_SECONDS = 60.0
_SETTLE_SECONDS = 4.0
_QUESTION = "휴학은 최대 몇 년까지 할 수 있습니까?"
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
class _Page:
    """One open page: its visitor, its answer, when each event was told and arrived, and whether its stream ended well."""

    visitor: Visitor
    conversation: str
    stream: str
    told: list[float] = field(default_factory=list)
    arrived: list[float] = field(default_factory=list)
    is_whole: bool = False

    @property
    def key(self) -> str:
        """What the answer's events are told under."""
        return f"answer:{self.stream.split('/')[2]}"

    def delays(self) -> list[float]:
        """Milliseconds of each event; none where the stream broke."""
        if not self.is_whole or len(self.arrived) != len(self.told):
            return []
        return [(there - at) * 1000 for at, there in zip(self.told, self.arrived, strict=True)]


def measure_streams(*, streams: int) -> StreamLoad:
    """Open a stream for each visitor, tell the answers' events, and wait until every page has all of its own."""
    with running_site(web=1) as site:
        pages: list[_Page] = []
        try:
            pages.extend(_opened(site, number) for number in range(streams))
            return asyncio.run(_load(site, pages))
        finally:
            for page in pages:
                page.visitor.post(f"{page.conversation}delete")


def _opened(site: Site, number: int) -> _Page:
    """A visitor who has asked and whose answer nobody composes."""
    visitor = Visitor(site.address, comes_from=f"10.1.{number // 250}.{number % 250 + 1}")
    conversation = visitor.ask(_QUESTION)
    stream = visitor.find(conversation, r'data-stream="(.+?)"')
    visitor.post(f"{stream.removesuffix('stream')}stop")
    return _Page(visitor, conversation, stream)


async def _load(site: Site, pages: Sequence[_Page]) -> StreamLoad:
    # A worker that runs beside has perhaps begun; what it tells does not belong here.
    await asyncio.sleep(_SETTLE_SECONDS)
    await asyncio.to_thread(_each, pages, progress.clear)
    before = site.web_megabytes()
    tasks = [asyncio.create_task(_read(page)) for page in pages]
    await asyncio.sleep(_SETTLE_SECONDS)
    for _turn in range(EVENTS):
        await asyncio.to_thread(_tell, pages)
        await asyncio.sleep(_BETWEEN_SECONDS)
    during = site.web_megabytes()
    await asyncio.to_thread(_each, pages, lambda key: progress.publish(key, progress.DONE))
    _done, open_still = await asyncio.wait(tasks, timeout=_LONGEST_SECONDS)
    for task in open_still:
        task.cancel()
    seen = [page.delays() for page in pages]
    delays = sorted(delay for one in seen for delay in one)
    return StreamLoad(
        streams=len(pages),
        errors=sum(not one for one in seen),
        events=EVENTS,
        delay=(statistics.median(delays), delays[int(len(delays) * 0.95)]) if delays else (0, 0),
        memory_before=before,
        memory_during=during,
    )


def _each(pages: Sequence[_Page], act: Callable[[str], object]) -> None:
    for page in pages:
        act(page.key)


def _tell(pages: Sequence[_Page]) -> None:
    for page in pages:
        page.told.append(time.monotonic())
        progress.publish(page.key, "sentence", _SENTENCE)


async def _read(page: _Page) -> None:
    visitor = page.visitor
    host, port = visitor.address.removeprefix("http://").split(":")
    incoming, outgoing = await asyncio.open_connection(host, int(port), limit=2**20)
    head = {"Host": f"{host}:{port}", "Cookie": visitor.cookie}
    head["X-Forwarded-For"] = visitor.comes_from
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    outgoing.write(f"GET {page.stream} HTTP/1.1\r\n{lines}\r\n".encode())
    is_ok = b" 200 " in await incoming.readline()
    async for line in incoming:
        if line.startswith(b"event: sentence"):
            page.arrived.append(time.monotonic())
        elif line.startswith(b"event: done"):
            page.is_whole = is_ok
            break
    outgoing.close()
