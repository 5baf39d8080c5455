"""Which words of a quoted provision are marked."""

from __future__ import annotations

import pytest

from chat.presenters.marking import MarkedRun, exact_runs, marked_runs, word_runs


def marked(text: str, statement: str) -> list[str]:
    runs = marked_runs(text, statement)
    assert "".join(run.text for run in runs) == text
    return [run.text for run in runs if run.is_marked]


def test_words_that_the_sentence_shares_are_marked_whatever_their_endings() -> None:
    text = (
        "휴학기간은 통산하여 3년을 초과할 수 없으며, 총장은 따로 정한 절차로 기간을 줄일 수 있다."
    )

    assert marked(text, "휴학기간은 3년을 초과하지 못합니다.") == ["휴학기간은", "3년을 초과할"]


def test_of_a_quotation_word_for_word_only_the_figures_are_marked() -> None:
    text = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다."

    assert marked(text, text) == ["3년(6학기)을"]


@pytest.mark.parametrize("statement", ["", "등록금은 4회로 나눕니다."])
def test_what_is_not_said_is_not_marked(statement: str) -> None:
    assert marked("휴학은 3회까지 한다.", statement) == []


def test_another_number_is_never_marked_as_support() -> None:
    assert marked("휴학은 13년까지 한다.", "휴학은 3년까지 한다.") == ["휴학은", "한다."]


def test_exact_words_are_marked_in_the_lines_that_hold_them() -> None:
    quotes = ["허가를 받아야 한다", "3년을\n초과할 수 없다"]

    runs = exact_runs("학생은 허가를 받아야 한다.", quotes)

    assert [run.text for run in runs if run.is_marked] == ["허가를 받아야 한다"]
    assert "".join(run.text for run in runs) == "학생은 허가를 받아야 한다."
    assert [run.is_marked for run in exact_runs("초과할 수 없다", quotes)] == [True]
    assert exact_runs("복학한다.", ()) == (MarkedRun("복학한다.", is_marked=False),)


def test_words_of_a_question_are_marked_wherever_they_stand() -> None:
    runs = word_runs("휴학기간은 통산하여 3년을 초과할 수 없다.", ["휴학", "초과"])
    assert [run.text for run in runs if run.is_marked] == ["휴학", "초과"]
    assert "".join(run.text for run in runs) == "휴학기간은 통산하여 3년을 초과할 수 없다."
    assert [run.is_marked for run in word_runs("제1조", [])] == [False]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("개강일부터 일정 기간에 3일 이내", ["개강", "일"], ["개강일"]),
        ("준비물과 비용, 논문지도비 5만원", ["논문", "지도", "비"], ["논문지도비"]),
        ("재학생의 재입학", ["재", "입학"], ["재입학"]),
        ("연구등록금과 등록금", ["등록금"], ["등록금"]),
        ("이 일 말고 다른 일정", ["일"], ["일"]),
        ("학기 등록금은", ["학기", "등록금"], ["학기 등록금"]),
    ],
)
def test_a_word_is_marked_where_a_word_begins(
    text: str, words: list[str], expected: list[str]
) -> None:
    runs = word_runs(text, words)
    assert [run.text for run in runs if run.is_marked] == expected
    assert "".join(run.text for run in runs) == text
