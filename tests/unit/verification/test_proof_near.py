"""Near copies that a proof took for their provision: what stands around it explained the one word that was exchanged."""

from __future__ import annotations

import pytest

from verification.grounding.proof import Outcome, prove

CALLED_UP = "수업일수의 4분의 3을 지나 질병휴학 또는 입영휴학을 하는 학생이 신청하면 그때까지의 성적을 인정할 수 있다."
FULL = "입대, 입원 또는 공연휴학으로 퇴사하는 경우에는 남은 기간 생활관비의 전액을 반환한다."
SIBLINGS = "겹가지장학금을 받으려는 학생은 개강 후 15일 이내에 가족관계증명서를 학생처에 내야 한다."
SECOND = "해사학과의 전공은 복수전공으로 신청할 수 없다."
LATE = "질병휴학, 병역휴학 및 돌봄휴학은 그 기간이 지난 후에도 신청할 수 있다. 다만, 수업일수의 6분의 5가 지난 후에는 병역휴학만 신청할 수 있다."
ENTRY = "입학 시기는 매 학년도 제1학기 개시일부터 20일 이내로 한다. 다만, 성인야간부와 대학원은 매 학기 개시일부터 13일 이내로 할 수 있고, 재입학은 매 정규학기 개시일부터 8일 이내로 한다."
SUMMER = (
    "휴학생은 계절학기를 수강할 수 없다. 다만, 돌봄휴학생과 창업휴학생은 4학점까지 수강할 수 있다."
)
TUITION = """초과학기생의 수업료는 신청 학점에 따라 다음 표와 같다.

| 신청 학점 | 학사과정 | 석사과정 |
|---|---|---|
| 1~2학점 | 수업료의 6분의 1 | 수업료의 4분의 1 |
| 3~5학점 | 수업료의 3분의 1 | 수업료의 2분의 1 |"""
STAGE = """장학금은 다음 표와 같다.

| 기준성적 | 이론 중심 학과(예술경영·미술사) | 실기 중심 학과(무용·연기) |
|---|---|---|
| 4.05 이상 4.30 미만 | 수업료의 100분의 62 | 수업료의 100분의 58 |"""
GRADES = """등급별 기준은 다음 표와 같다.

| 등급 | 석차 | 최저 평균평점 |
|---|---|---|
| 1등급 | 상위 100분의 2 | 4.10 |
| 2등급 | 상위 100분의 6 | 3.90 |"""


def is_proved(said: str, provision: str, title: str = "", question: str = "") -> bool:
    return prove(said, [provision], question=question, title=[title]).outcome is Outcome.PROVED


@pytest.mark.parametrize(
    ("said", "provision", "title", "question"),
    [
        ("수업일수의 4분의 3을 지나 일반휴학 또는 입영휴학을 하는 학생이 신청하면 그때까지의 성적을 인정할 수 있습니다.", CALLED_UP, "휴학과 성적", "일반휴학 되나요?"),
        ("입대로 퇴사하는 경우에는 생활관비의 전액을 반환합니다.", FULL, "생활관비", ""),
        ("겹가지장학금을 받으려면 개강 후 15일 안에 재학증명서를 학생처에 내야 합니다.", SIBLINGS, "겹가지장학금", "재학 중인 언니가 있어요"),
        ("해사학과의 전공은 복수전공이나 부전공으로 신청할 수 없습니다.", SECOND, "복수전공과 부전공", "복수전공 되나요?"),
        ("수업일수의 6분의 5가 지난 후에는 병역휴학과 질병휴학만 신청할 수 있습니다.", LATE, "휴학의 신청", ""),
        ("성인야간부의 재입학 시기는 매 학기 개시일부터 13일 이내입니다.", ENTRY, "", "야간부인데 재입학은 언제 신청해요?"),
        ("휴학생은 4학점까지 수강할 수 있습니다.", SUMMER, "계절학기", "계절학기 되나요?"),
        ("휴학생도 계절학기를 4학점까지 수강할 수 있습니다.", SUMMER, "계절학기", ""),
        ("3학점을 듣게 되면 수업료의 2분의 1을 내야 합니다.", TUITION, "초과학기생의 수업료", "초과학기에 3학점 들으면요?"),
        ("4.1이면 수업료의 62%입니다.", STAGE, "장학금", "무용 전공이고 평점이 4.1이에요"),
        ("2등급은 석차 상위 100분의 6이거나 평균평점 3.90이면 됩니다.", GRADES, "은하장학금", ""),
    ],
)  # fmt: skip
def test_a_word_of_the_title_or_the_question_is_not_put_in_the_place_of_another(
    said: str, provision: str, title: str, question: str
) -> None:
    assert not is_proved(said, provision, title, question)


