"""Material for training: what is said otherwise stays true, what is turned does not, and wording tells nothing."""

from __future__ import annotations

from random import Random

from lab.training.varied.rewording import (
    discretion,
    doubly_denied,
    other_modality,
    reworded,
    turned,
)
from lab.training.varied.turned_provisions import provision_pairs, turned_premises
from verification.grounding import GroundingProvision
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.reading import read_claim

CLAIM = "휴학하려는 학생은 학기 시작 전에 휴학원을 내야 합니다."
PROVISION = GroundingProvision(
    "학칙",
    5,
    None,
    None,
    "휴학하려는 학생은 학기 시작 전에 휴학원을 제출하여야 한다. 다만, 입원한 경우에는 그러하지 아니하다.",
)


def test_the_same_is_said_in_many_wordings_and_the_opposite_as_well() -> None:
    said = {reworded(CLAIM, Random(seed)) for seed in range(40)} - {None}
    opposite = {turned(CLAIM, Random(seed)) for seed in range(40)} - {None}

    assert len(said) > 4
    assert len(opposite) > 4
    assert not said & opposite
    assert "휴학하려는 학생은 학기 시작 전에 휴학원을 내지 않으면 안 됩니다." in said
    assert "휴학하려는 학생은 학기 시작 전에 휴학원을 내지 않아도 됩니다." in opposite


def test_a_duty_becomes_a_permission_and_discretion_stays_true() -> None:
    said = {other_modality("교재를 빌릴 수 있습니다.", Random(seed)) for seed in range(20)}

    assert "교재를 빌려야 합니다." in said
    assert "교재를 빌릴 수 없습니다." not in said
    assert discretion("교재를 빌릴 수 있습니다.", Random(1))
    assert discretion("교재를 돌려주어야 합니다.", Random(1)) is None


def test_two_turns_are_none() -> None:
    said = {
        doubly_denied("군 복무 기간은 휴학 기간에 포함됩니다.", Random(seed)) for seed in range(9)
    }

    assert said == {
        "군 복무 기간은 휴학 기간에 제외되지 않습니다.",
        "군 복무 기간은 휴학 기간에 제외되는 것은 아닙니다.",
    }


def test_a_turned_provision_makes_the_claim_false_and_its_opposite_true() -> None:
    reading = read_claim(CLAIM, [PROVISION], default_lexicon())
    made = list(turned_premises(CLAIM, reading, Random(3)))

    exempting = [
        (claim, label)
        for claim, premise, label, _kind in made
        if "제출하지 않" in premise.partition(" 다만")[0]
    ]
    assert [label for _claim, label in exempting] == [1, 0]
    assert any(word in exempting[1][0] for word in ("않", "필요", "의무는", "선택", "아닙", "면제"))


def test_a_proviso_is_said_as_a_rule() -> None:
    made = list(provision_pairs(PROVISION, Random(0)))

    exceptions = [(claim, label) for claim, label, kind in made if kind == "exception"]
    assert [label for _claim, label in exceptions] == [0, 1, 0]
    assert exceptions[0][0].startswith("입원한 경우에는")
