"""A stamp that changes whenever the corpus does, for what processes keep in memory about it.

It lives in the shared cache; where the cache is out of reach every call answers with a new stamp, so that nothing stale is
used: slower, never wrong.
"""

from __future__ import annotations

import uuid

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

logger = structlog.get_logger(__name__)

_KEY = "corpus-stamp"


def corpus_stamp() -> str:
    """Return the present stamp."""
    fresh = uuid.uuid4().hex
    try:
        return str(cache.get_or_set(_KEY, fresh, timeout=None))
    except RedisError:
        logger.warning("corpus_stamp_cache_unreachable")
        return fresh


def corpus_changed() -> None:
    """Say that regulations, names or versions have changed; call it after the transaction that changed them."""
    try:
        cache.set(_KEY, uuid.uuid4().hex, timeout=None)
    except RedisError:
        logger.warning("corpus_stamp_not_renewed")
