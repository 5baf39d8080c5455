"""The project's own tasks: a sign of life of the queue that it came through, and the repair of work on rows."""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import current_task, shared_task
from django.conf import settings
from django.utils import timezone

from portal.health.heartbeats import heartbeat_record
from portal.jobs.repair import work_repair


@shared_task(name="portal.heartbeat")
def heartbeat(*, queue: str, **_: object) -> None:
    """Say that a worker took this message, and how long it lay in the queue: it says itself when it is out of date."""
    now = timezone.now()
    expires = current_task.request.expires
    if isinstance(expires, str):
        sent_at = datetime.fromisoformat(expires) - timedelta(
            seconds=settings.HEARTBEAT_EXPIRES_SECONDS
        )
    else:
        sent_at = now
    heartbeat_record(queue=queue, waited=now - sent_at, now=now)


@shared_task(name="portal.repair_work")
def repair_work(**_: object) -> None:
    """Send again what lost its message or its worker."""
    work_repair(now=timezone.now())
