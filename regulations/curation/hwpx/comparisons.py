"""신구조문대비표 as HWPX: two columns, what differs in bold and underlined, the head repeated on every page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from regulations.curation.comparison_table import CellPart, ComparedRegulation, TableEntry
from regulations.curation.hwpx.document import Grid, Letters, Line, Run, hwpx_document
from regulations.text.diffing import ComparedHeading, Segment

_Cell = tuple[Line | Grid, ...]


def comparisons_hwpx(regulations: Sequence[ComparedRegulation]) -> bytes:
    """Return the tables of several regulations as one HWPX file."""
    blocks: list[Line | Grid] = []
    for one in regulations:
        heading = _("%s 신구조문대비표") % one.title
        blocks.append(Line((Run(heading, Letters.TITLE),), is_centered=True))
        labels = (one.before_label, one.after_label)
        head = tuple((Line((Run(label, Letters.BOLD),), is_centered=True),) for label in labels)
        blocks.append(Grid((head, *(row for entry in one.entries for row in _rows(entry))), 1))
        blocks.append(Line(() if one.entries else (Run(_("바뀐 조문이 없습니다.")),)))
    return hwpx_document(regulations[0].title if regulations else "", blocks)


def _rows(entry: TableEntry) -> Iterator[tuple[_Cell, _Cell]]:
    yield (
        (_heading(entry.before, entry.after, entry.change_label),),
        (_heading(entry.after, entry.before, entry.change_label),),
    )
    for row in entry.rows:
        yield _cell(row.before), _cell(row.after)


def _heading(heading: ComparedHeading | None, other: ComparedHeading | None, change: str) -> Line:
    if heading is None:
        return Line((Run(f"<{change}>"),) if other else ())
    number = Letters.CHANGED if heading.number_changed else Letters.BOLD
    title = _runs(heading.title, Letters.BOLD)
    bracketed = (Run("("), *title, Run(")")) if title else ()
    return Line((Run(heading.label, number), *bracketed))


def _cell(parts: Iterable[CellPart]) -> _Cell:
    blocks: list[Line | Grid] = []
    for part in parts:
        if part.is_table:
            columns = max(len(line.cells) for line in part.lines)
            rows = (
                [(Line(_runs(cell)),) for cell in line.cells] + [()] * (columns - len(line.cells))
                for line in part.lines
            )
            blocks.append(Grid(tuple(tuple(row) for row in rows)))
            continue
        for line in part.lines:
            letters = Letters.CHANGED if line.number_changed else Letters.PLAIN
            number = (Run(line.number, letters), Run(" ")) if line.number else ()
            blocks.append(Line((*number, *_runs(line.segments)), line.depth))
    return tuple(blocks)


def _runs(segments: Iterable[Segment], letters: Letters = Letters.PLAIN) -> tuple[Run, ...]:
    return tuple(Run(one.text, Letters.CHANGED if one.is_changed else letters) for one in segments)
