"""Where a sentence gives one row of a table what belongs into the range of another: B+ for 90점. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from regulations.text.spacing import compact
from verification.grounding.language.tables import WrittenTable, written_tables

_NUMBER = r"(?<![\d,.])(?<!분의)(?P<figure>\d{1,6}(?:\.\d{1,3})?)"
_UNIT = r"(?P<unit>점|%|학점|회|일|주|개월|년|명|세|시간|분|급)"
_FROM = re.compile(rf"{_NUMBER}{_UNIT}?(?P<bound>이상|초과|부터|~)")
_UP_TO = re.compile(rf"{_NUMBER}{_UNIT}(?P<bound>이하|미만|까지|이내)")
_TOLD = re.compile(rf"{_NUMBER}{_UNIT}(?P<bound>이상|초과|부터|이하|미만|까지|이내)?")
_OPEN = frozenset({"초과", "미만"})
_GRADE = re.compile(r"[A-F](?:[+0-]|(?![A-Za-z]))")


@dataclass(frozen=True, slots=True)
class _Range:
    """What a cell takes in: from a figure, up to one, or both; open where the bound itself is left out."""

    cell: str
    unit: str
    low: float | None = None
    high: float | None = None
    is_low_open: bool = False
    is_high_open: bool = False

    def holds(self, figure: float) -> bool:
        """Whether a figure lies within."""
        if self.low is not None and (
            figure < self.low or (self.is_low_open and figure == self.low)
        ):
            return False
        return self.high is None or not (
            figure > self.high or (self.is_high_open and figure == self.high)
        )


def outside_range(statement: str, provision: str) -> str:
    """The range of the one row that a statement names, where its figure lies in that of another; empty where it does not."""
    said = compact(statement)
    for table in written_tables(provision):
        named = [row for row in table.rows if _is_named(row[0], said)]
        if len(named) != 1:
            continue
        own = list(_ranges(named[0]))
        others = [one for row in table.rows if row is not named[0] for one in _ranges(row)]
        for told in _TOLD.finditer(said):
            figure, unit = float(told["figure"]), told["unit"]
            like = [one for one in own if one.unit == unit]
            is_its_own = any(
                one.holds(figure) or (told["bound"] and told[0] in one.cell) for one in like
            )
            if (
                like
                and not is_its_own
                and any(one.unit == unit and one.holds(figure) for one in others)
            ):
                return like[0].cell
    return ""


def rows_in_range(table: WrittenTable, statement: str) -> list[int]:
    """The places of the rows whose label is a range that a figure of a statement lies in: 5학점 in 4학점 이상 6학점 이하."""
    told = [(float(one["figure"]), one["unit"]) for one in _TOLD.finditer(compact(statement))]
    return [
        number
        for number, row in enumerate(table.rows)
        if any(
            one.unit == unit and one.holds(figure)
            for one in _ranges(("", row[0]))
            for figure, unit in told
        )
    ]


def _is_named(label: str, said: str) -> bool:
    """Whether a statement names a row: a grade, or a label of two letters and more."""
    name = compact(label)
    if _GRADE.fullmatch(name):
        return name in _GRADE.findall(said)
    return len(name) > 1 and not name[0].isdigit() and name in said


def _ranges(row: tuple[str, ...]) -> Iterator[_Range]:
    for cell in map(compact, row[1:]):
        low, high = _FROM.search(cell), _UP_TO.search(cell)
        unit = (high and high["unit"]) or (low and low["unit"])
        if not unit or (low and high and low.end() > high.start()):
            continue
        yield _Range(
            cell,
            unit,
            float(low["figure"]) if low else None,
            float(high["figure"]) if high else None,
            low is not None and low["bound"] in _OPEN,
            high is not None and high["bound"] in _OPEN,
        )
