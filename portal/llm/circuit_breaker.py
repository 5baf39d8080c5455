"""Shares the state of circuit breakers between processes: workers trip them, the health page reads them."""

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
_CACHE_SECONDS = 15 * 60


@dataclass(frozen=True)
class OpenCircuit:
    """An endpoint whose circuit breaker is open in at least one process."""

    since: datetime


class BreakerListener(pybreaker.CircuitBreakerListener):
    """Writes to the shared cache when the breaker of an endpoint opens or closes."""

    def state_change(self, cb: pybreaker.CircuitBreaker, old_state: Any, new_state: Any) -> None:
        """Store the new state; an unreachable cache never fails the call."""
        try:
            if new_state.name == pybreaker.STATE_OPEN:
                cache.set(str(cb.name), OpenCircuit(timezone.now()), timeout=_CACHE_SECONDS)
            elif new_state.name == pybreaker.STATE_CLOSED:
                cache.delete(str(cb.name))
        except RedisError:
            logger.warning("endpoint_state_not_told", state=new_state.name)


def circuit_key(base_url: str, model: str) -> str:
    """The cache key of a model at an address: others there may be sound. Hashed, because an address may hold a secret."""
    return f"endpoint:{hashlib.sha256(f'{base_url} {model}'.encode()).hexdigest()[:16]}"


def open_circuit(base_url: str, model: str) -> OpenCircuit | None:
    """The open breaker of a model at an address, None if it is closed; raises RedisError."""
    found = cache.get(circuit_key(base_url, model))
    return found if isinstance(found, OpenCircuit) else None
