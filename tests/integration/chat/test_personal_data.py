"""Personal data in a question reaches no table, no log and no model."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from chat.api.views import answer_now
from chat.asking.services import conversation_start, feedback_record, question_ask
from chat.models import Answer, Message
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM
from verification.models import Flag

pytestmark = pytest.mark.django_db
QUESTION = "학번 20231234, 010-1234-5678입니다. 휴학은 몇 년까지 할 수 있습니까?"
SECRETS = ("20231234", "1234-5678")


def test_a_question_is_stored_masked_and_the_asker_is_told() -> None:
    asked = question_ask(
        conversation=conversation_start(user=None, session_key="k"),
        question=QUESTION,
        as_of=TODAY,
        in_background=False,
    )

    stored = Message.objects.get(role=Message.Role.USER)
    assert not any(secret in stored.content for secret in SECRETS)
    assert not any(secret in stored.conversation.title for secret in SECRETS)
    assert answer_view(answer=Answer.objects.get(pk=asked.pk)).masked_notice == (
        "개인정보로 보이는 부분을 가리고 저장했습니다: 전화번호, 학번"
    )


def test_a_question_without_personal_data_is_stored_as_it_is() -> None:
    asked = question_ask(
        conversation=conversation_start(user=None, session_key="k"),
        question="「학칙」 제25조제2항의 2025. 3. 1. 개정은 무엇입니까?",
        as_of=TODAY,
        in_background=False,
    )

    assert asked.question == "「학칙」 제25조제2항의 2025. 3. 1. 개정은 무엇입니까?"
    assert answer_view(answer=asked).masked_notice == ""


def test_neither_the_model_nor_a_log_line_sees_it(
    use_stub: StubLLM, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    use_stub.say("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].")

    answer_now(question=QUESTION, as_of=TODAY)

    assert use_stub.requests, "the model was asked"
    assert "answer_stored" in caplog.text
    seen = f"{use_stub.requests} {caplog.text}"
    assert not any(secret in seen for secret in SECRETS)


def test_a_comment_is_masked_and_so_is_the_flag_that_it_raises() -> None:
    asked = question_ask(
        conversation=conversation_start(user=None, session_key="k"),
        question="휴학 기간은?",
        as_of=TODAY,
        in_background=False,
    )

    feedback_record(answer=asked, helpful=False, comment="틀렸습니다. 010-1234-5678로 전화 주세요")

    assert "1234-5678" not in Flag.objects.get().detail
