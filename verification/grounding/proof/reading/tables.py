"""The tables of a provision, and the lists that are tables: what each row is about, what its columns are called, what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verification.grounding.language.tables import is_rule, split_row
from verification.grounding.proof.reading.sentences import read_sentence
from verification.grounding.proof.reading.wordings import plain_wording
from verification.grounding.proof.reading.words import Word

_BRACKETED = re.compile(r"\s*\(([^()]*)\)")
_UNIT = re.compile(r"^(?:단위\s*[:：]?\s*)?(?P<unit>원|만원|천원|학점|점|명|일|시간|퍼센트|%)$")
_BARE_FIGURE = re.compile(r"^\d[\d,.]*$")
_EMPTY = re.compile(r"^[-–—·\s]*$")
_FIGURE = re.compile(r"\d")
_PERIOD = re.compile(r"(?<=[월일시점원년명권회주차급%])\s*[~∼～〜]\s*(?=\d)")
# Of a second column under such a head the cells say when a row holds, not what it sets.
_WHEN = re.compile(r"용도|사유|경우|조건|유형|방$|방 |방법")
_ITEM = re.compile(
    r"^\s*(?:\d{1,2}(?:의\s*\d+)?|[가-하ㄱ-ㅎ])[.)]\s*(?P<who>[^:]+?)\s*:\s*(?P<what>.+)$"
)
_LIST = re.compile(r"다음(?:의|\s)*(?:각\s*[호목]|[과와]\s*같|에\s*따|기준|구분)")
_TOPIC = re.compile(r"^(?P<topic>.*?)[은는]\s+다음(?:\s*각\s*[호목])?(?:와|과)\s*같")
_OR = re.compile(r"\s*(?:[·ㆍ]|(?<!\d)[,/]|\s또는\s|\s및\s)\s*")


@dataclass(frozen=True, slots=True)
class TableCell:
    """What one place of a table says: `keys` whose row it is, by column, `head` the name of its column, `value` what stands there.

    `around` is what else the head says, and what the columns of the keys are called.
    """

    keys: tuple[str, ...]
    head: str
    value: str
    around: str = ""


@dataclass(frozen=True, slots=True)
class ProvisionTable:
    """The cells that set something, and the sentence before them."""

    cells: tuple[TableCell, ...]
    lead: str


@lru_cache(maxsize=2048)
def tables_of(text: str) -> tuple[ProvisionTable, ...]:
    """The tables of an evidence text in their order."""
    return tuple(table for table in _tables(text) if table.cells)


@lru_cache(maxsize=8192)
def words_of(text: str) -> tuple[Word, ...]:
    """The words of a cell or of a head."""
    return tuple(read_sentence(plain_wording(text)).words)


@lru_cache(maxsize=4096)
def alternatives(cell: str) -> tuple[str, ...]:
    """The names in a cell of which each has its row: "형제자매·부부", without what stands in brackets."""
    return tuple(one for one in _OR.split(_BRACKETED.sub("", cell)) if one.strip())


def bracketed(cell: str) -> tuple[str, ...]:
    """What stands in brackets in a cell."""
    return tuple(_BRACKETED.findall(cell))


def _tables(text: str) -> Iterator[ProvisionTable]:
    lead, rows, items = "", list[str](), list[TableCell]()
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        if stripped.startswith("|") and stripped.endswith("|"):
            rows.append(stripped)
            continue
        if rows:
            yield ProvisionTable(tuple(_cells(rows)), lead)
            rows = []
        item = _ITEM.match(line)
        if item and _LIST.search(lead):
            topic = _TOPIC.match(lead)
            head = topic["topic"] if topic else ""
            items.append(TableCell((_spelled(item["who"]),), head, _spelled(item["what"])))
            continue
        if items:
            yield ProvisionTable(tuple(items), lead)
            items = []
        lead = stripped or lead


def _cells(rows: Sequence[str]) -> Iterator[TableCell]:
    lines = [cells for cells in map(split_row, rows) if not is_rule(cells)]
    if len(lines) < 2:
        return
    heads, body = lines[0], lines[1:]
    body = [line for line in body if len(line) == len(heads)]
    keys = _key_columns(heads, body)
    columns = " ".join(heads[key] for key in keys)
    for line in body:
        # A first cell without text goes on with the row above, or is nobody's: it is not known whose row it is.
        if _EMPTY.match(line[0]):
            continue
        named = tuple("" if _EMPTY.match(line[key]) else _spelled(line[key]) for key in keys)
        for place, (head, value) in enumerate(zip(heads, line, strict=True)):
            if place not in keys and not _EMPTY.match(value):
                around = " ".join([columns, *_BRACKETED.findall(head)])
                yield TableCell(named, _BRACKETED.sub("", head), _value(head, value), around)


def _key_columns(heads: Sequence[str], body: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """The first column, and after it those that tell its rows apart or say when one holds."""
    keys = [0]
    for place in range(1, len(heads) - 1):
        named = [tuple(line[key] for key in keys) for line in body]
        spanned = any(_EMPTY.match(line[0]) for line in body)
        apart = len(set(named)) == len(named) and not spanned
        figures = any(_FIGURE.search(line[place]) for line in body)
        if apart and (figures or not _WHEN.search(heads[place])):
            break
        keys.append(place)
    return tuple(keys)


def _value(head: str, value: str) -> str:
    """What stands in a cell, with the unit that the head gives."""
    for inside in _BRACKETED.findall(head):
        unit = _UNIT.match(inside.strip())
        if unit and _BARE_FIGURE.match(value):
            value += unit["unit"]
    return _spelled(value)


def _spelled(value: str) -> str:
    """ "2월 11일~2월 18일" as it is said."""
    return _PERIOD.sub("부터 ", value) + ("까지" if _PERIOD.search(value) else "")
