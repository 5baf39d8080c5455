"""Where a sentence gives one cell of a table what another one has: the row that it names with the figure of the next, or the column. Pure.

Only like is compared with like: a figure with the figure of its unit, a name with what stands in the same column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations.text.spacing import compact
from verification.grounding.guards.words import tells
from verification.grounding.language.tables import WrittenTable, beside_tables, written_tables

# The comma of 610,000원 parts nothing.
_PARTS = re.compile(r"[·ㆍ/]|,(?!\d{3}(?!\d))\s?")
_BRACKETS = re.compile(r"\([^()]*\)")
_FIGURE = re.compile(
    r"(?<![\d,.])(?:\d{1,9}분의\d{1,9}|\d[\d,.]{0,15}(?:만|천)?(?P<unit>%|퍼센트|[가-힣]{1,2}?)|\d\.\d{1,2})(?=이상|이하|이내|초과|미만|까지|$)"
)
_RANGE = re.compile(
    r"(?<![\d.,])(?P<low>\d{1,4})\s?(?:[~∼～〜-]|에서)\s?(?P<high>\d{1,4})\s?(?P<unit>학점|일|주|년|회|점|명|학기|개월)"
)
_TIMES = {"처음": 1, "첫 번": 1, "두 번": 2, "세 번": 3, "네 번": 4}
_ORDINAL = re.compile(r"(?P<word>처음|(?:첫|두|세|네)\s번)(?:째)?")
# A word, a figure with its unit, a grade.
_HAS_WORDS = re.compile(r"[가-힣]{2}|\d[가-힣]|^[A-DF][+0-]$")
_SHORTEST = 3
# What is done or may be done names nothing.
_NO_NAME = re.compile(r"\d|[음함됨임다]$|가능|불가")


def another_cell(statement: str, provision: str) -> str:
    """The cell that stands where the statement gives what another cell has; empty where it gives none of another."""
    said = compact(as_times(_RANGE.sub(_as_in_tables, statement)))
    prose = compact(beside_tables(provision))
    for written in written_tables(provision):
        table = _compact(written)
        rows = _named([row[0] for row in table.rows], said)
        if not rows:
            continue
        columns = [number for number in _columns(table, said) if number]
        for row in rows:
            found = _of_another(table, row, rows, columns, said)
            # What the provision says beside its table is no cell.
            if found and not tells(found[1], prose):
                return found[0]
    return ""


def _as_in_tables(found: re.Match[str]) -> str:
    """1~3학점 in the words that a row begins with."""
    low, high, unit = found["low"], found["high"], found["unit"]
    forms = (("부터", "까지"), ("이상", "이하"), ("이상", "이내"))
    return " ".join([found[0], *(f"{low}{unit}{one}{high}{unit}{other}" for one, other in forms)])


def as_times(statement: str) -> str:
    """A statement with 두 번째 as a column calls it, too: 2회."""
    return _ORDINAL.sub(
        lambda found: f"{found[0]} {_TIMES[' '.join(found['word'].split())]}회", statement
    )


def _of_another(
    table: WrittenTable, row: int, rows: Sequence[int], columns: Sequence[int], said: str
) -> tuple[str, str] | None:
    """The cell of a named row that should be told, and what of another one is; None where there is no such."""
    cells = table.rows[row]
    for number in range(1, len(cells)):
        own = cells[number]
        # What is told of the row rightly, or of a column that is not meant.
        if any(tells(value, said) for value in _values(own) if _FIGURE.search(value)):
            continue
        if columns and number not in columns:
            continue
        others = [
            other
            for place, other in enumerate(table.column(number))
            if place not in rows and other != own
        ]
        if columns:
            meant = {0, number, *columns}
            others += [other for place, other in enumerate(cells) if place not in meant]
        in_row = {
            value
            for one in rows
            for place, cell in enumerate(table.rows[one])
            if place and (not columns or place in columns)
            for value in _values(cell)
        }
        if not columns and any(tells(value, said) for value in in_row if _FIGURE.search(value)):
            continue
        for other in others:
            for value in _values(other):
                is_its_own = value in (_values(own) if _FIGURE.search(value) else in_row)
                is_like = _is_like(value, own) or _is_whole_name(value, other)
                if not is_its_own and is_like and tells(value, said):
                    return own, value
    return None


def _is_like(value: str, own: str) -> bool:
    """Whether two cells tell the same kind of thing: figures of one unit, or names."""
    one, two = _FIGURE.search(value), _FIGURE.search(own)
    if one is None or two is None:
        return one is two is None and not re.search(r"\d", own)
    return one["unit"] == two["unit"]


def _is_whole_name(value: str, cell: str) -> bool:
    """Whether a cell is a name and no more: it stands for whatever another row has in its place, 서면경고 for 봉사 10시간."""
    return value == cell and _FIGURE.search(value) is None


def _values(cell: str) -> list[str]:
    """What of a cell a sentence would repeat: its figures, or its names."""
    parts = [part for part in _PARTS.split(_BRACKETS.sub("", cell)) if part]
    return [
        found[0] if (found := _FIGURE.search(part)) else part
        for part in parts
        if _FIGURE.search(part) or (len(part) >= _SHORTEST and not _NO_NAME.search(part))
    ]


def _columns(table: WrittenTable, said: str) -> list[int]:
    """The columns that a sentence names by the words that no other head has."""
    return _named(
        [
            "".join(word for word in _words(head) if not _is_shared(word, number, table.heads))
            for number, head in enumerate(table.heads)
        ],
        said,
    )


def _words(head: str) -> list[str]:
    return _BRACKETS.sub("", head).split()


def _is_shared(word: str, number: int, heads: Sequence[str]) -> bool:
    return any(word in other.split() for place, other in enumerate(heads) if place != number)


def _named(names: Sequence[str], said: str) -> list[int]:
    """The places of the names that stand in a text and in no longer one of them that does."""
    found = {
        place: part
        for place, name in enumerate(names)
        for part in (name, *_PARTS.split(_BRACKETS.sub("", name)))
        if part and _HAS_WORDS.search(part) and _begins(compact(part), said)
    }
    return [
        place
        for place, part in found.items()
        if not any(part != other and part in other for other in found.values())
    ]


def _begins(name: str, said: str) -> bool:
    return name in said and re.search(rf"(?<!\d){re.escape(name)}", said) is not None


def _compact(table: WrittenTable) -> WrittenTable:
    """A table whose cells have no white space; words of the heads are told apart by theirs."""
    return WrittenTable(table.heads, tuple(tuple(map(compact, row)) for row in table.rows))
