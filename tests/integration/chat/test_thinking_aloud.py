"""A reasoning model whose template swallows the opening tag: its thoughts come as prose that ends in a closing one."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import Settings

from chat import pipeline
from chat.api.views import answer_now
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
THOUGHT = "다만, 병역 의무를 위한 휴학기간은 이에 포함하지 않습니다[†1]. 그것으로 충분한가?"
SENTENCE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
SAID = f"{THOUGHT}\n</think>\n\n{SENTENCE}[†1]."


@pytest.fixture(autouse=True)
def published(db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that an open page was shown."""
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    told: list[str] = []
    monkeypatch.setattr(
        pipeline, "publish_sentence", lambda _answer, checked: told.append(checked[-1].text)
    )
    return told


def shown(answer: Answer) -> list[str]:
    """What stands in an answer, and what was written before it."""
    assert answer.composer == Answer.Composer.GENERATIVE
    return [one.text for one in answer_view(answer=answer).sentences]


def test_thoughts_are_no_sentences_and_are_told_to_nobody_from_the_second_reply_on(
    use_stub: StubLLM, published: list[str]
) -> None:
    use_stub.say(SAID, SAID)

    first = answer_now(question=QUESTION, as_of=TODAY)
    met, published[:] = list(published), []
    second = answer_now(question=QUESTION, as_of=TODAY)

    assert shown(first) == shown(second) == [f"{SENTENCE}."]
    assert met[-1:] == published
    assert len(published) == 1
    assert "병역" not in first.verification.original_text


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(StubReply(THOUGHT, finish_reason="length"), id="at-the-limit-of-tokens"),
        pytest.param(StubReply(f"{THOUGHT} {THOUGHT}", break_off_after=9), id="broken-off"),
    ],
)
def test_thoughts_that_never_end_are_no_answer(
    use_stub: StubLLM, published: list[str], second: StubReply
) -> None:
    use_stub.say(SAID, second)
    answer_now(question=QUESTION, as_of=TODAY)
    published.clear()

    answer = answer_now(question=QUESTION, as_of=TODAY)

    assert answer.composer == Answer.Composer.EXTRACTIVE
    assert answer.error.startswith("Malformed")


def test_an_endpoint_that_no_longer_thinks_aloud_is_not_waited_for_again(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch, published: list[str]
) -> None:
    use_stub.say(SAID, f"{SENTENCE}[†1].", f"{SENTENCE}[†1].")
    answer_now(question=QUESTION, as_of=TODAY)
    answer_now(question=QUESTION, as_of=TODAY)
    waited: list[Any] = []
    monkeypatch.setattr(
        "portal.llm.thoughts.EndpointThoughts.note", lambda *_, **said: waited.append(said)
    )

    answer = answer_now(question=QUESTION, as_of=TODAY)

    assert shown(answer) == [f"{SENTENCE}."]
    assert waited == []
