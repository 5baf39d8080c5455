"""What the review has before it and what the models cost, as plots: how old the open cases are, and the cost of each day."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from chat.insights.dashboard.plots import BarRow, DayPlot, PlotSeries
from portal.controls.costs import costs_by_day
from verification.review.leading import GOAL_MINUTES, handling_minutes
from verification.review.queue import waiting_ages


def age_rows(*, now: datetime) -> list[BarRow]:
    """A bar for each group of ages; empty where no case is open. What is past the target has the color of what differs."""
    ages = waiting_ages(now=now)
    longest = float(max(one.count for one in ages))
    if not longest:
        return []
    return [
        BarRow(
            one.label,
            (("mismatch" if one.is_late else "many", one.label, float(one.count)),),
            longest,
        )
        for one in ages
    ]


def handling_plot(*, first: date, last: date, begins: datetime, ends: datetime) -> DayPlot:
    """The median time from opening a case to its decision, day by day, with the goal as a line."""
    days = tuple(first + timedelta(days=number) for number in range((last - first).days + 1))
    minutes = handling_minutes(begins=begins, ends=ends)
    seconds = tuple(minutes[day] * 60 if day in minutes else None for day in days)
    return DayPlot(
        _("답변 하나를 열어서 결정하기까지(초)"),
        days,
        (PlotSeries(_("처리 시간의 중앙값"), "many", seconds),),
        note=_("점선은 목표인 2분입니다."),
        goal=GOAL_MINUTES * 60,
    )


def cost_plot(*, first: date, last: date) -> DayPlot:
    """The cost of each day; the tokens where a model has no price."""
    days = tuple(first + timedelta(days=number) for number in range((last - first).days + 1))
    costs = costs_by_day(first=first, last=last)
    amounts = {day: cost.amount for day, cost in costs.items() if cost.amount is not None}
    if len(amounts) == len(costs) and settings.MODEL_PRICES:
        title = _("하루 비용(%s)") % settings.MODEL_PRICE_CURRENCY
        values = {day: float(amount) for day, amount in amounts.items()}
        label = _("비용")
    else:
        title, label = _("하루에 쓴 토큰"), _("토큰")
        values = {
            day: float(cost.prompt_tokens + cost.completion_tokens) for day, cost in costs.items()
        }
    series = PlotSeries(label, "many", tuple(values.get(day) for day in days))
    return DayPlot(title, days, (series,))
