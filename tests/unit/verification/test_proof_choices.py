"""One of two things that come together is no choice, and what stands in an order keeps it."""

from __future__ import annotations

import pytest

from verification.grounding.proof import Outcome, prove

PENALTY = "벌점이 한 학기에 다음 각 호에 이르면 해당 호의 조치를 한다.\n1. 8점: 서면 경고와 외출 7일 제한\n2. 15점: 강제퇴사"
GRANT = "지역장학금은 지역학생으로서 가구 소득이 기준소득의 100분의 80 이하인 학생에게 지급한다."
ORDER = (
    "동점자는 이수학점이 많은 사람, 평점평균이 높은 사람, 봉사시간이 많은 사람의 순으로 선발한다."
)
CHOICE = "신청인은 진단서 또는 소견서 중 하나를 제출하여야 한다."


@pytest.mark.parametrize(
    ("evidence", "claim", "outcome"),
    [
        (PENALTY, "벌점이 한 학기에 8점에 이르면 서면 경고와 외출 7일 제한의 조치를 받습니다.", Outcome.PROVED),
        (PENALTY, "벌점이 한 학기에 8점에 이르면 서면 경고와 외출 7일 제한 중 하나의 조치를 받습니다.", Outcome.OPEN),
        (GRANT, "지역장학금은 지역학생으로서 가구 소득이 기준소득의 100분의 80 이하인 학생에게 지급합니다.", Outcome.PROVED),
        (GRANT, "지역장학금은 지역학생이거나 가구 소득이 기준소득의 100분의 80 이하인 학생에게 지급합니다.", Outcome.OPEN),
        (ORDER, "동점자는 이수학점이 많은 사람, 평점평균이 높은 사람, 봉사시간이 많은 사람의 순으로 선발합니다.", Outcome.PROVED),
        (ORDER, "동점자는 평점평균이 높은 사람, 이수학점이 많은 사람, 봉사시간이 많은 사람의 순으로 선발합니다.", Outcome.OPEN),
        (CHOICE, "신청인은 진단서 또는 소견서 중 하나를 제출하여야 합니다.", Outcome.PROVED),
    ],
)  # fmt: skip
def test_a_choice_is_what_the_provision_leaves_to_choose(
    evidence: str, claim: str, outcome: Outcome
) -> None:
    assert prove(claim, [evidence]).outcome is outcome


def test_what_has_to_be_issued_to_somebody_he_may_be_given() -> None:
    rule = "취업에 쓰이는 경우에는 성적증명서를 1통에 한정하여 발급하여야 한다."
    claim = "취업에 쓰이는 경우에는 성적증명서를 1통에 한하여 받을 수 있습니다."
    assert prove(claim, [rule]).outcome is not Outcome.REFUTED
    assert prove(claim.replace("받을", "발급할"), [rule]).outcome is Outcome.REFUTED
