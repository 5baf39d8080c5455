"""What all visitors measured together."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from lab.load.browser import UnexpectedReplyError

# What a visitor would see as a fault: no reply, none in time, another one than a page, a page without what it must hold.
FAULTS = (OSError, asyncio.IncompleteReadError, UnexpectedReplyError, LookupError)


@dataclass(frozen=True)
class PageLoad:
    """How long one kind of page took, in milliseconds."""

    page: str
    requests: int
    errors: int
    p50: float
    p95: float
    longest: float


@dataclass
class Tally:
    """Requests by kind, and what went wrong with how many."""

    took: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: Counter[tuple[str, str]] = field(default_factory=Counter)
    asked: int = 0
    open_streams: int = 0
    most_streams: int = 0

    @contextmanager
    def timed(self, page: str) -> Iterator[None]:
        """Measure a request; one that fails is counted and goes on to the caller."""
        begun = time.monotonic()
        try:
            yield
        except FAULTS as error:
            self.failed[page, _kind(error)] += 1
            raise
        self.record(page, time.monotonic() - begun)

    @contextmanager
    def streaming(self) -> Iterator[None]:
        """Count a stream as long as it is open."""
        self.open_streams += 1
        self.most_streams = max(self.most_streams, self.open_streams)
        try:
            yield
        finally:
            self.open_streams -= 1

    def record(self, page: str, seconds: float) -> None:
        """Keep how long something took."""
        self.took[page].append(seconds * 1000)

    def loads(self, pages: Sequence[str]) -> tuple[PageLoad, ...]:
        """A row for each kind that occurred, in the order given."""
        return tuple(self._load(page) for page in pages if page in self.took or self._errors(page))

    def _errors(self, page: str) -> int:
        return sum(count for (name, _kind), count in self.failed.items() if name == page)

    def _load(self, page: str) -> PageLoad:
        took = sorted(self.took[page])
        return PageLoad(
            page=page,
            requests=len(took),
            errors=self._errors(page),
            p50=statistics.median(took) if took else 0.0,
            p95=took[int(len(took) * 0.95)] if took else 0.0,
            longest=took[-1] if took else 0.0,
        )


def _kind(error: BaseException) -> str:
    return str(error) if isinstance(error, UnexpectedReplyError) else type(error).__name__
