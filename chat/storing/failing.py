"""An answer that could not be made ends in a state that says why."""

from __future__ import annotations

import structlog
from django.utils import timezone

from chat.models import Answer
from chat.stream.publishing import publish_failure
from portal import llm

logger = structlog.get_logger(__name__)

Status = Answer.Status


def answer_fail(*, answer: Answer, error: Exception) -> Answer:
    """End an answer that could not be made, in a state that says why. The question stays.

    Nothing is done where another worker has the answer, or it has ended.
    """
    status = Status.ERROR_INTERNAL
    if isinstance(error, llm.Refused):
        status = Status.UNANSWERABLE_DECLINED
    elif isinstance(error, llm.Timeout | TimeoutError):
        status = Status.ERROR_TIMEOUT
    elif isinstance(error, llm.LLMError):
        status = Status.ERROR_PROVIDER
    said = f"{type(error).__name__}: {error}"
    is_own = answer.fail(said, state=status, finished_at=timezone.now())
    answer.refresh_from_db()
    if is_own:
        logger.warning("answer_failed", answer_id=str(answer.pk), status=answer.status)
        publish_failure(answer)
    return answer
