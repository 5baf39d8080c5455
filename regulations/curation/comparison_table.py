"""신구조문대비표 as an office prints it: changed provisions in full, what stayed beside them as (생략) and (현행과 같음)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from regulations.text.diffing import (
    ChangeKind,
    ComparedEntry,
    ComparedHeading,
    ComparedLine,
    ComparedRow,
    LinePair,
    Region,
    Segment,
    VersionComparison,
)

CHANGE_LABELS = {
    ChangeKind.UNCHANGED: gettext_lazy("그대로"),
    ChangeKind.CHANGED: gettext_lazy("개정"),
    ChangeKind.ADDED: gettext_lazy("신설"),
    ChangeKind.REMOVED: gettext_lazy("없어짐"),
    ChangeKind.DELETED: gettext_lazy("삭제"),
    ChangeKind.RENUMBERED: gettext_lazy("번호 변경"),
}
_SAME = frozenset({ChangeKind.UNCHANGED})


@dataclass(frozen=True, slots=True)
class CellLine:
    """One line of a cell; `cells` instead of `segments` where it is a row of a table."""

    number: str
    depth: int
    segments: tuple[Segment, ...]
    cells: tuple[tuple[Segment, ...], ...] = ()
    number_changed: bool = False

    @property
    def text(self) -> str:
        """The line as plain words."""
        parts = self.cells or (self.segments,)
        return " | ".join("".join(one.text for one in part) for part in parts)


@dataclass(frozen=True, slots=True)
class CellPart:
    """Lines of running text, or the rows of one table."""

    lines: tuple[CellLine, ...]
    is_table: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: both cells. A cell without parts is empty because the provision does not exist on that side."""

    change: ChangeKind
    before: tuple[CellPart, ...]
    after: tuple[CellPart, ...]
    is_left_out: bool = False


@dataclass(frozen=True, slots=True)
class TableEntry:
    """An article, addenda or an attachment with its rows; `anchor` is its key in the former text where it had one."""

    anchor: str
    region: Region
    change: ChangeKind
    change_label: str
    before: ComparedHeading | None
    after: ComparedHeading | None
    rows: tuple[TableRow, ...]

    @property
    def heading_stayed(self) -> bool:
        """Whether number and title are the same on both sides."""
        if self.before is None or self.after is None or self.before.number_changed:
            return False
        return self.before.title_text == self.after.title_text


def comparison_table(
    comparison: VersionComparison, *, everything: bool = False
) -> list[TableEntry]:
    """The entries that differ, or all of them; in the former case what stayed within them is left out and said so."""
    return [
        _entry(entry, everything)
        for entry in comparison.entries
        if everything or entry.change is not ChangeKind.UNCHANGED
    ]


def _entry(entry: ComparedEntry, everything: bool) -> TableEntry:
    heading = entry.before or entry.after
    rows = _full(entry.rows) if everything else _shortened(entry.rows)
    return TableEntry(
        anchor=heading.key if heading else "",
        region=entry.region,
        change=entry.change,
        change_label=str(CHANGE_LABELS[entry.change]),
        before=entry.before,
        after=entry.after,
        rows=tuple(rows),
    )


def _full(rows: Iterable[ComparedRow]) -> Iterator[TableRow]:
    for row in rows:
        yield TableRow(row.change, _parts(row.before), _parts(row.after))


def _shortened(rows: Iterable[ComparedRow]) -> Iterator[TableRow]:
    for change, group in groupby(rows, key=lambda row: row.change):
        found = list(group)
        if change is ChangeKind.UNCHANGED:
            yield _left_out(
                [pair for row in found for pair in row.lines if _depth(pair) == 0]
                or [pair for row in found for pair in row.lines]
            )
        else:
            yield from (_row(row) for row in found)


def _row(row: ComparedRow) -> TableRow:
    """A row of which some lines changed: the 호 that stayed are left out, the words that govern them are not."""
    before: list[CellLine] = []
    after: list[CellLine] = []
    for same, group in groupby(row.lines, key=_may_be_left_out):
        pairs = list(group)
        if same and not before and not after and _is_drawn(pairs[0]):
            _add_pairs(pairs[:1], before, after)  # the head of a table says what its columns are
            pairs = pairs[1:]
        if same and len(pairs) > 1:
            for cell, line in zip((before, after), _omission(pairs), strict=True):
                if not cell or cell[-1] != line:
                    cell.append(line)
        else:
            _add_pairs(pairs, before, after)
    return TableRow(row.change, _grouped(before), _grouped(after))


