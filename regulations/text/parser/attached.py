"""The numbered lines and rows of a 별표: what a citation such as 별표 1 제3호가목 names.

A number counts where it begins a line of running text (`1. …`, `가. …`) or a row of a table (`| 1. | …`, `| 제3호 | …`). Notes
below a table (비고) count anew and are cited by that word, so nothing after it is numbered here. Where a list begins anew, a
citation cannot say which is meant: then none of its numbers can be cited.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import takewhile

from regulations.text.locators import Locator, follows, number_of
from regulations.text.parser import grammar
from regulations.text.parser.nodes import ParsedUnit

_NOTES = re.compile(r"^\W*(?:비\s*고|주\s*\))(?!\w)")
_ROW_NUMBER = re.compile(r"(?:제\s*)?(\d{1,3})\s*호(?:\s*의\s*(\d{1,3}))?")
_DELETED = re.compile(r"[<(\[]?\s*삭\s*제\s*[>)\]]?\.?")
# A list of a 별표 that leaps further has a year or an amount at the beginning of a line.
_FARTHEST_LEAP = 5


@dataclass(slots=True)
class _OpenAttachmentUnit:
    """A unit that is being read."""

    locator: Locator
    label: str
    is_row: bool = False
    lines: list[str] = field(default_factory=list)
    units: list[_OpenAttachmentUnit] = field(default_factory=list)

    def freeze(self) -> ParsedUnit:
        text = "\n".join(line for line in self.lines if line)
        units = _unique(self.units)
        return ParsedUnit(
            locator=self.locator,
            label=self.label,
            text=text,
            is_deleted=not units and bool(_DELETED.fullmatch(text)),
            units=tuple(unit.freeze() for unit in units),
        )


class _AttachmentReader:
    """Walks through the lines of one attachment and opens its units."""

    def __init__(self, locator: Locator) -> None:
        self.units: list[_OpenAttachmentUnit] = []
        self._locator = locator
        self._path: tuple[_OpenAttachmentUnit, ...] = ()
        self._head = ""
        self._is_row = False

    def add(self, line: str) -> None:
        """Take the next line: of running text, or of a table between bars."""
        self._is_row = line.startswith("|")
        first = line.removeprefix("|").partition("|")[0].strip() if self._is_row else line
        if not self._is_row:
            self._head = ""
        opened = self._open_numbered(first)
        if opened is None:
            # What a merged cell covers goes on with the row above; any other line ends the rows that are open.
            if not (self._is_row and not first):
                self._path = tuple(takewhile(lambda unit: not unit.is_row, self._path))
            if self._path:
                self._path[-1].lines.append(line)
        elif self._is_row:
            # A row says nothing without the head of its table.
            opened.lines += [self._head, line] if self._head else [line]
        if self._is_row and not self._head:
            self._head = line

    def _open_numbered(self, text: str) -> _OpenAttachmentUnit | None:
        if numbered := self._subparagraph(text):
            locator = replace(
                self._locator, subparagraph=numbered.number, subparagraph_branch=numbered.branch
            )
            return self._open(0, locator, numbered)
        if numbered := grammar.item_letter_of(text):
            depth = 1 if self._path and self._path[0].locator.subparagraph else 0
            above = self._path[0].locator if depth else self._locator
            return self._open(depth, replace(above, item=numbered.number), numbered)
        numbered = grammar.subitem_number(text)
        if numbered and self._path:
            above = replace(self._path[-1].locator, subitem=None)
            depth = len(self._path) - (self._path[-1].locator.subitem is not None)
            return self._open(depth, replace(above, subitem=numbered.number), numbered)
        return None

    def _subparagraph(self, text: str) -> grammar.NumberPrefix | None:
        if numbered := grammar.subparagraph_number(text):
            return numbered
        match = _ROW_NUMBER.fullmatch(text) if self._is_row else None
        if match is None:
            return None
        return grammar.NumberPrefix(
            int(match[1]), int(match[2]) if match[2] else None, match[0], ""
        )

    def _open(
        self, depth: int, locator: Locator, numbered: grammar.NumberPrefix
    ) -> _OpenAttachmentUnit | None:
        above = self._path[:depth]
        siblings = above[-1].units if above else self.units
        last = number_of(siblings[-1].locator) if siblings else (0, None)
        new = (numbered.number, numbered.branch)
        begins_anew = new == (1, None)
        leap = numbered.number - last[0]
        near = not self._is_row and locator.item is None and 0 < leap <= _FARTHEST_LEAP
        if not (begins_anew or near or follows(last, new)):
            return None
        unit = _OpenAttachmentUnit(locator, numbered.label, is_row=self._is_row)
        if not self._is_row:
            unit.lines.append(numbered.rest)
        siblings.append(unit)
        self._path = (*above, unit)
        return unit


def attachment_units(locator: Locator, text: str) -> tuple[ParsedUnit, ...]:
    """Return the units of a 별표; `text` holds its lines, the rows of tables among them between bars."""
    if locator.attachment_kind != "table":
        return ()
    reader = _AttachmentReader(locator)
    for line in text.split("\n"):
        if _NOTES.match(line):
            break
        if line.strip():
            reader.add(line.strip())
    return tuple(unit.freeze() for unit in _unique(reader.units))


def _unique(units: list[_OpenAttachmentUnit]) -> list[_OpenAttachmentUnit]:
    counts = Counter(unit.locator for unit in units)
    if any(number_of(one) == (1, None) and count > 1 for one, count in counts.items()):
        return []
    return [unit for unit in units if counts[unit.locator] == 1]
