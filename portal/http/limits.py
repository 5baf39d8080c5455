"""How often a person, an address and everybody together may ask: moving windows in Valkey, by the library `limits`.

Where Valkey is out of reach nothing is limited: answers wait for it anyway, and a page that says so beats one that refuses.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

import redis
import structlog
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import ngettext
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from portal.controls.models import ApiKey
from portal.controls.selectors import controls_get
from portal.stores import valkey
from portal.stores.places import place_give_back, place_renew, place_take

logger = structlog.get_logger(__name__)

# More than two signs of life of a stream, each of which renews its place: what was cut off is free again after this.
_STREAM_SECONDS = 35
# Whoever has read a draft remarks on a few of its articles, not on each of them in an hour.
REMARKS_AN_HOUR = 6
ADDRESS_REMARKS_AN_HOUR = 60
# Windows that many fill together.
_AT_ADDRESS, _SITE, _CALLS_AT_ADDRESS = "question:at:", "question:site", "api:at:"
_SHARED = (_AT_ADDRESS, _SITE, _CALLS_AT_ADDRESS)
_SESSION, _ADDRESS = "session:", "address:"
# Letters that anybody can have sent: nobody's mailbox is filled by the portal. A campus may stand behind one address.
_LETTERS_AN_HOUR, _ADDRESS_LETTERS_AN_HOUR, _LETTERS_A_DAY_TO_ONE = 10, 60, 5


class RateLimitedError(Exception):
    """A limit is reached; the message tells a person when to try again, `seconds` tells a machine.

    `is_shared` says that it is a limit of many, which the caller may not have filled.
    """

    def __init__(self, seconds: int, *, is_shared: bool = True) -> None:
        self.seconds = max(seconds, 1)
        many = ngettext(
            "질문이 잠시 몰렸습니다. %(seconds)d초 뒤에 다시 보내 주십시오. 쓴 글은 그대로 있습니다.",
            "질문이 잠시 몰렸습니다. %(seconds)d초 뒤에 다시 보내 주십시오. 쓴 글은 그대로 있습니다.",
            self.seconds,
        )
        own = ngettext(
            "짧은 시간에 많이 보냈습니다. %(seconds)d초 뒤에 다시 보내 주십시오. 쓴 글은 그대로 있습니다.",
            "짧은 시간에 많이 보냈습니다. %(seconds)d초 뒤에 다시 보내 주십시오. 쓴 글은 그대로 있습니다.",
            self.seconds,
        )
        super().__init__((many if is_shared else own) % {"seconds": self.seconds})


@dataclass(frozen=True)
class Caller:
    """Who is counted: a person or an API key, else a browser session, and the address that they come from."""

    key: str
    address: str

    @property
    def is_anonymous(self) -> bool:
        """Whether they neither signed in nor have a key: another session would make them somebody else."""
        return self.key.startswith((_SESSION, _ADDRESS))


def caller_of(request: HttpRequest | Request) -> Caller:
    """Who sends a request. The address is the proxy's word as far as TRUSTED_PROXIES goes, never the visitor's."""
    address = address_of(request)
    if isinstance(api_key := getattr(request, "auth", None), ApiKey):
        return Caller(f"key:{api_key.prefix}", address)
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return Caller(f"user:{user.pk}", address)
    session = getattr(request, "session", None)
    key = session.session_key if session is not None and session.session_key else ""
    if not key:
        return Caller(f"{_ADDRESS}{address}", address)
    # Whoever reads the counts must not be able to take a session over.
    return Caller(f"{_SESSION}{sha256(key.encode()).hexdigest()[:32]}", address)


def address_of(request: HttpRequest | Request) -> str:
    """Where a request comes from."""
    return str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]


def question_count(caller: Caller) -> None:
    """Count one question; raises RateLimitedError where a limit of the person, the address or the site is reached.

    Whatever else asks a language model for somebody counts as a question too, in the same windows: there is one account
    of what a caller spends, whichever door they take.
    """
    controls = controls_get()
    _hit(
        (RateLimitItemPerMinute(controls.questions_a_minute), f"question:{caller.key}"),
        (RateLimitItemPerDay(controls.questions_a_day), f"question:{caller.key}"),
        (
            RateLimitItemPerMinute(controls.address_questions_a_minute),
            f"{_AT_ADDRESS}{caller.address}",
        ),
        (RateLimitItemPerMinute(controls.site_questions_a_minute), _SITE),
    )


def upload_count(caller: Caller) -> None:
    """Count one uploaded file; raises RateLimitedError."""
    _hit((RateLimitItemPerHour(controls_get().uploads_an_hour), f"upload:{caller.key}"))


def remark_count(caller: Caller) -> None:
    """Count one remark of the public; raises RateLimitedError."""
    _hit(
        (RateLimitItemPerHour(REMARKS_AN_HOUR), f"remark:{caller.key}"),
        (RateLimitItemPerHour(ADDRESS_REMARKS_AN_HOUR), f"remark:at:{caller.address}"),
    )


def letter_count(caller: Caller, *, to: str) -> None:
    """Count one letter to an address that anybody can type; `to` is its hash. Raises RateLimitedError."""
    _hit(
        (RateLimitItemPerHour(_LETTERS_AN_HOUR), f"letter:{caller.key}"),
        (RateLimitItemPerHour(_ADDRESS_LETTERS_AN_HOUR), f"letter:at:{caller.address}"),
        (RateLimitItemPerDay(_LETTERS_A_DAY_TO_ONE), f"letter:to:{to}"),
    )


class CallerThrottle(BaseThrottle):
    """The limit of calls a minute for every view of the API, those of anonymous callers by address too; 429."""

    _seconds = 1

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call."""
        caller, controls = caller_of(request), controls_get()
        windows = [(RateLimitItemPerMinute(controls.api_calls_a_minute), f"api:{caller.key}")]
        if caller.is_anonymous:
            most = RateLimitItemPerMinute(controls.address_api_calls_a_minute)
            windows.append((most, f"{_CALLS_AT_ADDRESS}{caller.address}"))
        try:
            _hit(*windows)
        except RateLimitedError as error:
            self._seconds = error.seconds
            return False
        return True

    def wait(self) -> float:
        """Seconds after which the caller may come back."""
        return self._seconds


