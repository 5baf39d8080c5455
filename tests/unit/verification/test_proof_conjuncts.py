"""Requirements and qualities that only do together, "only", moves and numbers of people: none of it may be lost or added."""

from __future__ import annotations

import pytest

from verification.grounding.facts.dates import dates
from verification.grounding.proof import Outcome, prove

MOVE = "다음 각 호의 요건을 모두 갖춘 학생은 총장의 허가를 받아 전과할 수 있다.\n1. 2개 학기 이상을 이수한 학생\n2. 총 평점평균이 2.50 이상인 학생"
CHANGE = '다음 각 호의 요건을 모두 갖춘 학생은 총장의 허가를 받아 다른 학과등으로 소속을 변경(이하 "전과"라 한다)할 수 있다.\n1. 2개 학기 이상을 이수하고 학기당 평균 15학점 이상을 취득하였을 것\n2. 총 평점평균이 2.50 이상일 것'
GRANT = "장학금은 다음 각 호의 요건을 모두 충족하는 사람에게 지급한다.\n1. 직전 학기 평점평균이 3.50 이상인 사람\n2. 직전 학기에 15학점 이상을 취득한 사람"
DUTY = "전과를 신청하려는 학생은 다음 각 호의 요건을 모두 갖추어야 한다.\n1. 총 평점평균이 2.50 이상일 것\n2. 2개 학기 이상을 이수하였을 것"
TWO_OF = DUTY.replace("요건을 모두", "요건 중 2개 이상을")
ONE_OF = MOVE.replace("각 호의 요건을 모두 갖춘", "각 호의 어느 하나에 해당하는")
EACH = MOVE.replace("각 호의 요건을 모두 갖춘", "각 호의")
EVERY = (
    "다음 각 호에 해당하는 학생은 모두 전과할 수 있다.\n1. 평점평균이 2.50 이상인 학생\n2. 편입생"
)
ALL_OF = EVERY.replace("에 해당하는 학생은 모두", "에 모두 해당하는 학생은")
PLAIN = EVERY.replace("각 호에 해당하는 학생은 모두", "요건을 갖춘 학생은")
ALSO = EVERY.replace("에 해당하는 학생은 모두", "의 요건을 갖추고 학장의 추천을 받은 학생은")
PAPERS = "다음 각 호의 서류를 제출한 학생은 신청할 수 있다.\n1. 신청서\n2. 추천서"
STEPS = "다음 각 호의 서류를 제출하여 신청하여야 한다.\n1. 신청서\n2. 추천서"
ABSENT = "다음 각 호의 사유로 결석한 경우 증명서류를 제출하면 출석으로 인정한다.\n1. 질병\n2. 가족의 사망"
RESEARCH = "다음 각 호의 요건을 모두 갖춘 사람에게 연구비를 지급하여야 한다.\n1. 박사학위를 소지한 교원\n2. 논문을 게재한 교원"
GOOD = "총 평점평균이 2.50 이상인 학생은 총장의 허가를 받아 전과할 수 있습니다."
LISTS = [
    (GOOD, MOVE, False),
    (GOOD, CHANGE, False),
    ("총 평점평균이 2.50 이상이면 전과할 수 있습니다.", MOVE, False),
    ("총 평점평균이 2.50 이상이면 전과할 수 있습니다.", CHANGE, False),
    ("총 평점평균이 2.50 이상이어야 전과할 수 있습니다.", MOVE, True),
    ("총 평점평균이 2.50 이상이어야 전과할 수 있습니다.", CHANGE, True),
    (GOOD, ONE_OF, True),
    (GOOD, EACH, True),
    ("직전 학기 평점평균이 3.50 이상인 사람에게 장학금을 지급합니다.", GRANT, False),
    ("장학금을 받으려면 직전 학기 평점평균이 3.50 이상이어야 합니다.", GRANT, True),
    ("전과를 신청하려는 학생은 총 평점평균이 2.50 이상이어야 합니다.", DUTY, True),
    ("전과하려면 총 평점평균이 2.50 이상이어야 합니다.", DUTY, True),
    ("전과하려면 총 평점평균이 2.50 이상이어야 합니다.", TWO_OF, False),
    ("평점평균이 2.50 이상인 학생은 전과할 수 있습니다.", EVERY, True),
    ("평점평균이 2.50 이상인 학생은 전과할 수 있습니다.", ALL_OF, False),
    ("평점평균이 2.50 이상인 학생은 전과할 수 있습니다.", PLAIN, False),
    ("평점평균이 2.50 이상인 학생은 전과할 수 있습니다.", ALSO, False),
    ("추천서를 제출한 학생은 신청할 수 있습니다.", PAPERS, False),
    ("신청서를 제출하여 신청하여야 합니다.", STEPS, True),
    ("질병으로 결석한 경우 증명서류를 제출하면 출석으로 인정합니다.", ABSENT, True),
    ("박사학위를 소지한 교원에게 연구비를 지급하여야 합니다.", RESEARCH, False),
]  # fmt: skip
POOR = "성적이 우수하고 소득이 낮은 학생에게 장학금을 지급한다."
CHOSEN = "학장의 추천을 받고 면접을 통과한 학생을 선발한다."
DEGREE = "종합시험에 합격하고 졸업논문 심사에 통과한 학생에게 학위를 수여한다."
JUDGED = "심사위원의 평균 점수가 70점 이상이고, 심사위원 3명 중 2명 이상이 합격으로 판정한 졸업논문을 합격으로 한다."
DOUBLE = "복수학위 과정에 지원할 수 있는 사람은 4학기 이상을 이수하고 평점평균이 3.5 이상인 사람으로 한다."
BREACH = "학칙을 위반하고 반성하지 아니한 학생을 제적하여야 한다."
GAINED = "총장은 법령을 위반하여 취득한 학점을 취소하여야 한다."
BOARD = "위원회는 서류를 심사하고, 면접을 통과한 학생을 선발한다."
CARREL = "캐럴은 추첨으로 배정하고, 한 달 이용 횟수가 10회 미만이면 배정을 취소한다."
CLAUSES = [
    ("소득이 낮은 학생에게 장학금을 지급합니다.", POOR, False),
    ("성적이 우수한 학생에게 장학금을 지급합니다.", POOR, False),
    ("성적이 우수하고 소득이 낮은 학생에게 장학금을 지급합니다.", POOR, True),
    ("장학금은 소득이 낮은 학생에게 지급합니다.", "장학금은 성적이 우수하고, 소득이 낮은 학생에게 지급한다.", False),
    ("면접을 통과한 학생을 선발합니다.", CHOSEN, False),
    ("학장의 추천을 받은 학생을 선발합니다.", CHOSEN, False),
    ("면접을 통과하고 학장의 추천을 받은 학생을 선발합니다.", CHOSEN, True),
    ("면접을 통과한 학생을 선발하여야 합니다.", CHOSEN.replace("받고", "받으면서"), False),
    ("졸업논문 심사에 통과한 학생에게 학위를 수여합니다.", DEGREE, False),
    ("졸업논문 심사에 통과한 학생에게 학위를 수여합니다.", DEGREE.replace("합격하고", "합격하며"), False),
    ("졸업논문 심사에 통과한 학생에게 학위를 수여합니다.", DEGREE.replace("합격하고", "합격하고서"), False),
    ("심사위원 3명 중 2명 이상이 합격으로 판정한 졸업논문을 합격으로 합니다.", JUDGED, False),
    ("평점평균이 3.5 이상인 사람으로 합니다.", DOUBLE, False),
    ("복수학위 과정에 지원할 수 있는 사람은 4학기 이상을 이수합니다.", DOUBLE, False),
    ("학생은 평점평균이 3.5 이상인 경우에는 신청할 수 있습니다.", "학생은 4학기 이상을 이수하고 평점평균이 3.5 이상인 경우에는 신청할 수 있다.", False),
    ("반성하지 아니한 학생을 제적하여야 합니다.", BREACH, False),
    ("학칙을 위반하여야 합니다.", BREACH, False),
    ("총장은 법령을 위반하여야 합니다.", GAINED, False),
    ("위원회는 서류를 심사합니다.", BOARD, True),
    ("위원회는 면접을 통과한 학생을 선발합니다.", BOARD, True),
    ("캐럴은 추첨으로 배정합니다.", CARREL, True),
    ("휴학하는 사람의 등록금은 반환하지 않습니다.", "휴학하는 사람의 등록금은 반환하지 아니하고 복학하는 학기의 등록금으로 대체한다.", True),
    ("위원회는 서류를 심사합니다.", "위원회는 서류를 심사하고 필요한 경우 면접을 실시할 수 있다.", True),
    ("승인을 받은 후 제출하여야 합니다.", "신청서를 작성하고 승인을 받은 후 제출하여야 한다.", True),
    ("학생은 학장의 승인을 받아야 합니다.", "학생은 학장의 승인을 받아 정해진 기간에 휴학원을 제출하여야 한다.", True),
    ("허가를 받아야 합니다.", "휴학원을 제출하고 허가를 받아야 한다.", True),
    ("휴학원을 제출하여야 합니다.", "휴학원을 제출하고 허가를 받아야 한다.", True),
]  # fmt: skip
MORE = "3학점을 추가하여 신청할 수 있다."
AWAY = "이전 후 3주 이내에 신고하여야 한다."
AGE = "15세 미만은 참가할 수 있다."
LEAST = "12학점 이상을 이수하여야 한다."
PRESENT = "위원 3명 이상이 출석하여야 한다."
KINDS = "징계는 근신, 유기정학, 무기정학, 제적으로 구분한다."
SAYINGS = [
    ("3학점만 추가하여 신청할 수 있습니다.", MORE, False),
    ("3학점까지만 추가하여 신청할 수 있습니다.", MORE, False),
    ("3학점까지만 추가하여 신청할 수 있습니다.", MORE.replace("을", "까지"), True),
    ("3학점을 추가하여 신청할 수 있습니다.", MORE, True),
    ("재수강은 한 번만 할 수 있습니다.", "재수강은 1회 할 수 있다.", True),
    ("이전 전 3주 이내에 신고하여야 합니다.", AWAY, False),
    ("전 3주 이내에 신고하여야 합니다.", AWAY, False),
    ("이전 후 3주 이내에 신고하여야 합니다.", AWAY, True),
    ("주소를 옮긴 뒤 3주 이내에 신고하여야 합니다.", "주소를 이전한 후 3주 이내에 신고하여야 한다.", True),
    ("시험 전에 신청하여야 합니다.", "시험 이전에 신청하여야 한다.", True),
    ("14세도 참가할 수 있습니다.", AGE, True),
    ("15세도 참가할 수 있습니다.", AGE, False),
    ("17학점은 이수하여야 합니다.", LEAST, False),
    ("17학점도 이수하여야 합니다.", LEAST, False),
    ("12학점은 이수하여야 합니다.", LEAST, True),
    ("세 명 이상의 위원이 출석하여야 합니다.", PRESENT, True),
    ("세 명 이상의 학생이 출석하여야 합니다.", PRESENT, False),
    ("세 명 이상의 위원을 추천합니다.", "위원 3명 이상이 추천한다.", False),
    ("학생 3명을 위원이 추천합니다.", "위원 3명이 학생을 추천한다.", False),
    ("위원 3명은 총장이 위촉합니다.", "총장은 위원 3명을 위촉한다.", True),
    ("징계의 종류는 네 가지입니다.", KINDS, True),
    ("징계의 종류는 세 가지입니다.", KINDS, False),
    ("징계의 사유는 네 가지입니다.", KINDS, False),
    ("신청은 4월 31일까지 합니다.", "신청은 4월 30일까지 한다.", False),
    ("신청은 4월 말까지 합니다.", "신청은 4월 30일까지 한다.", True),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "proved"), LISTS)
