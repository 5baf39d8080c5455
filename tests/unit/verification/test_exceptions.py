"""The exception for the very case that a sentence or its question names, where the sentence tells the rule alone."""

from __future__ import annotations

import pytest

from verification.checking.evidence import units_of
from verification.checking.values import Source
from verification.grounding.guards.exceptions import exception_meant

FRESHMEN = """다음 각 호의 어느 하나에 해당하는 학생은 분할납부를 할 수 없다.
1. 신입생. 다만, 야간대학 신입생은 그러하지 아니하다.
2. 졸업예정자"""
TWICE = (
    "전과는 재학 중 두 차례 할 수 있다. 다만, 야간대학과 주간학부 사이의 전과는 한 차례로 한정한다."
)
WARNING = "학기 평점평균이 1.65 미만인 학생에게 학사경고를 한다. 다만, 간호학과 학생은 1.85 미만, 야간학생은 1.40 미만으로 한다."
CERTIFIED = "휴학하려는 학생은 휴학원에 사유를 증명하는 서류를 붙여야 한다. 다만, 일반휴학은 서류의 제출을 생략한다."
LISTED = "분할납부금을 완납하지 아니한 학생은 휴학할 수 없다. 다만, 입영휴학과 질병휴학은 그러하지 아니하다."
READMITTED = """재입학은 제적된 날부터 3학기가 지난 후에 신청할 수 있다. 다만, 다음 각 호의 경우에는 그 기간을 달리한다.
1. 미등록으로 제적된 사람: 1학기가 지난 후
2. 학업경고로 제적된 사람: 5학기가 지난 후"""
CREDITS = "장학금을 받으려는 학생은 직전 학기에 14학점(간호학과는 16학점, 야간학생은 분기당 7학점) 이상을 취득하여야 한다."
IN_SPITE = """① 정기 납부기간은 학기 시작일 9일 전까지로 한다.
② 추가 납부기간에 내는 학생은 수업료의 1,000분의 13에 해당하는 연체료를 더하여 낸다.
③ 야간대학 학생은 제2항에도 불구하고 추가 납부기간을 11일로 하고, 연체료를 부과하지 아니한다."""

VESSEL = "위탁선박은 총톤수 2,600톤 이상이어야 한다. 다만, 어업생산학과의 위탁선박은 120톤 이상의 어선으로 한다."
RETAKEN = "추가시험의 점수는 얻은 점수의 92퍼센트로 한다. 다만, 부모의 사망으로 보지 못한 경우에는 점수를 줄이지 아니한다."
COURSES = "학생은 매 학기 최소 10학점을 신청하여야 한다. 다만, 별밤과정 학생은 6학점으로 한다."
FARMING = "대학원생에게는 영농휴학을 허가하지 아니한다. 다만, 들녘산업대학원 학생은 두 학기까지 할 수 있다."
LEAVING = """① 관생은 다음 각 호의 어느 하나에 해당하면 그날부터 6일 이내에 퇴사하여야 한다.
1. 휴학으로 재학생이 아니게 된 때
② 제1항제1호에도 불구하고 부상휴학을 한 관생은 그 입사 기간이 끝날 때까지 살 수 있다."""


def exception_of(said: str, text: str, question: str = "") -> str:
    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-6", title="", text=text, version_id=0
    )
    return exception_meant(said, units_of(source), question)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("다만 야간대학이라도 신입생이라면 분할납부를 이용할 수 없습니다.", FRESHMEN),
        ("야간대학 신입생은 분할납부를 하지 못합니다.", FRESHMEN),
        ("야간대학에서 주간학부로의 전과는 재학 중 두 차례까지 할 수 있습니다.", TWICE),
        ("야간학생은 평점평균이 1.65에 미치지 못하면 학사경고를 받습니다.", WARNING),
        ("휴학하려는 학생은 일반휴학의 경우에도 사유를 증명하는 서류를 붙여야 합니다.", CERTIFIED),
        ("분할납부금을 완납하지 아니한 학생은 입영휴학도 할 수 없습니다.", LISTED),
        ("추가 납부기간에 내는 야간대학 학생은 연체료를 더하여 냅니다.", IN_SPITE),
        ("대학원생에게는 허가하지 아니하므로 들녘산업대학원 학생도 영농휴학을 할 수 없습니다.", FARMING),
        ("부상휴학을 한 관생도 그날부터 6일 이내에 퇴사하여야 합니다.", LEAVING),
    ],
)  # fmt: skip
def test_the_rule_is_not_told_of_whom_an_exception_names(said: str, text: str) -> None:
    assert exception_of(said, text)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("야간대학 신입생은 분할납부를 할 수 있습니다.", FRESHMEN),
        ("신입생은 분할납부를 할 수 없습니다.", FRESHMEN),
        ("야간대학 신입생은 기숙사에 들어가지 못합니다.", FRESHMEN),
        ("야간대학에서 주간학부로의 전과는 한 차례만 할 수 있습니다.", TWICE),
        ("전과는 재학 중 두 차례 할 수 있습니다.", TWICE),
        ("야간대학과 주간학부 사이의 전과가 아니라면 두 차례 할 수 있습니다.", TWICE),
        ("야간학생은 평점평균이 1.40 미만이면 학사경고를 받습니다.", WARNING),
        ("일반휴학은 서류의 제출이 생략됩니다.", CERTIFIED),
        ("질병휴학은 분할납부금을 완납하지 않아도 할 수 있습니다.", LISTED),
        ("야간대학 학생에게는 연체료를 부과하지 않습니다.", IN_SPITE),
        ("들녘산업대학원 학생은 두 학기까지 영농휴학을 할 수 있습니다.", FARMING),
        ("부상휴학을 한 관생은 입사 기간이 끝날 때까지 살 수 있습니다.", LEAVING),
        ("매 학기 최소 10학점을 신청하는 것이 원칙입니다.", COURSES),
    ],
)  # fmt: skip
def test_the_exception_itself_and_the_rule_for_all_others_may_be_told(said: str, text: str) -> None:
    assert exception_of(said, text) == ""


