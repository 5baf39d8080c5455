"""An answer although the model is away: what the regulations say is quoted and labeled as that, with the reason.

The worker, the API and the command line all answer by this one way.
"""

from __future__ import annotations

import structlog

from chat.composing import ExtractiveComposer
from chat.models import Answer
from chat.pipeline import answer_compose
from portal import llm

logger = structlog.get_logger(__name__)


def compose_or_excerpt(*, answer: Answer) -> Answer:
    """Compose, check and store a leased answer; an excerpt where the model is out of reach, late or gives nothing to read.

    Raises llm.Refused where the model declined: what it will not speak of is not put before anybody instead.
    """
    try:
        return answer_compose(answer=answer)
    except llm.Refused:
        raise
    except llm.LLMError as error:
        answer.error = f"{type(error).__name__}: {error}"[:300]
    logger.warning("answered_without_model", answer_id=str(answer.pk), reason=answer.error)
    return answer_compose(answer=answer, composer=ExtractiveComposer())
