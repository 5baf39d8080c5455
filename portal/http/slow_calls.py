"""Calls that may wait for a model: how many a caller and the site may have under way, and how many work at a time.

Pages keep a share of the process of their own: however many slow calls wait, only a few of them compute or ask the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import BoundedSemaphore
from typing import Any, TypeVar

from django.http.response import HttpResponseBase
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from portal.http.limits import RateLimitedError, caller_of
from portal.llm.waiting import working_in
from portal.stores.places import place_give_back, place_take

MOST_OF_A_CALLER = 6
MOST_OF_THE_SITE = 64
# Longer than any call: what a killed process held is free after this.
LONGEST_SECONDS = 300
# Of the ten connections that a process has, and of its one interpreter.
_WORKING_AT_A_TIME = 2
COME_BACK_SECONDS = 10

Reply = TypeVar("Reply", bound=HttpResponseBase)
_share = BoundedSemaphore(_WORKING_AT_A_TIME)


def slow_call(post: Callable[..., Reply]) -> Callable[..., Reply]:
    """For a view of the API that may wait for a model; 429 where too many calls are under way."""

    @wraps(post)
    def limited(view: Any, request: Request, *args: Any, **kwargs: Any) -> Reply:
        with _place(caller_of(request).key), working_in(_share):
            return post(view, request, *args, **kwargs)

    return limited


@contextmanager
def _place(caller: str) -> Iterator[None]:
    doors = most_doors("slow", caller)
    token = place_take(doors, seconds=LONGEST_SECONDS)
    if token is None:
        error = RateLimitedError(COME_BACK_SECONDS)
        raise Throttled(wait=error.seconds, detail=str(error))
    try:
        yield
    finally:
        place_give_back(doors, token)


def most_doors(kind: str, caller: str) -> dict[str, int]:
    """How many calls of a kind a caller and the site may have under way."""
    return {f"{kind}:{caller}": MOST_OF_A_CALLER, f"{kind}:site": MOST_OF_THE_SITE}
