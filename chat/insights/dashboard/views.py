"""The dashboard for the staff, and its figures as files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chat.insights.dashboard.figures import categories_counted
from chat.insights.dashboard.overview import overview_of
from chat.insights.dashboard.regulations import (
    ANSWERS,
    CITATIONS,
    regulation_legend,
    regulation_plot,
    regulation_rows,
)
from chat.insights.dashboard.signals import curation_signals
from chat.insights.dashboard.workload import age_rows, cost_plot, handling_plot
from chat.insights.days import midnight
from chat.models import DailyFigure, DayCount, RegulationAnswerFigure, RegulationFigure
from portal.controls.costs import costs_by_month, costs_by_step
from portal.http.numbers import whole_number
from portal.http.spreadsheets import Cell, csv_file, xlsx_file
from verification.review.access import reviewer_of, reviewers_only
from verification.review.leading import reviewer_figures

PERIODS = (7, 30, 90, 365)
_DEFAULT = 30
_MONTHS = 12
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True)
class DashboardQuery:
    """What the address asks for."""

    days: int
    first: date
    last: date
    category: str
    regulation: str


@never_cache
@reviewers_only
@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """Figures, plots with their tables, and what to curate; period, category and regulation are kept in the address."""
    shown = _shown(request)
    between = {"first": shown.first, "last": shown.last}
    cited = regulation_rows(counted=CITATIONS, **between, days=shown.days)
    answered = regulation_rows(counted=ANSWERS, **between, days=shown.days)
    context = {
        "overview": overview_of(**between, category=shown.category),
        "signals": curation_signals(**between),
        "categories": categories_counted(**between),
        "cited": cited,
        "cited_legend": regulation_legend(CITATIONS, cited),
        "answered": answered,
        "answered_legend": regulation_legend(ANSWERS, answered),
        "ages": age_rows(now=timezone.now()),
        "cost_plot": cost_plot(**between),
        "may_edit_thesaurus": request.user.has_perm("regulations.add_thesaurusentry"),
        "shown": shown,
        "periods": PERIODS,
        "steps": costs_by_step(**between),
        "months": costs_by_month(first=_months_ago(shown.last), last=shown.last),
        "counted_at": DayCount.objects.aggregate(at=Max("counted_at"))["at"],
        "has_prices": bool(settings.MODEL_PRICES),
    }
    if shown.regulation:
        context["regulation_plots"] = [
            regulation_plot(counted=one, name=name, title=shown.regulation, **between)
            for one, name in ((CITATIONS, _("인용의 상태: %s")), (ANSWERS, _("답변의 상태: %s")))
        ]
    if reviewer_of(request).may_lead:
        begins, ends = midnight(shown.first), midnight(shown.last + timedelta(days=1))
        context["reviewers"] = reviewer_figures(begins=begins, ends=ends, now=timezone.now())
        context["handling_plot"] = handling_plot(
            first=shown.first, last=shown.last, begins=begins, ends=ends
        )
    return render(request, "chat/dashboard.html", context)


@never_cache
@reviewers_only
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """The counted rows of a period as CSV."""
    shown = _shown(request)
    reply = HttpResponse(csv_file(_HEAD, _rows(shown)), content_type="text/csv; charset=utf-8")
    return _named(reply, shown, "csv")


@never_cache
@reviewers_only
@require_safe
def workbook(request: HttpRequest) -> HttpResponse:
    """The same as a workbook, with the citations and answers of the regulations and the cost."""
    shown = _shown(request)
    sheets = [
        (_("하루 통계"), _HEAD, _rows(shown)),
        (_("규정별 인용"), _BY_REGULATION, _regulation_rows(RegulationFigure, shown)),
        (_("규정별 답변"), _BY_REGULATION, _regulation_rows(RegulationAnswerFigure, shown)),
        (_("비용"), ("step", "calls", "tokens in", "tokens out", "amount"), _cost_rows(shown)),
    ]
    return _named(HttpResponse(xlsx_file(sheets), content_type=XLSX), shown, "xlsx")


_HEAD = ("day", "category", "name", "count", "total")
_BY_REGULATION = ("day", "regulation", "status", "count")


def _rows(shown: DashboardQuery) -> Iterator[tuple[Cell, ...]]:
    found = DailyFigure.objects.filter(day__gte=shown.first, day__lte=shown.last)
    if shown.category:
        found = found.filter(category=shown.category)
    for row in found.order_by("day", "category", "name"):
        yield str(row.day), row.category, row.name, row.count, row.total


def _regulation_rows(
    figures: type[RegulationFigure | RegulationAnswerFigure], shown: DashboardQuery
) -> Iterator[tuple[Cell, ...]]:
    found = figures.objects.filter(day__gte=shown.first, day__lte=shown.last)
    for row in found.order_by("day", "title", "status"):
        yield str(row.day), row.title, row.status, row.count


def _cost_rows(shown: DashboardQuery) -> Iterator[tuple[Cell, ...]]:
    for row in costs_by_step(first=shown.first, last=shown.last):
        amount = None if row.amount is None else float(row.amount)
        yield row.name, row.calls, row.prompt_tokens, row.completion_tokens, amount


def _named(reply: HttpResponse, shown: DashboardQuery, ending: str) -> HttpResponse:
    name = f"figures-{shown.first}-{shown.last}.{ending}"
    reply["Content-Disposition"] = f'attachment; filename="{name}"'
    return reply


def _shown(request: HttpRequest) -> DashboardQuery:
    asked = whole_number(request.GET.get("days", ""))
    days = asked if asked in PERIODS else _DEFAULT
    last = timezone.localdate()
    return DashboardQuery(
        days=days,
        first=last - timedelta(days=days - 1),
        last=last,
        category=request.GET.get("category", "").replace("\0", ""),
        regulation=request.GET.get("regulation", "").replace("\0", "")[:200],
    )


def _months_ago(day: date) -> date:
    """The first of the month a year before, so that a whole year of months is shown."""
    months = day.year * 12 + day.month - _MONTHS
    return date(months // 12, months % 12 + 1, 1)
