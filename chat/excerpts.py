"""An answer although the model is away: what the regulations say is quoted and labeled as that, with the reason.

The worker, the API and the command line all answer by this one way.
"""

from __future__ import annotations

from uuid import UUID

import structlog

from chat.composing import ExtractiveComposer
from chat.models import Answer
from chat.pipeline import answer_question
from chat.storing.answers import release_answer_lease
from portal import llm

logger = structlog.get_logger(__name__)


def answer_or_excerpt(
    answer_id: UUID | str, *, confidence_threshold: float | None = None
) -> Answer | None:
    """Compose, check and store the answer; an excerpt where the model cannot be reached or says nothing for too long.

    None where it is finished or another worker has it. Raises llm.LLMError where the model declined or wrote nonsense.
    """
    try:
        return answer_question(answer_id, confidence_threshold=confidence_threshold)
    except llm.LLMError as error:
        if not error.transient:
            raise
        reason = f"{type(error).__name__}: {error}"
    logger.warning("answered_without_model", answer_id=str(answer_id), reason=reason)
    answer = Answer.objects.get(pk=answer_id)
    answer.error = reason[:300]
    answer.save(update_fields=["error"])
    release_answer_lease(answer=answer)
    return answer_question(
        answer.pk, composer=ExtractiveComposer(), confidence_threshold=confidence_threshold
    )
