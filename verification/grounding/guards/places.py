"""Where figures have changed places: what one has told of the other, one side's of the other, one row's or item's of the next. Pure.

과기원이 3분의 2, 연구실이 3분의 1 for the reverse; 개강일 5일 전부터 14일간 for 14일 전부터 5일간; a row or an item that is named by its words, with
the figure of another. `cells` reads the label of a row by its letters, and names as well as figures; here it is read by its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from regulations.text.spacing import compact
from verification.grounding.guards.cells import as_times
from verification.grounding.guards.words import nearest_sentence, tells, words_in
from verification.grounding.language.tables import WrittenTable, beside_tables, written_tables

_HOLDER = re.compile(
    r"(?P<who>[가-힣A-Z\d]{2,15}?)(?:은|는|이|가|에게는|의\s경우|:)?\s(?P<figure>\d[\d,.]*(?:분의\s?\d+|만\s?)?\s?[가-힣%]{0,3}?)"
    r"(?=\s?(?:이상|이하|이내|을|를|이며|이고|으로|로|,|까지|입니다|이에요|예요|씩|에|은|는|$|\.|이다))"
)
_SIDE = re.compile(
    r"(?P<figure>(?<![\d,.])\d[\d,.]*\s?(?P<unit>일|주|개월|년|시간|학점|점|명|회|학기|권|%))"
    r"\s?(?P<side>전부터|전까지|후부터|후까지|이상|이하|이내|초과|미만|간(?=[\s의으이])|까지|부터|마다|씩)"
)
_ITEM = re.compile(
    r"^[ \t]{0,8}\d{1,3}(?:의\d{1,3})?\.[ \t]+(?P<whom>[^:：\n]{2,50})[:：]\s*(?P<what>[^\n]+)$",
    re.MULTILINE,
)
# 10명 미만인 경우: what names a case, and no one case.
_CASE = frozenset({"경우", "때"})
_COUNT = re.compile(r"\d[\d,.]{0,15}\s?[가-힣%]{1,2}")
_FIGURE = re.compile(
    r"(?:전액|반액|(?<![A-Z])[A-DF][+0-]|(?<![\d,.])(?:\d{1,9}분의\d{1,9}|\d[\d,.]{0,15}(?:만|천)?(?:%|퍼센트|[가-힣]{1,2}?))(?=이상|이하|이내|초과|미만|까지|[.,]|$))"
)
_HUNDREDTHS, _PERCENT = re.compile(r"(?<!\d)100분의(\d{1,3})(?!\d)"), ("%", "퍼센트")
_WHOLE = re.compile(r"(?=\D{0,24}\d)[\d,.:~가-힣%·()]{2,24}")
_RANGE = re.compile(
    r"(?P<low>\d[\d,.]{0,15})\s?[가-힣%]{0,2}?\s?(?:이상|부터|초과|~)\s?(?P<high>\d[\d,.]{0,15})\s?(?P<unit>[가-힣%]{1,2}?)\s?(?:이하|까지|이내|미만)"
)
_UNIT = re.compile(
    r"[\d,.]+(?:분의)?(?P<unit>[가-힣%]{0,2}?)(?=\d|이상|이하|이내|초과|미만|까지|$)"
)


def misplaced(statement: str, provision: str) -> str:
    """The words of a provision of which a statement has a figure in another's place; empty where there are none."""
    nearest = nearest_sentence(statement, provision)
    if _exchanges_holders(statement, nearest) or _exchanges_sides(statement, nearest, provision):
        return nearest.strip()
    return (
        _another_row(statement, provision)
        or _another_item(statement, provision)
        or _no_such_range(statement, provision)
    )


def _exchanges_holders(statement: str, nearest: str) -> bool:
    """과기원이 3분의 2, 연구실이 3분의 1, where the provision has it the other way round."""
    ruled, told = set(_holders(nearest)), set(_holders(statement))
    others = told - ruled
    return any(
        (who, other_figure) in ruled and (other, figure) in ruled
        for who, figure in others
        for other, other_figure in others
        if who != other and figure != other_figure
    )


def _holders(text: str) -> Iterator[tuple[str, str]]:
    return ((one["who"], compact(one["figure"])) for one in _HOLDER.finditer(text))


def _exchanges_sides(statement: str, nearest: str, provision: str) -> bool:
    """5일 전부터 14일간, where the provision has 14일 전부터 5일간: a figure on the side on which another of its unit stands."""
    ruled, anywhere = set(_sides(nearest)), set(_sides(provision))
    for figure, unit, side in set(_sides(statement)) - anywhere:
        is_elsewhere = any(other == figure for other, _unit, _side in ruled)
        if is_elsewhere and any(one[1:] == (unit, side) for one in ruled):
            return True
    return False


def _sides(text: str) -> Iterator[tuple[str, str, str]]:
    return ((compact(one["figure"]), one["unit"], one["side"]) for one in _SIDE.finditer(text))


