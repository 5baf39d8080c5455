"""A question that is sent twice is asked once: each form has a key of its own, and the second request follows the first.

People press a button again when a page is slow, and browsers and proxies send again by themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django_htmx.http import HttpResponseClientRedirect
from redis.exceptions import RedisError

from portal.http.pages import see_other, wants_fragment

View = Callable[..., HttpResponse]

# As long as a hand or a proxy may send again; the same question may be asked anew on the same page later.
_KEPT_SECONDS = 60
_LONGEST_SECONDS = 15.0
_LOOK_EVERY_SECONDS = 0.05
_LONGEST_KEY = 64


def asked_once(view: View) -> View:
    """For a view that takes a question: equal requests from one form do what the first of them did."""

    @wraps(view)
    def once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = _key(request)
        if key and not _is_first(key):
            place = _place_of_first(key)
            if place is not None:
                return _follow(place or request.path, request)
            # The first one was refused: nothing was asked, so this one is.
            _is_first(key)
        try:
            response = view(request, *args, **kwargs)
        except Exception:
            # Nothing was asked: the next one is the first.
            _forget(key)
            raise
        if key:
            _keep(key, request, response)
        return response

    return once


def _key(request: HttpRequest) -> str:
    sent = request.POST.get("once", "")
    if not sent or len(sent) > _LONGEST_KEY:
        return ""
    whole = "\n".join((request.path, sent, request.POST.get("question", "")))
    return f"asked:{sha256(whole.encode(errors='replace')).hexdigest()}"


def _is_first(key: str) -> bool:
    try:
        return cache.add(key, "", timeout=_KEPT_SECONDS)
    except RedisError:
        return True


def _keep(key: str, request: HttpRequest, response: HttpResponse) -> None:
    """Say where the first one led; what was refused may be sent again."""
    place = response.headers.get("HX-Redirect") or response.headers.get("Location")
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        _forget(key)
        return
    with suppress(RedisError):
        cache.set(key, place or request.path, timeout=_KEPT_SECONDS)


def _forget(key: str) -> None:
    with suppress(RedisError):
        cache.delete(key)


def _follow(place: str, request: HttpRequest) -> HttpResponse:
    if not wants_fragment(request):
        return see_other(place)
    if place.partition("#")[0] == request.path:
        # The first one's reply brings the turn; a page that lost it loads itself anew (ask.js).
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return HttpResponseClientRedirect(place)


def _place_of_first(key: str) -> str | None:
    """Where the first one led: empty where it is not told yet, None where it was refused."""
    deadline = time.monotonic() + _LONGEST_SECONDS
    while time.monotonic() < deadline:
        try:
            found = cache.get(key)
        except RedisError:
            return ""
        if found or found is None:
            return None if found is None else str(found)
        time.sleep(_LOOK_EVERY_SECONDS)
    return ""
