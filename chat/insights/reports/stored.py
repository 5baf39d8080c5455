"""Store the figures of a finished month and read them; stored figures never change."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from chat.insights.dashboard.counting import days_count
from chat.insights.reports.figures import MonthFigures, month_before, month_figures, month_last
from chat.models import DailyFigure, MonthlyReport


def reports_write(*, today: date) -> int:
    """Store every finished, counted month that is not stored yet; returns how many. Idempotent."""
    written = 0
    month = month_before(today.replace(day=1))
    oldest = DailyFigure.objects.aggregate(day=Min("day"))["day"]
    while oldest is not None and month_last(month) >= oldest:
        written += _write(month, today)
        month = month_before(month)
    return written


def report_read(*, month: date, today: date) -> tuple[MonthFigures, bool]:
    """The figures of a month, and whether they are final; those of the present month are counted as they are now."""
    kept = MonthlyReport.objects.filter(month=month).first()
    if kept is not None:
        return MonthFigures.from_json(kept.figures), True
    if month == today.replace(day=1):
        return month_figures(month=month), False
    return MonthFigures(), False


def stored_months() -> list[date]:
    """The months that are kept, the latest first."""
    return list(MonthlyReport.objects.order_by("-month").values_list("month", flat=True))


@transaction.atomic
def _write(month: date, today: date) -> int:
    if MonthlyReport.objects.filter(month=month).exists():
        return 0
    # The last days may have been counted before they were over.
    last = month_last(month)
    if last >= today - timedelta(days=31):
        days_count(first=last, last=last)
    _report, created = MonthlyReport.objects.get_or_create(
        month=month, defaults={"figures": month_figures(month=month).as_json()}
    )
    return int(created)


def this_month() -> date:
    """The first of the present month."""
    return timezone.localdate().replace(day=1)
