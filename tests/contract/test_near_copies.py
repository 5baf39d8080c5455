"""Sentences that are their provision's own words but for one thing, with the verifier that is shipped: it is sure of all of them."""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from verification.checking.by_verifier import confirmed_by_verifier
from verification.checking.evidence import units_of
from verification.checking.values import Source
from verification.grounding.guards.near_copies import (
    is_of_another_matter,
    leaves_one_of_all,
    leaves_out_excepted,
    leaves_out_items,
    leaves_out_without,
)

EXCHANGE = "교환학생은 총장이 필요하다고 인정하는 경우 한 학기 연장할 수 있다."
GRANT = "평점평균이 3.0 이상인 학생은 장학금을 신청할 수 있다."
BOTH = "성적이 우수하고 소득이 낮은 학생에게 장학금을 지급한다."
DEGREE = "종합시험에 합격하고 졸업논문 심사에 통과한 학생에게 학위를 수여한다."
AWARD = (
    "다음 각 호의 요건을 모두 충족하는 사람에게 장학금을 지급한다.\n"
    "1. 직전 학기 평점평균이 3.50 이상인 사람\n2. 봉사활동을 10시간 이상 한 사람"
)
TRANSFER = "편입생과 간호학과로 전과하려는 학생은 총장의 허가를 받아도 전과할 수 없다."
LEAVE = "휴학은 3년을 초과할 수 없다."
DELIBERATED = "총장은 위원회의 심의를 거친 후 결정한다."
LOST = "학생증을 분실한 경우의 재발급 비용은 1만원으로 한다."
CHANGE = (
    "① 다음 각 호의 요건을 모두 갖춘 학생은 총장의 허가를 받아 전과할 수 있다.\n"
    "1. 2개 학기 이상을 이수하고 매 학기 평균 15학점 이상을 취득한 학생\n"
    "2. 총 평점평균이 2.50 이상인 학생"
)
TERMS = (
    "휴학 신청기간은 제1학기는 2월 1일부터 2월 28일까지, 제2학기는 8월 1일부터 8월 31일까지로 한다."
)
STOPPED = "정당한 사유 없이 실습을 중단한 학생은 4개 학기 동안 실습을 신청할 수 없다."
SUSPENDED = "유기정학 중인 학생은 병역휴학과 질병휴학 외의 휴학을 할 수 없다."
TOGETHER = "생활형 장학금을 모두 합한 금액은 학기당 1,430,000원을 초과할 수 없다."
FEES = (
    "등록금은 신청학점에 따라 다음 표와 같다.\n\n| 신청학점 | 납부할 금액 |\n|---|---|\n"
    "| 7학점부터 9학점까지 | 수업료의 2분의 1 |\n| 10학점 이상 | 수업료의 전액 |"
)


@pytest.fixture(autouse=True)
def _shipped(settings: Settings) -> None:
    settings.VERIFIER_MODEL = django_settings.SHIPPED_VERIFIER_MODEL


def is_confirmed(statement: str, provision: str, question: str = "", answer: str = "") -> bool:
    source = Source.text_only(
        number=1,
        regulation_title="학칙",
        locator_key="art-30",
        title="",
        text=provision,
        version_id=0,
    )
    return (
        confirmed_by_verifier(statement, units_of(source), question=question, answer=answer)
        is not None
    )


@pytest.mark.parametrize(
    ("statement", "provision", "question"),
    [
        ("교환학생은 한 학기 연장할 수 있습니다.", EXCHANGE, ""),
        ("장학금을 신청할 수 있습니다.", GRANT, "휴학생도 장학금을 신청할 수 있나요?"),
        ("휴학은 합쳐 3년을 초과할 수 없습니다.", LEAVE, ""),
        ("총장은 위원회의 심의를 거치기 전에 결정합니다.", DELIBERATED, ""),
        ("학생증을 분실하지 않은 경우의 재발급 비용은 1만원입니다.", LOST, ""),
        ("2개 학기 이상을 이수하면 전과할 수 있습니다.", CHANGE, ""),
        ("다음 각 호의 요건 중 하나를 갖춘 학생은 총장의 허가를 받아 전과할 수 있습니다.", CHANGE, ""),
        ("교환학생은 한 학기 연장할 수 있습니다.", EXCHANGE.replace("교환학생은", "교환학생은,"), ""),
        ("소득이 낮은 학생에게 장학금을 지급합니다.", BOTH, ""),
        ("졸업논문 심사에 통과한 학생에게 학위를 수여합니다.", DEGREE, ""),
        ("직전 학기 평점평균이 3.50 이상인 사람에게 장학금을 지급합니다.", AWARD, ""),
        ("네, 가능합니다.", LEAVE, "휴학을 4년 할 수 있나요?"),
        ("네, 편입생도 가능합니다.", TRANSFER, "편입생도 전과할 수 있나요?"),
        ("간호학과로도 가능합니다.", TRANSFER, "간호학과로 전과할 수 있나요?"),
        ("네, 총장의 허가를 받으면 가능합니다.", TRANSFER, "편입생도 전과할 수 있나요?"),
        ("편입생도 마찬가지입니다.", TRANSFER, "편입생도 전과할 수 있나요?"),
        ("전과 기간", TRANSFER, ""),
        ("8월 1일부터 8월 31일까지입니다.", TERMS, "제1학기 휴학 신청기간은 언제인가요?"),
        ("7학점부터 9학점까지는 수업료의 전액입니다.", FEES, ""),
        ("실습을 중단한 학생은 4개 학기 동안 실습을 신청할 수 없습니다.", STOPPED, ""),
        ("유기정학 중인 학생은 질병휴학 외의 휴학을 할 수 없습니다.", SUSPENDED, ""),
        ("두 장학금을 합한 금액은 학기당 1,430,000원을 넘을 수 없습니다.", TOGETHER, ""),
    ],
)  # fmt: skip
def test_what_leaves_out_adds_or_turns_one_thing_is_not_confirmed(
    statement: str, provision: str, question: str
) -> None:
    assert not is_confirmed(statement, provision, question)


