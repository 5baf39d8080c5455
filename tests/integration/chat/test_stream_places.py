"""The places of open streams: what was cut gives its place back, and a sign-out ends what is open."""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import AsyncGenerator
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer
from chat.stream import views
from portal.accounts.models import User
from portal.http.limits import Caller, stream_close, stream_open
from tests.controls import controls_set
from tests.corpus import TODAY

pytestmark = pytest.mark.django_db(transaction=True)


def asked(user: User) -> Answer:
    return question_ask(conversation=conversation_start(user=user), question="휴학?", as_of=TODAY)


@pytest.mark.slow
def test_a_stream_that_was_cut_gives_its_place_back(live_asgi_server: str, client: Client) -> None:
    controls_set(open_streams=2)
    student = User.objects.create_user("student")
    client.force_login(student)
    path = reverse("chat:stream", args=[asked(student).pk])
    headers = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}

    def open_one() -> tuple[http.client.HTTPConnection, int]:
        line = http.client.HTTPConnection(str(urlsplit(live_asgi_server).netloc), timeout=30)
        line.request("GET", path, headers=headers)
        reply = line.getresponse()
        if reply.status == 200:
            reply.readline()
        return line, reply.status

    lines = [open_one() for _ in range(3)]
    assert [status for _line, status in lines] == [200, 200, 429]
    for line, _status in lines:
        line.close()
    deadline = time.monotonic() + 60
    while (opened := open_one())[1] != 200 and time.monotonic() < deadline:
        opened[0].close()
        time.sleep(0.2)

    assert opened[1] == 200
    opened[0].close()


def test_a_stream_ends_with_the_session(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "CHECK_SECONDS", 0)
    client.force_login(User.objects.create_user("student"))
    session = client.session
    caller = Caller("user:1", "127.0.0.1")
    token = stream_open(caller)
    assert token is not None

    async def events() -> AsyncGenerator[str, None]:
        for number in range(3):
            yield str(number)
            await asyncio.sleep(0.01)

    async def read() -> list[str]:
        place = views.StreamPlace(caller, token, session)
        found = []
        async for event in views._guarded(place, events()):
            found.append(event)
            await asyncio.to_thread(client.logout)
        return found

    assert async_to_sync(read)() == ["0"]
    assert stream_open(caller) is not None


def test_places_are_counted_by_person() -> None:
    controls_set(open_streams=1)
    first, second = Caller("user:1", ""), Caller("user:2", "")
    token = stream_open(first)
    assert token is not None

    assert stream_open(first) is None
    assert stream_open(second) is not None
    stream_close(first, token)
    assert stream_open(first) is not None