def stream_open(caller: Caller) -> str | None:
    """Take one of a person's places for open streams; None where all are taken. Give it back by `stream_close`."""
    return place_take(_stream_door(caller), seconds=_STREAM_SECONDS)


def stream_renew(caller: Caller, token: str) -> None:
    """Keep the place of a stream that is still read."""
    for door in _stream_door(caller):
        place_renew(door, token, seconds=_STREAM_SECONDS)


def stream_close(caller: Caller, token: str) -> None:
    """Give a place back."""
    place_give_back(_stream_door(caller), token)


def _stream_door(caller: Caller) -> dict[str, int]:
    return {f"streams:{caller.key}": controls_get().open_streams}


def _hit(*windows: tuple[RateLimitItem, str]) -> None:
    """Count in all windows, or in none where one of them is full."""
    limiter = _limiter()
    try:
        for limit, key in windows:
            if not limiter.test(limit, key):
                reset = limiter.get_window_stats(limit, key).reset_time
                # Where nothing is let through, nobody has sent too much.
                is_shared = key.startswith(_SHARED) or not limit.amount
                raise RateLimitedError(round(reset - time.time()), is_shared=is_shared)
        for limit, key in windows:
            limiter.hit(limit, key)
    except (redis.RedisError, StorageError):
        logger.warning("limits_unreachable")


@cache
def _limiter() -> MovingWindowRateLimiter:
    url = settings.REDIS_URL
    if url.startswith("unix://"):
        url = "redis+" + url
    if settings.REDIS_SENTINELS:
        pool = valkey.client().connection_pool
        storage = RedisStorage("redis://", connection_pool=pool, key_prefix="limits")
        return MovingWindowRateLimiter(storage)
    return MovingWindowRateLimiter(RedisStorage(url, key_prefix="limits"))
