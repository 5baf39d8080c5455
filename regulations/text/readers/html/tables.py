"""Tables of HTML pages: which of them hold data, and their rows with merged cells laid out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# An element of lxml, which has no types of its own.
Element = Any

# The limits of the HTML standard are 1000 columns and 65534 rows; nobody reads a table so wide.
_MAX_COLUMNS = 200
_LAYOUT_ROLES = frozenset({"presentation", "none"})


def is_layout(table: Element) -> bool:
    """Whether a table only arranges the page: one column, or most of its text in tables of its own."""
    if table.get("role") in _LAYOUT_ROLES:
        return True
    if max((len(_cells(row)) for row in _rows(table)), default=0) < 2:
        return True
    inner = [one for one in table.iter("table") if one is not table and _outer_table(one) is table]
    within = sum(len(one.text_content()) for one in inner)
    return within * 2 > len(table.text_content())


def rows_of(table: Element, text_of: Callable[[Element], str]) -> tuple[tuple[str, ...], ...]:
    """Return the rows; what a merged cell covers is empty, so that columns stay below each other."""
    rows: list[tuple[str, ...]] = []
    covered: dict[int, int] = {}
    for row in _rows(table):
        cells: list[str] = []
        below: dict[int, int] = {}
        for cell in _cells(row):
            _fill(cells, covered)
            width = min(_span(cell, "colspan"), max(1, _MAX_COLUMNS - len(cells)))
            below |= dict.fromkeys(
                range(len(cells), len(cells) + width), _span(cell, "rowspan") - 1
            )
            cells += [text_of(cell)] + [""] * (width - 1)
        _fill(cells, covered)
        rows.append(tuple(cells))
        covered = {column: left - 1 for column, left in covered.items() if left > 1}
        covered |= {column: left for column, left in below.items() if left > 0}
    return tuple(rows)


def _fill(cells: list[str], covered: dict[int, int]) -> None:
    """Step over the columns that a cell of a row above covers."""
    while covered.get(len(cells), 0) > 0:
        cells.append("")


def _rows(table: Element) -> list[Element]:
    rows: list[Element] = []
    for child in table.iterchildren("tr", "thead", "tbody", "tfoot"):
        rows.extend([child] if child.tag == "tr" else child.iterchildren("tr"))
    return rows


def _cells(row: Element) -> list[Element]:
    return list(row.iterchildren("td", "th"))


def _outer_table(table: Element) -> Element | None:
    return next(table.iterancestors("table"), None)


def _span(cell: Element, name: str) -> int:
    value = (cell.get(name) or "").strip()
    return max(1, min(int(value), 65534)) if value.isdecimal() and len(value) < 7 else 1
