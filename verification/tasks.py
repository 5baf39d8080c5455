"""What beat orders of the review and of notices, and the check of a text that somebody brought."""

from __future__ import annotations

from pathlib import Path

import structlog
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from portal.controls.models import SiteControls
from portal.jobs.dispatch import send_on_commit
from verification.checked_texts.announcements import (
    NoticesMissingError,
    notice_check,
    notices_due,
    notices_find,
)
from verification.checked_texts.running import text_check_fail, text_check_run
from verification.checked_texts.sharing import shared_reports_expire
from verification.review.notices.digest import digests_send
from verification.review.notices.scheduled import notify_daily_summary, notify_overdue

logger = structlog.get_logger(__name__)


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
