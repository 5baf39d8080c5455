"""One thing and its opposite stand side by side in a provision; a sentence keeps them apart."""

from __future__ import annotations

import pytest

from verification.grounding.guards import departs_from
from verification.grounding.guards.cells import another_cell
from verification.grounding.guards.paired import exchanges_pair
from verification.grounding.guards.turned import counts_from_elsewhere, read_otherwise

COUNT = "횟수는 학생이 결석한 수업을 포함하고, 교수가 결강한 수업을 제외한다."
PRACTICE = "출석은 실습기간을 뺀 수업시간을 기준으로 계산한다."
ROUNDING = "계산한 납부금액의 100원 미만은 버리고, 반환금액의 100원 미만은 올린다."
PART_TIME = "등록금은 1학점마다 해당 모집단위 연간 수업료의 40분의 1로 한다."
OUTSIDE = "한 달에 9박을 넘는 외박은 생활관장의 승인을 받아야 한다."
YEAR = "복학 학년은 휴학 당시의 학년으로 한다."
WARNED = "신청학점의 3분의 1을 넘어 F를 받은 학생은 학사경고를 한다."
LATE = "지각 3회(야간과정은 4회)는 결석 1회로 본다."
REST = "환급액의 1,000원 미만의 끝수는 올린다."
BALANCE = "정산은 퇴실일의 다음 날부터 9일 이내에 하며, 천원 미만은 버린다."
QUOTA = "선발 인원의 소수점 이하는 올린다."
RELIEF = (
    "초과학기에는 제2호와 제4호를 적용하지 아니한다.\n1. 기초생활수급자: 전액\n2. 직원의 자녀: 100분의 45\n"
    "3. 형제자매가 함께 재학하는 사람: 100분의 12\n4. 도서지역 거주자: 100분의 18"
)


@pytest.mark.parametrize(
    ("said", "rule", "is_exchanged"),
    [
        ("결석한 수업은 빼고 결강한 수업은 넣어서 셉니다.", COUNT, True),
        ("결석한 수업은 넣고 결강한 수업은 빼고 셉니다.", COUNT, False),
        ("결강한 수업은 포함하지 않습니다.", COUNT, False),
        ("출석은 실습기간을 넣은 수업시간을 기준으로 계산합니다.", PRACTICE, True),
        ("반환금액의 100원 미만은 버립니다.", ROUNDING, True),
        ("반환금액의 100원 미만은 올립니다.", ROUNDING, False),
        ("등록금은 1학점마다 연간 등록금의 40분의 1입니다.", PART_TIME, True),
        ("등록금은 1학점마다 연간 수업료의 40분의 1입니다.", PART_TIME, False),
        ("등록금은 그 금액의 40분의 1입니다.", PART_TIME, False),
        ("한 달에 9박 이상 외박하려면 승인을 받아야 합니다.", OUTSIDE, True),
        ("한 달에 9박을 넘게 외박하려면 승인을 받아야 합니다.", OUTSIDE, False),
        ("신청학점의 3분의 1 이상에서 F를 받으면 학사경고를 받습니다.", WARNED, True),
        ("신청학점의 3분의 1을 넘게 F를 받으면 학사경고를 받습니다.", WARNED, False),
        ("야간과정은 지각 3회를 결석 1회로 봅니다.", LATE, True),
        ("야간과정은 지각 4회를 결석 1회로 봅니다.", LATE, False),
        ("지각 3회는 결석 1회로 봅니다.", LATE, False),
        ("환급액의 1,000원 미만의 끝수는 버립니다.", REST, True),
        ("환급액의 1,000원 미만의 끝수는 올립니다.", REST, False),
        ("정산 금액의 1,000원 미만은 올립니다.", BALANCE, True),
        ("정산 금액의 1,000원 미만은 버립니다.", BALANCE, False),
        ("정산 금액의 천원 미만은 올리지 않습니다.", BALANCE, False),
        ("정산 금액의 10원 미만은 올립니다.", BALANCE, False),
        ("인원을 셀 때 소수점 아래는 버려요.", QUOTA, True),
        ("인원을 셀 때 소수점 아래는 올려요.", QUOTA, False),
        ("휴학 당시보다 한 학년 올라간 학년으로 복학합니다.", YEAR, True),
        ("휴학 당시의 학년으로 복학합니다.", YEAR, False),
        ("형제 감면은 초과학기에는 적용되지 않습니다.", RELIEF, True),
        ("도서지역 거주자 감면은 초과학기에는 적용되지 않습니다.", RELIEF, False),
        ("직원 자녀 감면은 초과학기에는 적용되지 않습니다.", RELIEF, False),
    ],
)
def test_what_stands_beside_its_opposite_keeps_its_place(
    said: str, rule: str, is_exchanged: bool
) -> None:
    assert exchanges_pair(said, rule) is is_exchanged
    assert bool(departs_from(said, rule, "")) or not is_exchanged


def test_the_day_on_which_something_is_known_is_not_that_on_which_it_happens() -> None:
    rule = "벌점은 행위를 안 날부터 10일 이내에 주어야 한다."

    assert counts_from_elsewhere("벌점은 행위가 있은 날부터 10일 이내에 주어야 합니다.", rule)
    assert not counts_from_elsewhere("벌점은 행위를 안 날부터 10일 이내에 줍니다.", rule)


def test_the_day_on_which_something_is_told_is_not_that_of_the_thing() -> None:
    rule = "보증금은 퇴사일부터 15일 이내에 돌려준다."

    assert counts_from_elsewhere("보증금은 퇴사 신고일부터 15일 이내에 돌려줍니다.", rule)
    assert not counts_from_elsewhere("보증금은 퇴사한 날부터 15일 이내에 돌려줍니다.", rule)


def test_a_grade_names_its_row_and_a_decimal_is_a_figure() -> None:
    table = "성적은 다음 표와 같다.\n\n| 등급 | 점수 | 평점 |\n|---|---|---|\n| A+ | 97점~100점 | 4.3 |\n| A0 | 93점~96점 | 4.0 |\n"

    assert another_cell("A0는 97점 이상이고 평점으로는 4.3입니다.", table)
    assert not another_cell("A0의 평점은 4.0입니다.", table)


def test_several_words_that_are_read_otherwise_are_heard_one_by_one() -> None:
    rule = '분기제 학생은 제2호의 "4회"를 "3회"로, 제3호의 "5회 이상 7회"를 "4회 이상 5회"로 본다.'

    assert read_otherwise("전공실기를 4회까지 받은 때에는 3분의 2를 반환합니다.", rule)
    assert not read_otherwise("분기제 학생은 3회까지 받은 때에 3분의 2를 받습니다.", rule)