@pytest.mark.parametrize(
    ("said", "provision", "title"),
    [
        ("수업일수의 4분의 3을 지나 입영휴학을 하는 학생이 신청하면 그때까지의 성적을 인정할 수 있습니다.", CALLED_UP, "휴학과 성적"),
        ("입대로 퇴사하는 경우에는 남은 기간 생활관비의 전액을 반환합니다.", FULL, "생활관비"),
        ("겹가지장학금을 받으려면 개강 후 15일 안에 가족관계증명서를 학생처에 내야 합니다.", SIBLINGS, "겹가지장학금"),
        ("해사학과의 전공은 복수전공으로 신청할 수 없습니다.", SECOND, "복수전공과 부전공"),
        ("수업일수의 6분의 5가 지난 후에는 병역휴학만 신청할 수 있습니다.", LATE, "휴학의 신청"),
        ("2등급은 석차 상위 100분의 6입니다.", GRADES, "은하장학금"),
    ],
)  # fmt: skip
def test_what_the_provision_says_is_proved_as_before(said: str, provision: str, title: str) -> None:
    assert is_proved(said, provision, title)


@pytest.mark.parametrize(
    ("said", "provision", "title", "question"),
    [
        ("재입학은 매 정규학기 개시일부터 8일 이내로 합니다.", ENTRY, "입학의 시기", "재입학은 언제까지 해요?"),
        ("창업휴학생은 4학점까지 수강할 수 있습니다.", SUMMER, "계절학기", ""),
        ("석사과정은 3학점을 신청하면 수업료의 2분의 1입니다.", TUITION, "초과학기생의 수업료", ""),
        ("4.1이면 수업료의 58%입니다.", STAGE, "장학금", "무용 전공이고 평점이 4.1이에요"),
    ],
)  # fmt: skip
def test_the_word_itself_is_proved(said: str, provision: str, title: str, question: str) -> None:
    assert is_proved(said, provision, title, question)


COURSES = """반환 비율은 다음 표와 같다.

| 반환 기준일 | 4주 과정 | 6주 과정 |
|---|---|---|
| 1일째부터 4일째까지 | 4분의 3 | 6분의 5 |
| 5일째부터 11일째까지 | 2분의 1 | 3분의 2 |"""
ABSENT = "수업시간 수의 5분의 1을 넘겨 결석한 사람은 학기말시험에 응시할 수 없다. 다만, 현장학생은 4분의 1, 실습 과목을 수강하는 사람은 10분의 1을 넘긴 때로 한다."


@pytest.mark.parametrize(
    ("said", "provision"),
    [
        ("6주 과정은 5일째부터 11일째까지 3분의 2를 반환합니다.", COURSES),
        ("결석이 수업시간 수의 4분의 1을 넘으면 학기말시험에 응시할 수 없습니다.", ABSENT),
    ],
)
def test_a_figure_that_the_provision_has_for_another_case_refutes_nothing(
    said: str, provision: str
) -> None:
    assert prove(said, [provision]).outcome is not Outcome.REFUTED
