"""How the lines of a quoted provision are indented."""

from __future__ import annotations

import pytest

from regulations.text.blocks import quoted_blocks


@pytest.mark.parametrize(
    ("text", "indents"),
    [
        ("다음과 같다.\n1. 음주\n가. 술\n1) 맥주\n2. 소란", [0, 1, 2, 3, 1]),
        ("다음과 같다.\n  1. 음주\n    가. 술\n    1) 맥주", [0, 1, 2, 3]),
        ("1. 음주\n가. 술", [0, 1]),
        ("다음과 같다.\n10의2. 음주", [0, 1]),
        ("시행일은 다음과 같다.\n2025. 3. 1.\n3.5점 이상", [0, 0, 0]),
    ],
)
def test_what_stands_below_is_indented_with_and_without_margins(
    text: str, indents: list[int]
) -> None:
    assert [block.indent for block in quoted_blocks(text)] == indents
