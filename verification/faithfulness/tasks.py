"""The second reading of an answer, in the background."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from portal import llm
from portal.jobs import progress
from verification.checking.judge_budget import budget_renewed_at, budget_take
from verification.faithfulness.answers import judge, stored_sources
from verification.faithfulness.pairs import judge_pairs, pairs_store
from verification.faithfulness.recording import (
    FaithfulnessResult,
    defer_check,
    fail_check,
    faithfulness_record,
    lease_check,
)
from verification.faithfulness.settling import marks_settle, shown_texts
from verification.models import Verification
from verification.signals import answer_checked

logger = structlog.get_logger(__name__)


@shared_task(name="verification.check_faithfulness")
def check_faithfulness(*, answer_id: str, **_: object) -> None:
    """Judge an answer as it was shown against the snapshots of its sources; once, however often it is called."""
    verification = lease_check(answer_id=answer_id, now=timezone.now())
    if verification is None:
        return
    now = timezone.now()
    if not budget_take(now=now):
        logger.warning("judge_over_budget", answer_id=answer_id)
        reason = "the judge's calls of this hour are used up"
        defer_check(verification=verification, reason=reason, until=budget_renewed_at(now=now))
        _publish_verdict(answer_id)
        return
    answer = verification.answer
    sources = stored_sources(answer.passages.order_by("rank"))
    texts = shown_texts(verification)
    try:
        # Nothing is left to be read where every sentence was withdrawn.
        result = (
            judge(
                question=answer.question,
                sentences=texts,
                sources=sources,
                threshold=verification.confidence_threshold,
            )
            if texts
            else FaithfulnessResult([], Verification.Method.RULES)
        )
        pairs = judge_pairs(verification=verification)
    except llm.LLMError as error:
        is_final = not error.transient or verification.attempts >= verification.terms.most_attempts
        logger.warning("faithfulness_not_checked", answer_id=answer_id, error=type(error).__name__)
        fail_check(
            verification=verification, error=f"{type(error).__name__}: {error}", is_final=is_final
        )
        if is_final:
            _publish_verdict(answer_id)
        return
    with transaction.atomic():
        recorded = faithfulness_record(verification=verification, result=result, now=timezone.now())
        if recorded and pairs is not None:
            pairs_store(verification=verification, result=pairs)
        if recorded:
            verification.refresh_from_db()
            marks_settle(verification=verification)
            answer_checked.send(sender=Verification, verification=verification)
    if recorded:
        logger.info("faithfulness_checked", answer_id=answer_id, method=result.method)
        _publish_verdict(answer_id)


def _publish_verdict(answer_id: str) -> None:
    """Update the badge on the page, and end its stream."""
    key = f"answer:{answer_id}"
    verification = Verification.objects.select_related("answer").filter(answer_id=answer_id).first()
    if verification is None:
        # The asker has deleted the conversation meanwhile: the page that waits is told that nothing comes.
        progress.publish(key, progress.DONE)
        return
    with translation.override(verification.answer.language):
        html = render_to_string("verification/_faithfulness.html", {"verification": verification})
    progress.publish(key, "faithfulness", html)
    progress.publish(key, progress.DONE)
