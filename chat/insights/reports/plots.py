"""The plot of the report's page: questions by day."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils.translation import gettext as _

from chat.insights.dashboard.plots import DayPlot, PlotSeries


def days_plot(*, month: date, days: tuple[int, ...]) -> DayPlot:
    """A bar a day."""
    values = tuple(float(count) for count in days)
    named = tuple(month + timedelta(days=number) for number in range(len(days)))
    return DayPlot(_("하루에 받은 질문"), named, (PlotSeries(_("질문"), "many", values),))
