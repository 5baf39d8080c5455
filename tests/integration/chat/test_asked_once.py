"""One form, one question, however often it is sent."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from chat.models import Answer
from chat.pages.once import asked_once

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


def key_of(page: str) -> str:
    found = re.search(r'name="once" value="([^"]{20,})"', page)
    assert found is not None
    return found[1]


def send(client: Client, path: str, values: dict[str, str], **headers: str) -> Any:
    copy = Client(headers=headers)
    copy.cookies = client.cookies
    try:
        return copy.post(path, values)
    finally:
        connections.close_all()


def test_five_equal_requests_at_once_ask_one_question(client: Client) -> None:
    client.session.save()
    values = {"question": QUESTION, "once": key_of(client.get("/").content.decode())}

    with ThreadPoolExecutor(5) as people:
        replies = list(people.map(lambda _: send(client, "/", values), range(5)))

    assert Answer.objects.count() == 1
    assert {reply.status_code for reply in replies} == {303}
    assert len({reply.headers["Location"] for reply in replies}) == 1


def test_equal_requests_in_a_conversation_add_one_turn(client: Client) -> None:
    page = client.post("/", {"question": QUESTION}).headers["Location"]
    values = {"question": "그럼 복학은요?", "once": key_of(client.get(page).content.decode())}

    with ThreadPoolExecutor(3) as people:
        replies = list(
            people.map(lambda _: send(client, page, values, **{"HX-Request": "true"}), range(3))
        )

    assert Answer.objects.count() == 2
    assert sorted(reply.status_code for reply in replies) == [200, 204, 204]


def test_another_question_of_the_same_form_is_asked(client: Client) -> None:
    once = key_of(client.get("/").content.decode())

    for question in (QUESTION, "복학은 언제 합니까?"):
        client.post("/", {"question": question, "once": once})

    assert Answer.objects.count() == 2


def test_what_was_refused_may_be_sent_again(client: Client) -> None:
    once = key_of(client.get("/").content.decode())
    assert client.post("/", {"question": " ", "once": once}).status_code == 422

    assert client.post("/", {"question": " ", "once": once}).status_code == 422
    assert client.post("/", {"question": QUESTION, "once": once}).status_code == 303


def test_one_that_waited_for_a_refused_one_is_asked(
    client: Client,
) -> None:
    page = client.post("/", {"question": QUESTION}).headers["Location"]
    values = {"question": "그럼 복학은요?", "once": key_of(client.get(page).content.decode())}
    refused = HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE)

    def slow(_request: HttpRequest) -> HttpResponse:
        time.sleep(0.5)
        return refused

    with ThreadPoolExecutor(2) as people:
        first = people.submit(_asked_of, asked_once(slow), page, values)
        time.sleep(0.2)
        second = people.submit(send, client, page, values, **{"HX-Request": "true"})

    assert first.result().status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert second.result().status_code == HTTPStatus.OK
    assert Answer.objects.count() == 2


def test_one_that_broke_down_may_be_sent_again_at_once() -> None:
    values = {"question": QUESTION, "once": "of-a-form-that-was-sent-twice"}

    def broken(_request: HttpRequest) -> HttpResponse:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        _asked_of(asked_once(broken), "/", values)
    again = _asked_of(asked_once(lambda _request: HttpResponse("asked")), "/", values)

    assert again.content == b"asked"


def _asked_of(view: Callable[[HttpRequest], HttpResponse], path: str, values: Any) -> HttpResponse:
    return view(RequestFactory().post(path, values))
