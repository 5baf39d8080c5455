"""Which regulations are cited, and how their citations fared: a bar a regulation, and one of them day by day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.db.models import Sum
from django.utils.translation import gettext as _

from chat.dashboard.plots import BarRow, Key, Plot, Series, drawn_as
from chat.models import RegulationFigure
from chat.numbers import percent
from verification.states import CitationStatus

CITATION_LOOKS: Mapping[str, str] = {
    CitationStatus.VERIFIED: "verified",
    CitationStatus.MISATTRIBUTED: "mismatch",
    CitationStatus.OUT_OF_CONTEXT: "mismatch-soft",
    CitationStatus.NOT_FOUND: "missing",
    CitationStatus.UNKNOWN_REGULATION: "missing-soft",
    CitationStatus.AMBIGUOUS: "many",
    CitationStatus.DELETED: "gone",
    CitationStatus.NOT_IN_FORCE: "gone-soft",
}
_MOST = 12
_STATES = tuple(CitationStatus.values)


@dataclass(frozen=True)
class RegulationRow:
    """A regulation with its bar, its citations and the share of them that was verified."""

    bar: BarRow
    citations: int
    verified: float

    @property
    def verified_share(self) -> str:
        """The share for people."""
        return percent(self.verified)


def regulation_rows(*, first: date, last: date, days: int) -> list[RegulationRow]:
    """The regulations that were cited most in a period; one read."""
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    found = RegulationFigure.objects.filter(day__gte=first, day__lte=last)
    sums = found.values_list("title", "status").annotate(n=Sum("count"))
    for title, status, count in sums.order_by("title", "status"):
        counts[title][status] = count
    totals = sorted(((sum(row.values()), title) for title, row in counts.items()), key=_by_most)
    longest = float(totals[0][0]) if totals else 0.0
    return [_row(title, counts[title], total, longest, days) for total, title in totals[:_MOST]]


def regulation_legend(rows: Sequence[RegulationRow]) -> list[Key]:
    """What the colors of the bars stand for."""
    parts = {(look, label) for row in rows for look, label, _count in row.bar.parts}
    return [Key(drawn_as(look), label) for look, label in sorted(parts, key=_by_state)]


def regulation_plot(*, title: str, first: date, last: date) -> Plot:
    """The citations of one regulation, day by day."""
    days = tuple(first + timedelta(days=number) for number in range((last - first).days + 1))
    rows = RegulationFigure.objects.filter(title=title, day__gte=first, day__lte=last)
    counts = {
        (day, status): float(count)
        for day, status, count in rows.order_by("day").values_list("day", "status", "count")
    }
    seen = [status for status in _STATES if any(status == one for _day, one in counts)]
    series = tuple(
        Series(
            str(CitationStatus(status).label),
            CITATION_LOOKS.get(status, "unchecked"),
            tuple(counts.get((day, status), 0.0) for day in days),
        )
        for status in seen
    )
    return Plot(_("인용의 상태: %s") % title, days, series)


def _by_state(part: tuple[str, str]) -> int:
    return [str(one.label) for one in CitationStatus].index(part[1])


def _by_most(row: tuple[int, str]) -> tuple[int, str]:
    return -row[0], row[1]


def _row(title: str, row: dict[str, int], total: int, longest: float, days: int) -> RegulationRow:
    parts = tuple(
        (
            CITATION_LOOKS.get(status, "unchecked"),
            str(CitationStatus(status).label),
            float(row[status]),
        )
        for status in _STATES
        if row.get(status)
    )
    url = "?" + urlencode({"days": days, "regulation": title})
    verified = row.get(CitationStatus.VERIFIED.value, 0)
    return RegulationRow(BarRow(title, parts, longest, url), total, verified / total)
