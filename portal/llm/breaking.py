"""What the breakers of all processes last said of an endpoint: workers ask it, and the web process is asked how it is."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pybreaker
import structlog
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

logger = structlog.get_logger(__name__)

# Nobody has asked the endpoint since: whether it still fails is not known.
_KEPT_SECONDS = 15 * 60


@dataclass(frozen=True)
class Resting:
    """An endpoint that failed several times in a row, in some process."""

    since: datetime


class StateTeller(pybreaker.CircuitBreakerListener):
    """Tells the other processes when an endpoint begins to rest and when it answers again."""

    def state_change(self, cb: pybreaker.CircuitBreaker, old_state: Any, new_state: Any) -> None:
        """Keep what changed; a cache that is out of reach makes no call fail."""
        try:
            if new_state.name == pybreaker.STATE_OPEN:
                cache.set(str(cb.name), Resting(timezone.now()), timeout=_KEPT_SECONDS)
            elif new_state.name == pybreaker.STATE_CLOSED:
                cache.delete(str(cb.name))
        except RedisError:
            logger.warning("endpoint_state_not_told", state=new_state.name)


def state_name(base_url: str) -> str:
    """The key of an endpoint; its address may hold a secret."""
    return f"endpoint:{hashlib.sha256(base_url.encode()).hexdigest()[:16]}"


def resting(base_url: str) -> Resting | None:
    """Since when an endpoint rests, None where it does not; raises RedisError."""
    found = cache.get(state_name(base_url))
    return found if isinstance(found, Resting) else None
