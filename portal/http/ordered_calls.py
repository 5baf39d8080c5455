"""Calls of the API that a worker does: the caller waits a while, and is then told where to ask for the result.

What became of a call is kept in Valkey for a short time, and only its caller is told. It holds one of the places of its
caller and of the site until it ends; what a dead worker held is free again by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import redis
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone, translation
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from portal.http.limits import RateLimitedError, caller_of
from portal.http.slow_calls import COME_BACK_SECONDS, LONGEST_SECONDS, most_doors
from portal.jobs import progress
from portal.llm.waiting import waiting
from portal.stores.places import place_give_back, place_take

# A proxy gives up after a minute.
WAIT_SECONDS = 45
KEPT = timedelta(minutes=15)
_ASK_AGAIN_SECONDS = 2
_WAIT = re.compile(r"\bwait=(\d{1,4})\b")
_STATES = {status.HTTP_200_OK: "DONE", status.HTTP_400_BAD_REQUEST: "REFUSED"}
Result = tuple[int, Any]


@dataclass(frozen=True)
class OrderedCall:
    """A call under its token; `about` names the row that holds its result where there is one."""

    token: str
    caller: str
    ends_at: datetime
    about: str = ""
    result: Result | None = None

    @property
    def doors(self) -> dict[str, int]:
        """Where it holds a place."""
        return most_doors("calls", self.caller)


class OrderedCallSerializer(serializers.Serializer[dict[str, Any]]):
    """A call that takes longer. Nothing is known of what it asks for before it is DONE."""

    status = serializers.ChoiceField(choices=["RUNNING", *_STATES.values(), "FAILED"])
    url = serializers.CharField(help_text="where to ask for the result; only the caller is told")
    expires_at = serializers.DateTimeField(help_text="until when it is kept")
    result = serializers.JSONField(
        allow_null=True, help_text="what the call itself would have answered; null while it runs"
    )


def call_order(request: Request) -> OrderedCall | None:
    """Take a place for a call that a worker will do; None where no worker can be called. Raises Throttled."""
    if not settings.CALLS_IN_WORKERS:
        return None
    call = OrderedCall("", caller_of(request).key, timezone.now() + KEPT)
    token = place_take(call.doors, seconds=LONGEST_SECONDS)
    if token is None:
        error = RateLimitedError(COME_BACK_SECONDS)
        raise Throttled(wait=error.seconds, detail=str(error))
    call = replace(call, token=token)
    try:
        _keep(call)
    except redis.RedisError:
        call_drop(call)
        return None
    return call


def call_about(call: OrderedCall, row: Any) -> OrderedCall | None:
    """Say in which row the result will stand; None where that cannot be kept, and no worker can be called."""
    call = replace(call, about=str(row))
    try:
        _keep(call)
    except redis.RedisError:
        call_drop(call)
        return None
    return call


def call_drop(call: OrderedCall) -> None:
    """Give back the place of a call that nobody will do."""
    place_give_back(call.doors, call.token)


def call_close(*, token: str, result: Result | None = None) -> None:
    """Keep the result where it stands in no row, give the place back, and wake whoever waits."""
    call = _kept(token)
    if call is None:
        return
    if result is not None:
        _keep(replace(call, result=result))
    place_give_back(call.doors, token)
    progress.publish(_stream(token), progress.DONE)


@contextmanager
def call_done(*, token: str, language: str) -> Iterator[Callable[[Result], None]]:
    """Do a call in its caller's language: what is handed over is its result, and one that ends without fails."""
    results: list[Result] = []
    try:
        with translation.override(language):
            yield results.append
    finally:
        failed = (status.HTTP_500_INTERNAL_SERVER_ERROR, {"detail": APIException.default_detail})
        call_close(token=token, result=results[0] if results else failed)


def call_get(*, token: str, caller: str) -> OrderedCall | None:
    """The call of this caller under a token, None where there is none or its time is over."""
    call = _kept(token)
    return call if call is not None and call.caller == caller else None


def call_wait(
    request: Request, call: OrderedCall, found: Callable[[OrderedCall], Result | None]
) -> Result | None:
    """Wait as long as the caller wants, without connection and share; None where it takes longer."""
    with waiting():
        progress.wait_for(_stream(call.token), progress.DONE, seconds=_wait_seconds(request))
    return found(_kept(call.token) or call)


def call_response(
    request: Request, call: OrderedCall, found: Callable[[OrderedCall], Result | None]
) -> Response:
    """The result of a call that was waited for, or 202 and where to ask for it."""
    result = call_wait(request, call, found)
    if result is not None:
        code, body = result
        return Response(body, status=code)
    response = Response(call_shape(call, None), status=status.HTTP_202_ACCEPTED)
    response["Location"] = call_shape(call, None)["url"]
    response["Retry-After"] = str(_ASK_AGAIN_SECONDS)
    return response


def call_shape(call: OrderedCall, result: Result | None) -> dict[str, Any]:
    """A call as its caller reads it."""
    code, body = result or (None, None)
    data = {
        "status": "RUNNING" if result is None else _STATES.get(code or 0, "FAILED"),
        "url": reverse("api-call", args=(call.token,)),
        "expires_at": call.ends_at,
        "result": body,
    }
    return dict(OrderedCallSerializer(data).data)


def _wait_seconds(request: Request) -> int:
    """What the header Prefer asks for (RFC 7240), never longer than a proxy waits."""
    preferred = request.headers.get("Prefer", "")
    if "respond-async" in preferred:
        return 0
    found = _WAIT.search(preferred)
    return min(int(found[1]), WAIT_SECONDS) if found else WAIT_SECONDS


def _keep(call: OrderedCall) -> None:
    cache.set(_key(call.token), call, timeout=int(KEPT.total_seconds()))


def _kept(token: str) -> OrderedCall | None:
    found = cache.get(_key(token))
    return found if isinstance(found, OrderedCall) else None


def _key(token: str) -> str:
    return f"call:{token}"


def _stream(token: str) -> str:
    return f"call:{token}"
