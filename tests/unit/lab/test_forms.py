"""Forms of citations as an answer shows them."""

from __future__ import annotations

import pytest

from lab.evaluation.forms import ShownSentence

SOURCE = "다음 각 호와 같다.\n1. 제8조에 해당하는 사람\n| 종류 | 금액 |\n| 1종 | 제9조의 금액 |"


@pytest.mark.parametrize(
    ("text", "is_quotation"),
    [
        ("다음 각 호와 같다.\n  1. 제8조에 해당하는 사람", True),
        ("| 1종 | 제9조의 금액 |", True),
        ("제8조에 해당하는 사람은 3회로 나누어 낸다.", False),
    ],
)
def test_a_quotation_is_known_in_any_layout(text: str, is_quotation: bool) -> None:
    assert ShownSentence(text, sources=(SOURCE,)).is_quotation is is_quotation
