"""The tables of a provision as they are written: heads, rows, and what stands beside them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TABLE = re.compile(r"(?:^[ \t]{0,8}\|.+\|[ \t]*(?:\n|$))+", re.MULTILINE)
_RULE = re.compile(r"[|:\s-]+")


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """The heads of the columns and the rows below them; a row may have fewer cells than there are heads, or more."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, number: int) -> list[str]:
        """The cells of a column, of the rows that reach it."""
        return [row[number] for row in self.rows if number < len(row)]


def written_tables(text: str) -> Iterator[WrittenTable]:
    """The tables of a text in their order; one without a row below its heads is none."""
    for found in _TABLE.finditer(text):
        heads, *rows = map(split_row, found[0].splitlines())
        if told := tuple(tuple(row) for row in rows if not is_rule(row)):
            yield WrittenTable(tuple(heads), told)


def beside_tables(text: str) -> str:
    """What a text says outside its tables."""
    return _TABLE.sub("", text)


def split_row(row: str) -> list[str]:
    """The cells of a line between vertical bars."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def is_rule(cells: list[str]) -> bool:
    """Whether a line is the one of dashes under the heads."""
    return _RULE.fullmatch("|".join(cells)) is not None
