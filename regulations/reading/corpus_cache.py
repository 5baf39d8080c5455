"""A cache of everything computed from published regulations, invalidated when the corpus changes.

Holds values that depend on published regulations alone; nothing about a person ever enters.
The version of the corpus is part of every key, so a publication shows with the next request; other changes (the name of a
department) go through the admin, which renews the version too. If the cache is unreachable, values are computed.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar, cast

import structlog
from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from portal.stores.replicas import is_overtaken
from regulations.reading.corpus_version import corpus_version_get

logger = structlog.get_logger(__name__)

Value = TypeVar("Value")


def corpus_cache(name: str, *parts: object, make: Callable[[], Value]) -> Value:
    """Get or make a value; `parts` and the corpus must be everything that `make` depends on."""
    if not settings.CORPUS_CACHE_SECONDS:
        return make()
    # The version is read first: a value made during a publication is stored under the old one and never read again.
    key = f"{name}:{sha256(repr((corpus_version_get(), *parts)).encode()).hexdigest()}"
    try:
        packed = cache.get(key)
    except RedisError:
        logger.warning("corpus_cache_unreachable")
        return make()
    if packed is not None:
        return cast(Value, pickle.loads(zlib.decompress(packed)))  # noqa: S301 - our own
    value = make()
    if is_overtaken():
        return value
    try:
        packed = zlib.compress(pickle.dumps(value), level=1)
        cache.set(key, packed, timeout=settings.CORPUS_CACHE_SECONDS)
    except RedisError:
        logger.warning("corpus_cache_unreachable")
    return value
