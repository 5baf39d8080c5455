"""Where a sentence gives the row that it names the value of a column whose group nobody has named. Pure.

4학점 이상 6학점 이하 | 수업료의 35% (주간 학과) | 수업료의 29% (미래융합대학): 5학점이면 수업료의 29%, where neither question nor answer speaks of 미래융합대학. Only a
later column is asked about: the first of several alike is most people's. `cells` compares what a sentence names itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regulations.text.spacing import compact
from verification.grounding.guards.places import named_rows
from verification.grounding.guards.ranges import rows_in_range
from verification.grounding.guards.words import tells
from verification.grounding.language.tables import WrittenTable, beside_tables, written_tables

_FIGURE = re.compile(r"\d[\d,.]{0,12}(?:분의\d{1,6})?(?:%|퍼센트|[가-힣]{1,2})?")
_DIGITS = re.compile(r"\d[\d,.]*")
# What a column holds, and whom it is for who is not named.
_NO_GROUP = re.compile(
    r"일반|그\s?밖|기타|계(?:\(|$)|총|최고|최저|최대|최소|이상|이하|이내|이후|이전|미만|초과|\d|금액|기간|비율|지급|기준|요건|학점|평점"
)
_OF_ANY_GROUP = frozenset({"대학", "과정", "학생", "학과", "학부"})
_FEWEST_HEADS = 3


def column_of_nobody(statement: str, provision: str, known: str) -> str:
    """The head and the cell of a column that is for others than have been told of; empty where there is none."""
    if not _DIGITS.search(statement):
        return ""
    said, around = compact(statement), compact(f"{statement} {known}")
    prose = compact(beside_tables(provision))
    for table in written_tables(provision):
        if len(table.heads) < _FEWEST_HEADS:
            continue
        for row, column, others in _told_once(table, said, prose):
            head = _pairs(table.heads[column]) - _OF_ANY_GROUP
            head = head.difference(*(_pairs(table.heads[other]) for other in others))
            is_named = not head or any(pair in around for pair in head)
            if not is_named and _rows(table, statement) == [row]:
                return f"{table.heads[column]}: {table.rows[row][column]}"
    return ""


def _told_once(
    table: WrittenTable, said: str, prose: str
) -> Iterator[tuple[int, int, Sequence[int]]]:
    """Row and column of each cell that a statement tells by a figure that stands there alone, with the columns of like cells."""
    for number, row in enumerate(table.rows):
        cells = [compact(cell) for cell in row[: len(table.heads)]]
        for column, cell in enumerate(cells[2:], 2):
            figures = _FIGURE.findall(cell)
            if (
                len(figures) != 1
                or not tells(figures[0], said)
                or tells(figures[0], prose)
                or _NO_GROUP.search(table.heads[column])
                or _stands_elsewhere(figures[0], table, number, column)
            ):
                continue
            others = [
                place
                for place, other in enumerate(cells)
                if place and other != cell and _shape(other) == _shape(cell)
            ]
            is_later = any(place < column for place in others)
            if is_later and not any(_tells_its_own(cells[place], said) for place in others):
                yield number, column, others


def _tells_its_own(cell: str, said: str) -> bool:
    return any(tells(figure, said) for figure in _FIGURE.findall(cell))


def _stands_elsewhere(figure: str, table: WrittenTable, row: int, column: int) -> bool:
    return any(
        figure in compact(cell)
        for number, cells in enumerate(table.rows)
        for place, cell in enumerate(cells)
        if (number, place) != (row, column)
    )


def _shape(cell: str) -> str:
    return _DIGITS.sub("#", cell)


def _pairs(head: str) -> frozenset[str]:
    """Each two letters of a head that stand together: 다솜 of 주말다솜과정 names it, too."""
    letters = compact(head)
    return frozenset(letters[at : at + 2] for at in range(len(letters) - 1))


def _rows(table: WrittenTable, statement: str) -> list[int]:
    """The rows that a statement names, by their words or by a figure in their range."""
    return named_rows(table, statement) or rows_in_range(table, statement)
