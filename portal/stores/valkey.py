"""Clients of Valkey: at one address, or at the one that Sentinels name as the present primary.

With REDIS_SENTINELS the host of REDIS_URL is the name under which the Sentinels know the primary; its password and number of
database hold as without them. A client asks the Sentinels again whenever it connects, so a failover needs no restart.
"""

from __future__ import annotations

from typing import Any, cast

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.sentinel import Sentinel, SentinelConnectionPool

_SENTINEL_SECONDS = 2.0


def client(**options: Any) -> redis.Redis:
    """A client for code that waits."""
    if not settings.REDIS_SENTINELS:
        return redis.Redis.from_url(settings.REDIS_URL, **options)
    return redis.Redis(connection_pool=_pool(**options))


def async_client(**options: Any) -> redis.asyncio.Redis:
    """A client for code that awaits."""
    if not settings.REDIS_SENTINELS:
        return redis.asyncio.Redis.from_url(settings.REDIS_URL, **options)
    service, place = _place()
    sentinels = AsyncSentinel(  # type: ignore[no-untyped-call]
        _sentinels(), sentinel_kwargs=_sentinel_options()
    )
    found = sentinels.master_for(service, redis_class=_AsyncPrimary, **place, **options)
    found.sentinels = sentinels
    return cast(redis.asyncio.Redis, found)


class _AsyncPrimary(redis.asyncio.Redis):
    """Closes its connections to the Sentinels with its own."""

    sentinels: AsyncSentinel

    async def aclose(self, close_connection_pool: bool | None = None) -> None:
        """Close all of them."""
        await super().aclose(close_connection_pool)
        for sentinel in self.sentinels.sentinels:
            await sentinel.aclose()


class SentinelPool(SentinelConnectionPool):
    """The pool of Django's cache: `from_url` is how it asks for one."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> SentinelConnectionPool:  # type: ignore[override]
        """A pool to the present primary; the address stands in the settings."""
        options.pop("parser_class", None)
        return _pool(**options)


def _pool(**options: Any) -> SentinelConnectionPool:
    service, place = _place()
    sentinels = Sentinel(_sentinels(), sentinel_kwargs=_sentinel_options())  # type: ignore[no-untyped-call]
    return SentinelConnectionPool(  # type: ignore[no-untyped-call]
        service, sentinels, **place, **options
    )


def _place() -> tuple[str, dict[str, Any]]:
    """The name of the primary, and how it is entered."""
    place = redis.connection.parse_url(settings.REDIS_URL)  # type: ignore[no-untyped-call]
    credentials = {key: place[key] for key in ("username", "password", "db") if key in place}
    return place["host"], credentials


def _sentinels() -> list[tuple[str, int]]:
    pairs = (address.rpartition(":") for address in settings.REDIS_SENTINELS)
    return [(host, int(port)) for host, _colon, port in pairs]


def _sentinel_options() -> dict[str, Any]:
    password = settings.REDIS_SENTINEL_PASSWORD
    return {
        "socket_timeout": _SENTINEL_SECONDS,
        "socket_connect_timeout": _SENTINEL_SECONDS,
        **({"password": password} if password else {}),
    }
