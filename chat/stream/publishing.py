"""Publish the progress of an answer to its page, in the asker's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import translation

from chat.composing.outcomes import citation_numbers
from chat.conversations.selectors import answers_with_everything
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.sentences import sentence_view
from chat.stream import events
from verification.checking import CheckedSentence, SentenceOutcome
from verification.models import Verification


def publish_stage(answer: Answer, stage: events.AnswerStage) -> None:
    """Say which step is under way."""
    with translation.override(answer.language):
        events.send_stage(answer.pk, stage)


def publish_sentence(answer: Answer, checked: Sequence[CheckedSentence]) -> None:
    """Publish the newest sentence, which passed its check; the earlier ones determine its citation numbers."""
    numbers = citation_numbers(
        [item for item in checked if item.outcome is SentenceOutcome.CONFIRMED]
    )
    with translation.override(answer.language):
        events.send_sentence(
            answer.pk, sentence_view(checked[-1], position=len(checked), numbers=numbers)
        )


def publish_answer(answer_id: UUID) -> None:
    """Publish the stored answer, and end the stream unless the asynchronous check is still to come."""
    answer = answers_with_everything().filter(pk=answer_id).first()
    if answer is None:
        # The asker has deleted the conversation at this very moment.
        return
    _send_answer_view(answer)
    verification = getattr(answer, "verification", None)
    if verification is None or verification.check_state == Verification.CheckState.NOT_NEEDED:
        events.send_done(answer.pk)


def publish_failure(answer: Answer) -> None:
    """Publish a failed answer and end the stream."""
    _send_answer_view(answer)
    events.send_done(answer.pk)


def publish_given_up(*, work: Answer, **_: object) -> None:
    """Publish an answer that was given up, once that is stored."""
    transaction.on_commit(partial(publish_failure, work))


def _send_answer_view(answer: Answer) -> None:
    with translation.override(answer.language):
        events.send_answer(answer_view(answer=answer))
