"""Events of an answer's stream: its stage, checked sentences, the whole answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from enum import StrEnum
from uuid import UUID

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from chat.presenters.shapes import AnswerView, SentenceView
from portal.jobs import progress
from portal.jobs.progress import ProgressEvent


class AnswerStage(StrEnum):
    """The steps that a person sees."""

    RETRIEVING = "RETRIEVING"
    COMPOSING = "COMPOSING"
    VERIFYING = "VERIFYING"
    SUGGESTING = "SUGGESTING"


def stage_label(stage: AnswerStage) -> str:
    """The step in words."""
    return {
        AnswerStage.RETRIEVING: _("규정을 찾는 중"),
        AnswerStage.COMPOSING: _("답변을 작성하는 중"),
        AnswerStage.VERIFYING: _("조문과 대조하는 중"),
        AnswerStage.SUGGESTING: _("이어서 물을 질문을 고르는 중"),
    }[stage]


def progress_key(answer_id: UUID | str) -> str:
    """The name of an answer's stream; the asynchronous check publishes to it too."""
    return f"answer:{answer_id}"


def send_stage(answer_id: UUID, stage: AnswerStage) -> None:
    """Say which step is under way."""
    progress.publish(progress_key(answer_id), "state", stage_label(stage))


def send_sentence(answer_id: UUID, sentence: SentenceView) -> None:
    """Show a sentence that has passed its check."""
    html = render_to_string("chat/_sentence.html", {"sentence": sentence, "answer_id": answer_id})
    progress.publish(progress_key(answer_id), "sentence", html)


def send_answer(answer: AnswerView) -> None:
    """Show the whole answer as it is stored."""
    html = render_to_string("chat/_answer.html", {"answer": answer})
    progress.publish(progress_key(answer.id), "answer", html)


def send_done(answer_id: UUID | str) -> None:
    """End the stream."""
    progress.publish(progress_key(answer_id), progress.DONE)


def send_changed(conversation_id: UUID | str, answer_id: UUID | str) -> None:
    """Tell open pages of a conversation that an answer is no longer as they show it."""
    progress.publish(_changes_key(conversation_id), "changed", str(answer_id))


def clear_events(answer_id: UUID) -> None:
    """Delete the events of an earlier attempt that was interrupted."""
    progress.clear(progress_key(answer_id))


def subscribe(answer_id: UUID, *, last_id: str = "0") -> AsyncGenerator[ProgressEvent, None]:
    """Yield the answer's events after `last_id`; ends after `done`."""
    return progress.subscribe(progress_key(answer_id), last_id=last_id)


def subscribe_changes(
    conversation_id: UUID, *, last_id: str
) -> AsyncGenerator[ProgressEvent, None]:
    """Yield what changes in a conversation after `last_id`; never ends by itself."""
    return progress.subscribe(_changes_key(conversation_id), last_id=last_id)


def _changes_key(conversation_id: UUID | str) -> str:
    return f"conversation:{conversation_id}"
