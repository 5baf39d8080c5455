"""What a claim reads off a table is proved; another row, another column, a limit, a duty or a word more is not."""

from __future__ import annotations

from itertools import product

import pytest

from verification.grounding.proof import Outcome, prove
from verification.grounding.proof.reading.tables import TableCell, tables_of

HALLS = """생활관비는 다음 표와 같다.
| 관 | 방 | 관비(원) | 보증금(원) |
|---|---|---|---|
| 해오름관 | 2인실 | 712,000 | 80,000 |
| 해오름관 | 4인실 | 498,000 | 60,000 |
| 달오름관 | 2인실 | 655,000 | 60,000 |"""
LOANS = """이용자별 대출 책수와 기간은 다음 표와 같다.
| 이용자 | 책수 | 기간 | 연장 횟수 |
|---|---|---|---|
| 재학생 | 8권 | 14일 | 2회 |
| 휴학생 | 3권 | 7일 | 1회 |
| 대학원생·연구원 | 20권 | 30일 | 3회 |"""
REFUND = """학기 중에 휴학하거나 자퇴한 학생의 등록금은 다음 표에 따라 반환한다.
| 사유가 생긴 날 | 수업료 | 실습비 |
|---|---|---|
| 개강일 전 | 전액 | 전액 |
| 1일부터 30일까지 | 6분의 5 | 2분의 1 |
| 31일부터 60일까지 | 3분의 2 | 4분의 1 |"""
LEAVE = """휴학의 기간은 다음 표와 같다.
| 구분 | 1회 기간 | 통산 기간 |
|---|---|---|
| 주간학생 | 2학기 이내 | 6학기 |
| 야간학생 | 3학기 이내 | 8학기 |"""
EARLY = """다음 표의 요건을 갖춘 학생은 조기졸업을 할 수 있다.
| 구분 | 최소 등록학기 | 평점평균 | 신청 기한 |
|---|---|---|---|
| 인문계열 | 6학기 | 4.00 이상 | 개강 후 14일 이내 |
| 자연계열 | 7학기 | 3.80 이상 | 개강 후 10일 이내 |"""
AID = """긴급장학금의 지급액은 다음 각 호와 같다.
  1. 부모의 사망: 1,500,000원
  2. 주거의 화재 또는 침수: 900,000원
  3. 그 밖의 사유: 400,000원 이내"""
POINTS = """벌점의 누계에 따른 조치는 다음 표와 같다.
| 벌점 누계 | 조치 |
|---|---|
| 10점 이상 | 서면 경고 |
| 20점 이상 | 다음 학기 입사 제한 |"""
TERMS = """| 구분 | 제1학기 | 제2학기 |
|---|---|---|
| 정기납부 | 2월 20일~2월 26일 | 8월 20일~8월 26일 |
| 추가납부 | 3월 5일~3월 7일 | 9월 4일~9월 6일 |"""
CASES = """수업료는 다음 표에 따라 낸다.
| 신청학점 | 수업료 |
|---|---|
| 0학점(논문만 쓰는 경우) | 10분의 1 |
| 1학점~3학점 | 6분의 1 |
| 보건계열(간호학과 제외) | 4분의 1 |"""

SPANNED = """관비는 다음 표와 같다.
| 관 | 방 | 관비(원) |
|---|---|---|
| 해오름관 | 2인실 | 712,000 |
| 달오름관 | 2인실 | 655,000 |
| | 4인실 | 498,000 |"""
NEXT_TERM = """다음 학기의 휴관일에 관하여는 관장이 정한다.
  1. 도서관: 3일"""
IN_ONE_LINE = "대출 권수와 기간은 박사과정 - 20권 30일, 학부과정 - 10권 14일로 한다."