def test_one_of_several_requirements_is_needed_and_not_enough(
    claim: str, evidence: str, proved: bool
) -> None:
    found = prove(claim, [evidence])
    assert (found.outcome is Outcome.PROVED) is proved, found


@pytest.mark.parametrize(("claim", "evidence", "proved"), CLAUSES)
def test_who_is_meant_by_two_clauses_is_not_meant_by_one(
    claim: str, evidence: str, proved: bool
) -> None:
    found = prove(claim, [evidence])
    assert (found.outcome is Outcome.PROVED) is proved, found


@pytest.mark.parametrize(("claim", "evidence", "proved"), SAYINGS)
def test_a_figure_keeps_its_limit_its_side_and_its_people(
    claim: str, evidence: str, proved: bool
) -> None:
    found = prove(claim, [evidence])
    assert (found.outcome is Outcome.PROVED) is proved, found


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("4월 31일", "4월 30일", False),
        ("2월 29일", "2월 28일", False),
        ("4월 말", "4월 30일", True),
        ("12월 말일", "12월 31일", True),
        ("2024년 2월 말", "2024년 2월 29일", True),
        ("2024년 2월 말", "2024년 2월 28일", False),
        ("2023년 2월 말", "2023년 2월 28일", True),
    ],
)
def test_the_last_day_of_a_month_is_only_its_last(one: str, other: str, alike: bool) -> None:
    assert (dates(one)[0].value == dates(other)[0].value) is alike
