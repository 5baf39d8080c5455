"""What stands beside an answer stands there through every door: page, API, assistants, widget, messenger."""

from __future__ import annotations

from html import unescape

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.asking.services import conversation_start, question_ask
from chat.mcp.shapes import answer_shape
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.kakao import answer_reply
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus, given_regulation
from tests.integration.chat.test_near import LODGING

pytestmark = pytest.mark.django_db

MISNAMED = "학칙 제25조와 학칙 제999조에 따르면 휴학은 최대 몇 년까지 가능한가요?"
AMOUNT = "생활관비는 얼마예요?"


def asked(client: Client, question: str) -> Answer:
    client.get(reverse("chat:ask"))
    session = client.session
    session.save()
    conversation = conversation_start(user=None, session_key=str(session.session_key), as_of=TODAY)
    answer = question_ask(conversation=conversation, question=question, as_of=TODAY)
    answer_question(answer.pk)
    return Answer.objects.get(pk=answer.pk)


def widget(client: Client, answer: Answer) -> str:
    token = signing.dumps(str(answer.pk), salt="widget-answer")
    shown = client.get(reverse("chat:widget-answer", args=[token]))
    return unescape(shown.content.decode())


@pytest.mark.parametrize(
    ("question", "kind", "said"),
    [
        pytest.param(MISNAMED, "named", "제999조가 없습니다.", id="no-such-article"),
        pytest.param(AMOUNT, "left_open", "규정은 금액을 정하지 않고", id="left-open"),
    ],
)
def test_what_corrects_the_question_is_told_through_every_door(
    client: Client, question: str, kind: str, said: str
) -> None:
    given_corpus(embed=True)
    given_regulation("생활관 운영 규정", LODGING, embed=True)
    answer = asked(client, question)
    assert answer.status == Answer.Status.ANSWERED

    [note] = [one for one in verified_response(answer)["notes"] if one["kind"] == kind]
    assert said in note["message"]
    assistant = answer_shape(verified_response(answer))
    assert note["message"] in [one["message"] for one in assistant["notes"]]
    assert {"named", "left_open"} <= assistant.keys()
    place = reverse("chat:conversation", args=[answer.message.conversation_id])
    for page in (unescape(client.get(place).content.decode()), widget(client, answer)):
        assert note["message"] in page
        assert all(f'href="{link["url"]}"' in page for link in note["links"])
    assert note["message"] in str(answer_reply(answer_view(answer=answer), address=""))


def test_where_nothing_is_claimed_the_near_provisions_are_shown_through_every_door(
    client: Client, settings: Settings
) -> None:
    given_corpus(embed=True)
    settings.PORTAL_URL = "https://portal.example"
    settings.CONTEXT_RELEVANCE_THRESHOLD = 1.01
    answer = asked(client, "휴학은 최대 몇 년까지 가능한가요?")
    assert answer.status == Answer.Status.NEAR

    near = answer_shape(verified_response(answer))["near"]

    shown = widget(client, answer)
    assert near
    for place in near:
        assert place["url"].startswith("https://portal.example/")
        assert place["provision"] in shown
        assert place["quote"].split("\n")[0][:30] in shown
