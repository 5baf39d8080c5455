"""Numbers of thousands of signs are no figures: they end no check and cost what their length costs."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable

import pytest

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE
from verification.answer_verifier import AnswerVerifier
from verification.grounding.facts.overlong import without_overlong
from verification.grounding.facts.quantities import quantities
from verification.grounding.translation.comparing import translation_differences
from verification.grounding.translation.figures import figures_of
from verification.grounding.translation.numerals import readable

LANGUAGES = (CHINESE, VIETNAMESE, ENGLISH)
RULE = "휴학기간은 통산하여 3년을 초과할 수 없다."
# More digits than Python reads at once.
MANY = 4_500
OVERLONG = [
    "1" * MANY,
    "1." + "3" * MANY,
    "1" + ",234" * 1_500,
    "1" + ".234" * 1_500,
    "1/" + "3" * MANY,
    "삼" * MANY,
    "천만" * MANY,
    "三" * MANY,
    "三点" + "五" * MANY,
    "1" + " million" * 800,
    "1" + "万" * MANY,
    "one" + " million" * 800,
    "một trăm nghìn " * 300,
]


def _seconds(work: Callable[[str], object], text: str) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        work(text)
        best = min(best, time.process_time() - started)
    return best


@pytest.mark.parametrize("number", OVERLONG, ids=[one[:20] for one in OVERLONG])
def test_an_overlong_number_is_read_to_its_end_without_an_error(number: str) -> None:
    for unit in ("년", " days", "分之一"):
        quantities(f"{number}{unit}")
        for language in LANGUAGES:
            figures_of(f"{number}{unit}", language)


def test_an_answer_with_an_overlong_number_is_verified() -> None:
    for answer in (
        f"휴학은 {'9' * MANY}년까지 할 수 있다.",
        f"제{'9' * MANY}조에 따라 3년이다.",
        f"Leave may last {'9' * MANY} years.",
        f"{'9' * MANY}. 휴학은 3년이다.",
        f"2026. {'9' * MANY}. 1.까지 {'9' * MANY}:30에 02-{'9' * MANY}로 낸다.",
    ):
        rows = [{"section_title": "", "section_content": RULE}]
        assert not AnswerVerifier(use_llm=False).verify("", answer, rows).verified


def test_what_is_masked_keeps_its_place_and_what_counts_something_is_read() -> None:
    text = f"{'7' * 31}원과 1,234,567,890원, 2026. 3. 1., 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"

    assert without_overlong(text) == text.replace("7" * 31, "#" * 31)
    assert next(one.value for one in quantities(text)) == 1_234_567_890
    assert quantities("삼십오명")[0].value == 35


@pytest.mark.parametrize(
    "unit",
    ["1", "1.", "1,", "삼", "천", "만", "三", "一点", "万", "1万", "1 ", " ", "one ", "1 million "],
)
def test_numbers_are_read_in_a_text_of_twice_the_length_in_twice_the_time(unit: str) -> None:
    def read(text: str) -> None:
        quantities(f"{text}명")
        for language in LANGUAGES:
            figures_of(f"{text} days", language)

    text = unit * (1_000 // len(unit))

    one, four = _seconds(read, text), _seconds(read, text * 4)

    assert four < 8 * one + 0.1


@pytest.mark.parametrize(
    "claim",
    ["Return within 5 dayſ.", "You may take ſix credits.", "It lasts sıx years.", "It lasts SİX years.", "Pay 5\N{KELVIN SIGN} won.", "By Auguſt 5."],
)  # fmt: skip
def test_letters_that_fold_are_read_as_what_they_fold_to(claim: str) -> None:
    translation_differences(claim, [RULE])

    figures = [one.readings for one in figures_of(claim, ENGLISH)]
    assert figures
    assert all(figures)


def test_letters_are_made_such_that_lower_finds_what_ignorecase_matched() -> None:
    letters = "abcdefghijklmnopqrstuvwxyzăâđêôơưáàảãạýỳỷỹỵ"
    for sign in map(chr, range(sys.maxunicode + 1)):
        if re.match(f"[{letters}]", sign, re.IGNORECASE):
            assert readable(sign).lower() in letters, sign
