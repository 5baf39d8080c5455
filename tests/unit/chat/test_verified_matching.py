"""When two questions are one: what differs in words, order, numbers, limits or negation does not match."""

from __future__ import annotations

import pytest

from chat.verified_answers.matching import are_swapped, sense_key, text_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("휴학은 최대 몇 년까지 가능한가요?", "휴학은  최대 몇년까지 가능한가요"),
        ("TOPIK 3급이면 되나요?", "topik 3급이면 되나요"),
        ("등록금은 4,000원?", "등록금은 4,000원"),
    ],
)
def test_spaces_punctuation_and_case_change_nothing(one: str, other: str) -> None:
    assert text_key(one) == text_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("성적이 3.5인가요", "성적이 35인가요"), ("1~2학년", "12학년"), ("-1점", "1점")],
)
def test_signs_within_numbers_stay(one: str, other: str) -> None:
    assert text_key(one) != text_key(other)


def test_how_it_is_asked_may_differ_where_the_words_are_the_same() -> None:
    asked = sense_key("휴학은 최대 몇 년인가요?")

    assert asked == sense_key("휴학이 최대 몇 년인지 알려 주세요")
    assert asked != sense_key("최대 몇 년 휴학인가요?")


@pytest.mark.parametrize(
    "other",
    [
        "휴학은 최소 몇 년까지 가능한가요?",
        "복학은 최대 몇 년까지 가능한가요?",
        "휴학은 최대 몇 학기까지 가능한가요?",
        "휴학은 최대 몇 년부터 가능한가요?",
        "휴학은 최대 2년까지 가능한가요?",
        "휴학은 최대 몇 년까지 불가능한가요?",
        "휴학은 최대 몇 년까지 안 되나요?",
        "군 휴학은 최대 몇 년까지 가능한가요?",
        "대학원생의 휴학은 최대 몇 년까지 가능한가요?",
    ],
)
def test_another_question_has_another_key(other: str) -> None:
    question = "휴학은 최대 몇 년까지 가능한가요?"
    assert sense_key(other) != sense_key(question)
    assert text_key(other) != text_key(question)


def test_a_question_of_nothing_matches_by_its_text_only() -> None:
    assert sense_key("알려 주세요") == ""


@pytest.mark.parametrize(
    ("one", "other", "swapped"),
    [
        ("교수가 학생을 신고하면 어떻게 됩니까?", "교수를 학생이 신고하면 어떻게 됩니까?", True),
        ("위원은 학생을 뽑을 수 있나요?", "위원을 학생은 뽑을 수 있나요?", True),
        ("휴학을 할 수 있나요?", "휴학이 가능한가요?", False),
        ("등록금을 학생이 내나요?", "등록금은 학생이 내나요?", False),
    ],
)
def test_who_does_it_and_to_whom_is_not_exchanged(one: str, other: str, *, swapped: bool) -> None:
    assert sense_key(one) == sense_key(other)
    assert are_swapped(one, other) is swapped
