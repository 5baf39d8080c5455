"""The project's own task: a sign of life of the queue that it came through."""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import current_task, shared_task
from django.conf import settings
from django.utils import timezone

from portal.health.heartbeats import heartbeat_record


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
