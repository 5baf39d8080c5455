"""How many calls the judge may cost in an hour: one counter for all workers, in the shared cache."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache

from portal import llm

_HOUR = timedelta(hours=1)
# The claims, once a run, and the pairs of sentence and citation.
_CALLS_FOR_PAIRS = 1


def budget_take(*, now: datetime, calls: int | None = None) -> bool:
    """Take the calls of one check from this hour's budget; False where they are not left, and nothing is taken."""
    limit = settings.JUDGE_CALLS_PER_HOUR
    if not limit or not llm.available():
        return True
    calls = settings.JUDGE_RUNS + _CALLS_FOR_PAIRS if calls is None else calls
    key = f"judge-calls:{now:%Y%m%d%H}"
    cache.add(key, 0, timeout=2 * int(_HOUR.total_seconds()))
    if cache.incr(key, calls) <= limit:
        return True
    cache.decr(key, calls)
    return False


def budget_renewed_at(*, now: datetime) -> datetime:
    """When the next hour's budget begins."""
    return now.replace(minute=0, second=0, microsecond=0) + _HOUR