@pytest.mark.parametrize(
    ("said", "text", "question", "is_meant"),
    [
        ("제적된 날부터 3학기가 지나야 합니다.", READMITTED, "학업경고로 제적됐는데 언제 재입학하나요?", True),
        ("제적된 날부터 3학기가 지나야 합니다.", READMITTED, "자퇴했는데 언제 재입학하나요?", False),
        ("5학기가 지나야 합니다.", READMITTED, "학업경고로 제적됐는데 언제 재입학하나요?", False),
        ("분할납부금을 완납하지 않으면 휴학할 수 없습니다.", LISTED, "질병휴학을 하려는데 완납 전이에요", True),
        ("직전 학기에 14학점 이상을 취득해야 합니다.", CREDITS, "야간학생인데 몇 학점이 필요해요?", True),
        ("직전 학기에 14학점 이상을 취득해야 합니다.", CREDITS, "몇 학점이 필요해요?", False),
        ("평점평균이 1.65 미만이면 학사경고를 받습니다.", WARNING, "야간학생인데 학사경고 기준은요?", True),
        ("위탁선박은 총톤수 2,600톤 이상이어야 합니다.", VESSEL, "어업생산학과인데 어떤 배를 타나요?", True),
        ("위탁선박은 총톤수 2,600톤 이상이어야 합니다.", VESSEL, "선박기관학과인데 어떤 배를 타나요?", False),
        ("추가시험의 점수는 얻은 점수의 92퍼센트입니다.", RETAKEN, "아버지가 돌아가셔서 시험을 못 봤어요", True),
        ("추가시험의 점수는 얻은 점수의 92퍼센트입니다.", RETAKEN, "늦잠을 자서 시험을 못 봤어요", False),
        ("매 학기 최소 10학점을 신청해야 합니다.", COURSES, "별밤과정이고 몇 학점을 들어야 하나요?", True),
        ("매 학기 최소 10학점을 신청하는 것이 원칙입니다.", COURSES, "별밤과정이고 몇 학점을 들어야 하나요?", False),
        ("평점평균이 1.65 미만이면 학사경고를 받습니다.", WARNING, "주간 학생의 학사경고 기준은요?", False),
    ],
)  # fmt: skip
def test_the_rule_is_no_answer_to_somebody_for_whom_it_is_not(
    said: str, text: str, question: str, is_meant: bool
) -> None:
    assert bool(exception_of(said, text, question)) is is_meant


def test_a_paragraph_without_words_is_passed_over() -> None:
    assert exception_of("연체료를 더하여 냅니다.", f"①\n{IN_SPITE[IN_SPITE.index('②') :]}") == ""


@pytest.mark.parametrize(
    ("before", "is_meant"),
    [
        ("", True),
        ("장학금은 성적순으로 지급하는 것이 원칙입니다. 다만, 신입생은 면접으로 뽑습니다.", True),
        ("휴학은 6학기까지 할 수 있고, 복학은 개강 전에 신청하며, 서류는 학과에 냅니다.", True),
        ("별밤과정 학생은 6학점을 신청하면 됩니다.", False),
    ],
)
def test_an_exception_is_left_out_unless_the_answer_has_told_this_one(
    before: str, is_meant: bool
) -> None:
    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-6", title="", text=COURSES, version_id=0
    )
    said, asked = "매 학기 최소 10학점을 신청해야 합니다.", "별밤과정이고 몇 학점을 들어야 하나요?"

    assert bool(exception_meant(said, units_of(source), asked, before=before)) is is_meant


def test_who_lives_in_a_flat_is_not_taken_for_ill() -> None:
    rule = "외박은 7일까지 할 수 있다. 다만, 질병의 경우에는 15일까지 할 수 있다."

    assert (
        exception_of("외박은 7일까지 할 수 있습니다.", rule, "아파트에 사는데 외박은 며칠이에요?")
        == ""
    )
    assert exception_of("외박은 7일까지 할 수 있습니다.", rule, "아파서 그런데 외박은 며칠이에요?")


