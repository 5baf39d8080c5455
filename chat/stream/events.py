"""What an asker is told while a worker makes the answer, in the asker's own language."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils import translation

from chat.composing.outcomes import citation_numbers
from chat.conversations.selectors import answers_with_everything
from chat.models import Answer
from chat.presenters.answers import answer_view, sentence_view
from chat.stream import progress
from verification.checking import CheckedSentence, Support
from verification.models import Verification


def tell_stage(answer: Answer, stage: progress.Stage) -> None:
    """Say which step is under way."""
    with translation.override(answer.language):
        progress.tell_stage(answer.pk, stage)


def tell_newest(answer: Answer, checked: Sequence[CheckedSentence]) -> None:
    """Show the last of the sentences that were checked, which has passed; the others give it its numbers."""
    numbers = citation_numbers([item for item in checked if item.support is Support.SUPPORTED])
    with translation.override(answer.language):
        progress.tell_sentence(
            answer.pk, sentence_view(checked[-1], position=len(checked), numbers=numbers)
        )


def tell_stored(answer_id: UUID) -> None:
    """Show the stored answer; the stream goes on where the asynchronous check will still speak."""
    answer = answers_with_everything().filter(pk=answer_id).first()
    if answer is None:
        # The asker has deleted the conversation at this very moment.
        return
    _show(answer)
    verification = getattr(answer, "verification", None)
    if verification is None or verification.check_state == Verification.CheckState.NOT_NEEDED:
        progress.tell_done(answer.pk)


def tell_failed(answer: Answer) -> None:
    """Show an answer that could not be made; nothing more will come."""
    _show(answer)
    progress.tell_done(answer.pk)


def _show(answer: Answer) -> None:
    with translation.override(answer.language):
        progress.tell_answer(answer_view(answer=answer))
