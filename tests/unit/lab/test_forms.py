"""Forms of citations as an answer shows them."""

from __future__ import annotations

import pytest

from lab.evaluation.forms import ShownSentence, forms_of
from regulations.reading.names import RegulationNames

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


@pytest.mark.parametrize(
    ("text", "incomplete"),
    [
        ("신청 자격: 제8조에 해당하는 사람", 0),
        ("제8조에 따르면 누구나 신청할 수 있습니다.", 1),
        ("「장학금 규정」에 따르면 누구나 신청할 수 있습니다.", 1),
        ("「병역법」에 따른 사람은 누구나 신청할 수 있습니다.", 0),
        ("「장학금 규정」 제8조에 따르면 누구나 신청할 수 있습니다.", 0),
    ],
)
def test_what_the_rule_itself_refers_to_is_no_citation_of_the_answer(
    text: str, incomplete: int
) -> None:
    names = RegulationNames(corpus_version="", by_name={}, titles={1: "장학금 규정"}, university="")
    shown = ShownSentence(text, sources=(SOURCE, "「병역법」에 따른 사람"))

    assert forms_of([shown], names=names).incomplete == incomplete
