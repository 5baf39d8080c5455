"""Telling a quotation from a paraphrase."""

from __future__ import annotations

import pytest

from verification.checking.statements import repeats_provision, without_layout

PARAGRAPH = "신입생은 첫 학기에 휴학할 수 없다. 다만, 다음 각 호의 경우에는 그러하지 아니하다.\n1. 4주 이상의 질병\n2. 출산"
TABLE = "| 신분 | 책 수 |\n| 학부생 | 10책 |\n| 대학원생 | 20책 |\n비고: 연장은 1회로 한다."


@pytest.mark.parametrize(
    ("text", "provision", "expected"),
    [
        pytest.param("신입생은 첫 학기에 휴학할 수 없다.", PARAGRAPH, True, id="whole-sentence"),
        pytest.param(PARAGRAPH, PARAGRAPH, True, id="whole-paragraph"),
        pytest.param("첫 학기에 휴학할 수 없다.", PARAGRAPH, False, id="without-its-condition"),
        pytest.param("신입생은 첫 학기에 휴학할 수 있다.", PARAGRAPH, False, id="other-polarity"),
        pytest.param(
            "| 신분 | 책 수 |\n| 대학원생 | 20책 |", TABLE, True, id="rows-under-the-head"
        ),
        pytest.param("| 신분 | 책 수 |\n| 대학원생 | 10책 |", TABLE, False, id="cells-of-two-rows"),
        pytest.param("대학원생 | 20책", TABLE, True, id="a-row-without-its-borders"),
        pytest.param("신분 | 책 수", TABLE, False, id="a-head-alone"),
        pytest.param("", PARAGRAPH, False, id="nothing"),
    ],
)
def test_repeats(text: str, provision: str, expected: bool) -> None:
    assert repeats_provision(text, provision) is expected


def test_squeezed_leaves_out_layout_and_the_marks_of_units() -> None:
    quoted = "논문은 다음 각 호에 따라 심사한다.\n  1. 독창성: 20점\n    가. 주제"
    article = "① 논문은 다음 각 호에 따라\n심사한다.\n1. 독창성: 20점\n가. 주제\n② 그 밖의 사항"

    assert without_layout(quoted) in without_layout(article)


def test_squeezed_keeps_numbers_that_are_content() -> None:
    assert without_layout("3. 1.5배를 넘을 수 없다.") == "1.5배를넘을수없다."
    assert without_layout("휴학은 3년까지이다.") != without_layout("휴학은 5년까지이다.")
