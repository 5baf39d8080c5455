"""One rule of the proof a line: what it explains, and what is near to it and may not be explained."""

from __future__ import annotations

import pytest

from verification.grounding.proof import Outcome, ProofKind, prove

ITEMS = "학생은 다음 각 호의 서류를 제출하여야 한다.\n1. 입사신청서\n2. 건강진단서\n3. 서약서"
TABLE = "| 종류 | 대상 | 지급액 |\n| 성적장학금 | 학과별 상위 5퍼센트 | 수업료의 70퍼센트 |\n| 보훈장학금 | 국가유공자의 자녀 | 수업료 전액 |"
RANGES = "| 신청학점 | 등록금 |\n| 4~6학점 | 수업료의 3분의 1 |\n| 7~9학점 | 수업료의 2분의 1 |"
EXCEPTED = "휴학생은 계절학기를 수강할 수 없다. 다만, 전역한 사람은 그러하지 아니하다."
PROVED = [
    ("학장의 승인이 필요합니다.", "학장의 승인을 받아야 한다."),
    ("휴학은 2회까지 가능합니다.", "휴학은 2회까지 할 수 있다."),
    ("주말의 잔류는 원칙적으로 허가되지 않습니다.", "주말의 잔류는 원칙적으로 불허한다."),
    ("신입생은 첫 학기에 휴학할 수 없습니다.", "신입생과 재입학생은 첫 학기에 휴학할 수 없다."),
    ("휴학은 1회에 2학기를 넘길 수 없습니다.", "휴학기간은 1회에 2학기를 초과할 수 없다."),
    ("교육을 받지 않은 사람은 출입이 제한될 수 있습니다.", "총장은 교육을 받지 않은 자에게 출입을 제한할 수 있다."),
    ("한 학기에 6학점까지 신청할 수 있습니다.", "학기당 6학점까지 신청할 수 있다."),
    ("신청할 수 있는 학점은 6학점까지입니다.", "6학점까지 신청할 수 있다."),
    ("재수강의 횟수는 한 번으로 제한됩니다.", "재수강의 횟수는 1회로 제한한다."),
    ("심사료는 석사 10만원입니다.", "심사료는 석사 10만원, 박사 40만원으로 한다."),
    ("외부위원이 1명 이상 포함되어야 합니다.", "1인 이상 2인 이하의 외부위원이 포함되어야 한다."),
    ("질병이나 부상으로 결석한 학생은 신청할 수 있습니다.", "질병 및 부상으로 결석한 학생은 신청할 수 있다."),
    ("14세는 참가할 수 있습니다.", "15세 미만은 참가할 수 있다."),
    ("입사신청서와 서약서를 제출해야 합니다.", ITEMS),
    ("성적장학금은 수업료의 70퍼센트입니다.", TABLE),
    ("5학점을 신청하면 등록금은 수업료의 3분의 1입니다.", RANGES),
    ("전역한 사람은 계절학기를 수강할 수 있습니다.", EXCEPTED),
]  # fmt: skip
NOT_PROVED = [
    ("총장의 승인이 필요합니다.", "학장의 승인을 받아야 한다."),
    ("휴학은 3회까지 가능합니다.", "휴학은 2회까지 할 수 있다."),
    ("학생은 첫 학기에 휴학할 수 없습니다.", "신입생과 재입학생은 첫 학기에 휴학할 수 없다."),
    ("신입생, 본인 및 재입학생은 휴학할 수 없습니다.", "신입생, 편입생 및 재입학생은 휴학할 수 없다."),
    ("출입을 제한하여야 합니다.", "총장은 교육을 받지 않은 자에게 출입을 제한할 수 있다."),
    ("심사료는 석사 40만원입니다.", "심사료는 석사 10만원, 박사 40만원으로 한다."),
    ("외부위원이 2명 이상 포함되어야 합니다.", "1인 이상 2인 이하의 외부위원이 포함되어야 한다."),
    ("추천서나 동의를 받은 학생은 신청할 수 있습니다.", "추천서 및 동의를 받은 학생은 신청할 수 있다."),
    ("입영일부터 1년 이내에 복학해야 합니다.", "군입대휴학생은 전역일부터 1년 이내에 복학하여야 한다."),
    ("15세는 참가할 수 있습니다.", "15세 미만은 참가할 수 있다."),
    ("입사신청서와 추천서를 제출해야 합니다.", ITEMS),
    ("성적장학금은 수업료 전액입니다.", TABLE),
    ("5학점을 신청하면 수업료의 2분의 1을 냅니다.", RANGES),
    ("전역한 사람은 계절학기를 수강할 수 없습니다.", EXCEPTED),
    ("장학생은 면제됩니다.", "국가 장학생은 면제한다."),
    ("신청서는 관장에게 제출해야 합니다.", "담당교수는 신청서를 학과장에게 제출하여야 한다."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence"), PROVED)
def test_a_rule_explains_the_difference(claim: str, evidence: str) -> None:
    found = prove(claim, [evidence])
    assert found.outcome is Outcome.PROVED, found


@pytest.mark.parametrize(("claim", "evidence"), NOT_PROVED)
def test_what_is_near_is_not_explained(claim: str, evidence: str) -> None:
    assert prove(claim, [evidence]).outcome is not Outcome.PROVED


def test_the_introduction_of_an_item_says_whether_it_may_or_must_be() -> None:
    evidence = (
        "다음 각 호의 경우에는 퇴사시킬 수 있다.\n1. 징계처분을 받은 자\n2. 납부금을 체납한 자"
    )
    claim = "징계처분을 받은 사람은 반드시 퇴사시켜야 합니다."
    assert prove(claim, [evidence]).outcome is not Outcome.PROVED


def test_an_item_alone_proves_only_in_the_matter_of_its_list() -> None:
    evidence = (
        "전과를 신청하려는 학생은 다음 각 호의 요건을 갖추어야 한다.\n1. 평점평균이 2.75 이상일 것"
    )
    claim = "평점평균이 2.75 이상이어야 합니다."
    other = "교환학생으로 가려면 평점이 몇 점이어야 하나요?"
    assert prove(claim, [evidence], question=other).outcome is not Outcome.PROVED
    asked = prove(claim, [evidence], question="전과하려면 평점이 몇 점이어야 하나요?")
    assert asked.outcome is Outcome.PROVED


def test_what_was_said_before_need_not_be_said_again() -> None:
    evidence = "졸업을 유예한 학생은 학점을 신청하지 아니할 수 있다."
    claim = "유예한 학생은 학점을 신청하지 않아도 됩니다."
    assert prove(claim, [evidence]).outcome is not Outcome.PROVED
    said = "졸업은 두 번까지 유예할 수 있습니다."
    assert prove(claim, [evidence], before=said).outcome is Outcome.PROVED


def test_which_article_has_a_rule_is_no_part_of_the_rule() -> None:
    found = prove("한 번만 할 수 있다는 제한은 제7조제2항에 있습니다.", ["한 번만 할 수 있다."])
    assert found.reasons[0].kind is ProofKind.LOCATION
