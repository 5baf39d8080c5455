"""An answer although the model is away: what the regulations say is quoted and labeled as that, with the reason.

The worker, the API and the command line all answer by this one way.
"""

from __future__ import annotations

from uuid import UUID

import structlog
from django.utils import timezone

from chat.composing import ExtractiveComposer
from chat.models import Answer
from chat.pipeline import answer_compose
from chat.storing.answers import lease_answer
from portal import llm

logger = structlog.get_logger(__name__)


def answer_or_excerpt(
    answer_id: UUID | str, *, confidence_threshold: float | None = None
) -> Answer | None:
    """Lease an answer and compose it; None where it is finished or another worker has it."""
    answer = lease_answer(answer_id=answer_id, now=timezone.now())
    if answer is None:
        return None
    return compose_or_excerpt(answer=answer, confidence_threshold=confidence_threshold)


def compose_or_excerpt(*, answer: Answer, confidence_threshold: float | None = None) -> Answer:
    """Compose, check and store a leased answer; an excerpt where the model is out of reach or silent for too long.

    Raises llm.LLMError where the model declined or wrote nonsense.
    """
    try:
        return answer_compose(answer=answer, confidence_threshold=confidence_threshold)
    except llm.LLMError as error:
        if not error.transient:
            raise
        answer.error = f"{type(error).__name__}: {error}"[:300]
    logger.warning("answered_without_model", answer_id=str(answer.pk), reason=answer.error)
    return answer_compose(
        answer=answer, composer=ExtractiveComposer(), confidence_threshold=confidence_threshold
    )
