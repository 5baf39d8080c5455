"""With a model, provisions that the search was not sure of are read: an answer where a sentence is confirmed, else as without one."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from chat import pipeline
from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.asking.services import conversation_start, question_ask
from chat.conversations.export import conversation_markdown
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.kakao import answer_reply
from chat.presenters.notes import notes_of
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply
from verification.models import Verification

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
SAID = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1-2]."
NOTE = "물은 내용과 가까운 조문에서 찾은 답입니다."


@pytest.fixture(autouse=True)
def _near(db: None, settings: Settings, use_stub: StubLLM) -> None:
    """Whatever is found, the search is not sure of it; the model is asked for other words first and has none."""
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 1.01
    use_stub.say({"question": QUESTION})


def test_what_is_confirmed_is_the_answer_and_says_where_it_comes_from(use_stub: StubLLM) -> None:
    use_stub.say(SAID)

    answer = answer_now(question=QUESTION, as_of=TODAY)

    view = answer_view(answer=answer)
    assert (answer.status, view.outcome) == (Answer.Status.ANSWERED, "answer")
    assert answer.retrieval["outcome"] == "near"
    assert [one.outcome for one in view.sentences] == ["CONFIRMED"]
    assert view.near == ()
    assert view.near_note.startswith(NOTE)
    assert verified_response(answer)["is_from_near"] is True
    ways_out = (
        conversation_markdown(title="", answers=[view], base_url=""),
        str(answer_reply(view, address="")),
        render_to_string(
            "chat/widget/answer.html", {"answer": view, "notes": notes_of(view), "token": "t"}
        ),
    )
    assert [NOTE in said for said in ways_out] == [True] * 3


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("제공된 규정에서 해당 정보를 찾을 수 없습니다.", id="refuses"),
        pytest.param(
            "제공된 규정에서 해당 정보를 찾을 수 없습니다. 신입생은 첫 학기에 휴학할 수 없습니다[†1-3].",
            id="refuses-and-tells-something-else",
        ),
        pytest.param("휴학기간은 통산하여 9년을 초과할 수 없습니다[†1-2].", id="wrong"),
        pytest.param("휴학에 관해 궁금하신 점이 있으시면 말씀해 주세요.", id="says-nothing"),
        pytest.param("휴학생은 기숙사에 살 수 있습니다[†1].", id="elsewhere"),
    ],
)
def test_where_nothing_of_it_is_confirmed_the_provisions_are_quoted_and_nothing_is_claimed(
    use_stub: StubLLM, said: str
) -> None:
    use_stub.default = StubReply(said)

    answer = answer_now(question=QUESTION, as_of=TODAY)

    view = answer_view(answer=answer)
    assert (answer.status, view.outcome) == (Answer.Status.NEAR, "near")
    assert [one.label for one in view.near][:1] == ["「학칙」 제25조제2항"]
    assert (view.sentences, view.near_note) == ((), "")
    assert verified_response(answer)["is_from_near"] is False
    # The staff see what was thrown away.
    verification = Verification.objects.get(answer=answer)
    assert [draft["text"] for draft in verification.variants][-1].startswith(said[:8])
    assert (verification.confidence, answer.message.citations.count()) == (None, 0)


def test_nothing_is_on_screen_before_it_is_known_to_be_an_answer(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[object] = []
    monkeypatch.setattr(pipeline, "publish_sentence", lambda *told: published.append(told))
    use_stub.say(f"{SAID} 연장하는 방법은 제공된 규정에서 찾을 수 없습니다.")

    answer = answer_now(question=QUESTION, as_of=TODAY)

    assert (answer.status, published) == (Answer.Status.NEAR, [])


def test_a_model_that_is_away_leaves_the_provisions(use_stub: StubLLM) -> None:
    use_stub.default = StubReply(status=500)

    answer = answer_now(question=QUESTION, as_of=TODAY)

    view = answer_view(answer=answer)
    assert answer.status == Answer.Status.NEAR
    assert view.near[0].label == "「학칙」 제25조제2항"
    assert answer.error.startswith("Unavailable")


def test_the_page_says_it_beside_the_answer(client: Client, use_stub: StubLLM) -> None:
    use_stub.say(SAID)
    client.get(reverse("chat:ask"))
    key = str(client.session.session_key)
    conversation = conversation_start(user=None, session_key=key, as_of=TODAY)

    answer_question(question_ask(conversation=conversation, question=QUESTION, as_of=TODAY).pk)

    page = client.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert NOTE in page
    assert "이 조문에 답이 있을 수 있습니다." not in page