READ = [
    (HALLS, "해오름관 4인실의 보증금은 60,000원입니다.", ""),
    (HALLS, "해오름관 2인실의 관비는 712,000원이고 보증금은 80,000원입니다.", ""),
    (HALLS, "보증금은 80,000원입니다.", "해오름관 2인실에 살아요. 보증금은 얼마예요?"),
    (LOANS, "재학생은 8권을 14일 동안 빌릴 수 있습니다.", "책을 몇 권까지 빌릴 수 있나요?"),
    (LOANS, "대학원생은 20권까지 대출할 수 있습니다.", ""),
    (LOANS, "휴학생의 대출 기간은 7일입니다.", ""),
    (REFUND, "31일부터 60일까지 자퇴하면 수업료의 3분의 2를 반환합니다.", ""),
    (REFUND, "40일째에 자퇴하면 수업료의 3분의 2와 실습비의 4분의 1을 돌려받습니다.", ""),
    (REFUND, "실습비는 2분의 1을 반환합니다.", "개강하고 12일째에 휴학하면 실습비는요?"),
    (LEAVE, "야간학생은 휴학을 1회에 3학기 이내로 할 수 있습니다.", ""),
    (LEAVE, "주간학생의 휴학은 통산 6학기까지입니다.", ""),
    (EARLY, "자연계열은 평점평균이 3.80 이상이어야 합니다.", ""),
    (EARLY, "신청은 개강 후 14일 이내에 하여야 합니다.", "인문계열인데 조기졸업 신청은 언제 해요?"),
    (EARLY, "인문계열은 최소 6학기를 등록하여야 합니다.", ""),
    (AID, "주거의 화재의 경우 지급액은 900,000원입니다.", ""),
    (AID, "부모의 사망에는 긴급장학금 1,500,000원을 지급합니다.", ""),
    (POINTS, "벌점 누계가 20점 이상이면 다음 학기 입사가 제한됩니다.", ""),
    (TERMS, "추가납부 기간은 제1학기에는 3월 5일부터 3월 7일까지입니다.", ""),
    (CASES, "2학점을 신청하면 수업료의 6분의 1을 냅니다.", ""),
    (SPANNED, "달오름관 2인실의 관비는 655,000원입니다.", ""),
    (IN_ONE_LINE, "학부과정은 10권, 14일입니다.", ""),
]  # fmt: skip
NOT_READ = [
    (HALLS, "해오름관의 보증금은 60,000원입니다.", ""),
    (HALLS, "해오름관 2인실의 보증금은 60,000원입니다.", ""),
    (HALLS, "해오름관 2인실의 관비는 80,000원입니다.", ""),
    (HALLS, "보증금은 60,000원입니다.", "해오름관 2인실에 살아요. 보증금은 얼마예요?"),
    (HALLS, "달오름관 4인실의 보증금은 60,000원입니다.", "해오름관 4인실의 보증금은 얼마예요?"),
    (HALLS, "해오름관 4인실의 보증금은 매년 60,000원입니다.", ""),
    (HALLS, "해오름관 4인실의 보증금은 60,000원이 아닙니다.", ""),
    (LOANS, "재학생만 8권을 14일 동안 빌릴 수 있습니다.", ""),
    (LOANS, "재학생은 8권을 14일 동안 빌려야 합니다.", ""),
    (LOANS, "휴학생의 대출 기간은 3권입니다.", ""),
    (LOANS, "재학생은 총장의 허가를 받으면 8권을 14일 동안 빌릴 수 있습니다.", ""),
    (LOANS, "재학생 또는 졸업생은 8권을 14일 동안 빌릴 수 있습니다.", ""),
    (LOANS, "재학생은 추가로 8권을 14일 동안 빌릴 수 있습니다.", "추가로 빌릴 수 있나요?"),
    (REFUND, "40일째에 자퇴하면 수업료의 4분의 1과 실습비의 3분의 2를 돌려받습니다.", ""),
    (REFUND, "30일째에 자퇴하면 수업료의 3분의 2를 돌려받습니다.", ""),
    (REFUND, "수업료의 3분의 2를 돌려받습니다.", "개강하고 12일째에 휴학하면요?"),
    (LEAVE, "야간학생은 휴학을 1회에 3학기 이상 할 수 있습니다.", ""),
    (LEAVE, "야간학생은 휴학을 1회에 3학기 이내로 하여야 합니다.", ""),
    (EARLY, "자연계열은 평점평균이 3.80 이하여야 합니다.", ""),
    (AID, "주거의 화재의 경우 지급액은 1,500,000원입니다.", ""),
    (POINTS, "벌점 누계가 10점 이상이면 다음 학기 입사가 제한됩니다.", ""),
    (POINTS, "다음 학기 입사가 제한됩니다.", "벌점이 20점 이상이면 어떻게 되나요?"),
    (TERMS, "추가납부 기간은 제2학기에는 3월 5일부터 3월 7일까지입니다.", ""),
    (CASES, "0학점을 신청하면 수업료의 10분의 1을 냅니다.", "졸업을 미루고 0학점을 신청하면요?"),
    (CASES, "보건계열은 수업료의 4분의 1을 냅니다.", "간호학과인데 수업료가 얼마예요?"),
    (SPANNED, "해오름관 4인실의 관비는 498,000원입니다.", "해오름관 4인실은 얼마예요?"),
    (IN_ONE_LINE, "학부과정은 20권, 14일입니다.", ""),
    (CASES.replace("수업료는", "재입학생의 수업료는"), "2학점을 신청하면 수업료의 6분의 1을 냅니다.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "claim", "question"), READ)
def test_what_stands_in_a_cell_is_proved(evidence: str, claim: str, question: str) -> None:
    found = prove(claim, [evidence], question=question)
    assert found.outcome is Outcome.PROVED, found


@pytest.mark.parametrize(("evidence", "claim", "question"), NOT_READ)
def test_what_does_not_stand_in_it_is_not(evidence: str, claim: str, question: str) -> None:
    found = prove(claim, [evidence], question=question)
    assert found.outcome is not Outcome.PROVED, found


def _said(keys: tuple[str, ...], head: str, value: str) -> str:
    return f"{' '.join(keys)}의 {head}: {value}"


@pytest.mark.parametrize("text", [HALLS, LOANS])
def test_each_cell_is_proved_and_with_the_value_of_any_other_it_is_not(text: str) -> None:
    (table,) = tables_of(text)
    assert len(table.cells) in (6, 9)
    for one, other in product(table.cells, repeat=2):
        outcome = prove(_said(one.keys, one.head, other.value), [text]).outcome
        assert (outcome is Outcome.PROVED) == (one.value == other.value), (one, other)


@pytest.mark.parametrize("text", ["|---|---|", "| 관 | 방 |", "| 관 | 방 |\n|---|---|"])
def test_a_piece_of_a_table_states_nothing(text: str) -> None:
    assert tables_of(text) == ()
    assert prove("해오름관의 방은 2인실입니다.", [text]).outcome is not Outcome.PROVED


def test_a_table_says_whose_row_and_which_column() -> None:
    (halls,) = tables_of(HALLS)
    assert halls.cells[0] == TableCell(("해오름관", "2인실"), "관비", "712,000원", "관 방 원")
    (aid,) = tables_of(AID)
    assert aid.cells[2] == TableCell(("그 밖의 사유",), "긴급장학금의 지급액", "400,000원 이내")
    assert tables_of(NEXT_TERM) == ()
    (terms,) = tables_of(TERMS)
    assert terms.cells[0].value == "2월 20일부터 2월 26일까지"
