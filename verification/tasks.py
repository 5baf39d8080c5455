"""The asynchronous check, and what beat orders of the review."""

from __future__ import annotations

from pathlib import Path

import structlog
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from portal import llm
from portal.controls.models import SiteControls
from portal.jobs import progress
from portal.jobs.dispatch import send_on_commit
from verification.checked_texts.announcements import (
    NoticesMissingError,
    notice_check,
    notices_due,
    notices_find,
)
from verification.checked_texts.running import text_check_fail, text_check_run
from verification.checked_texts.sharing import shared_reports_expire
from verification.faithfulness.answers import judge, stored_sources
from verification.faithfulness.budget import budget_renewed_at, budget_take
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
from verification.review.notices.digest import digests_send
from verification.review.notices.scheduled import notify_daily_summary, notify_overdue
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


@shared_task(name="verification.tell_staff")
def tell_staff(**_: object) -> None:
    """Notify the staff of overdue cases, and once a day of the state of the queue."""
    now = timezone.now()
    notify_overdue(now=now)
    notify_daily_summary(now=now)


@shared_task(name="verification.send_digests")
def send_digests(**_: object) -> None:
    """Send the digests that are due."""
    count = digests_send(now=timezone.now())
    if count:
        logger.info("digests_sent", count=count)


@shared_task(name="verification.check_text")
def check_text(*, token: str, **_: object) -> None:
    """Check a text that somebody brought; it is kept for half an hour, and so is its report."""
    try:
        text_check_run(token=token)
    except SoftTimeLimitExceeded:
        text_check_fail(token=token)


@shared_task(name="verification.check_notices")
def check_notices(**_: object) -> None:
    """Order the check of every notice in the folder of the controls that is due, each as work of its own."""
    controls = SiteControls.objects.filter(pk=1).exclude(notices_folder="").first()
    if controls is None:
        return
    try:
        paths = notices_find(Path(controls.notices_folder))
    except NoticesMissingError as error:
        logger.warning("notices_missing", error=str(error))
        return
    for path in notices_due(paths, on=timezone.localdate()):
        send_on_commit(check_notice, path=str(path))


@shared_task(name="verification.check_notice")
def check_notice(*, path: str, **_: object) -> None:
    """Check one notice; the limits of its time are those of a text."""
    notice_check(path=Path(path), as_of=timezone.localdate(), now=timezone.now())


@shared_task(name="verification.expire_shared_reports")
def expire_shared_reports(**_: object) -> None:
    """Delete the shared reports whose time is over."""
    shared_reports_expire(now=timezone.now())


def _publish_verdict(answer_id: str) -> None:
    """Update the badge on the page, and end its stream."""
    key = f"answer:{answer_id}"
    verification = Verification.objects.select_related("answer").get(answer_id=answer_id)
    with translation.override(verification.answer.language):
        html = render_to_string("verification/_faithfulness.html", {"verification": verification})
    progress.publish(key, "faithfulness", html)
    progress.publish(key, progress.DONE)
