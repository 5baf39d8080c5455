"""Compare the numbers, dates and limits of a claim with those of its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, product

from verification.grounding.facts.limits import LimitBound, PeriodSide
from verification.grounding.facts.quantities import Quantity


class AmountAgreement(StrEnum):
    """How a quantity of a claim stands to the evidence."""

    SAME = "same"
    ASKED = "asked"
    ELSEWHERE = "elsewhere"
    DERIVED = "derived"
    OTHER_UNIT = "other_unit"
    OTHER_NUMBER = "other_number"
    UNFOUNDED = "unfounded"


class LimitRelation(StrEnum):
    """How the limits of two equal amounts stand to each other."""

    EQUAL = "equal"
    OPEN = "open"
    STRICTNESS = "strictness"
    COMPLEMENT = "complement"
    OPPOSITE = "opposite"


@dataclass(frozen=True, slots=True)
class AmountFinding:
    """One quantity of a claim with what the evidence says instead."""

    claimed: Quantity
    agreement: AmountAgreement
    given: Quantity | None = None
    limit: LimitRelation | None = None
    other_side: bool = False


_FOUND = frozenset({AmountAgreement.SAME, AmountAgreement.ELSEWHERE, AmountAgreement.DERIVED})
_UPPER = frozenset({LimitBound.AT_MOST, LimitBound.LESS})
_LOWER = frozenset({LimitBound.AT_LEAST, LimitBound.MORE})
_COMPLEMENTS = frozenset(
    {
        frozenset({LimitBound.AT_LEAST, LimitBound.LESS}),
        frozenset({LimitBound.AT_MOST, LimitBound.MORE}),
    }
)
_LIMIT_ORDER = (
    LimitRelation.EQUAL,
    LimitRelation.OPEN,
    LimitRelation.COMPLEMENT,
    LimitRelation.STRICTNESS,
    LimitRelation.OPPOSITE,
)


def compare_amounts(
    claimed: Sequence[Quantity],
    near: Sequence[Quantity],
    context: Sequence[Quantity],
    counts: Iterable[int] = (),
    asked: Sequence[Quantity] = (),
) -> list[AmountFinding]:
    """Hold each quantity of a claim against the aligned evidence, then the whole context.

    ``counts`` are numbers that may be counted off the text, such as the items of a list; ``asked`` are those of the
    question: where a claim repeats or reckons with one of them, it speaks of the asker and not of the rule.
    """
    derived, reckoned = _derivable(near, counts), _reckoned(near, asked)
    return [
        AmountFinding(quantity, AmountAgreement.ASKED)
        if finding.agreement not in _FOUND and _value(quantity) in reckoned
        else finding
        for quantity in claimed
        for finding in [_finding(quantity, near, context, derived)]
    ]


def _finding(
    quantity: Quantity,
    near: Sequence[Quantity],
    context: Sequence[Quantity],
    derived: frozenset[tuple[str, Fraction | str]],
) -> AmountFinding:
    same = [other for other in near if _same(quantity, other)]
    if same:
        given = min(
            same,
            key=lambda other: (
                _LIMIT_ORDER.index(_limit(quantity, other)),
                _other_side(quantity, other),
            ),
        )
        return AmountFinding(
            quantity,
            AmountAgreement.SAME,
            given,
            _limit(quantity, given),
            all(_other_side(quantity, other) for other in same),
        )
    if (quantity.measure, quantity.value) in derived:
        return AmountFinding(quantity, AmountAgreement.DERIVED)
    elsewhere = [other for other in context if _same(quantity, other)]
    rivals = [other for other in near if other.measure == quantity.measure]
    if elsewhere:
        given = rivals[0] if rivals else elsewhere[0]
        return AmountFinding(quantity, AmountAgreement.ELSEWHERE, given)
    written = _written(quantity)
    for other in (*near, *context):
        if quantity.unit and other.unit and _written(other) == written:
            return AmountFinding(quantity, AmountAgreement.OTHER_UNIT, other)
    if rivals:
        return AmountFinding(quantity, AmountAgreement.OTHER_NUMBER, rivals[0])
    return AmountFinding(quantity, AmountAgreement.UNFOUNDED)


_PERIODS = frozenset({"day", "month", "hour", "semester"})
# Measures that stand for whatever is counted: "5개 교과" is "다섯 과목".
_GENERIC = frozenset({"number", "kind", "piece"})
_COUNTED_IN_WHOLES = frozenset({"year old", "person", "time", "course", "credit", "school year"})
_CALENDAR = frozenset({"date", "day of a year", "month of a year", "year", "month"})


def _same(one: Quantity, other: Quantity) -> bool:
    if one.same_amount(other) or _neighbours(one, other):
        return True
    if isinstance(one.value, Fraction) and isinstance(other.value, Fraction):
        return one.value == other.value and bool({one.measure, other.measure} & _GENERIC)
    if isinstance(one.value, str) and isinstance(other.value, str):
        if {one.value, other.value} == {"00:00", "24:00"}:
            # 0시 and 24시 of a day are a day apart; 자정 and 밤 12시 may be either.
            return any(word in one.text + other.text for word in ("자정", "밤"))
        if {one.measure, other.measure} <= _CALENDAR:
            # "3월 1일" said of "2026년 3월 1일": the shorter is part of the longer.
            return other.value.endswith("-" + one.value) or other.value.startswith(one.value + "-")
        return one.measure == other.measure == "letter grade" and one.value.rstrip(
            "0"
        ) == other.value.rstrip("0")
    return _months(one) is not None and _months(one) == _months(other)


def _neighbours(one: Quantity, other: Quantity) -> bool:
    """Whether "20세까지" meets "21세 미만", and the like."""
    if one.measure != other.measure or one.measure not in _COUNTED_IN_WHOLES:
        return False
    if isinstance(one.value, str) or isinstance(other.value, str):
        return False
    signs = (one.bound, other.bound)
    return (
        signs in ((LimitBound.AT_MOST, LimitBound.LESS), (LimitBound.MORE, LimitBound.AT_LEAST))
        and other.value == one.value + 1
    ) or (
        signs in ((LimitBound.LESS, LimitBound.AT_MOST), (LimitBound.AT_LEAST, LimitBound.MORE))
        and other.value == one.value - 1
    )


def _months(quantity: Quantity) -> Fraction | None:
    """Old regulations write a period of five months "5월", which reads as May."""
    if quantity.measure != "month":
        return None
    return quantity.value if isinstance(quantity.value, Fraction) else Fraction(quantity.value)


def _written(quantity: Quantity) -> str:
    """The number as it is written, whatever its unit."""
    from_text = "".join(
        character for character in quantity.text if character.isdigit() or character == "."
    )
    return from_text or str(quantity.value)


def _limit(one: Quantity, other: Quantity) -> LimitRelation:
    if one.bound == other.bound or not one.same_amount(other):
        return LimitRelation.EQUAL
    if one.side == other.side == PeriodSide.BEFORE:
        # "적어도 7일 전에" and "7일 전까지" are the same limit.
        return LimitRelation.EQUAL
    if LimitBound.NONE in (one.bound, other.bound):
        return LimitRelation.OPEN
    if frozenset({one.bound, other.bound}) in _COMPLEMENTS:
        return LimitRelation.COMPLEMENT
    if {one.bound, other.bound} <= _UPPER or {one.bound, other.bound} <= _LOWER:
        return LimitRelation.STRICTNESS
    return LimitRelation.OPPOSITE


def _other_side(one: Quantity, other: Quantity) -> bool:
    return PeriodSide.NONE not in (one.side, other.side) and one.side != other.side


def _value(quantity: Quantity) -> tuple[str, Fraction | str, LimitBound]:
    return quantity.measure, quantity.value, quantity.bound


def _reckoned(
    near: Sequence[Quantity], asked: Sequence[Quantity]
) -> frozenset[tuple[str, Fraction | str, LimitBound]]:
    """The asker's own figures, and how far they are from those of the evidence or what both make; no limits."""
    found: set[tuple[str, Fraction | str]] = {(own.measure, own.value) for own in asked}
    for own, other in product(asked, (*near, *asked)):
        if isinstance(own.value, str) or isinstance(other.value, str) or own is other:
            continue
        if own.measure == other.measure:
            found |= {
                (own.measure, own.value + other.value),
                (own.measure, abs(own.value - other.value)),
            }
    return frozenset((*one, LimitBound.NONE) for one in found)


def _derivable(
    near: Sequence[Quantity], counts: Iterable[int]
) -> frozenset[tuple[str, Fraction | str]]:
    """Sums of two or three amounts of one measure, and numbers that can be counted off."""
    found: set[tuple[str, Fraction | str]] = set()
    by_measure: dict[str, list[Fraction]] = {}
    for quantity in near[:24]:
        if isinstance(quantity.value, Fraction):
            by_measure.setdefault(quantity.measure, []).append(quantity.value)
    for measure, values in by_measure.items():
        for size in (2, 3):
            found |= {
                (measure, sum(chosen, Fraction(0))) for chosen in combinations(values[:8], size)
            }
        times = by_measure.get("time", [])
        found |= {
            (measure, value * count)
            for value in values
            for count in (*times, Fraction(2))
            if measure in _PERIODS
        }
        if measure == "share":
            found |= {(measure, 1 - value) for value in values}
        elif measure in _COUNTED_IN_WHOLES:
            shares = by_measure.get("share", [])
            found |= {(measure, value * share) for value in values for share in shares}
    for count in counts:
        found |= {
            (measure, Fraction(count)) for measure in ("kind", "person", "place", "number", "piece")
        }
    return frozenset(found)
