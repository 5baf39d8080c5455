"""What the page is told while an answer is composed: its state in words, sentences that passed, the whole answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from enum import StrEnum
from uuid import UUID

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from chat.presenters.shapes import AnswerView, SentenceView
from portal.jobs import progress
from portal.jobs.progress import ProgressEvent


class Stage(StrEnum):
    """The steps that a person sees."""

    RETRIEVING = "RETRIEVING"
    COMPOSING = "COMPOSING"
    VERIFYING = "VERIFYING"


def stage_label(stage: Stage) -> str:
    """The step in words."""
    return {
        Stage.RETRIEVING: _("규정을 찾는 중"),
        Stage.COMPOSING: _("답변을 작성하는 중"),
        Stage.VERIFYING: _("조문과 대조하는 중"),
    }[stage]


def progress_key(answer_id: UUID | str) -> str:
    """The name of an answer's stream; the asynchronous check publishes to it too."""
    return f"answer:{answer_id}"


def tell_stage(answer_id: UUID, stage: Stage) -> None:
    """Say which step is under way."""
    progress.publish(progress_key(answer_id), "state", stage_label(stage))


def tell_sentence(answer_id: UUID, sentence: SentenceView) -> None:
    """Show a sentence that has passed its check."""
    html = render_to_string("chat/_sentence.html", {"sentence": sentence, "answer_id": answer_id})
    progress.publish(progress_key(answer_id), "sentence", html)


def tell_reset(answer_id: UUID) -> None:
    """Take back the sentences shown so far: the answer is written anew."""
    progress.publish(progress_key(answer_id), "reset")


def tell_answer(answer: AnswerView) -> None:
    """Show the whole answer as it is stored."""
    html = render_to_string("chat/_answer.html", {"answer": answer})
    progress.publish(progress_key(answer.id), "answer", html)


def tell_done(answer_id: UUID | str) -> None:
    """Say that nothing more will come."""
    progress.publish(progress_key(answer_id), progress.DONE)


def start(answer_id: UUID) -> None:
    """Forget what an earlier, broken-off attempt told."""
    progress.clear(progress_key(answer_id))


def subscribe(answer_id: UUID, *, last_id: str = "0") -> AsyncGenerator[ProgressEvent, None]:
    """Yield the answer's events after `last_id`; ends after `done`."""
    return progress.subscribe(progress_key(answer_id), last_id=last_id)
