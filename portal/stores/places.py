"""Places that a few may hold at the same time: members of a sorted set in Valkey, each with the second at which it ends.

What a killed process holds is free again when its second has come; a holder that goes on renews its place. Where Valkey is
out of reach there is a place for everybody.
"""

from __future__ import annotations

from functools import lru_cache
from uuid import uuid4

import redis
import structlog
from django.conf import settings

from portal.stores import valkey

logger = structlog.get_logger(__name__)

# In one step, so that two who come together do not take the same last place: KEYS are the doors, ARGV the seconds, the token
# and for each door how many it lets in. The set outlives its longest place.
_TAKE = """
local now = redis.call('TIME')[1]
for number, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[number + 2]) then return 0 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[2])
  if redis.call('TTL', key) < ARGV[1] * 2 then redis.call('EXPIRE', key, ARGV[1] * 2) end
end
return 1
"""
# Renewed only where it is still held: who came after it may have the place already.
_RENEW = """
local until_second = redis.call('TIME')[1] + ARGV[1]
if redis.call('TTL', KEYS[1]) < ARGV[1] * 2 then redis.call('EXPIRE', KEYS[1], ARGV[1] * 2) end
return redis.call('ZADD', KEYS[1], 'XX', 'CH', until_second, ARGV[2])
"""


def place_take(doors: dict[str, int], *, seconds: int) -> str | None:
    """Take a place at every door, each of which lets so many in; the token to give it back, None where one is full."""
    token = uuid4().hex
    try:
        taken = _client().eval(
            _TAKE, len(doors), *map(_key, doors), seconds, token, *doors.values()
        )
    except redis.RedisError:
        logger.warning("places_unreachable")
        return token
    return token if taken else None


def place_renew(door: str, token: str, *, seconds: int) -> None:
    """Hold a place for so long from now on."""
    try:
        _client().eval(_RENEW, 1, _key(door), seconds, token)
    except redis.RedisError:
        logger.warning("places_unreachable")


def place_give_back(doors: dict[str, int], token: str) -> None:
    """Let the next one in."""
    try:
        with _client().pipeline(transaction=False) as pipeline:
            for door in doors:
                pipeline.zrem(_key(door), token)
            pipeline.execute()
    except redis.RedisError:
        logger.warning("places_unreachable")


def _key(door: str) -> str:
    return f"places:{door}"


def _client() -> redis.Redis:
    return _client_at(settings.REDIS_URL)


@lru_cache(maxsize=1)
def _client_at(_address: str) -> redis.Redis:
    return valkey.client(decode_responses=True, socket_timeout=5, socket_connect_timeout=2)
