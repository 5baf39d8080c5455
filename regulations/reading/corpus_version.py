"""A version identifier of the corpus, the key of everything cached about it.

It stands in the database, for a cache that was away while something was published, or that came back as it was an hour
before, would go on telling of the former corpus. The shared cache holds a copy for a short while.
"""

from __future__ import annotations

import uuid

import structlog
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS
from redis.exceptions import RedisError

from portal.stores.replicas import replica_must_reach
from regulations.models import CorpusVersion

logger = structlog.get_logger(__name__)

_KEY = "corpus-version"
_ROW = 1
# For so long a copy may be behind, where the cache was away when the corpus changed.
COPY_SECONDS = 30


def corpus_version_get() -> str:
    """Return the current version of the corpus; empty before the first change."""
    try:
        copy = cache.get(_KEY)
    except RedisError:
        logger.warning("corpus_version_cache_unreachable")
        return _stored()
    if copy is not None:
        return str(copy)
    version = _stored()
    try:
        # Never over the one of a change that came in between.
        cache.add(_KEY, version, timeout=COPY_SECONDS)
    except RedisError:
        logger.warning("corpus_version_cache_unreachable")
    return version


def corpus_changed() -> None:
    """Renew the version after regulations, names or versions have changed; call it after the commit."""
    version = uuid.uuid4().hex
    CorpusVersion.objects.update_or_create(pk=_ROW, defaults={"value": version})
    replica_must_reach()
    try:
        cache.set(_KEY, version, timeout=COPY_SECONDS)
    except RedisError:
        logger.warning("corpus_version_not_copied")


def _stored() -> str:
    """From the primary: a replica may not have it yet."""
    rows = CorpusVersion.objects.using(DEFAULT_DB_ALIAS).filter(pk=_ROW)
    return rows.values_list("value", flat=True).first() or ""
