"""What the pages, the API and the command line call to ask, to stop, and to say what they think of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from chat.asking.askers import ASKER_STORED, asker_of
from chat.models import Answer, AnswerPassage, Conversation, Feedback, Message
from chat.stream.changes import publish_changes
from chat.tasks import compose_answer
from portal.accounts.models import User
from portal.jobs.dispatch import send_on_commit
from portal.privacy.invisible import invisible_remove
from portal.privacy.masking import personal_data_mask
from regulations.models import PassageQuestion
from regulations.search.questions.services import NotAQuestionError, question_add
from verification.models import Flag
from verification.review.flags import flag_raise, flag_settle

logger = structlog.get_logger(__name__)

TITLE_LENGTH = 60


class InvalidQuestionError(ValueError):
    """The question cannot be asked; the message tells a person what to do."""


def question_clean(text: str) -> str:
    """Return the question without surrounding white space; raises InvalidQuestionError."""
    question = invisible_remove(text.replace("\0", "")).strip()
    if not question:
        raise InvalidQuestionError(_("질문을 입력해 주십시오."))
    if len(question) > settings.MAX_QUESTION_LENGTH:
        raise InvalidQuestionError(
            _(
                "질문은 %(limit)s자까지 쓸 수 있습니다. 지금은 %(length)s자입니다. 쓰신 글은 그대로 있으니 핵심만 남겨 주십시오."
            )
            % {"limit": f"{settings.MAX_QUESTION_LENGTH:,}", "length": f"{len(question):,}"}
        )
    return question


def conversation_start(
    *,
    user: User | None,
    session_key: str = "",
    scope: Mapping[str, Any] | None = None,
    as_of: date | None = None,
    history: Sequence[str] = (),
) -> Conversation:
    """Begin a conversation of a person, or of a browser session where nobody is signed in.

    It keeps its scope; `as_of` is the day that all its questions are about, None for the day on which each is asked.
    `history` are questions that were asked elsewhere before, the newest last: a follow-up leans on them. Raises
    InvalidQuestionError.
    """
    earlier = [personal_data_mask(question_clean(text)) for text in history]
    with transaction.atomic():
        conversation = Conversation.objects.create(
            user=user, session_key="" if user else session_key, scope=dict(scope or {}), as_of=as_of
        )
        for asked in earlier:
            Message.objects.create(
                conversation=conversation,
                role=Message.Role.USER,
                content=asked.text,
                masked_kinds=list(asked.found),
            )
    return conversation


def conversation_widen(*, conversation: Conversation) -> None:
    """Let the conversation go on in all regulations, whatever it was limited to; its day and who asks stay."""
    conversation.scope = asker_of(conversation.scope)
    conversation.save(update_fields=["scope", "updated_at"])


def conversation_asker_set(*, conversation: Conversation, asker: Mapping[str, Any]) -> None:
    """Let what follows in the conversation be for another asker; nothing changes where it is the same."""
    if asker_of(conversation.scope) == dict(asker):
        return
    limits = {key: part for key, part in conversation.scope.items() if key not in ASKER_STORED}
    conversation.scope = limits | dict(asker)
    conversation.save(update_fields=["scope", "updated_at"])


def question_ask(
    *,
    conversation: Conversation,
    question: str,
    as_of: date,
    mode: str = "hybrid",
    confidence_threshold: float | None = None,
    in_background: bool = True,
) -> Answer:
    """Store a question and the answer to be; the answer is composed by a worker after the transaction.

    With `in_background=False` nobody is called: the caller composes it or has it composed (the command line, the API).
    `confidence_threshold` is the confidence from which on a verdict about a citation counts.
    Personal data in the question is masked first: no table, model or log sees it. Raises InvalidQuestionError.
    """
    masked = personal_data_mask(question_clean(question))
    text = masked.text
    with transaction.atomic():
        asked = Message.objects.create(
            conversation=conversation,
            role=Message.Role.USER,
            content=text,
            masked_kinds=list(masked.found),
        )
        reply = Message.objects.create(
            conversation=conversation, role=Message.Role.ASSISTANT, in_reply_to=asked
        )
        answer = Answer.objects.create(
            message=reply,
            as_of=conversation.as_of or as_of,
            mode=mode,
            confidence_threshold=confidence_threshold,
            language=get_language() or settings.LANGUAGE_CODE,
        )
        if not conversation.title:
            conversation.title = text[:TITLE_LENGTH]
        conversation.save(update_fields=["title", "updated_at"])
        if in_background:
            send_on_commit(compose_answer, answer_id=str(answer.pk))
    return answer


def answer_stop(*, answer: Answer, now: datetime) -> None:
    """End an answer that nobody waits for any longer: at once where no worker has it, else within a second while a model writes."""
    waiting = Answer.objects.filter(pk=answer.pk, status=Answer.Status.PENDING)
    if waiting.update(status=Answer.Status.STOPPED, stop_requested_at=now, finished_at=now):
        return
    Answer.objects.filter(pk=answer.pk, status=Answer.Status.COMPOSING).update(
        stop_requested_at=now
    )


@transaction.atomic
def feedback_record(
    *, answer: Answer, helpful: bool, reason: str = "", comment: str = ""
) -> Feedback:
    """Keep what the asker thinks now, personal data masked; a thumb down asks for a review, one taken back does not."""
    comment = personal_data_mask(comment).text
    feedback, _created = Feedback.objects.update_or_create(
        answer=answer,
        defaults={
            "helpful": helpful,
            "reason": "" if helpful else reason,
            "comment": comment[:2000],
        },
    )
    if not helpful:
        said = [str(feedback.get_reason_display()) if feedback.reason else "", comment[:500]]
        flag_raise(
            answer_id=answer.pk,
            reason=Flag.Reason.THUMBS_DOWN,
            detail=": ".join(filter(None, said)),
        )
    else:
        flag_settle(answer_id=answer.pk, reason=Flag.Reason.THUMBS_DOWN, now=feedback.updated_at)
    publish_changes([answer.pk])
    return feedback


@transaction.atomic
def near_judge(*, answer: Answer, number: int, is_answer: bool) -> None:
    """Keep what the asker says of a provision that may hold the answer; one that does is proposed as its question's place."""
    shown = AnswerPassage.objects.filter(answer=answer, rank=number)
    row = shown.exclude(excerpt="").select_for_update(of=("self",)).first()
    if row is None or answer.status != Answer.Status.NEAR:
        return
    row.is_answer = is_answer
    row.save(update_fields=["is_answer"])
    if is_answer and row.passage is not None:
        with suppress(NotAQuestionError):
            question_add(
                passage=row.passage,
                text=answer.searched_question,
                origin=PassageQuestion.Origin.STUDENT,
                is_decided=False,
            )
