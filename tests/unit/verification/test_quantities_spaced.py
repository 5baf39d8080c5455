"""Units however they are spaced, and amounts that look alike."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import verification.grounding
from lab.training import fit_grounding
from verification.grounding.facts.limits import PeriodSide
from verification.grounding.facts.quantities import quantities
from verification.grounding.guards import departs_from


@pytest.mark.parametrize(
    ("text", "measure", "value"),
    [
        ("4개\u00a0학기", "semester", 4),
        ("4개\n학기", "semester", 4),
        ("10\u3000만\u00a0원", "won", 100_000),
        ("ten KRW", "won", 10),
        ("30분의 휴식을 준다", "minute", 30),
        ("두 분의 교수가 심사한다", "person", 2),
    ],
)
def test_a_unit_is_read_whatever_white_space_stands_in_it(
    text: str, measure: str, value: int
) -> None:
    assert (measure, Fraction(value)) in [(one.measure, one.value) for one in quantities(text)]


def test_lengths_are_compared_in_one_measure() -> None:
    [three_cm], [three_m], [in_cm] = map(quantities, ("3센티미터", "3미터", "300 cm"))

    assert not three_cm.same_amount(three_m)
    assert in_cm.same_amount(three_m)


@pytest.mark.parametrize(
    ("text", "side"), [("개강 14일 전부터", "BEFORE"), ("14일 후부터", "AFTER")]
)
def test_the_side_of_a_span_is_read_before_what_it_begins_from(text: str, side: str) -> None:
    [one] = quantities(text)
    assert one.side is PeriodSide[side]


@pytest.mark.parametrize(
    ("statement", "provision"),
    [
        ("2026학년도 장학금은 학기 초에 신청합니다.", "장학금은 매 학기 초에 신청한다."),
        ("두\u00a0번째 위반은 정학입니다.", "위반이 두 번째이면 정학으로 한다."),
        (
            "어떤 경우에 감면하는지는 총장이 정합니다.",
            "감면하는 경우와 금액은 총장이 따로 정한다.",
        ),
        (
            "최대 3학기를 연장합니다.",
            "위원 3명 이상이 추천하면 최대 3학기를 연장한다.",
        ),
    ],
)
def test_what_says_the_same_departs_from_nothing(statement: str, provision: str) -> None:
    assert not departs_from(statement, provision, "")


def test_a_fit_writes_where_the_product_reads() -> None:
    """Else new weights would be weighed with old rarities."""
    read = Path(verification.grounding.__file__).parent
    assert (read / fit_grounding.RARITY).exists()
    assert (read / fit_grounding.WEIGHTS).exists()
