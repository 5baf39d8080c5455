"""Progress events of a long task, published to a Valkey stream that can be read from any point.

A worker publishes named events; a page reads them as server-sent events and, when it comes back, goes on after the last
one that it saw. The stream is a convenience: everything in it is also on rows, so losing it loses nothing.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import redis
import structlog

from portal.stores import valkey

logger = structlog.get_logger(__name__)

_EXPIRY_SECONDS = 24 * 3600
_MOST_EVENTS = 500
# Shorter than the time after which the client gives a silent server up.
_BLOCK_SECONDS = 3.0
DONE = "done"


@dataclass(frozen=True)
class ProgressEvent:
    """One event; `id` is the place in the stream, None for the sign of life between events."""

    id: str | None
    name: str
    data: str


def publish(key: str, name: str, data: str = "") -> None:
    """Add an event to the stream of `key`. A Valkey that is out of reach is logged, never raised."""
    try:
        with _client().pipeline(transaction=False) as pipeline:
            pipeline.xadd(
                _stream(key), {"name": name, "data": data}, maxlen=_MOST_EVENTS, approximate=True
            )
            pipeline.expire(_stream(key), _EXPIRY_SECONDS)
            pipeline.execute()
    except redis.RedisError:
        logger.warning("progress_not_published", event_name=name)


def clear(key: str) -> None:
    """Delete the stream of `key` before the work starts again."""
    try:
        _client().delete(_stream(key))
    except redis.RedisError:
        logger.warning("progress_not_cleared")


def wait_for(key: str, name: str, *, seconds: float) -> None:
    """Return when an event of that name is there, or the time is over, or Valkey is out of reach."""
    ends, last_id = time.monotonic() + seconds, "0"
    try:
        while (left := ends - time.monotonic()) > 0:
            block = max(1, int(min(left, _BLOCK_SECONDS) * 1000))
            reply: Any = _client().xread({_stream(key): last_id}, block=block)
            for _key, entries in reply or ():
                if any(fields["name"] == name for _id, fields in entries):
                    return
                last_id = entries[-1][0]
    except redis.RedisError:
        logger.warning("progress_not_read", event_name=name)


async def subscribe(
    key: str, *, last_id: str = "0", heartbeat_seconds: float = 15
) -> AsyncGenerator[ProgressEvent, None]:
    """Yield the events of `key` after `last_id`, a sign of life when nothing happens, and end after `done`.

    Raises redis.RedisError when Valkey is out of reach; the reader then falls back to the rows.
    """
    client = valkey.async_client(
        protocol=2,
        decode_responses=True,
        socket_timeout=heartbeat_seconds + 10,
    )
    try:
        while True:
            reply: Any = await client.xread(
                {_stream(key): last_id}, count=100, block=int(heartbeat_seconds * 1000)
            )
            if not reply:
                yield ProgressEvent(None, "", "")
                continue
            [[_key, entries]] = reply
            for event_id, fields in entries:
                last_id = event_id
                event = ProgressEvent(event_id, fields["name"], fields["data"])
                yield event
                if event.name == DONE:
                    return
    finally:
        await client.aclose()


def _stream(key: str) -> str:
    return f"progress:{key}"


@lru_cache(maxsize=1)
def _client() -> redis.Redis:
    return valkey.client(decode_responses=True, socket_timeout=5, socket_connect_timeout=2)
