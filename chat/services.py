"""What the pages, the API and the command line call to ask and to say what they think of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction

from chat.models import Answer, Conversation, Feedback, Message
from chat.tasks import compose_answer
from portal.accounts.models import User
from portal.privacy import personal_data_mask
from verification.flags import flag_raise
from verification.models import Flag

TITLE_LENGTH = 60


class InvalidQuestionError(ValueError):
    """The question cannot be asked; the message tells a person what to do."""


def question_clean(text: str) -> str:
    """Return the question without surrounding white space; raises InvalidQuestionError."""
    question = text.replace("\0", "").strip()
    if not question:
        raise InvalidQuestionError("질문을 입력해 주십시오.")
    if len(question) > settings.MAX_QUESTION_LENGTH:
        raise InvalidQuestionError(
            f"질문은 {settings.MAX_QUESTION_LENGTH:,}자까지 쓸 수 있습니다. "
            f"지금은 {len(question):,}자입니다. 핵심만 남겨 주십시오."
        )
    return question


def conversation_start(
    *, user: User | None, session_key: str = "", scope: Mapping[str, Any] | None = None
) -> Conversation:
    """Begin a conversation of a person, or of a browser session where nobody is signed in."""
    return Conversation.objects.create(
        user=user, session_key="" if user else session_key, scope=dict(scope or {})
    )


def question_ask(
    *,
    conversation: Conversation,
    question: str,
    as_of: date,
    mode: str = "hybrid",
    in_background: bool = True,
) -> Answer:
    """Store a question and the answer to be; the answer is composed by a worker after the transaction.

    With `in_background=False` nobody is called: the caller composes it (the command line, the synchronous API).
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
        answer = Answer.objects.create(message=reply, as_of=as_of, mode=mode)
        if not conversation.title:
            conversation.title = text[:TITLE_LENGTH]
        conversation.save(update_fields=["title", "updated_at"])
        if in_background:
            compose_answer.delay_on_commit(answer_id=str(answer.pk))  # type: ignore[attr-defined]
    return answer


@transaction.atomic
def feedback_record(
    *, answer: Answer, helpful: bool, reason: str = "", comment: str = ""
) -> Feedback:
    """Keep what the asker thought, personal data masked; a thumb down asks for a review."""
    comment = personal_data_mask(comment).text
    feedback, _created = Feedback.objects.update_or_create(
        answer=answer, defaults={"helpful": helpful, "reason": reason, "comment": comment[:2000]}
    )
    if not helpful:
        flag_raise(answer_id=answer.pk, reason=Flag.Reason.THUMBS_DOWN, detail=comment[:500])
    return feedback
