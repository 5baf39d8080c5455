"""Run a queued search or composition in a worker."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import structlog
from django.utils import timezone

from chat.asking.askers import asker_korean
from chat.composing import composer_for_settings
from chat.models import Rerun
from chat.reruns.composing import (
    NoSourceError,
    TakenOverError,
    chosen_sources,
    recompose,
)
from chat.reruns.leases import extend_rerun_lease, lease_rerun, rerun_fail, rerun_finish
from chat.reruns.searching import repeat_search
from portal import llm

logger = structlog.get_logger(__name__)


def rerun_execute(*, rerun_id: UUID | str) -> None:
    """Run what a row orders, once, however often it is called; a model that fails ends it with the reason."""
    rerun = lease_rerun(rerun_id=rerun_id, now=timezone.now())
    if rerun is None:
        return
    try:
        result = _result(rerun)
    except TakenOverError:
        logger.info("rerun_taken_over", rerun_id=str(rerun.pk))
        return
    except llm.LLMError as error:
        logger.warning("rerun_failed", rerun_id=str(rerun.pk), error=type(error).__name__)
        rerun_fail(rerun=rerun, error=f"{type(error).__name__}: {error}", now=timezone.now())
        return
    except NoSourceError:
        rerun_fail(rerun=rerun, error="no chosen provision is in force", now=timezone.now())
        return
    except Exception as error:
        # Nobody waits in front of a result that will never come; the fault itself goes on to the log.
        rerun_fail(rerun=rerun, error=f"{type(error).__name__}: {error}", now=timezone.now())
        raise
    rerun_finish(rerun=rerun, result=result, now=timezone.now())


def _result(rerun: Rerun) -> dict[str, Any]:
    def report_stage(stage: Rerun.Stage) -> bool:
        return extend_rerun_lease(rerun=rerun, stage=stage, now=timezone.now())

    if rerun.kind == Rerun.Kind.SEARCH:
        report_stage(Rerun.Stage.SEARCHING)
        return repeat_search(answer=rerun.answer, day=rerun.day).as_json()
    former = rerun.answer.former_version_ids
    sources = chosen_sources(passage_ids=rerun.sources, day=rerun.day, former=former)
    composed = recompose(
        answer=rerun.answer,
        sources=sources,
        day=rerun.day,
        composer=composer_for_settings(asker=asker_korean(rerun.answer.message.conversation.scope)),
        report_stage=report_stage,
    )
    return composed.as_json()
