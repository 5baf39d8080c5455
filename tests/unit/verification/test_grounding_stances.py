"""A predicate is taken apart and said in any stance, in any wording; and each wording is read as what it says."""

from __future__ import annotations

import pytest

from verification.grounding.stance_features import relation, stance_of
from verification.grounding.stances import OPPOSITES, WORDINGS, Stance, predicate_of


@pytest.mark.parametrize(
    ("sentence", "stance", "opposite"),
    [
        ("휴학원을 내야 합니다.", Stance.OBLIGE, "휴학원을 내지 않아도 됩니다."),
        ("동료를 반드시 도와야 한다.", Stance.OBLIGE, "동료를 돕지 않아도 됩니다."),
        ("한 차례 다시 들을 수 있습니다.", Stance.PERMIT, "한 차례 다시 들을 수 없습니다."),
        ("외부에 알려서는 안 됩니다.", Stance.FORBID, "외부에 알릴 수 있습니다."),
        ("심사를 받지 않아도 됩니다.", Stance.EXEMPT, "심사를 받아야 합니다."),
        ("기록은 공개하지 아니한다.", Stance.DENY, "기록은 공개합니다."),
        ("위원회를 둔다.", Stance.STATE, "위원회를 두지 않습니다."),
        ("총장이 정합니다(가상 규정 제3조).", Stance.STATE, "총장이 정하지 않습니다(가상 규정 제3조)."),
    ],
)  # fmt: skip
def test_a_predicate_is_turned(sentence: str, stance: Stance, opposite: str) -> None:
    found = predicate_of(sentence)

    assert found is not None
    assert (found.stance, found.said(OPPOSITES[stance])) == (stance, opposite)


def test_what_has_no_action_is_left_alone() -> None:
    assert predicate_of("담당 부서는 교무처입니다.") is None
    assert predicate_of("자격이 있습니다.") is None


@pytest.mark.parametrize("stance", list(Stance))
def test_every_wording_is_read_as_its_stance(stance: Stance) -> None:
    found = predicate_of("학생은 계획서를 제출해야 합니다.")
    assert found is not None

    read = [
        stance_of(found.said(stance, number, politely=politely))
        for number in range(len(WORDINGS[stance]))
        for politely in (True, False)
    ]

    assert {relation(stance, other) for other in read} == {"same"}


def test_a_word_that_is_a_stance_itself_is_read_as_one() -> None:
    assert stance_of("외부 반출은 금지됩니다.") is Stance.FORBID
    assert stance_of("외부 반출은 금지되지 않습니다.") is Stance.PERMIT
    assert stance_of("수수료가 면제됩니다.") is Stance.EXEMPT
    assert stance_of("평균에서 제외되지 않습니다.") is Stance.STATE


@pytest.mark.parametrize(
    ("claimed", "given", "how"),
    [
        (Stance.OBLIGE, Stance.STATE, "same"),
        (Stance.PERMIT, Stance.FORBID, "turned"),
        (Stance.EXEMPT, Stance.OBLIGE, "turned"),
        (Stance.PERMIT, Stance.OBLIGE, "other modality"),
        (Stance.EXEMPT, Stance.PERMIT, "discretion"),
    ],
)
def test_stances_are_held_against_each_other(claimed: Stance, given: Stance, how: str) -> None:
    assert relation(claimed, given) == how
