"""Casework in the background: searches and compositions made once more, and the vectors of questions."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.utils import timezone

from chat.reruns.drafts import trial_execute
from chat.reruns.running import rerun_execute
from chat.reruns.similar import questions_embed

logger = structlog.get_logger(__name__)


@shared_task(name="chat.rerun_case")
def rerun_case(*, rerun_id: str, **_: object) -> None:
    """Search or compose once more for a case."""
    rerun_execute(rerun_id=rerun_id)


@shared_task(name="chat.rerun_draft", soft_time_limit=780, time_limit=840)
def rerun_draft(*, trial_id: int, **_: object) -> None:
    """Try questions against a draft that is on public notice."""
    trial_execute(trial_id=trial_id, now=timezone.now())


@shared_task(name="chat.embed_questions")
def embed_questions(**_: object) -> None:
    """Give the questions that have none a vector of the model in use, so that similar ones are found."""
    count = questions_embed()
    if count:
        logger.info("questions_embedded", count=count)
