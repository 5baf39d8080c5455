"""Count what happened on a day, in statements that read the rows of these days by their index and no other.

The last days are counted again and again. An older one is counted again when a check, an opinion or a decision came to one
of its answers after it was counted, but not once the university forgets answers of that age: what is deleted was counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Min, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from chat.insights.days import midnight
from chat.models import (
    DailyFigure,
    DayCount,
    Feedback,
    RegulationAnswerFigure,
    RegulationFigure,
)
from verification.checking.outcomes import FOUND_FOR_SENTENCE
from verification.models import Review, Verification

# Where the groups of the time that an answer took end, in milliseconds; the last group is open.
LIMITS = (500.0, 1000.0, 2000.0, 3000.0, 5000.0, 8000.0, 13000.0, 20000.0, 30000.0, 60000.0)
RECOUNTED_DAYS = 3
# For how long a change of an older day is looked for; longer than beat is ever away.
_LOOKED_BACK = timedelta(days=7)
_COUNTS = [
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("counting.sql", "regulations.sql", "regulation_answers.sql")
]


def days_due(*, now: datetime) -> list[tuple[date, date]]:
    """The stretches of days to count: from the last one counted, at least the last three, and older ones that changed since."""
    today = timezone.localdate(now)
    last = DayCount.objects.filter(day__lte=today).aggregate(day=Max("day"))["day"]
    if last is None:
        # Days that were counted before it was noted when, and before citations were counted by regulation.
        last = max(
            DailyFigure.objects.aggregate(day=Min("day"))["day"] or today,
            _oldest_complete_day(today),
        )
    first = min(last, today - timedelta(days=RECOUNTED_DAYS))
    return [(first, today), *((day, day) for day in sorted(_changed(first, now)))]


@transaction.atomic
def days_count(*, first: date, last: date) -> None:
    """Count the days from the first to the last anew; what was counted of them before is replaced."""
    # Two who count the same days come one after the other.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('chat.days_count'))")
    # What comes while it is counted belongs to the next time.
    now = timezone.now()
    for counted in (DailyFigure, RegulationFigure, RegulationAnswerFigure, DayCount):
        counted.objects.filter(day__gte=first, day__lte=last).delete()
    parameters: dict[str, Any] = {
        "zone": settings.TIME_ZONE,
        "begins": midnight(first),
        "ends": midnight(last + timedelta(days=1)),
        "limits": list(LIMITS),
        "found": FOUND_FOR_SENTENCE,
    }
    with connection.cursor() as cursor:
        for statement in _COUNTS:
            cursor.execute(statement, parameters)
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    DayCount.objects.bulk_create(DayCount(day=day, counted_at=now) for day in days)


def _changed(before: date, now: datetime) -> Iterator[date]:
    """Days before this one whose answers were checked, judged or decided about after they were counted."""
    latest: dict[date, datetime] = {}
    for day, at in _late_changes(before, now - _LOOKED_BACK):
        latest[day] = max(at, latest.get(day, at))
    kept_from = _oldest_complete_day(timezone.localdate(now))
    counted = dict(DayCount.objects.filter(day__in=latest).values_list("day", "counted_at"))
    for day, at in latest.items():
        if day > kept_from and (day not in counted or counted[day] < at):
            yield day


def _late_changes(before: date, since: datetime) -> Iterator[tuple[date, datetime]]:
    ends = midnight(before)
    changes: tuple[tuple[QuerySet[Any], str], ...] = (
        (Verification.objects.filter(checked_at__gte=since), "checked_at"),
        (Feedback.objects.filter(updated_at__gte=since), "updated_at"),
        (Review.objects.filter(created_at__gte=since), "created_at"),
    )
    for rows, changed in changes:
        late = rows.filter(answer__created_at__lt=ends).annotate(
            on=TruncDate("answer__created_at", tzinfo=timezone.get_default_timezone())
        )
        yield from late.values_list("on").annotate(at=Max(changed)).order_by("on")


def _oldest_complete_day(today: date) -> date:
    """The day before which answers may have been forgotten."""
    days = settings.RETENTION_DAYS
    return today - timedelta(days=days) if days > 0 else date.min
