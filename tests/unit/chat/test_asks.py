"""What of a question asks, and what says what that is about."""

from __future__ import annotations

import re

import pytest

from chat.composing.asks import AskedQuestion
from chat.composing.kinds_asked import given_patterns


def test_of_a_follow_up_the_last_question_asks_and_the_one_before_says_of_what() -> None:
    asked = AskedQuestion.of(
        "휴학은 몇 년까지 되나요? 늦으면 어떻게  되나요?".replace("  ", " "),
        "늦으면 어떻게  되나요?",
    )
    assert (asked.asks, asked.beside) == ("늦으면 어떻게 되나요?", "휴학은 몇 년까지 되나요?")
    assert asked.text == "휴학은 몇 년까지 되나요? 늦으면 어떻게 되나요?"


def test_a_question_that_was_reworded_or_stands_by_itself_has_nothing_beside_it() -> None:
    assert AskedQuestion.of("복학 신청 기한", "그건 언제까지?").beside == ""
    assert AskedQuestion.of("복학은 언제까지?", "복학은 언제까지?").beside == ""


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "자퇴하면 등록금 돌려받나요? 그리고 나중에 다시 들어올 수 있나요?",
            ["자퇴하면 등록금 돌려받나요?", "그리고 나중에 다시 들어올 수 있나요?"],
        ),
        (
            "육아휴학 몇 년까지 되나요 남학생도 되나요",
            ["육아휴학 몇 년까지 되나요", "남학생도 되나요"],
        ),
        (
            "조기졸업은 언제 신청하고 학점은 몇 점이어야 하나요?",
            ["조기졸업은 언제 신청하고", "학점은 몇 점이어야 하나요?"],
        ),
        ("4학년이고 휴학 중인데 언제 복학해요?", ["4학년이고 휴학 중인데 언제 복학해요?"]),
        ("졸업 학점이 몇 점이에요??", ["졸업 학점이 몇 점이에요??"]),
    ],
)
def test_several_questions_in_one_are_told_apart(question: str, parts: list[str]) -> None:
    assert [one.asks for one in AskedQuestion(question).parts()] == parts


def test_a_part_stands_beside_the_others_and_the_question_before() -> None:
    first, second = AskedQuestion("누가 정해요? 언제 정해요?", "등록금").parts()
    assert (first.beside, second.beside) == ("등록금 언제 정해요?", "등록금 누가 정해요?")


@pytest.mark.parametrize(
    ("question", "provision", "gives"),
    [
        ("시험 시간에 늦으면 어떻게 되나요?", "30분이 지나 온 학생은 결시로 처리한다.", True),
        ("시험 시간에 늦으면 어떻게 되나요?", "신청서를 제출하여 허가를 받는다.", False),
        ("휴학은 어떻게 신청해요?", "신청서를 제출하여 허가를 받는다.", True),
        ("표절이 몇퍼 넘으면 안돼요", "유사도가 100분의 20 미만이어야 한다.", True),
        ("표절이 몇퍼 넘으면 안돼요", "20회로 한다.", False),
        ("how many semesters can I take off", "통산 6학기를 초과할 수 없다.", True),
        ("what time does the dorm close", "매일 0시 30분부터 5시까지 통제한다.", True),
        ("宿舍几点关门", "매일 0시 30분부터 5시까지 통제한다.", True),
        ("最多能选多少学分", "21학점까지 신청할 수 있다.", True),
        ("什么时候申请复学", "총장의 허가를 받는다.", False),
        ("đóng học phí mấy đợt", "4회까지 나누어 납부할 수 있다.", True),
        ("dong hoc phi may dot", "4회까지 나누어 납부할 수 있다.", True),
        ("hạn nộp đơn là khi nào", "매년 2명을 선발한다.", False),
    ],
)
def test_what_a_provision_that_answers_looks_like(
    question: str, provision: str, gives: bool
) -> None:
    patterns = given_patterns(question)
    assert patterns
    assert any(re.search(one, provision) for one in patterns) is gives
