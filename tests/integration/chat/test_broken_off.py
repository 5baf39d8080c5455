"""An answer that a model began and did not end says so through every door, and can be asked for once more."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.asking.retrying import answer_retry
from chat.asking.services import conversation_start, question_ask
from chat.conversations.export import conversation_markdown
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.kakao import answer_reply
from chat.presenters.notes import NoteKind, notes_of
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
FIRST = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
SECOND = "다만, 병역 의무를 위한 휴학기간은 이에 포함하지 않습니다."
QUOTE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다"
OBJECT = {
    "sentences": [
        {"text": FIRST, "evidence": [{"source": 1, "quote": QUOTE}]},
        {"text": SECOND, "evidence": [{"source": 1, "quote": "다만, 병역 의무를 위한"}]},
    ]
}
PROSE = f"{FIRST[:-1]}[†1]. {SECOND[:-1]}[†1]."
SAID = "답변이 다 쓰이기 전에 끊겼습니다."


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05


def broken(text: Any, **said: Any) -> StubReply:
    """A reply of which the first sentence came."""
    cut = StubReply(text).content
    at = cut.index("다만")
    if said:
        return StubReply(cut[: at + 10], **said)
    return StubReply(text, break_off_after=(at + 10) // 7)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(broken(OBJECT), id="an-object-that-breaks-off"),
        pytest.param(broken(PROSE), id="prose-that-breaks-off"),
        pytest.param(broken(PROSE, finish_reason="length"), id="prose-at-the-limit-of-tokens"),
        pytest.param(broken(OBJECT, finish_reason="length"), id="an-object-at-the-limit"),
    ],
)
def test_an_answer_that_broke_off_says_so(use_stub: StubLLM, reply: StubReply) -> None:
    use_stub.say(reply)

    answer = answer_now(question=QUESTION, as_of=TODAY)

    assert answer.status == Answer.Status.ANSWERED
    assert answer.error.startswith("BrokeOff: Malformed: ")
    view = answer_view(answer=answer)
    assert [one.text for one in view.sentences] == [FIRST]
    assert [one.kind for one in notes_of(view)] == [NoteKind.BROKEN_OFF]
    assert view.can_retry
    assert verified_response(answer)["retrieval_notes"] == ["model_broke_off: Malformed"]


def test_it_is_told_through_every_door(client: Client, use_stub: StubLLM) -> None:
    use_stub.say(broken(OBJECT))
    client.get(reverse("chat:ask"))
    session = client.session
    session.save()
    conversation = conversation_start(user=None, session_key=str(session.session_key), as_of=TODAY)
    asked = question_ask(conversation=conversation, question=QUESTION, as_of=TODAY)
    answer_question(asked.pk)
    answer = Answer.objects.get(pk=asked.pk)

    page = client.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert SAID in page
    assert reverse("chat:retry", args=[answer.pk]) in page
    token = signing.dumps(str(answer.pk), salt="widget-answer")
    shown = client.get(reverse("chat:widget-answer", args=[token])).content.decode()
    assert SAID in unescape(shown)
    assert SAID in str(answer_reply(answer_view(answer=answer), address=""))
    views = [answer_view(answer=answer)]
    assert SAID in conversation_markdown(title="휴학", answers=views, base_url="")
    [note] = verified_response(answer)["notes"]
    assert (note["kind"], note["message"].startswith(SAID)) == ("broken_off", True)
    with override("en"):
        assert (
            "broke off before it was finished" in notes_of(answer_view(answer=answer))[0].sentence
        )


def test_written_once_more_it_is_whole(use_stub: StubLLM) -> None:
    use_stub.say(broken(OBJECT), OBJECT)
    answer = answer_now(question=QUESTION, as_of=TODAY)

    assert answer_retry(answer_id=answer.pk)
    answer_question(answer.pk)

    view = answer_view(answer=Answer.objects.get(pk=answer.pk))
    assert len(view.sentences) == 2
    assert view.model_notice == ""
    assert not view.can_retry


def test_what_broke_off_before_anything_could_be_shown_is_an_excerpt(use_stub: StubLLM) -> None:
    greeting = "안녕하세요! 무엇이든 도와드리겠습니다. 휴학은"
    use_stub.default = StubReply(greeting, finish_reason="length")

    answer = answer_now(question=QUESTION, as_of=TODAY)

    view = answer_view(answer=answer)
    assert (answer.status, answer.composer) == ("ANSWERED", Answer.Composer.EXTRACTIVE)
    assert "규정 원문을 발췌했습니다" in view.model_notice
    assert [one.kind for one in notes_of(view)] == [NoteKind.WITHOUT_MODEL]
    assert view.can_retry
