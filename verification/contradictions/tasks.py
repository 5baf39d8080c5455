"""Finding what does not fit, in the background."""

from __future__ import annotations

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from verification.contradictions.finding import contradictions_find

_ORDERED = "contradictions:ordered"
# Longer than a message waits and its task may live: a worker that died leaves the key behind.
_ORDERED_SECONDS = 30 * 60


def contradictions_order() -> None:
    """Have a worker find what does not fit, unless one is at it or about to."""
    if cache.add(_ORDERED, True, timeout=_ORDERED_SECONDS):
        find_contradictions.delay()


@shared_task(name="verification.find_contradictions", soft_time_limit=780, time_limit=840)
def find_contradictions(**_: object) -> None:
    """Hold the provisions in force against each other; a second run finds the same."""
    try:
        contradictions_find(day=timezone.localdate())
    finally:
        cache.delete(_ORDERED)
