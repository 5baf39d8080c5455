"""A version identifier of the corpus, the key of everything cached about it.

It lives in the shared cache; if that is unreachable every call returns a new version, so that nothing stale is
used: slower, never wrong.
"""

from __future__ import annotations

import uuid

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

from portal.stores.replicas import replica_must_reach

logger = structlog.get_logger(__name__)

_KEY = "corpus-stamp"


def corpus_version_get() -> str:
    """Return the current version of the corpus."""
    fresh = uuid.uuid4().hex
    try:
        return str(cache.get_or_set(_KEY, fresh, timeout=None))
    except RedisError:
        logger.warning("corpus_stamp_cache_unreachable")
        return fresh


def corpus_changed() -> None:
    """Renew the version after regulations, names or versions have changed; call it after the commit."""
    replica_must_reach()
    try:
        cache.set(_KEY, uuid.uuid4().hex, timeout=None)
    except RedisError:
        logger.warning("corpus_stamp_not_renewed")
