"""An answer that its asker stops: the worker ends at its next sentence or while a model thinks, and what was verified stays."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import answer_stop, conversation_start, question_ask
from chat.composing import ExtractiveComposer
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply
from verification.checking import DraftSentence

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


class Impatient(ExtractiveComposer):
    """Quotes twice; the asker stops it after the first sentence."""

    def __init__(self, answer: Answer, *, after: int) -> None:
        self.answer = answer
        self.after = after

    def compose(self, **given: object) -> Iterator[DraftSentence]:
        [first, *_rest] = super().compose(**given)  # type: ignore[arg-type]
        for sentence in range(3):
            if sentence == self.after:
                answer_stop(answer=self.answer, now=timezone.now())
            yield first


@pytest.fixture
def answer() -> Answer:
    given_corpus(embed=True)
    conversation = conversation_start(user=None, session_key="s")
    return question_ask(
        conversation=conversation, question=QUESTION, as_of=TODAY, in_background=False
    )


def test_stopped_answer_keeps_what_was_verified_and_says_so(answer: Answer) -> None:
    stopped = answer_question(answer.pk, composer=Impatient(answer, after=1))

    assert stopped is not None
    view = answer_view(answer=Answer.objects.get(pk=answer.pk))
    assert (view.status, view.is_stopped) == ("STOPPED", True)
    assert [sentence.outcome for sentence in view.sentences] == ["CONFIRMED"]
    assert view.verified_count == 1
    assert "멈췄습니다" in view.status_sentence
    assert stopped.verification.check_state == "PENDING"


def test_answer_stopped_before_its_first_sentence_shows_none(answer: Answer) -> None:
    stopped = answer_question(answer.pk, composer=Impatient(answer, after=0))

    assert stopped is not None
    assert (stopped.status, stopped.sentences.count()) == ("STOPPED", 0)
    assert "확인된 문장이 없습니다" in answer_view(answer=stopped).status_sentence
    assert stopped.verification.check_state == "NOT_NEEDED"


def test_answer_that_no_worker_has_is_stopped_at_once_and_never_composed(answer: Answer) -> None:
    answer_stop(answer=answer, now=timezone.now())

    assert Answer.objects.get().status == Answer.Status.STOPPED
    assert answer_question(answer.pk) is None


def test_finished_answer_is_not_stopped(answer: Answer) -> None:
    answer_question(answer.pk)

    answer_stop(answer=answer, now=timezone.now())

    assert Answer.objects.get().status == Answer.Status.ANSWERED


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(StubReply("3년입니다.", delay=8), id="says nothing"),
        pytest.param(StubReply("3년입니다.", thinks=150, piece_delay=0.05), id="only thinks"),
        pytest.param(StubReply(f"<think>{'음. ' * 350}", piece_delay=0.05), id="thinks aloud"),
    ],
)
def test_stopping_is_heard_while_no_sentence_comes(
    answer: Answer, use_stub: StubLLM, settings: Settings, reply: StubReply
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    pressed: list[float] = []

    def stop() -> None:
        try:
            answer_stop(answer=answer, now=timezone.now())
        finally:
            connections.close_all()
        pressed.append(time.monotonic())

    def asked(_request: dict[str, Any]) -> StubReply:
        threading.Timer(1, stop).start()
        return reply

    use_stub.say(asked)
    with CaptureQueriesContext(connection) as queries:
        stopped = answer_question(answer.pk)

    assert stopped is not None
    assert (stopped.status, stopped.sentences.count()) == ("STOPPED", 0)
    assert time.monotonic() - pressed[0] < 1.5
    looks = [one for one in queries if 'stop_requested_at" IS NULL' in one["sql"]]
    assert len(looks) <= 5
