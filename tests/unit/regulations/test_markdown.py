"""The Markdown of models: what a page sets and what is taken out; the words stay."""

from __future__ import annotations

import pytest

from regulations.text.markdown import MarkedBlock, Words, marked_blocks, plain


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("휴학은 **3년**까지입니다.", "휴학은 3년까지입니다."),
        ("- 휴학원을 제출합니다.", "휴학원을 제출합니다."),
        ("1. 휴학원을 제출합니다.", "1. 휴학원을 제출합니다."),
        ("### 신청 방법", "신청 방법"),
        ("> 규정의 글", "규정의 글"),
        ("`학칙`과 *조문*", "학칙과 조문"),
        ("[학칙](https://example.org/rule)을 보십시오.", "학칙을 보십시오."),
        ("**3년까지입니다.", "3년까지입니다."),
        ("---\n휴학", "휴학"),
        ("3년(6학기) · 50% * 2 = 100%", "3년(6학기) · 50% * 2 = 100%"),
        ("휴학은 3년입니다[†1].", "휴학은 3년입니다[†1]."),
        ("제25조제1항_별표", "제25조제1항_별표"),
    ],
)
def test_markdown_is_taken_out_and_words_stay(written: str, said: str) -> None:
    assert plain(written) == said


def test_a_line_of_a_list_has_its_bullet_and_bold_words() -> None:
    [block] = marked_blocks("- 휴학은 **3년**까지")

    assert block == MarkedBlock(
        (Words("휴학은 "), Words("3년", is_strong=True), Words("까지")), "•"
    )


def test_rows_between_bars_are_a_table() -> None:
    [block] = marked_blocks("| 구분 | **횟수** |\n|---|---|\n| 분할 | 4회 |")

    assert block.rows == (("구분", "횟수"), ("분할", "4회"))
