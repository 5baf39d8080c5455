"""What pages and answers make of the corpus, kept until the corpus changes.

Owner of everything that is kept across requests and is made of published regulations alone: nothing of a person ever enters.
The corpus's stamp is part of every key, so a publication shows with the next request; what is not stamped (the name of a
department, say) is changed in the admin, which renews the stamp too. Where the cache is out of reach everything is made anew.
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

from regulations.publishing.corpus_version import corpus_stamp

logger = structlog.get_logger(__name__)

Value = TypeVar("Value")


def kept(name: str, *parts: object, make: Callable[[], Value]) -> Value:
    """Return what `make` makes of the corpus and `parts`, which together say everything that it depends on."""
    if not settings.CORPUS_CACHE_SECONDS:
        return make()
    # The stamp is read first: what is made while somebody publishes is kept under the old one, and never found again.
    key = f"{name}:{sha256(repr((corpus_stamp(), *parts)).encode()).hexdigest()}"
    try:
        packed = cache.get(key)
    except RedisError:
        logger.warning("corpus_cache_unreachable")
        return make()
    if packed is not None:
        return cast(Value, pickle.loads(zlib.decompress(packed)))  # noqa: S301 - our own
    value = make()
    try:
        packed = zlib.compress(pickle.dumps(value), level=1)
        cache.set(key, packed, timeout=settings.CORPUS_CACHE_SECONDS)
    except RedisError:
        logger.warning("corpus_cache_unreachable")
    return value
