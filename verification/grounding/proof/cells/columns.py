"""Whether a claim names the column of a cell, and no other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verification.grounding.facts.limits import LimitBound
from verification.grounding.proof.cells.claims import (
    ClaimWords,
    MetCell,
    keys_of,
    means_same,
    measures_of,
    names,
)
from verification.grounding.proof.cells.values import LOWER, UPPER
from verification.grounding.proof.reading.lexicon import meanings
from verification.grounding.proof.reading.tables import (
    ProvisionTable,
    TableCell,
    alternatives,
    words_of,
)
from verification.grounding.proof.reading.words import Word
from verification.grounding.proof.restrictions import says_nothing

# What a column is called that only names what its figures measure.
_MEASURES = {
    "day": "기간 일수 기한 시기",
    "day of a year": "기간 기한 시기 날 일정",
    "month": "기간 개월",
    "semester": "학기 기간",
    "hour": "시간",
    "won": "금액 요금 비용 액",
    "share": "비율 율 금액",
    "time": "횟수",
    "credit": "학점",
    "point": "점수 점",
    "course": "과목 교과목",
    "book": "책수 권수 책 권 수",
    "kind": "개수 수량 수",
    "person": "인원 수",
}
_NAMES = {measure: frozenset(words.split()) for measure, words in _MEASURES.items()}
_FEE = ("료", "비", "금", "액")


def head_met(
    claim: ClaimWords, value: frozenset[int], cell: TableCell, table: ProvisionTable
) -> frozenset[int] | None:
    """The places of a claim that name the column; None where it is not named, nor what only it measures in its row."""
    found = {word.quantity.measure for word in map(claim.words.__getitem__, value) if word.quantity}
    rivals = [
        one
        for one in table.cells
        if one is not cell and one.keys == cell.keys and found & measures_of(one.value)
    ]
    others = [one.head for one in rivals]
    by_itself = {claim.words[place].quantity is None for place in value} == {True, False}
    # 수업료의 2분의 1 says of what it is the half, but not whose, where another column has a third of the same.
    by_itself = by_itself and all(_told(one) != _told(cell) for one in rivals)
    for name in alternatives(cell.head):
        last = name.split()[-1]
        shared = any(one.head.endswith(last) for one in table.cells if one.head != cell.head)
        if literal := claim.places_of(name) or (
            claim.places_of(last) if not shared and _own(last, found) else frozenset()
        ):
            return literal
        own = _own(name, found)
        if all(_is_named(one, claim) for one in own) and not any(
            _rivals_in_name(claim, own, other, found) for other in others
        ):
            return frozenset(
                place
                for place, word in enumerate(claim.words)
                if any(names(word, one) for one in words_of(name))
            )
    if by_itself or all(one.head == cell.head for one in table.cells):
        return frozenset()
    return _whose(claim, cell, rivals)


def _whose(
    claim: ClaimWords, cell: TableCell, rivals: Sequence[TableCell]
) -> frozenset[int] | None:
    """The words of a claim that name one of those in the brackets of a head, 실기 학과(무용·연기); none where the question does.

    None where nobody names one, or one of another head as well; without another column of its measure there is none to tell it from.
    """
    if not rivals:
        return None
    others = [keys_of(one.around) for one in rivals]
    own = {key for key in keys_of(cell.around).difference(*others) if len(key) > 1}
    said = claim.around.asked.union(*(meanings(word.key) for word in claim.words))
    if own.isdisjoint(said) or any(said & (one - keys_of(cell.around)) for one in others):
        return None
    return frozenset(
        place
        for place, word in enumerate(claim.words)
        if word.quantity is None and not own.isdisjoint(meanings(word.key))
    )


def _told(cell: TableCell) -> frozenset[str]:
    """What a cell says beside its figures."""
    return frozenset(word.key for word in words_of(cell.value) if word.quantity is None)


def measure_names(measures: Iterable[str]) -> frozenset[str]:
    """What says no more than that something is measured so."""
    return frozenset[str]().union(*(_NAMES.get(one, frozenset()) for one in measures))


def _is_named(given: Word, claim: ClaimWords) -> bool:
    """Whether a claim has a word of a head, or the limit that it speaks of."""
    limit = LimitBound.AT_MOST if given.key in UPPER else LimitBound.AT_LEAST
    limited = given.key in UPPER | LOWER and any(word.bound is limit for word in claim.words)
    return limited or any(names(word, given) for word in claim.words)


def _own(name: str, measures: set[str]) -> list[Word]:
    """The words of a head that do more than to say what is measured."""
    measured = measure_names(measures)
    fee = "won" in measures
    return [
        word
        for word in words_of(name)
        if not (says_nothing(word) or word.key in measured or (fee and word.key.endswith(_FEE)))
    ]


def _rivals_in_name(claim: ClaimWords, own: Sequence[Word], head: str, measures: set[str]) -> bool:
    """Whether a column that measures the same is named as well, or neither is."""
    theirs = [
        one
        for one in _own(head, measures)
        if not any(names(one, other) or means_same(one, other) for other in own)
    ]
    return not own or (
        bool(theirs) and all(any(names(word, one) for word in claim.words) for one in theirs)
    )


def names_other_column(
    claim: ClaimWords, said: set[int], met: Sequence[MetCell], table: ProvisionTable
) -> bool:
    """Whether a claim names, beside its cells, a column that none of them stands in."""
    heads = {one.cell.head for one in met}
    rest = [word for place, word in enumerate(claim.words) if place not in said]
    for head in {one.head for one in table.cells} - heads:
        literal = claim.places_of(head)
        if literal and not any(literal <= one.head or literal <= one.row for one in met):
            return True
        named = [one for one in words_of(head) if one.quantity or not says_nothing(one)]
        named = named or list(words_of(head))
        if named and all(any(names(word, one) for word in rest) for one in named):
            return True
    return False
