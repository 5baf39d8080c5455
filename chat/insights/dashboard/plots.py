"""Plots drawn on the server: bars by day as SVG, without scripts, with the table behind each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from chat.insights.numbers import format_count, format_percent

_WIDTH, _HEIGHT = 640, 160


@dataclass(frozen=True)
class PlotSeries:
    """One row of values, a value a day; None where nothing was measured. `style` names its colors, as for states."""

    label: str
    style: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class LegendKey:
    """One line of a legend: the classes that draw it, and what it stands for."""

    drawn: str
    label: str


@dataclass(frozen=True)
class DayPlot:
    """A plot and the table behind it.

    Shares are drawn on a scale that ends at 1; `note` says what is counted, where. A `goal` is a line across.
    """

    title: str
    days: tuple[date, ...]
    series: tuple[PlotSeries, ...]
    is_share: bool = False
    note: str = ""
    goal: float = 0.0

    @property
    def top(self) -> float:
        """Where the scale ends; 0 where nothing was measured."""
        if self.is_share:
            measured = [value for one in self.series for value in one.values if value is not None]
            return 1.0 if measured else 0.0
        top = max((sum(column) for column in self._columns()), default=0.0)
        return max(top, self.goal) if top else 0.0

    @property
    def top_written(self) -> str:
        """The end of the scale for people."""
        return "100%" if self.is_share else _written(self.top, is_share=False)

    def legend(self) -> list[LegendKey]:
        """What each color stands for."""
        return [LegendKey(style_classes(one.style), one.label) for one in self.series]

    def rows(self) -> list[tuple[date, list[str]]]:
        """The table: a row a day that has a value, the latest first."""
        found = [
            (day, [_written(one.values[index], self.is_share) for one in self.series])
            for index, day in enumerate(self.days)
            if any(self._is_told(one.values[index]) for one in self.series)
        ]
        return found[::-1]

    def svg(self) -> SafeString:
        """The drawing: values of one day stand on each other."""
        top = self.top
        if not top:
            return SafeString("")
        width = _WIDTH / len(self.days)
        bars = [
            bar
            for index, column in enumerate(self._columns())
            for bar in self._bars(index, column, width, top)
        ]
        return format_html(
            '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}" preserveAspectRatio="none">'
            '<line class="plot-grid" x1="0" x2="{}" y1="1" y2="1"/><line class="plot-axis" x1="0" x2="{}" y1="{}" y2="{}"/>{}{}</svg>',
            _WIDTH,
            _HEIGHT + 1,
            self.title,
            _WIDTH,
            _WIDTH,
            _HEIGHT,
            _HEIGHT,
            format_html_join(
                "",
                '<rect class="plot-bar {}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
                bars,
            ),
            self._goal_line(top),
        )

    def _goal_line(self, top: float) -> SafeString:
        if not self.goal:
            return SafeString("")
        y = round(_HEIGHT - self.goal / top * (_HEIGHT - 1), 2)
        return format_html('<line class="plot-goal" x1="0" x2="{}" y1="{}" y2="{}"/>', _WIDTH, y, y)

    def _is_told(self, value: float | None) -> bool:
        """Whether a value is drawn: a share of 0 is, a count of 0 is not."""
        return value is not None if self.is_share else bool(value)

    def _columns(self) -> list[list[float]]:
        return [
            [one.values[index] or 0.0 for one in self.series] for index in range(len(self.days))
        ]

    def _bars(
        self, index: int, column: Sequence[float], width: float, top: float
    ) -> list[tuple[object, ...]]:
        bars: list[tuple[object, ...]] = []
        floor = float(_HEIGHT)
        for one, value in zip(self.series, column, strict=True):
            if not value:
                continue
            height = min(value / top, 1.0) * (_HEIGHT - 1)
            floor -= height
            told = f"{self.days[index]} {one.label} {_written(value, self.is_share)}"
            x, wide = round(index * width, 2), round(max(width * 0.8, 0.5), 2)
            bars.append(
                (style_classes(one.style), x, round(floor, 2), wide, round(height, 2), told)
            )
        return bars


@dataclass(frozen=True)
class BarRow:
    """One row of a plot of bars: a name, where it leads, its parts as (style, label, value), and the longest bar's value."""

    label: str
    parts: tuple[tuple[str, str, float], ...]
    longest: float
    url: str = ""

    @property
    def total(self) -> float:
        """The length of the bar."""
        return sum(value for _look, _label, value in self.parts)

    def svg(self) -> SafeString:
        """The bar; the numbers stand beside it in the table."""
        x = 0.0
        pieces: list[tuple[object, ...]] = []
        for style, label, value in self.parts:
            wide = value / self.longest * 100 if self.longest else 0.0
            pieces.append(
                (style_classes(style), round(x, 2), round(wide, 2), f"{label} {value:,.0f}")
            )
            x += wide
        return format_html(
            '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">{}</svg>',
            format_html_join(
                "",
                '<rect class="plot-bar {}" x="{}" y="0" width="{}" height="10"><title>{}</title></rect>',
                pieces,
            ),
        )


def style_classes(style: str) -> str:
    """The classes of a style; `many-soft` is the color of `many` as an outline, `many-dashed` as a broken one."""
    color, _dash, outline = style.partition("-")
    return f"state-{color} plot-{outline}" if outline else f"state-{color}"


def _written(value: float | None, is_share: bool) -> str:
    if value is None:
        return "–"
    return format_percent(value) if is_share else format_count(value)
