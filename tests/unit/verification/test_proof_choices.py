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


PRACTICE = "학교는 실습이 필요한 경우에는 해당 실습을 위한 실습지를 갖추어야 한다."
ORDERED = "장관은 시정을 명하려는 경우에는 위반 내용과 시정기한을 통보하여야 한다."
OFFICES = "교육원에 교육지원과 및 교육운영부를 둔다."


@pytest.mark.parametrize(
    ("evidence", "claim", "is_proved"),
    [
        (PRACTICE, "학교는 실습을 위한 실습지를 갖추어야 합니다.", False),
        (PRACTICE, "학교는 실습이 필요한 경우 실습지를 갖추어야 합니다.", True),
        (ORDERED, "장관은 위반 내용과 시정기한을 통보하여야 합니다.", False),
        (ORDERED, "장관은 시정을 명하려는 경우 위반 내용과 시정기한을 통보하여야 합니다.", True),
        (OFFICES, "교육원에 교육지원과 또는 교육운영부를 둡니다.", False),
        (OFFICES, "교육원에 교육지원과 및 교육운영부를 둡니다.", True),
    ],
)  # fmt: skip
def test_a_condition_is_not_told_by_a_word_that_stands_elsewhere_too(
    evidence: str, claim: str, *, is_proved: bool
) -> None:
    assert (prove(claim, [evidence]).outcome is Outcome.PROVED) is is_proved


WITHDRAWAL = "철회는 재학 중 통산 5과목을 초과할 수 없으며, 야간학생은 9과목을 초과할 수 없다."
INSTALMENTS = "다음 각 호의 학생은 분할납부를 할 수 없다.\n1. 첫 학기의 신입생. 다만, 섬학생은 제외한다.\n2. 휴학생"
GRADES = (
    "장학금을 받으려는 학생은 다음 각 호의 기준을 모두 갖추어야 한다.\n1. 주간학생은 10학점, 야간학생은 6학점 이상을 취득할 것\n"
    "2. 평점평균이 2.55 이상일 것. 다만, 야간학생은 2.30, 대학원생은 3.20 이상으로 한다."
)
EARNED = "장학금을 받으려는 학생은 직전 학기에 13학점(대학원생은 5학점) 이상을 취득하여야 한다."


@pytest.mark.parametrize(
    ("evidence", "claim", "refuted"),
    [
        (WITHDRAWAL, "야간학생의 철회는 재학 중 통산 9과목을 초과할 수 없습니다.", False),
        (WITHDRAWAL, "철회는 재학 중 통산 9과목을 초과할 수 없습니다.", True),
        (INSTALMENTS, "섬학생은 첫 학기의 신입생이라도 분할납부를 할 수 있습니다.", False),
        (INSTALMENTS, "첫 학기의 신입생은 분할납부를 할 수 있습니다.", True),
        (INSTALMENTS, "휴학생은 분할납부를 할 수 있습니다.", True),
        (GRADES, "야간학생은 6학점 이상을 취득하고 평점평균이 2.30 이상이어야 합니다.", False),
        (EARNED, "장학금을 받으려는 대학원생은 직전 학기에 5학점 이상을 취득하여야 합니다.", False),
        (EARNED, "장학금을 받으려는 대학원생은 직전 학기에 6학점 이상을 취득하여야 합니다.", True),
        (EARNED, "장학금을 받으려는 학생은 직전 학기에 5학점 이상을 취득하여야 합니다.", True),
    ],
)  # fmt: skip
def test_what_is_said_of_the_claims_own_case_is_not_refuted_by_the_rule_for_others(
    evidence: str, claim: str, *, refuted: bool
) -> None:
    asked = "야간학생, 섬학생, 대학원생은 어떻게 되나요?"
    assert (prove(claim, [evidence], question=asked).outcome is Outcome.REFUTED) is refuted


def test_a_figure_that_stands_in_another_paragraph_is_not_refuted_by_this_ones() -> None:
    rules = (
        "① 학생은 성적이 C 이하인 교과목을 다시 이수(이하 “재수강”이라 한다)할 수 있다.",
        "② 재수강한 교과목의 성적은 B+를 초과할 수 없다.",
    )
    claim = "재수강은 성적이 C 이하인 교과목에 대하여 할 수 있습니다."
    assert prove(claim, rules).outcome is not Outcome.REFUTED
    assert prove(claim.replace("C 이하", "D 이하"), rules).outcome is Outcome.REFUTED
    # The figure alone, beside another noun, is the neighbour's.
    fees = ("① 석사과정은 24학점을 이수하여야 한다.", "② 박사과정은 36학점을 이수하여야 한다.")
    assert prove("석사과정은 36학점을 이수하여야 합니다.", fees).outcome is Outcome.REFUTED


def test_what_has_to_be_issued_to_somebody_he_may_be_given() -> None:
    rule = "취업에 쓰이는 경우에는 성적증명서를 1통에 한정하여 발급하여야 한다."
    claim = "취업에 쓰이는 경우에는 성적증명서를 1통에 한하여 받을 수 있습니다."
    assert prove(claim, [rule]).outcome is not Outcome.REFUTED
    assert prove(claim.replace("받을", "발급할"), [rule]).outcome is Outcome.REFUTED


KINDS = "징계의 종류는 근신, 유기정학 및 퇴학으로 한다."
PARTS = "등록금은 입학금과 수업료로 구성하며, 학기마다 정한다."
COUNCIL = "평의원회는 교원, 직원 및 동문의 대표 11명으로 구성한다."
SPLIT = (
    "생활관비는 한 번에 낸다. 다만, 다음 각 호의 어느 하나에 해당하는 사람은 3회로 나누어 낼 수 있다.\n"
    "1. 제8조제1항제1호에 해당하는 사람\n2. 실직한 사람의 자녀"
)
TIED = "점수가 같으면 거리 점수가 높은 사람, 저학년인 사람의 순으로 선발한다."
LONGER = "긴급 조치는 위원회의 의결로 처분일까지 연장할 수 있다."
NINE = "위원회는 9명으로 구성하되, 교수 5명을 포함한다."


@pytest.mark.parametrize(
    ("evidence", "claim", "is_proved"),
    [
        (KINDS, "징계의 종류는 근신과 유기정학으로 합니다.", False),
        (KINDS, "징계의 종류는 근신, 유기정학, 퇴학으로 합니다.", True),
        (PARTS, "등록금은 수업료로 구성합니다.", False),
        (PARTS, "등록금은 입학금과 수업료로 구성됩니다.", True),
        (COUNCIL, "평의원회는 교원과 직원의 대표 11명으로 구성합니다.", False),
        (SPLIT, "생활관비는 3회로 나누어 낼 수 있습니다.", False),
        (TIED, "점수가 같으면 저학년인 사람, 거리 점수가 높은 사람의 순으로 선발합니다.", False),
        (TIED, "점수가 같으면 거리 점수가 높은 사람, 저학년인 사람의 순으로 선발합니다.", True),
        (LONGER, "긴급 조치는 처분일까지 연장할 수 있습니다.", False),
        (NINE, "위원회는 각 9명으로 구성합니다.", False),
        (NINE, "위원회는 9명으로 구성합니다.", True),
    ],
)  # fmt: skip
def test_what_says_all_there_is_is_not_cut_short(
    evidence: str, claim: str, is_proved: bool
) -> None:
    assert (prove(claim, [evidence]).outcome is Outcome.PROVED) is is_proved
