"""A limit that the words of a provision give with another figure: 4년까지 for 3년을 초과할 수 없다. Pure.

It is asked of the words on which somebody's word for a statement rests, not of a whole provision: there each row and item has
figures of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from verification.grounding.facts.amounts import AmountAgreement, AmountFinding, compare_amounts
from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.facts.stances import Stance, predicate_of

# What a rule limits. Sums of money are reckoned, and days of the calendar are counted off.
_LIMITED = frozenset(
    {"month", "semester", "time", "person", "book", "hour", "day", "credit", "course", "point"}
    | {"share"}
)
_DATES = frozenset({"date", "day of a year", "month of a year"})
_AT_MOST = (LimitBound.AT_MOST, LimitBound.LESS)


def another_limit(statement: str, words: Sequence[str], *, known: str = "") -> str:
    """The figure of a limit that the words give otherwise and that nothing makes; empty where there is none.

    `known` is what question and answer say around the statement: a figure of theirs is no limit, unless more is allowed than the
    words allow.
    """
    said, given = quantities(statement), quantities("\n".join(words))
    around = quantities(known)
    counts_days = any(one.measure in _DATES for one in (*said, *given, *around))
    made = _made(given)
    for found in compare_amounts(said, given, given, asked=around):
        one = found.claimed
        if one.measure not in _LIMITED or (counts_days and one.measure == "day"):
            continue
        is_other = (
            found.agreement is AmountAgreement.OTHER_NUMBER
            and one.bound is not LimitBound.NONE
            and (one.measure, one.value) not in made
        )
        if is_other or _allows_more(statement, found, given):
            return one.text
    return ""


def _allows_more(statement: str, found: AmountFinding, given: Sequence[Quantity]) -> bool:
    """네, 4년도 됩니다, where the words have 3년 at most."""
    if found.agreement is not AmountAgreement.ASKED or isinstance(found.claimed.value, str):
        return False
    same = [one for one in given if one.measure == found.claimed.measure]
    figures = [one.value for one in same if isinstance(one.value, Fraction)]
    if not figures or not any(one.bound in _AT_MOST for one in same):
        return False
    predicate = predicate_of(statement)
    allows = predicate is not None and predicate.stance is Stance.PERMIT
    return allows and found.claimed.value > max(figures)


def _made(given: Sequence[Quantity]) -> frozenset[tuple[str, Fraction]]:
    """What the figures of the words make by themselves: 21학점에 2학점을 더한, 16시간의 2분의 1."""
    made: set[tuple[str, Fraction]] = set()
    for one, other in combinations(given[:12], 2):
        if isinstance(one.value, str) or isinstance(other.value, str):
            continue
        if one.measure == other.measure:
            made |= {(one.measure, one.value + other.value)}
            made |= {(one.measure, abs(one.value - other.value))}
        made |= {(each.measure, one.value * other.value) for each in (one, other)}
    return frozenset(made)
