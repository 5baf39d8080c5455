"""Answers as they come: server-sent events read from Valkey alone.

A stream only replays; nothing is written here. Who loses the connection comes back with `Last-Event-ID` and goes on where
it was; a stream ends after three minutes at most, and the browser then comes back in the same way.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from uuid import UUID

import redis
import structlog
from django.contrib.sessions.backends.base import SessionBase
from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from chat.conversations.owners import owner_of
from chat.conversations.selectors import answer_is_visible, conversation_is_visible
from chat.stream.events import subscribe, subscribe_changes
from portal.http.limits import Caller, caller_of, stream_close, stream_open, stream_renew
from portal.jobs.progress import ProgressEvent

logger = structlog.get_logger(__name__)

LONGEST_SECONDS = 180
# How long a browser waits before it comes back.
RETRY_MILLISECONDS = 1500
TOO_MANY_REQUESTS = 429
# Digits of a time in milliseconds, and some to spare.
_LONGEST_TIME = 16
# How soon after a sign-out a stream ends, at its next event or sign of life.
CHECK_SECONDS = 5
# Tells the page to ask for the stored rows instead.
UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class StreamPlace:
    """Who reads a stream, the place that it takes, and the session by which they were let in."""

    caller: Caller
    token: str
    session: SessionBase

    def is_still_held(self) -> bool:
        """Renew the place; False where the session has ended: who has signed out reads nothing more."""
        stream_renew(self.caller, self.token)
        key = self.session.session_key
        try:
            return key is not None and bool(self.session.exists(key))
        finally:
            connections.close_all()


@require_GET
def stream(request: HttpRequest, answer_id: UUID) -> HttpResponseBase:
    """Send the events of an answer that the asker may see."""
    caller = _permit(request, partial(answer_is_visible, answer_id=answer_id))
    return _streamed(request, caller, subscribe(answer_id, last_id=_last_id(request)))


@require_GET
def changes(request: HttpRequest, conversation_id: UUID) -> HttpResponseBase:
    """Send which answers of a conversation are no longer as its page shows them."""
    caller = _permit(request, partial(conversation_is_visible, conversation_id=conversation_id))
    begun = request.GET.get("after", "")
    after = f"{begun}-0" if begun.isdecimal() and len(begun) < _LONGEST_TIME else "0"
    last_id = _last_id(request, after)
    return _streamed(request, caller, subscribe_changes(conversation_id, last_id=last_id))


def _streamed(
    request: HttpRequest, caller: Caller, found: AsyncGenerator[ProgressEvent, None]
) -> HttpResponseBase:
    place = stream_open(caller)
    if place is None:
        # The page then asks for the stored answer from time to time, as where no stream works.
        return HttpResponse(status=TOO_MANY_REQUESTS)
    response = StreamingHttpResponse(
        _guarded(StreamPlace(caller, place, request.session), wire_events(found)),
        content_type="text/event-stream; charset=utf-8",
    )
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


async def wire_events(
    found: AsyncGenerator[ProgressEvent, None], *, longest_seconds: float = LONGEST_SECONDS
) -> AsyncGenerator[str, None]:
    """Yield the events in the wire format, comment lines while nothing happens, until `done` or the time is up."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    try:
        async with (
            asyncio.timeout(longest_seconds),
            aclosing(_wired(found)) as events,
        ):
            async for event in events:
                yield event
    except TimeoutError:
        return
    except redis.RedisError:
        logger.warning("stream_unavailable")
        yield _wire(UNAVAILABLE, "", None)


async def _wired(found: AsyncGenerator[ProgressEvent, None]) -> AsyncGenerator[str, None]:
    async for event in found:
        yield _wire(event.name, event.data, event.id) if event.id else ": waiting\n\n"


def _wire(name: str, data: str, event_id: str | None) -> str:
    lines = [f"id: {event_id}"] if event_id else []
    lines.append(f"event: {name}")
    # A carriage return alone would also end a line.
    lines.extend(f"data: {line}" for line in data.splitlines() or [""])
    return "\n".join(lines) + "\n\n"


async def _guarded(
    place: StreamPlace, events: AsyncGenerator[str, None]
) -> AsyncGenerator[str, None]:
    """Send events for as long as the reader's session lasts; give the place back, however the stream ends."""
    checked = time.monotonic()
    try:
        async with aclosing(events):
            async for event in events:
                if time.monotonic() - checked > CHECK_SECONDS:
                    if not await asyncio.to_thread(place.is_still_held):
                        return
                    checked = time.monotonic()
                yield event
    finally:
        # In a thread of its own: that of the request may have ended with it.
        await asyncio.shield(asyncio.to_thread(stream_close, place.caller, place.token))


def _permit(request: HttpRequest, is_visible: Callable[..., bool]) -> Caller:
    """Raise Http404 for what is somebody else's; give the database connection back before the stream begins."""
    try:
        owner = owner_of(request)
        seen = is_visible(user=owner.user, session_key=owner.session_key)
        caller = caller_of(request)
    finally:
        connections.close_all()
    if not seen:
        raise Http404("no such answer or conversation")
    return caller


def _last_id(request: HttpRequest, begun: str = "0") -> str:
    """The place that the browser has reached; what is not a place in a stream means the beginning."""
    value = request.headers.get("Last-Event-ID", "")
    number, _, sequence = value.partition("-")
    return value if number.isdecimal() and sequence.isdecimal() else begun
