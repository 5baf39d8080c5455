"""Finding what does not fit, in the background."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from verification.contradictions.finding import contradictions_find


@shared_task(name="verification.find_contradictions", soft_time_limit=780, time_limit=840)
def find_contradictions(**_: object) -> None:
    """Hold the provisions in force against each other; a second run finds the same."""
    contradictions_find(day=timezone.localdate())
