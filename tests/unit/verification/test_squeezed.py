"""Telling whether one text holds another word for word."""

from __future__ import annotations

from verification.checking.mentions import squeezed


def test_squeezed_leaves_out_layout_and_the_marks_of_units() -> None:
    quoted = "논문은 다음 각 호에 따라 심사한다.\n  1. 독창성: 20점\n    가. 주제"
    article = "① 논문은 다음 각 호에 따라\n심사한다.\n1. 독창성: 20점\n가. 주제\n② 그 밖의 사항"

    assert squeezed(quoted) in squeezed(article)


def test_squeezed_keeps_numbers_that_are_content() -> None:
    assert squeezed("3. 1.5배를 넘을 수 없다.") == "1.5배를넘을수없다."
    assert squeezed("휴학은 3년까지이다.") != squeezed("휴학은 5년까지이다.")
