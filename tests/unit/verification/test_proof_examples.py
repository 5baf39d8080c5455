"""The commonest forms of a rule: what is forbidden, limits held against a value, times, numbers of things, a whole sentence."""

from __future__ import annotations

import pytest

from verification.grounding.proof import Outcome, prove

FORBIDDEN = [
    "휴학생은 계절학기를 수강할 수 없다.",
    "복수전공은 두 학과를 초과하여 이수할 수 없다.",
    "신입생은 첫 학기에 휴학할 수 없다.",
    "관생은 생활관에서 취사도구를 사용할 수 없다.",
    "징계를 받은 학생은 학생회 임원이 될 수 없다.",
    "납부한 등록금은 반환하지 아니할 수 없다.",
    "간호학과로는 전과할 수 없다.",
    "위원장은 표결에 참여할 수 없다.",
]
FRAMES = ["{}", "{}고 정하고 있습니다", "{}고 규정하고 있습니다", "{}고 명시되어 있습니다"]
WITH_LEAVE = "학장의 허가를 받지 아니하고는 외박할 수 없다."
CREDITS = "18학점 이하를 신청할 수 있다."
AGE = "15세 미만은 참가할 수 있다."
BARRED = "15세 미만인 자는 참가할 수 없다."
MONTHLY = "장학금은 매월 지급한다."
LISTED = "징계는 근신, 정학 및 퇴학으로 구분한다."
PAID = "실습지원비는 매월 말일까지 학생에게 직접 지급하여야 한다."
PROVED = [
    ("학장의 허가를 받지 아니하고는 외박할 수 없습니다.", WITH_LEAVE),
    ("학장의 허가를 받은 경우에만 외박할 수 있습니다.", WITH_LEAVE),
    ("휴학생은 계절학기 수강이 불가능합니다.", FORBIDDEN[0]),
    ("휴학생은 계절학기를 수강하지 못합니다.", FORBIDDEN[0]),
    ("당일에는 예약할 수 없습니다.", "당일에는 예약이 불가하다."),
    ("17학점은 신청할 수 있습니다.", CREDITS),
    ("18학점은 신청할 수 있습니다.", CREDITS),
    ("14세는 참가할 수 있습니다.", AGE),
    ("14세인 사람은 참가할 수 없습니다.", BARRED),
    ("장학금은 다달이 지급합니다.", MONTHLY),
    ("장학금은 매달 지급합니다.", MONTHLY),
    ("위원은 세 명 이상으로 합니다.", "위원은 3명 이상으로 한다."),
    ("징계는 근신, 정학, 퇴학의 세 가지로 구분합니다.", LISTED),
    ("벌은 경고, 근신, 정학, 퇴학 네 가지로 구분합니다.", "벌은 경고, 근신, 정학 및 퇴학으로 구분한다."),
    ("실습지원비는 매월 말일까지 학생에게 직접 지급하여야 합니다.", PAID),
]  # fmt: skip
NOT_PROVED = [
    ("학장의 허가를 받아도 외박할 수 없습니다.", WITH_LEAVE),
    ("학장의 허가를 받지 않으면 외박할 수 있습니다.", WITH_LEAVE),
    ("학장의 허가를 받은 경우에는 외박할 수 없습니다.", WITH_LEAVE),
    ("총장의 허가를 받은 경우에만 외박할 수 있습니다.", WITH_LEAVE),
    ("외박할 수 없습니다.", WITH_LEAVE),
    ("외박할 수 있습니다.", WITH_LEAVE),
    ("19학점은 신청할 수 있습니다.", CREDITS),
    ("17학점은 신청할 수 없습니다.", CREDITS),
    ("17학점 이하를 신청할 수 있습니다.", CREDITS),
    ("15세는 참가할 수 있습니다.", AGE),
    ("14세는 참가할 수 없습니다.", AGE),
    ("15세인 사람은 참가할 수 없습니다.", BARRED),
    ("장학금은 해마다 지급합니다.", MONTHLY),
    ("장학금은 매주 지급합니다.", MONTHLY),
    ("징계는 근신, 정학, 퇴학의 네 가지로 구분합니다.", LISTED),
    ("징계는 근신, 정학, 제명의 세 가지로 구분합니다.", LISTED),
    ("징계는 근신, 정학의 두 가지로 구분합니다.", LISTED),
    ("징계는 정학, 퇴학의 두 가지로 구분합니다.", LISTED),
    ("징계는 근신, 정학, 퇴학의 세 가지로 구분합니다.", "징계는 근신, 정학, 퇴학, 제명으로 구분한다."),
    ("징계는 근신, 정학, 퇴학의 세 가지로 구분합니다.", "징계는 근신, 정학 또는 퇴학으로 구분한다."),
    ("실습지원비는 매년 말일까지 학생에게 직접 지급하여야 합니다.", PAID),
    ("실습지원비는 매월 말일부터 학생에게 직접 지급하여야 합니다.", PAID),
    ("실습지원비는 매월 말일까지 학과에 직접 지급하여야 합니다.", PAID),
    ("실습지원비는 매월 말일까지 학생에게 지급하여야 합니다.", PAID),
]  # fmt: skip


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("rule", FORBIDDEN)
def test_what_is_forbidden_is_proved_and_its_opposite_is_not(rule: str, frame: str) -> None:
    plain = rule.removesuffix(".")
    if frame == "{}":
        plain = plain.removesuffix("없다") + "없습니다"
    denied = plain.replace("수 없", "수 있")
    assert prove(f"{frame.format(plain)}.", [rule]).outcome is Outcome.PROVED
    assert prove(f"{frame.format(denied)}.", [rule]).outcome is not Outcome.PROVED


@pytest.mark.parametrize(("claim", "evidence"), PROVED)
def test_the_same_rule_in_another_form_is_proved(claim: str, evidence: str) -> None:
    found = prove(claim, [evidence])
    assert found.outcome is Outcome.PROVED, found


@pytest.mark.parametrize(("claim", "evidence"), NOT_PROVED)
def test_another_rule_in_nearly_the_same_form_is_not(claim: str, evidence: str) -> None:
    assert prove(claim, [evidence]).outcome is not Outcome.PROVED
