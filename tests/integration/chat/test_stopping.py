"""An answer that its asker stops: the worker ends at its next sentence, and what was verified stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import timezone

from chat.asking.services import answer_stop, conversation_start, question_ask
from chat.composing import ExtractiveComposer
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
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
