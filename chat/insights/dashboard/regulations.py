"""Which regulations are cited, and how their citations and the answers fared: a bar a regulation, and one day by day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.db.models import Sum, TextChoices

from chat.insights.dashboard.plots import BarRow, DayPlot, LegendKey, PlotSeries, style_classes
from chat.insights.numbers import format_percent
from chat.models import Answer, RegulationAnswerFigure, RegulationFigure
from verification.citations.states import CitationStatus

CITATION_STYLES: Mapping[str, str] = {
    CitationStatus.VERIFIED: "verified",
    CitationStatus.MISATTRIBUTED: "mismatch",
    CitationStatus.OUT_OF_CONTEXT: "mismatch-soft",
    CitationStatus.NOT_FOUND: "missing",
    CitationStatus.UNKNOWN_REGULATION: "missing-soft",
    CitationStatus.AMBIGUOUS: "many",
    CitationStatus.DELETED: "gone",
    CitationStatus.NOT_IN_FORCE: "gone-soft",
}
STATUS_STYLES: Mapping[str, str] = {
    "ANSWERED": "verified",
    "PARTIAL": "many",
    "NEAR": "many-dashed",
    "CORRECTED": "many-soft",
    "WITHDRAWN": "gone",
    "UNANSWERABLE_NO_SOURCE": "unchecked",
    "UNANSWERABLE_NO_PROVISION": "gone-dashed",
    "UNANSWERABLE_UNSUPPORTED": "mismatch",
    "UNANSWERABLE_OUT_OF_SCOPE": "unchecked-soft",
    "UNANSWERABLE_DECLINED": "mismatch-soft",
    "STOPPED": "verified-soft",
    "ERROR_PROVIDER": "missing",
    "ERROR_TIMEOUT": "missing-soft",
    "ERROR_INTERNAL": "gone-soft",
}
_MOST = 12


@dataclass(frozen=True)
class RegulationCounts:
    """What is counted by regulation: the rows of its counts, its states in their order, their styles and the good one."""

    figures: type[RegulationFigure | RegulationAnswerFigure]
    states: type[TextChoices]
    styles: Mapping[str, str]
    good: str

    def style(self, status: str) -> str:
        """The colors of a state."""
        return self.styles.get(status, "unchecked")


CITATIONS = RegulationCounts(RegulationFigure, CitationStatus, CITATION_STYLES, "VERIFIED")
ANSWERS = RegulationCounts(RegulationAnswerFigure, Answer.Status, STATUS_STYLES, "ANSWERED")


@dataclass(frozen=True)
class RegulationRow:
    """A regulation with its bar, what was counted and the share of it that was good."""

    bar: BarRow
    count: int
    good: float

    @property
    def good_share(self) -> str:
        """The share for people."""
        return format_percent(self.good)


def regulation_rows(
    *, counted: RegulationCounts, first: date, last: date, days: int
) -> list[RegulationRow]:
    """The regulations that were cited most in a period; one read."""
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    found = counted.figures.objects.filter(day__gte=first, day__lte=last)
    sums = found.values_list("title", "status").annotate(n=Sum("count"))
    for title, status, count in sums.order_by("title", "status"):
        counts[title][status] = count
    totals = sorted(((sum(row.values()), title) for title, row in counts.items()), key=_by_most)
    longest = float(totals[0][0]) if totals else 0.0
    return [_row(counted, title, counts[title], longest, days) for _total, title in totals[:_MOST]]


def regulation_legend(counted: RegulationCounts, rows: Sequence[RegulationRow]) -> list[LegendKey]:
    """What the colors of the bars stand for."""
    labels = [str(label) for label in counted.states.labels]
    parts = {(style, label) for row in rows for style, label, _count in row.bar.parts}
    ordered = sorted(parts, key=lambda part: labels.index(part[1]))
    return [LegendKey(style_classes(style), label) for style, label in ordered]


def regulation_plot(
    *, counted: RegulationCounts, name: str, title: str, first: date, last: date
) -> DayPlot:
    """What was counted of one regulation, day by day."""
    days = tuple(first + timedelta(days=number) for number in range((last - first).days + 1))
    rows = counted.figures.objects.filter(title=title, day__gte=first, day__lte=last)
    counts = {
        (day, status): float(count)
        for day, status, count in rows.order_by("day").values_list("day", "status", "count")
    }
    seen = [one for one in counted.states if any(one == status for _day, status in counts)]
    series = tuple(
        PlotSeries(
            str(status.label),
            counted.style(status.value),
            tuple(counts.get((day, status.value), 0.0) for day in days),
        )
        for status in seen
    )
    return DayPlot(name % title, days, series)


def _by_most(row: tuple[int, str]) -> tuple[int, str]:
    return -row[0], row[1]


def _row(
    counted: RegulationCounts, title: str, row: Mapping[str, int], longest: float, days: int
) -> RegulationRow:
    parts = tuple(
        (counted.style(one.value), str(one.label), float(row[one.value]))
        for one in counted.states
        if row.get(one.value)
    )
    url = "?" + urlencode({"days": days, "regulation": title})
    total = sum(row.values())
    return RegulationRow(
        BarRow(title, parts, longest, url), total, row.get(counted.good, 0) / total
    )