def _another_row(statement: str, provision: str) -> str:
    """The label of the one row that a statement names, by its words, with the figure of another row or column."""
    prose = compact(beside_tables(provision))
    for table in written_tables(provision):
        heads, rows = table.heads, table.rows
        named = named_rows(table, statement)
        if len(named) != 1:
            continue
        number = named[0]
        row = rows[number]
        columns = [
            place
            for place in _named(heads, _without(row[:1], as_times(statement)))
            if 0 < place < min(len(row), len(heads))
        ]
        meant = columns or list(range(1, len(row)))
        others = [
            cell
            for other, cells in enumerate(rows)
            for place, cell in enumerate(cells)
            if place
            and (place not in meant if other == number else not columns or place in columns)
        ]
        if _has_another([row[place] for place in meant], others, statement, f"{prose}{row[0]}"):
            return " | ".join([row[0], *(row[place] for place in meant)])
    return ""


def named_rows(table: WrittenTable, statement: str) -> list[int]:
    """The places of the rows that a statement names by the words of their labels."""
    return _named([row[0] for row in table.rows], _without(table.heads[1:], statement))


def _another_item(statement: str, provision: str) -> str:
    """The one item, "착오로 지급된 경우: 초과한 금액", whose case a statement names with the figure of another."""
    items = list(_ITEM.finditer(provision))
    named = _named([item["whom"] for item in items], statement, by_word=True)
    if len(items) < 2 or len(named) != 1:
        return ""
    own = items[named[0]]
    others = [item["what"] for item in items if item is not own]
    prose = compact(f"{_ITEM.sub('', provision)}{own['whom']}")
    is_other = _has_another([own["what"]], others, statement, prose, of_any_unit=True)
    return own[0].strip() if is_other else ""


def _no_such_range(statement: str, provision: str) -> str:
    """3학점 이상 6학점 이하, where the provision has 1학점부터 3학점까지 and 4학점부터 6학점까지; the first that shares a bound."""
    ruled = {_range(one): one[0] for one in _RANGE.finditer(provision)}
    for low, high, unit in {_range(one) for one in _RANGE.finditer(statement)} - ruled.keys():
        same = [one for one in ruled if one[2] == unit]
        if len(same) > 1:
            for one in same:
                if low == one[0] or high == one[1]:
                    return ruled[one]
    return ""


def _range(found: re.Match[str]) -> tuple[str, str, str]:
    return found["low"].replace(",", ""), found["high"].replace(",", ""), found["unit"]


def _has_another(
    own: Sequence[str],
    others: Sequence[str],
    statement: str,
    excused: str,
    *,
    of_any_unit: bool = False,
) -> bool:
    """Whether a statement has no figure of its own cells, and one of others that nothing else excuses.

    It has to be of the same unit; with `of_any_unit` it need not where its own have no figure.
    """
    said = compact(statement)
    figures = {figure for cell in own for figure in _figures(cell)}
    if any(tells(figure, said) for figure in figures):
        return False
    units = set(map(_unit, figures))
    return any(
        (_unit(figure) in units or (of_any_unit and not units))
        and tells(figure, said)
        and not tells(figure, excused)
        for cell in others
        for figure in _figures(cell)
        if figure not in figures
    )


def _figures(cell: str) -> list[str]:
    """The figures of a cell, and the whole of one that is little more: 2년6개월."""
    whole = compact(cell)
    found = [one[0] for one in _FIGURE.finditer(whole)]
    found += [compact(one[0]) for one in _COUNT.finditer(cell)] if " " in cell.strip() else []
    found += [whole] if _WHOLE.fullmatch(whole) and not whole.isdigit() else []
    return found + [f"{one[1]}{sign}" for one in _HUNDREDTHS.finditer(whole) for sign in _PERCENT]


def _unit(figure: str) -> str:
    found = _UNIT.match(figure)
    return found["unit"] if found else ""


def _named(labels: Sequence[str], statement: str, *, by_word: bool = False) -> list[int]:
    """The places of the labels of which a statement has every word; else of those of which it has a figure that no other has.

    With `by_word` it may be any word that no other has.
    """
    said, keys = _keys(statement), [_keys(one) - _CASE for one in labels]
    whole = [place for place, one in enumerate(keys) if one and one <= said]
    whole = [place for place in whole if not any(keys[place] < keys[other] for other in whole)]
    if whole:
        return whole
    return [
        place
        for place, one in enumerate(keys)
        if any(
            (by_word or word[0].isdigit()) and sum(word in other for other in keys) == 1
            for word in one & said
        )
    ]


def _without(labels: Iterable[str], statement: str) -> str:
    """A statement without labels that it names in full: the 4회 of 4회 분납의 2회차 names no row."""
    for label in sorted(filter(None, labels), key=len, reverse=True):
        statement = statement.replace(label, "")
    return statement


def _keys(text: str) -> frozenset[str]:
    counts = {compact(one) for one in _COUNT.findall(text)}
    # 2회차 is the second time, too.
    return words_in(text) | counts | {one[:-1] for one in counts if not one[-2].isdigit()}