FIRST_TERM = (
    "신입생은 입학 후 첫 학기에 휴학할 수 없다. "
    "다만, 제25조제1항제2호부터 제4호까지의 사유가 있는 경우에는 그러하지 아니하다."
)
CHOSEN = "사생은 거리 45퍼센트, 성적 55퍼센트를 반영하여 선발한다. 다만, 신입생은 거리 60퍼센트와 가정형편 40퍼센트로 한다."


def test_a_case_that_is_taken_out_by_its_number_may_be_the_asker_s() -> None:
    said = "신입생은 첫 학기에 휴학할 수 없습니다."

    assert exception_of(f"아니요, {said}", FIRST_TERM, "첫 학기에 군휴학 되나요?")
    assert not exception_of(said, FIRST_TERM, "휴학 제한이 있나요?")


def test_of_the_case_that_it_names_a_sentence_tells_no_rule_whatever_was_told_before() -> None:
    said = "신입생은 거리 45퍼센트, 성적 55퍼센트를 반영하여 선발합니다."
    before = "신입생은 거리 60퍼센트와 가정형편 40퍼센트로 선발합니다."

    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-5", title="", text=CHOSEN, version_id=0
    )

    assert exception_meant(said, units_of(source), "", before=before)


@pytest.mark.parametrize(
    ("before", "is_meant"),
    [
        ("야간·성인 과정은 실무보고서로 논문을 대신할 수 있습니다.", True),
        ("다만, 야간·성인 과정은 그렇지 않습니다.", False),
        ("야간·성인 과정은 수업연한을 줄일 수 없습니다.", False),
    ],
)
def test_that_a_rule_does_not_hold_is_told_by_who_says_so(before: str, is_meant: bool) -> None:
    text = "석사과정은 수업연한을 6개월 줄일 수 있다. 다만, 야간·성인 과정은 그러하지 아니하다."
    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-6", title="", text=text, version_id=0
    )
    said, asked = "수업연한을 6개월 줄일 수 있습니다.", "야간·성인 과정인데 빨리 졸업할 수 있나요?"

    assert bool(exception_meant(said, units_of(source), asked, before=before)) is is_meant


LOANS = "③ 대출은 한 번에 7권까지 할 수 있다. 바다서고는 3권까지 허가를 받아 할 수 있으며, 잡지는 이에 넣지 아니한다."
FEES = "③ 1등급 악기는 하루 2,100원을 낸다. 2등급은 하루 1,300원을 낸다."


@pytest.mark.parametrize(
    ("said", "text", "is_left_out"),
    [
        ("바다서고에서는 한 번에 7권까지 대출할 수 있습니다.", LOANS, True),
        ("바다서고에서는 한 번에 3권까지 대출할 수 있습니다.", LOANS, False),
        ("대출은 한 번에 7권까지 할 수 있습니다.", LOANS, False),
        ("2등급 악기는 하루 2,100원을 냅니다.", FEES, False),  # a case by number is left to others
    ],
)
def test_what_the_next_sentence_sets_otherwise_for_some_is_no_rule_for_them(
    said: str, text: str, is_left_out: bool
) -> None:
    assert bool(exception_of(said, text)) is is_left_out


READMITTING = """① 다음 각 호의 사람은 해당 기간이 지나야 재입학할 수 있다.
1. 성적불량으로 제적된 사람: 2학기
② 재입학은 통산 1회로 한다. 다만, 미등록으로 제적된 사람은 3회까지 할 수 있다."""


@pytest.mark.parametrize(
    ("said", "question", "is_of_another"),
    [
        ("재입학은 성적불량으로 제적된 사람이라면 세 번까지 할 수 있어요.", "", True),
        ("재입학은 미등록으로 제적된 사람이라면 세 번까지 할 수 있어요.", "", False),
        ("재입학은 성적불량으로 제적된 사람이라면 한 번 할 수 있어요.", "", False),
        ("재입학은 세 번까지 할 수 있어요.", "", False),
        (
            "재입학은 등록금을 내지 않은 사람이라면 세 번까지 할 수 있어요.",
            "미등록으로 제적됐어요",
            False,
        ),
    ],
)
def test_the_figure_of_an_exception_is_not_told_of_another_group(
    said: str, question: str, is_of_another: bool
) -> None:
    assert bool(exception_of(said, READMITTING, question)) is is_of_another


AT_WORK = "대학원생은 학기당 11학점까지 신청할 수 있다. 다만, 특수대학원생은 7학점으로 하고, 재직자는 5학점으로 한다."


@pytest.mark.parametrize(
    ("question", "is_meant"),
    [
        ("해양경영대학원 석사인데 몇 학점까지 듣나요?", True),
        ("회사 다니면서 석사 하는데 몇 학점까지 듣나요?", True),
        ("일반대학원 석사인데 몇 학점까지 듣나요?", False),
        ("가람대 대학원 석사인데 몇 학점까지 듣나요?", False),
    ],
)
def test_whom_an_exception_is_for_askers_call_otherwise(question: str, is_meant: bool) -> None:
    said = "학기당 11학점까지 신청할 수 있습니다."

    assert bool(exception_of(said, AT_WORK, question)) is is_meant
