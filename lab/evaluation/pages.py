"""A report as one HTML page with bar plots, without scripts or outside files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from lab.evaluation.registry import (
    EvaluationBars,
    EvaluationPlot,
    EvaluationReport,
    EvaluationTable,
)

_BAR = 240
_SIDE = 320
_EDGE = 40
_NAMES = 250
_ROW = 12
_COLORS = ("#9ca3af", "#f59e0b", "#2563eb")


def report_page(report: EvaluationReport, before: Mapping[str, float]) -> str:
    """The figures, each with its bar and its change; then the tables; then the misses."""
    return format_html(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>{kind}</title>'
        "<style>body{{font:15px/1.5 sans-serif;margin:2rem}}table{{border-collapse:collapse;margin:1rem 0}}"
        "td,th{{padding:.2rem .7rem;text-align:left;border-bottom:1px solid #ddd}}pre{{white-space:pre-wrap}}</style>"
        "<h1>{kind}: {count}</h1><table>{figures}</table>{plots}{tables}<h2>misses</h2><pre>{misses}</pre></html>",
        kind=report.kind,
        count=report.count,
        figures=format_html_join(
            "",
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>",
            (
                (name, f"{value:.3f}", _change(name, value, before), _bar(value))
                for name, value in report.figures.items()
            ),
        ),
        plots=format_html_join("", "<h2>{}</h2>{}", (*pictures(report).items(),)),
        tables=format_html_join("", "{}", ((_table(table),) for table in report.tables)),
        misses="\n".join(report.misses),
    )


def pictures(report: EvaluationReport) -> dict[str, SafeString]:
    """The plots of a report by title, each an SVG that stands alone."""
    plots = {plot.title: _plot(plot) for plot in report.plots}
    return plots | {bars.title: _grouped(bars) for bars in report.bars}


def _change(name: str, value: float, before: Mapping[str, float]) -> str:
    return f"{value - before[name]:+.3f}" if name in before else ""


def _bar(value: float) -> SafeString:
    if not 0.0 <= value <= 1.0:
        return SafeString("")
    return format_html(
        '<svg width="{}" height="12" role="img" aria-label="{}"><rect width="{}" height="12" fill="#2563eb"/></svg>',
        _BAR,
        f"{value:.3f}",
        round(value * _BAR),
    )


def _plot(plot: EvaluationPlot) -> SafeString:
    """A square from 0 to 1 with its diagonal; a point's area is the number of cases that it stands for."""
    most = max((count for _x, _y, count in plot.points), default=1)
    marks = format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="{}" fill="#2563eb" fill-opacity=".7"><title>{}</title></circle>',
        (
            (
                _EDGE + round(x * _SIDE),
                round((1 - y) * _SIDE) + 10,
                round(3 + 9 * (count / most) ** 0.5, 1),
                f"{plot.across} {x:.2f}, {plot.upward} {y:.2f}, n = {count}",
            )
            for x, y, count in plot.points
        ),
    )
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" aria-label="{title}"'
        ' font-family="sans-serif" font-size="12">'
        '<rect x="{edge}" y="10" width="{side}" height="{side}" fill="none" stroke="#999"/>'
        '<line x1="{edge}" y1="{bottom}" x2="{right}" y2="10" stroke="#999" stroke-dasharray="4"/>{marks}'
        '<text x="{edge}" y="{below}">0</text><text x="{middle}" y="{below}" text-anchor="middle">{across}</text>'
        '<text x="{right}" y="{below}" text-anchor="end">1</text>'
        '<text transform="translate(30 {bottom}) rotate(-90)">{upward}</text></svg>',
        title=plot.title,
        width=_SIDE + _EDGE + 10,
        height=_SIDE + _EDGE,
        edge=_EDGE,
        side=_SIDE,
        bottom=_SIDE + 10,
        right=_SIDE + _EDGE,
        below=_SIDE + 28,
        middle=_EDGE + _SIDE // 2,
        marks=marks,
        across=plot.across,
        upward=plot.upward,
    )


def _grouped(bars: EvaluationBars) -> SafeString:
    """A group of bars a row, one bar a series; the first line names the series."""
    step = _ROW * len(bars.series) + 8
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" role="img" aria-label="{}"'
        ' font-family="sans-serif" font-size="12">{}{}</svg>',
        _NAMES + _BAR + 50,
        24 + step * len(bars.rows),
        bars.title,
        format_html_join(
            "",
            '<text x="{}" y="14" fill="{}">■ {}</text>',
            ((_NAMES + 80 * n, _color(n), name) for n, name in enumerate(bars.series)),
        ),
        format_html_join(
            "",
            '<text x="0" y="{}">{}</text>{}',
            (
                (24 + step * n + _ROW, name, _row(24 + step * n, shares))
                for n, (name, shares) in enumerate(bars.rows)
            ),
        ),
    )


def _row(top: int, shares: Sequence[float]) -> SafeString:
    return format_html_join(
        "",
        '<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/><text x="{}" y="{}" font-size="10">{}</text>',
        (
            (
                _NAMES,
                top + _ROW * n,
                round(share * _BAR, 1),
                _ROW - 2,
                _color(n),
                _NAMES + round(share * _BAR) + 4,
                top + _ROW * n + 9,
                f"{share:.2f}",
            )
            for n, share in enumerate(shares)
        ),
    )


def _color(number: int) -> str:
    return _COLORS[number % len(_COLORS)]


def _table(table: EvaluationTable) -> SafeString:
    head = format_html_join("", "<th>{}</th>", ((column,) for column in table.columns))
    rows = format_html_join(
        "",
        "<tr>{}</tr>",
        (
            (
                format_html_join(
                    "",
                    "<td>{}</td>",
                    ((f"{v:.3f}" if isinstance(v, float) else v,) for v in row),
                ),
            )
            for row in table.rows
        ),
    )
    return format_html("<h2>{}</h2><table><tr>{}</tr>{}</table>", table.title, head, rows)
