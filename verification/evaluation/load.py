"""Many people at once on one web process and one worker: each asks, follows the answer, and reads regulations.

Everything goes over HTTP to real processes on the present database; the conversations are deleted at the end. The limits of
the portal hold: whoever asks too often is counted as an error, as a visitor would see it.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from django.conf import settings

from verification.evaluation.streams import Visitor, web_server

# A page whose answer has ended already follows nothing.
_STREAM = r'data-stream="(.+?)"|</html>'
_REGULATION = r'href="(/regulations/[^"#?]+/\d+/)"'
_PAUSE_SECONDS = (4.0, 8.0)


@dataclass(frozen=True)
class PageLoad:
    """How long one kind of page took, in milliseconds."""

    page: str
    requests: int
    errors: int
    p50: float
    p95: float


@dataclass(frozen=True)
class SiteLoad:
    """What the visitors saw; `drain_seconds` is how long questions were still being answered after the last was asked."""

    users: int
    seconds: float
    pages: tuple[PageLoad, ...]
    drain_seconds: float

    @property
    def errors(self) -> int:
        """Requests that failed, and answers that never ended."""
        return sum(page.errors for page in self.pages)


@dataclass
class _Tally:
    """What all visitors measured together."""

    took: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    last_answer: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def timed(self, page: str) -> Iterator[None]:
        """Measure a request; one that fails is counted and goes on to the caller."""
        begun = time.monotonic()
        try:
            yield
        except (OSError, LookupError):
            with self._lock:
                self.failed[page] += 1
            raise
        with self._lock:
            self.took[page].append((time.monotonic() - begun) * 1000)

    def answered(self) -> None:
        """An answer has ended."""
        with self._lock:
            self.last_answer = time.monotonic()

    def pages(self) -> tuple[PageLoad, ...]:
        """A row for each kind of page."""
        return tuple(_page_load(page, self) for page in sorted({*self.took, *self.failed}))


def measure_load(*, users: int, seconds: float) -> SiteLoad:
    """Let so many people use the portal for so long, and wait until their last answers have ended."""
    tally = _Tally()
    with web_server() as (_process, address), _worker():
        _wait_for_worker(address)
        deadline = time.monotonic() + seconds
        with ThreadPoolExecutor(max_workers=users) as people:
            visits = [people.submit(_visit, address, deadline, tally) for _ in range(users)]
        for visit in visits:
            visit.result()
    return SiteLoad(
        users=users,
        seconds=seconds,
        pages=tally.pages(),
        drain_seconds=max(tally.last_answer - deadline, 0.0),
    )


def _wait_for_worker(address: str) -> None:
    """The first question is answered when the worker has loaded its dictionary and model; it is not measured."""
    visitor = Visitor(address)
    page = visitor.ask()
    if stream := visitor.find(page, _STREAM):
        _follow(visitor, stream)
    visitor.post(f"{page}delete")


def _visit(address: str, deadline: float, tally: _Tally) -> None:
    """One person: asks, follows, reads, pauses, until the time is over."""
    visitor = Visitor(address)
    conversations: list[str] = []
    time.sleep(random.uniform(0, _PAUSE_SECONDS[0]))  # noqa: S311 - people do not come in step
    while time.monotonic() < deadline:
        # A fault was counted where it happened; a person tries again.
        with suppress(OSError, LookupError):
            _ask_and_read(visitor, tally, conversations)
        time.sleep(random.uniform(*_PAUSE_SECONDS))  # noqa: S311
    for path in conversations:
        visitor.post(f"{path}delete")


def _ask_and_read(visitor: Visitor, tally: _Tally, conversations: list[str]) -> None:
    with tally.timed("ask"):
        path = visitor.ask()
    conversations.append(path)
    with tally.timed("conversation"):
        stream = visitor.find(path, _STREAM)
    if stream:
        with tally.timed("answer (stream)"):
            _follow(visitor, stream)
        tally.answered()
    with tally.timed("list of regulations"):
        regulation = visitor.find("/regulations/", _REGULATION)
    with tally.timed("regulation"):
        visitor.find(regulation, r"(<h1)")


def _follow(visitor: Visitor, stream: str) -> None:
    if not any(line.startswith(b"event: done") for line in visitor.follow(stream)):
        raise LookupError(f"{stream} never ended")


def _page_load(page: str, tally: _Tally) -> PageLoad:
    took = sorted(tally.took[page])
    return PageLoad(
        page=page,
        requests=len(took),
        errors=tally.failed[page],
        p50=statistics.median(took) if took else 0.0,
        p95=took[int(len(took) * 0.95)] if took else 0.0,
    )


@contextmanager
def _worker() -> Iterator[None]:
    """One worker with two processes for the queues of answers and checks."""
    command = ["celery", "-A", "portal", "worker", "-Q", "answers,checks", "--concurrency=2"]
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=settings.BASE_DIR,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()
