"""The dashboard for the staff, and its figures as CSV."""

from __future__ import annotations

import csv
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chat.dashboard.figures import categories_counted
from chat.dashboard.overview import overview_of
from chat.dashboard.signals import signals_of
from chat.models import DailyFigure
from verification.access import reviewers_only

PERIODS = (7, 30, 90, 365)
_DEFAULT = 30


@never_cache
@reviewers_only
@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """Figures, plots with their tables, and what to curate; period and category are kept in the address."""
    days = _days(request)
    last = timezone.localdate()
    first = last - timedelta(days=days - 1)
    category = request.GET.get("category", "")
    context = {
        "overview": overview_of(first=first, last=last, category=category),
        "signals": signals_of(first=first, last=last),
        "categories": categories_counted(first=first, last=last),
        "category": category,
        "periods": PERIODS,
        "days": days,
        "first": first,
        "last": last,
    }
    return render(request, "chat/dashboard.html", context)


@never_cache
@reviewers_only
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """The counted rows of a period as CSV, in an encoding that spreadsheets open."""
    last = timezone.localdate()
    first = last - timedelta(days=_days(request) - 1)
    reply = HttpResponse(content_type="text/csv; charset=utf-8")
    reply["Content-Disposition"] = f'attachment; filename="figures-{first}-{last}.csv"'
    reply.write("\ufeff")
    rows = csv.writer(reply)
    rows.writerow(["day", "category", "name", "count", "total"])
    found = DailyFigure.objects.filter(day__gte=first, day__lte=last)
    if category := request.GET.get("category", ""):
        found = found.filter(category=category)
    for row in found.order_by("day", "category", "name"):
        rows.writerow([row.day, _inert(row.category), row.name, row.count, row.total])
    return reply


def _days(request: HttpRequest) -> int:
    asked = request.GET.get("days", "")
    return (
        int(asked) if asked.isascii() and asked.isdecimal() and int(asked) in PERIODS else _DEFAULT
    )


def _inert(text: str) -> str:
    """A cell that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
