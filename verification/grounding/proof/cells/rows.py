"""Whether a claim, or the question that it answers, names the row of a cell, and no other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity
from verification.grounding.proof.cells.claims import ClaimWords, keys_of, names, written
from verification.grounding.proof.matching import satisfies
from verification.grounding.proof.reading.lexicon import meanings
from verification.grounding.proof.reading.tables import (
    ProvisionTable,
    TableCell,
    alternatives,
    bracketed,
    words_of,
)
from verification.grounding.proof.reading.words import Word
from verification.grounding.proof.restrictions import says_nothing

# What stands in brackets behind the name of a row: a condition, or what the row is not for.
_CONDITION = re.compile(r"경우|때|사람|자$|학생|만\s|한정|한함|한한다")
_LEFT_OUT = re.compile(r"[을를은는]?\s*(?:제외|빼|외$|외의)")


def row_met(claim: ClaimWords, cell: TableCell, *, asked: bool) -> frozenset[int] | None:
    """The places of a claim that name the row; None where it is not named, not even by the question."""
    found: set[int] = set()
    for key in cell.keys:
        if not key:
            continue
        named = [
            one
            for name in alternatives(key)
            if (one := _key_places(name, claim, asked=asked)) is not None
        ]
        if not named or not all(_in_case(one, claim, asked=asked) for one in bracketed(key)):
            return None
        found |= frozenset().union(*named)
    return frozenset(found)


def _key_places(name: str, claim: ClaimWords, *, asked: bool) -> frozenset[int] | None:
    if places := claim.places_of(name):
        return places
    if asked and written(name, claim.around.text):
        return frozenset()
    return _named(name, claim, asked=asked)


def names_other_row(claim: ClaimWords, cell: TableCell, table: ProvisionTable) -> bool:
    """Whether a claim names in a column what stands there in other rows, and not what stands in this one."""
    for column, key in enumerate(cell.keys):
        own = _key_met(key, claim)
        others = {one.keys[column] for one in table.cells} - {key}
        if not own and any(_key_met(other, claim) for other in others):
            return True
    return False


def is_rival(
    other: TableCell, cell: TableCell, row: frozenset[int], claim: ClaimWords, *, asked: bool
) -> bool:
    """Whether another row of the column has something else, and is named as well."""
    if other.head != cell.head or other.value == cell.value:
        return False
    named = row_met(claim, other, asked=asked)
    if named is None and asked:
        return False
    return named is not None and (asked or not named < row)


def _key_met(key: str, claim: ClaimWords) -> bool:
    return any(
        claim.places_of(name) or _named(name, claim, asked=False) for name in alternatives(key)
    )


def _in_case(inside: str, claim: ClaimWords, *, asked: bool) -> bool:
    """Whether a claim says under which condition a row holds, and does not speak of what it leaves out."""
    left_out = _LEFT_OUT.search(inside)
    if left_out is not None:
        named = keys_of(inside[: left_out.start()])
        said = frozenset(key for word in claim.words for key in meanings(word.key))
        return named.isdisjoint(said | claim.around.asked)
    return not _CONDITION.search(inside) or _named(inside, claim, asked=asked) is not None


def _named(name: str, claim: ClaimWords, *, asked: bool) -> frozenset[int] | None:
    given = [word for word in words_of(name) if word.quantity or not says_nothing(word)]
    if not given:
        return None
    found: set[int] = set()
    limits = [one for one in given if one.quantity]
    for one in given:
        places = {place for place, word in enumerate(claim.words) if names(word, one)}
        if not places and one.quantity:
            places = {
                place
                for place, word in enumerate(claim.words)
                if word.quantity
                and word.bound is LimitBound.NONE
                and _within(word.quantity, limits)
            }
            known = asked and any(_within(figure, limits) for figure in claim.around.figures)
        else:
            known = asked and not meanings(one.key).isdisjoint(
                claim.around.asked | claim.around.told
            )
        if not places and not known:
            return None
        found |= places
    return frozenset(found)


def _within(figure: Quantity, limits: Sequence[Word]) -> bool:
    """Whether a figure lies between the limits of a row, and on none: whether a day counts itself is not known."""
    kept = [satisfies(figure, limit) for limit in limits]
    at = any(limit.quantity and limit.quantity.value == figure.value for limit in limits)
    return bool(kept) and all(kept) and (not at or figure.measure != "day")