def test_a_condition_that_another_sentence_of_the_answer_gives_is_not_left_out() -> None:
    answer = "총장이 필요하다고 인정하여야 합니다."

    assert is_confirmed("교환학생은 한 학기 연장할 수 있습니다.", EXCHANGE, answer=answer)


def test_a_requirement_that_was_deleted_is_missed_by_nobody() -> None:
    rule = AWARD.replace("\n2.", "\n2. 삭제 <2019. 2. 1.>\n3.")
    said = "평점평균이 3.50 이상이고 봉사활동을 10시간 이상 한 사람에게 장학금을 지급합니다."

    assert not leaves_one_of_all(said, rule, "")


@pytest.mark.parametrize(
    ("said", "known", "is_left_out"),
    [
        ("실습을 중단한 학생은 4개 학기 동안 실습을 신청할 수 없습니다.", "", True),
        ("실습을 무단으로 중단하면 4개 학기 동안 실습을 신청할 수 없습니다.", "", False),
        ("이렇게 실습을 중단하면 4개 학기 동안 신청할 수 없습니다.", "사유 없이 중단하면 N이 됩니다.", False),
        ("실습은 사전 교육을 받은 학생이 신청합니다.", "", False),
    ],
)  # fmt: skip
def test_without_reason_is_not_left_out(said: str, known: str, is_left_out: bool) -> None:
    assert leaves_out_without(said, STOPPED, known) is is_left_out


@pytest.mark.parametrize(
    ("said", "is_left_out"),
    [
        ("유기정학 중에는 병역휴학 외의 휴학을 할 수 없습니다.", True),
        ("유기정학 중에는 병역휴학과 질병휴학을 제외하고 휴학할 수 없습니다.", False),
        ("유기정학 중에도 질병휴학은 할 수 있습니다.", False),
    ],
)
def test_one_of_several_that_are_excepted_is_not_the_only_one(said: str, is_left_out: bool) -> None:
    assert leaves_out_excepted(said, SUSPENDED) is is_left_out


@pytest.mark.parametrize(
    ("said", "is_left_out"),
    [
        ("학생은 분할납부를 신청할 수 없습니다.", True),
        ("휴학 중인 학생은 분할납부를 신청할 수 없습니다.", False),
        ("다음에 해당하는 학생은 분할납부를 신청할 수 없습니다.", False),
    ],
)
def test_whom_the_items_name_is_not_everybody(said: str, is_left_out: bool) -> None:
    rule = "다음 각 호의 어느 하나에 해당하는 학생은 분할납부를 신청할 수 없다.\n1. 휴학 중인 학생\n2. 편입한 학생"

    assert leaves_out_items(said, rule) is is_left_out
    assert not (is_left_out and is_confirmed(said, rule))


@pytest.mark.parametrize(
    ("said", "is_other"),
    [
        ("「생활관 규정」에 따르면 차를 세울 수 있는 시간은 10시부터 21시까지라고 합니다.", True),
        ("손님은 만남방에 10시부터 21시까지 들어올 수 있다고 합니다.", False),
        ("10시부터 21시 사이에는 손님을 부를 수 있습니다.", False),
        ("손님은 도서관을 이용할 수 없습니다.", True),
    ],
)
def test_other_words_are_another_matter(said: str, is_other: bool) -> None:
    given = ["손님은 1층 만남방에 10시부터 21시까지 들어올 수 있다."]

    assert is_of_another_matter(said, given, [], has_predicate=False) is is_other


def test_what_is_invented_about_whom_the_provision_speaks_of_is_not_confirmed() -> None:
    rule = "휴학생은 생활관에 입주할 수 없으며, 교내 근로장학생으로 선발될 수 없다."

    assert not is_confirmed(
        "휴학생은 도서관을 이용할 수 없습니다.", rule, "휴학생은 도서관을 이용할 수 있나요?"
    )
