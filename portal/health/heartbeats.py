"""A heartbeat for every queue: beat sends a message, the worker records when it came and how long it waited."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache

# Two that were missed may be a worker that is replaced; three are none.
LATE_AFTER_SECONDS = 3 * settings.HEARTBEAT_SECONDS
_CACHE_SECONDS = 24 * 3600


@dataclass(frozen=True)
class Heartbeat:
    """The last message that came through a queue."""

    done_at: datetime
    waited: timedelta


def heartbeat_record(*, queue: str, waited: timedelta, now: datetime) -> None:
    """A worker has taken a message out of the queue. The clocks of two machines may differ."""
    cache.set(_key(queue), Heartbeat(now, max(waited, timedelta())), timeout=_CACHE_SECONDS)


def heartbeats() -> dict[str, Heartbeat]:
    """The last one of every queue that has had one within a day; raises RedisError."""
    queues = {_key(queue.name): queue.name for queue in settings.CELERY_TASK_QUEUES}
    return {queues[key]: beat for key, beat in cache.get_many(queues).items()}


def _key(queue: str) -> str:
    return f"heartbeat:{queue}"
