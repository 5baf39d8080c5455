"""Tables of Markdown beside those between bars: pandoc's grid, simple and multiline tables, and tables in HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

Rows = tuple[tuple[str, ...], ...]

_GRID_BORDER = re.compile(r"^\s*\+(?:[-=:]+\+)+\s*$")
_GRID_LINE = re.compile(r"^\s*[+|].*[+|]\s*$")
_DASHES = re.compile(r"^\s*-{2,}(?:\s+-{2,})+\s*$")
_WHOLE_RULE = re.compile(r"^\s*-{8,}\s*$")
_BARS_UNDER_HEAD = re.compile(r"^\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+$")
_HTML_BEGINS = re.compile(r"^\s*<table\b", re.IGNORECASE)
_HTML_ENDS = re.compile(r"</table\s*>", re.IGNORECASE)
_LONGEST = 20_000
_MOST_SPANNED = 60


@dataclass(frozen=True, slots=True)
class MarkdownTable:
    """The rows, and the number of the first line behind the table."""

    rows: Rows
    end: int


def display_width(text: str) -> int:
    """How many columns a line takes where a Korean letter takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def take_table(lines: Sequence[str], start: int) -> MarkdownTable | None:
    """Read the table that begins at a line; None where none does."""
    line = lines[start]
    if _GRID_BORDER.match(line):
        return _grid(lines, start)
    if _HTML_BEGINS.match(line):
        return _html(lines, start)
    following = lines[start + 1] if start + 1 < len(lines) else ""
    if "|" in line and not line.lstrip().startswith("|") and _BARS_UNDER_HEAD.match(following):
        return _bars(lines, start)
    if _WHOLE_RULE.match(line) and following.strip():
        return _dashed(lines, start, is_multiline=True)
    if _DASHES.match(line) or (line.strip() and _DASHES.match(following)):
        return _dashed(lines, start, is_multiline=False)
    return None


def _grid(lines: Sequence[str], start: int) -> MarkdownTable | None:
    end = start
    while end < len(lines) and _GRID_LINE.match(lines[end]):
        end += 1
    rows: list[tuple[str, ...]] = []
    cells: list[list[str]] = []
    for line in lines[start:end]:
        if line.lstrip().startswith("+"):
            if cells:
                rows.append(tuple(_joined(parts) for parts in cells))
            cells = []
            continue
        parts = line.strip()[1:-1].split("|")
        cells = cells or [[] for _ in parts]
        for column, part in enumerate(parts):
            cells[min(column, len(cells) - 1)].append(part)
    return MarkdownTable(tuple(rows), end) if rows else None


def _joined(parts: Sequence[str]) -> str:
    return " ".join(" ".join(part.split()) for part in parts if part.strip())


def _bars(lines: Sequence[str], start: int) -> MarkdownTable:
    end = start
    rows: list[tuple[str, ...]] = []
    while end < len(lines) and "|" in lines[end]:
        if not _BARS_UNDER_HEAD.match(lines[end]):
            rows.append(tuple(cell.strip() for cell in lines[end].strip().strip("|").split("|")))
        end += 1
    return MarkdownTable(tuple(rows), end)


def _dashed(lines: Sequence[str], start: int, *, is_multiline: bool) -> MarkdownTable | None:
    """Columns stand below the groups of a line of dashes; rows of several lines are parted by empty ones."""
    ruled = next(
        (n for n in range(start, min(start + 8, len(lines))) if _DASHES.match(lines[n])), None
    )
    if ruled is None:
        return None
    spans = [match.span() for match in re.finditer(r"-+", lines[ruled])]
    head = [line for line in lines[start:ruled] if not _WHOLE_RULE.match(line)]
    rows = [_row(head, spans)] if any(line.strip() for line in head) else []
    open_row: list[str] = []
    end = ruled + 1
    for line in lines[ruled + 1 :]:
        end += 1
        if _WHOLE_RULE.match(line) or _DASHES.match(line):
            break
        if not is_multiline and not line.strip():
            break
        if line.strip():
            open_row.append(line)
        if open_row and (not line.strip() or not is_multiline):
            rows.append(_row(open_row, spans))
            open_row = []
    else:
        return None if is_multiline else MarkdownTable(tuple(rows), end)
    if open_row:
        rows.append(_row(open_row, spans))
    return MarkdownTable(tuple(rows), end) if rows else None


def _row(lines: Sequence[str], spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    cells: list[list[str]] = [[] for _ in spans]
    for line in lines:
        column = at = 0
        parts = [""] * len(spans)
        for letter in line:
            while column + 1 < len(spans) and at >= spans[column + 1][0]:
                column += 1
            parts[column] += letter
            at += display_width(letter)
        for number, part in enumerate(parts):
            cells[number].append(part)
    return tuple(_joined(parts) for parts in cells)


def _html(lines: Sequence[str], start: int) -> MarkdownTable | None:
    reader = _HtmlTable()
    end = start
    while end < len(lines) and end - start < _LONGEST:
        reader.feed(f"{lines[end]}\n")
        end += 1
        if reader.depth == 0 and _HTML_ENDS.search(lines[end - 1]):
            return MarkdownTable(tuple(reader.rows), end)
    return None


class _HtmlTable(HTMLParser):
    """Gathers the rows of one table; one within a cell gives its words to it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[tuple[str, ...]] = []
        self.depth = 0
        self._row: list[str] = []
        self._covered: dict[int, int] = {}
        self._span = (1, 1)
        self._words: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A row or a cell begins."""
        if tag == "table":
            self.depth += 1
        elif self.depth == 1 and tag == "tr":
            self._end_row()
        elif self.depth == 1 and tag in {"td", "th"}:
            self._end_cell()
            named = dict(attrs)
            self._span = (_number(named.get("colspan")), _number(named.get("rowspan")))
            self._words = []
        elif self._words is not None and tag in {"br", "p", "li", "div"}:
            self._words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """A row, a cell or the table ends."""
        if tag == "table":
            if self.depth == 1:
                self._end_row()
            self.depth -= 1
        elif self.depth == 1 and tag in {"td", "th"}:
            self._end_cell()
        elif self.depth == 1 and tag == "tr":
            self._end_row()

    def handle_data(self, data: str) -> None:
        """The words of a cell."""
        if self._words is not None:
            self._words.append(data)

    def _end_cell(self) -> None:
        if self._words is None:
            return
        self._step_over()
        columns, rows = self._span
        for number in range(columns):
            if rows > 1:
                self._covered[len(self._row)] = rows - 1
            self._row.append("" if number else " ".join("".join(self._words).split()))
        self._words = None

    def _step_over(self) -> None:
        """Leave the columns empty that a cell of a row above covers."""
        while self._covered.get(len(self._row), 0) > 0:
            self._covered[len(self._row)] -= 1
            self._row.append("")

    def _end_row(self) -> None:
        self._end_cell()
        if self._row:
            self._step_over()
            self.rows.append(tuple(self._row))
        self._row = []


def _number(value: str | None) -> int:
    return max(1, min(int(value), _MOST_SPANNED)) if value and value.isdecimal() else 1
