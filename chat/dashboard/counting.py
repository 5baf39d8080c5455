"""Count what happened on a day, in one statement that reads the rows of these days by their index and no other."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from chat.models import DailyFigure

# Where the groups of the time that an answer took end, in milliseconds; the last group is open.
LIMITS = (500.0, 1000.0, 2000.0, 3000.0, 5000.0, 8000.0, 13000.0, 20000.0, 30000.0, 60000.0)
_COUNT = Path(__file__).with_name("counting.sql").read_text(encoding="utf-8")


@transaction.atomic
def days_count(*, first: date, last: date) -> None:
    """Count the days from the first to the last anew; what was counted of them before is replaced."""
    # Two who count the same days come one after the other.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('chat.days_count'))")
    DailyFigure.objects.filter(day__gte=first, day__lte=last).delete()
    parameters: dict[str, Any] = {
        "zone": settings.TIME_ZONE,
        "begins": _midnight(first),
        "ends": _midnight(last + timedelta(days=1)),
        "limits": list(LIMITS),
    }
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, parameters)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min), timezone.get_default_timezone())
