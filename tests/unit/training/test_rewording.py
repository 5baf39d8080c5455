"""Material for training: what is said otherwise stays true, what is turned does not, and wording tells nothing."""

from __future__ import annotations

from random import Random

from training.rewording import discretion, doubly_denied, other_modality, reworded, turned
from training.turned_provisions import provision_pairs, turned_premises
from verification.grounding import GroundingProvision
from verification.grounding.alignment import default_lexicon
from verification.grounding.reading import read
from verification.grounding.stance_features import relation, stance_of

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
    for text in said:
        assert relation(stance_of(CLAIM), stance_of(str(text))) == "same"
    for text in opposite:
        assert relation(stance_of(CLAIM), stance_of(str(text))) == "turned"


def test_a_duty_becomes_a_permission_and_discretion_stays_true() -> None:
    said = {other_modality("교재를 빌릴 수 있습니다.", Random(seed)) for seed in range(20)}

    assert {relation(stance_of("빌릴 수 있습니다."), stance_of(str(text))) for text in said} == {
        "other modality"
    }
    assert discretion("교재를 빌릴 수 있습니다.", Random(1))
    assert discretion("교재를 돌려주어야 합니다.", Random(1)) is None


def test_two_turns_are_none() -> None:
    said = doubly_denied("군 복무 기간은 휴학 기간에 포함됩니다.", Random(0))

    assert said is not None
    assert relation(stance_of("포함됩니다."), stance_of(said)) == "same"


def test_a_turned_provision_makes_the_claim_false_and_its_opposite_true() -> None:
    reading = read(CLAIM, [PROVISION], default_lexicon())
    made = list(turned_premises(CLAIM, reading, Random(3)))

    assert {label for _claim, _premise, label, _kind in made} == {0, 1}
    for claim, premise, label, kind in made:
        if kind == "polarity":
            how = relation(stance_of(claim), stance_of(premise.split(". 다만")[0]))
            assert how == ("turned" if label else "same")


def test_a_proviso_is_said_as_a_rule() -> None:
    made = list(provision_pairs(PROVISION, Random(0)))

    exceptions = [(claim, label) for claim, label, kind in made if kind == "exception"]
    assert [label for _claim, label in exceptions] == [0, 1, 0]
    assert exceptions[0][0].startswith("입원한 경우에는")
