"""The same question through every door: page, API, stream, assistants, widget and export say the same of each sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import aclosing
from html import unescape

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from chat.models import Answer
from chat.stream.events import subscribe
from chat.tasks import compose_answer
from tests.controls import controls_set
from tests.corpus import given_corpus
from tests.integration.chat.test_mcp import DAY, QUESTION, posted, result
from tests.stub_llm import StubLLM, StubReply

pytestmark = pytest.mark.django_db(transaction=True)
# One that is proved, one that a fact speaks against, one that nothing proves.
SAID = (
    "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1-2]. 휴학기간은 통산하여 7년을 초과할 수 없습니다[†1-2]. "
    "휴학한 학생은 학과 사무실에 미리 말하는 것이 좋습니다[†1-1]."
)
_OUTCOME = re.compile(r'data-outcome="([A-Z_]+)"')
# What scripts put into the page later.
_TEMPLATE = re.compile(r"<template.*?</template>", re.DOTALL)


def states(outcomes: Iterable[str]) -> bytes:
    """The outcomes of an answer's sentences, in their order, as bytes."""
    return json.dumps(list(outcomes)).encode()


def streamed(answer: Answer) -> str:
    """The answer as the stream of its page sends it."""

    async def first() -> str:
        # The stream stays open for the second reading.
        async with aclosing(subscribe(answer.pk)) as events:
            return await anext(one.data async for one in events if one.name == "answer")

    return async_to_sync(first)()


def test_every_door_gives_each_sentence_the_same_state(
    use_stub: StubLLM, live_server: LiveServer, client: Client
) -> None:
    given_corpus(embed=True)
    controls_set(widget_origins="https://www.example.ac.kr")
    use_stub.default = StubReply(SAID)
    client.get("/")
    client.post("/", {"question": QUESTION, "as_of": DAY})
    asked = Answer.objects.get()
    compose_answer(answer_id=str(asked.pk))
    place = {"conversation_id": asked.message.conversation_id}
    page = client.get(reverse("chat:conversation", kwargs=place)).content.decode()
    export = client.get(reverse("chat:export", kwargs=place)).content.decode()
    frame = Client()
    [visitor] = re.findall(r'name="visitor" value="(.+?)"', frame.get("/widget/").content.decode())
    sent = frame.post("/widget/", {"visitor": visitor, "question": QUESTION, "as_of": DAY})
    compose_answer(answer_id=str(Answer.objects.latest("created_at").pk))
    widget = frame.get(sent["Location"]).content.decode()
    body = {"question": QUESTION, "as_of": DAY}
    api = posted(live_server.url, "/query/verified", body)["sentences"]

    expected = states(one["outcome"] for one in api)
    assert {"CONFIRMED", "DIFFERS", "BESIDE_SOURCE"} <= set(json.loads(expected))
    assistant = result(live_server.url, "ask", **body)["sentences"]
    assert json.dumps(assistant) == json.dumps(api)
    told = {
        "page": _OUTCOME.findall(_TEMPLATE.sub("", page)),
        "stream": _OUTCOME.findall(streamed(asked)),
        "widget": _OUTCOME.findall(widget),
    }
    assert {door: states(found) for door, found in told.items()} == dict.fromkeys(told, expected)
    for sentence in api:
        words = sentence["text"].split("\n")[0]
        for shown in (page, widget, export):
            assert words in unescape(shown)
