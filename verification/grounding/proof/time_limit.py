"""How long a check may take: who sets a limit hears that it is over, and calls nothing checked that was not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_until: ContextVar[float | None] = ContextVar("proof_until", default=None)


class OutOfTimeError(Exception):
    """The time of a check is over."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let the proofs of this block take so long together; whoever does not set one waits for all of them."""
    token = _until.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def time_check() -> None:
    """Raise OutOfTimeError where a limit was set and is over."""
    until = _until.get()
    if until is not None and time.monotonic() >= until:
        raise OutOfTimeError
