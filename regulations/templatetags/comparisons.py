"""How templates mark words. One call a cell, not an include a run of words: a whole regulation has ten thousand of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from regulations.curation.comparison_table import CellLine, CellPart
from regulations.text.diffing import Segment

register = template.Library()

_TAGS = {
    name: (SafeString(f"<{name}>"), SafeString(f"</{name}>")) for name in ("del", "ins", "mark")
}


@register.filter
def marked(segments: Sequence[Segment], tag: str) -> str:
    """Return runs of words, those that are marked in an element of the name."""
    opening, closing = _TAGS[tag]
    return format_html_join(
        "",
        "{}{}{}",
        (
            (opening, segment.text, closing) if segment.is_changed else ("", segment.text, "")
            for segment in segments
        ),
    )


@register.filter
def cell(parts: Iterable[CellPart], tag: str) -> str:
    """Return one side of a row: lines with their numbers, rows of tables as tables."""
    return format_html_join(
        "",
        "{}",
        (
            (_table(part.lines, tag) if part.is_table else _lines(part.lines, tag),)
            for part in parts
        ),
    )


def _lines(lines: Iterable[CellLine], tag: str) -> str:
    return format_html_join(
        "",
        '<p class="compared-line depth-{}">{}{}</p>',
        ((line.depth, _number(line, tag), marked(line.segments, tag)) for line in lines),
    )


def _number(line: CellLine, tag: str) -> str:
    if not line.number:
        return ""
    shown = marked((Segment(line.number, line.number_changed),), tag)
    return format_html('<span class="piece-number">{}</span> ', shown)


def _table(lines: Iterable[CellLine], tag: str) -> str:
    rows = format_html_join(
        "",
        "<tr>{}</tr>",
        (
            (format_html_join("", "<td>{}</td>", ((marked(one, tag),) for one in line.cells)),)
            for line in lines
        ),
    )
    return format_html(
        '<div class="rule-table" tabindex="0" role="group" aria-label="{}"><table>{}</table></div>',
        _("조문의 표"),
        rows,
    )