def _add_pairs(pairs: Iterable[LinePair], before: list[CellLine], after: list[CellLine]) -> None:
    for pair in pairs:
        before += _cell_lines(pair.before) if pair.before else ()
        after += _cell_lines(pair.after) if pair.after else ()


def _is_drawn(pair: LinePair) -> bool:
    return pair.after is not None and pair.after.text.startswith("|")


def _may_be_left_out(pair: LinePair) -> bool:
    opens_the_row = _depth(pair) == 0 and _number(pair)
    return pair.change in _SAME and not opens_the_row


def _left_out(pairs: Sequence[LinePair]) -> TableRow:
    before, after = _omission(pairs)
    return TableRow(ChangeKind.UNCHANGED, _grouped([before]), _grouped([after]), is_left_out=True)


def _omission(pairs: Sequence[LinePair]) -> tuple[CellLine, CellLine]:
    """`①・② (생략)` beside `①・② (현행과 같음)`."""
    numbers = [number for pair in pairs if (number := _number(pair))]
    joined = numbers[0] if len(numbers) == 1 else ""
    if len(numbers) == 2:
        joined = f"{numbers[0]}・{numbers[1]}"
    elif len(numbers) > 2:
        joined = f"{numbers[0]}～{numbers[-1]}"
    depth = min(_depth(pair) for pair in pairs)
    return (
        CellLine(joined, depth, (Segment(_("(생략)")),)),
        CellLine(joined, depth, (Segment(_("(현행과 같음)")),)),
    )


def _number(pair: LinePair) -> str:
    line = pair.after or pair.before
    return _shown_number(line) if line else ""


def _depth(pair: LinePair) -> int:
    line = pair.after or pair.before
    return line.depth if line else 0


# -- cells ----------------------------------------------------------------------------------------------------------------


def _parts(lines: Iterable[ComparedLine]) -> tuple[CellPart, ...]:
    return _grouped([part for line in lines for part in _cell_lines(line)])


def _grouped(lines: Iterable[CellLine]) -> tuple[CellPart, ...]:
    return tuple(
        CellPart(tuple(group), is_table)
        for is_table, group in groupby(lines, key=lambda line: bool(line.cells))
    )


def _cell_lines(line: ComparedLine) -> Iterator[CellLine]:
    """The lines of a provision's text; only the first has the number."""
    segments = line.segments or (Segment(_("삭제") if line.is_deleted else ""),)
    for place, part in enumerate(_split_lines(segments)):
        text = "".join(segment.text for segment in part)
        yield CellLine(
            _shown_number(line) if place == 0 else "",
            line.depth,
            part,
            _cells(part) if text.startswith("|") or " | " in text else (),
            line.number_changed and place == 0,
        )


def _split_lines(segments: Iterable[Segment]) -> list[tuple[Segment, ...]]:
    lines: list[list[Segment]] = [[]]
    for segment in segments:
        for place, text in enumerate(segment.text.split("\n")):
            if place:
                lines.append([])
            if text:
                lines[-1].append(Segment(text, segment.is_changed))
    return [tuple(line) for line in lines if line] or [()]


def _shown_number(line: ComparedLine) -> str:
    """An article's own number stands in the heading; one of addenda is a row of its own."""
    return line.number if "/" in line.key else ""


def _cells(segments: Iterable[Segment]) -> tuple[tuple[Segment, ...], ...]:
    """Cut a row of a table at its bars; the bars at its ends are no cells."""
    cells: list[list[Segment]] = [[]]
    for segment in segments:
        for place, text in enumerate(segment.text.split("|")):
            if place:
                cells.append([])
            if text:
                cells[-1].append(Segment(text.replace("<br>", " "), segment.is_changed))
    trimmed = [_trimmed(cell) for cell in cells]
    if trimmed and not trimmed[0]:
        trimmed = trimmed[1:]
    if trimmed and not trimmed[-1]:
        trimmed = trimmed[:-1]
    return tuple(trimmed)


def _trimmed(cell: Sequence[Segment]) -> tuple[Segment, ...]:
    """A cell without the blanks beside its bars; those between its words stay."""
    words = [index for index, segment in enumerate(cell) if segment.text.strip()]
    if not words:
        return ()
    kept = list(cell[words[0] : words[-1] + 1])
    kept[0] = replace(kept[0], text=kept[0].text.lstrip())
    kept[-1] = replace(kept[-1], text=kept[-1].text.rstrip())
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class ComparedRegulation:
    """One regulation of a file of comparisons: its title, what stands over the columns, and what differs."""

    title: str
    before_label: str
    after_label: str
    entries: Sequence[TableEntry]
