"""The stream of an answer: the wire format, coming back with Last-Event-ID, its end, and who may read it."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.stream.events import progress_key, subscribe
from chat.stream.views import wire_events
from portal.jobs import progress
from tests.corpus import TODAY

pytestmark = pytest.mark.django_db(transaction=True)


def told(*events: tuple[str, str]) -> UUID:
    """An answer of which these events were told."""
    answer_id = uuid4()
    for name, data in events:
        progress.publish(progress_key(answer_id), name, data)
    return answer_id


def read(answer_id: UUID, *, last_id: str = "0", longest_seconds: float = 60) -> list[str]:
    async def collect() -> list[str]:
        found = subscribe(answer_id, last_id=last_id)
        events = wire_events(found, longest_seconds=longest_seconds)
        return [event async for event in events]

    return async_to_sync(collect)()


def event_id(event: str) -> str:
    return event.split("\n", maxsplit=1)[0].removeprefix("id: ")


def test_events_are_sent_in_order_with_their_ids_until_done() -> None:
    answer_id = told(("state", "찾는 중"), ("sentence", "<p>\n문장</p>"), ("done", ""))

    begin, state, sentence, done = read(answer_id)

    assert begin.startswith("retry: ")
    assert state == f"id: {event_id(state)}\nevent: state\ndata: 찾는 중\n\n"
    assert sentence.endswith("event: sentence\ndata: <p>\ndata: 문장</p>\n\n")
    assert "event: done" in done


def test_who_comes_back_gets_only_what_is_new() -> None:
    answer_id = told(("sentence", "하나"), ("sentence", "둘"), ("done", ""))
    _, first, *_ = read(answer_id)

    _, *rest = read(answer_id, last_id=event_id(first))

    assert ["둘" in event for event in rest] == [True, False]


def test_stream_of_an_answer_that_does_not_end_is_ended() -> None:
    answer_id = told(("state", "찾는 중"))

    assert len(read(answer_id, longest_seconds=0.3)) == 2


def test_page_is_told_when_the_stream_cannot_be_read(settings: Settings) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"

    _, event = read(uuid4())

    assert event.startswith("event: unavailable\n")


def test_stream_is_for_the_asker_and_never_compressed_or_stored() -> None:
    started = conversation_start(user=None, session_key="")
    answer = question_ask(conversation=started, question="휴학은요?", as_of=TODAY)

    client = Client()
    session = client.session
    session.save()
    client.cookies["sessionid"] = str(session.session_key)
    url = reverse("chat:stream", args=[answer.pk])
    stranger = client.get(url)
    started.session_key = str(session.session_key)
    started.save()
    asker = client.get(url, headers={"Accept-Encoding": "gzip"})
    headers = asker.headers

    assert (stranger.status_code, asker.status_code) == (404, 200)
    assert headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert "no-cache" in headers["Cache-Control"]
    assert headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in headers
