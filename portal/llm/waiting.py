"""While a model is waited for nobody else waits: what others need meanwhile is given back.

That is the database connection, of which a web process has few, and the share of the process that slow calls work in
(`portal.http.slow_calls`). Within a transaction the connection stays, because closing it would undo the transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Semaphore

from django.db import connections

_share: ContextVar[Semaphore | None] = ContextVar("share", default=None)


@contextmanager
def waiting() -> Iterator[None]:
    """Hold neither connection nor share within."""
    connections_release()
    share = _share.get()
    if share is not None:
        share.release()
    try:
        yield
    finally:
        if share is not None:
            share.acquire()


@contextmanager
def working_in(share: Semaphore) -> Iterator[None]:
    """Work within a share of the process, except while a model is waited for."""
    connections_release()
    with share:
        token = _share.set(share)
        try:
            yield
        finally:
            _share.reset(token)


def connections_release() -> None:
    """Give the connections of this thread back to their pool; the next query takes one again."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
