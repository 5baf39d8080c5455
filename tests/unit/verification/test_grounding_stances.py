"""A predicate is taken apart and said in any stance, in any wording."""

from __future__ import annotations

import pytest

from verification.grounding import ReasonKind
from verification.grounding.facts.stances import OPPOSITES, WORDINGS, Stance, predicate_of
from verification.grounding.negation import negated_claims


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


def test_stress_is_dropped_with_the_duty_and_a_condition_is_not_turned() -> None:
    opposites = list(negated_claims("휴학원을 반드시 내야 합니다."))

    assert opposites == [
        (ReasonKind.POLARITY, "휴학원을 내지 않아도 됩니다."),
        (ReasonKind.MODALITY, "휴학원을 낼 수 있습니다."),
    ]
    assert list(negated_claims("등록금의 절반을 내면 됩니다.")) == []


def test_a_plain_statement_is_denied_and_not_made_a_permission() -> None:
    assert list(negated_claims("기간은 총장이 정합니다.")) == [
        (ReasonKind.POLARITY, "기간은 총장이 정하지 않습니다.")
    ]


@pytest.mark.parametrize("stance", list(Stance))
def test_every_wording_can_be_said_politely_and_plainly(stance: Stance) -> None:
    found = predicate_of("학생은 계획서를 제출해야 합니다.")
    assert found is not None

    said = [
        found.said(stance, number, politely=politely)
        for number in range(len(WORDINGS[stance]))
        for politely in (True, False)
    ]

    assert len(set(said)) > len(WORDINGS[stance])
    assert all(text.startswith("학생은 계획서를 제출") and "{" not in text for text in said)
    assert all(
        text.endswith("니다." if number % 2 == 0 else "다.") for number, text in enumerate(said)
    )
