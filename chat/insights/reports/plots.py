"""The plot of the report's page: questions by day."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils.translation import gettext as _

from chat.insights.dashboard.plots import Plot, Series


def days_plot(*, month: date, days: tuple[int, ...]) -> Plot:
    """A bar a day."""
    values = tuple(float(count) for count in days)
    named = tuple(month + timedelta(days=number) for number in range(len(days)))
    return Plot(_("하루에 받은 질문"), named, (Series(_("질문"), "many", values),))
