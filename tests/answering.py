"""Answer a question in this process, the way that a worker answers it."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from chat.asking.answering import compose_or_excerpt
from chat.composing import Composer
from chat.models import Answer
from chat.pipeline import answer_compose
from chat.storing.answers import lease_answer


def answer_question(answer_id: UUID | str, *, composer: Composer | None = None) -> Answer | None:
    """Lease, compose, check and store; None where the answer is finished or another worker has it."""
    answer = lease_answer(answer_id=answer_id, now=timezone.now())
    if answer is None:
        return None
    if composer is not None:
        return answer_compose(answer=answer, composer=composer)
    return compose_or_excerpt(answer=answer)
