"""A reply that nobody waits for any longer is not read to its end: while a model thinks, or says nothing, it is asked whether it is still wanted.

What comes over the wire is then read in a thread of its own. A read cannot be broken off from outside: the thread ends at the next
sign of the endpoint, at the latest at its time limit, and closes the connection, by which the endpoint learns of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar, copy_context
from queue import Empty, Full, Queue
from threading import Event, Thread

from portal.llm.errors import Stopped
from portal.llm.waiting import connections_release

# Often enough to be heard within a second, and no more than two queries in one.
LOOK_SECONDS = 0.5
# So many pieces wait for whoever reads them; then the endpoint waits, too.
_MOST_WAITING = 64

_wanted: ContextVar[Callable[[], bool] | None] = ContextVar("wanted", default=None)


@contextmanager
def wanted_while(is_wanted: Callable[[], bool] | None) -> Iterator[None]:
    """Ask, while a streamed reply is waited for within, whether it is still wanted; llm.Stopped is raised once it is not.

    None asks nobody.
    """
    token = _wanted.set(is_wanted)
    try:
        yield
    finally:
        _wanted.reset(token)


def stoppable(read: Callable[[], Iterator[str]]) -> Iterator[str]:
    """Yield the pieces of `read` that are not empty, and raise what it raises; raises Stopped soon after nobody wants them."""
    is_wanted = _wanted.get()
    return filter(None, read() if is_wanted is None else _until_stopped(read, is_wanted))


def _until_stopped(
    read: Callable[[], Iterator[str]], is_wanted: Callable[[], bool]
) -> Iterator[str]:
    looked = time.monotonic()
    with closing(_Reading(read)) as reading:
        while True:
            arrived = reading.next(seconds=looked + LOOK_SECONDS - time.monotonic())
            if time.monotonic() - looked >= LOOK_SECONDS:
                wanted = is_wanted()
                # Nobody holds a connection while a model is waited for.
                connections_release()
                looked = time.monotonic()
                if not wanted:
                    raise Stopped("nobody waits for the reply any more")
            if isinstance(arrived, BaseException):
                raise arrived
            if arrived is _END:
                return
            if isinstance(arrived, str):
                yield arrived


class _End:
    """That no piece comes any more."""


_END = _End()
_Arrived = str | BaseException | _End


class _Reading:
    """Pieces that are read in a thread of their own."""

    def __init__(self, read: Callable[[], Iterator[str]]) -> None:
        self._arrived: Queue[_Arrived] = Queue(_MOST_WAITING)
        self._is_over = Event()
        Thread(target=copy_context().run, args=(self._read, read), daemon=True).start()

    def next(self, *, seconds: float) -> _Arrived | None:
        """What comes next; None where nothing comes in that time."""
        try:
            return self._arrived.get(timeout=max(seconds, 0.0))
        except Empty:
            return None

    def close(self) -> None:
        """Read no more."""
        self._is_over.set()

    def _read(self, read: Callable[[], Iterator[str]]) -> None:
        try:
            for piece in read():
                if self._is_over.is_set() or (piece and not self._put(piece)):
                    return
        except BaseException as error:  # noqa: BLE001 - raised again where the pieces are waited for
            self._put(error)
        else:
            self._put(_END)

    def _put(self, arrived: _Arrived) -> bool:
        while not self._is_over.is_set():
            try:
                self._arrived.put(arrived, timeout=LOOK_SECONDS)
            except Full:
                continue
            return True
        return False
