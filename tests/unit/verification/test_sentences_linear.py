"""Splitting costs in proportion to the length of a text, whatever stands in it and however it arrives."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.checking.lines import items, rule_words
from verification.checking.lines.courtesies import speaks_to_the_asker, without_emoji
from verification.checking.lines.standing import headed_lines
from verification.checking.statements import claims_nothing
from verification.grounding import SentenceStream, guards, split_sentences
from verification.grounding.language.languages import is_foreign

HOSTILE = [
    "가",
    "1",
    "1.",
    "1.5 ",
    "(",
    "(가",
    "()",
    "(.",
    "“",
    '".',
    "[†1]",
    ".[출처:",
    ".(제1조",
    ".\"'",
    "a@",
    "a.",
    "제1조. ",
    "12.",
    "( [",
    "다.(제",
    "「『(",
    "…",
]
TEXT = (
    "휴학은 1년입니다.[†1] 복학은 2026. 3. 1.까지 신청합니다. 정원의 1.5배를 넘지 않습니다.\n1. 서류를 냅니다.\n"
    "자료실(평일 9시. 주말 10시.)은 열려 있습니다. 허가를 받습니다. (「가람대학교 학칙」 제7조제2항)\n"
)


def _seconds(work: Callable[[str], object], text: str) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        work(text)
        best = min(best, time.process_time() - started)
    return best


def streamed(text: str, size: int = 7) -> list[str]:
    stream = SentenceStream()
    found = [
        sentence
        for start in range(0, len(text), size)
        for sentence in stream.feed(text[start : start + size])
    ]
    return found + stream.finish()


@pytest.mark.parametrize("work", [split_sentences, streamed], ids=["whole", "in pieces"])
@pytest.mark.parametrize("unit", HOSTILE)
def test_a_text_of_twice_the_length_costs_twice(work: Callable[[str], object], unit: str) -> None:
    text = unit * (4_000 // len(unit))

    one, four = _seconds(work, text), _seconds(work, text * 4)

    # A quadratic split would need sixteen times as long.
    assert four < 8 * one + 0.1


GUARDS = (
    *(import_module(f"{guards.__name__}.{one.name}") for one in iter_modules(guards.__path__)),
    items,
    rule_words,
)


def patterns_in(value: object) -> Iterator[re.Pattern[str]]:
    """The patterns that a module's name stands for: one, or those of a tuple or of a mapping."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from patterns_in(one)
    elif isinstance(value, dict):
        yield from patterns_in([*value.values()])


PATTERNS = [
    pattern
    for module in GUARDS
    for name, value in vars(module).items()
    if not name.startswith("__")
    for pattern in patterns_in(value)
]


def guarded(text: str) -> None:
    """Look for all that the guards of the check look for, and for what is only said to the asker."""
    is_foreign(text)
    speaks_to_the_asker(text)
    without_emoji(text)
    claims_nothing(f"- {text}!", f"{text}!")
    for pattern in PATTERNS:
        all(pattern.finditer(text))


@pytest.mark.parametrize(
    "unit", ["「", "제1", "가", "1", "1,", "가나 ", "가와 ", "가로", " ", "\n", "|", "(1"]
)
def test_what_the_guards_look_for_is_found_in_a_text_of_twice_the_length_in_twice_the_time(
    unit: str,
) -> None:
    text = unit * (4_000 // len(unit))

    one, four = _seconds(guarded, text), _seconds(guarded, text * 4)

    assert four < 8 * one + 0.1


def headed(text: str) -> None:
    """Find the head of each line of a text, and say each line with its head."""
    for whole in (text, f"{text}:\n- 가나", f"가{text}다\n| 가 |", f"**가**{text}나"):
        for line in headed_lines(whole, split_sentences(whole)):
            assert line.as_checked


@pytest.mark.parametrize(
    "unit",
    [*HOSTILE, " ", "\n", "- 가나\n", "가: ", "가:\n- 나다\n", "안내 ", "은 ", "[가", "**", "| ", "-|", "[†", "면"],
)  # fmt: skip
def test_heads_are_found_in_a_text_of_twice_the_length_in_twice_the_time(unit: str) -> None:
    text = unit * (4_000 // len(unit))

    one, four = _seconds(headed, text), _seconds(headed, text * 4)

    assert four < 8 * one + 0.1


def test_a_long_line_is_not_said_again_with_each_item_under_it() -> None:
    text = f"{'휴학 기간과 ' * 5_000}복학:\n" + "- 통산 3년\n" * 50

    lines = headed_lines(text, split_sentences(text))

    assert all(line.head for line in lines[1:])
    assert max(len(line.as_checked) for line in lines[1:]) < 500


@pytest.mark.parametrize("size", [1, 3, 7, 50])
def test_an_answer_that_arrives_in_pieces_has_the_same_sentences(size: int) -> None:
    assert streamed(TEXT * 3, size) == [span.text for span in split_sentences(TEXT * 3)]


def test_a_sentence_is_there_as_soon_as_the_next_one_has_begun() -> None:
    stream = SentenceStream()

    assert stream.feed("휴학은 1년입니다.") == []
    assert stream.feed("[†1]") == []
    assert stream.feed(" 복학은") == ["휴학은 1년입니다.[†1]"]
    assert stream.feed(" 신청합니다.") == []
    assert stream.finish() == ["복학은 신청합니다."]


@given(st.text(alphabet='가나다 1.?!()[]“”"\n†제조@', max_size=300), st.integers(1, 20))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_nothing_that_is_written_is_lost_or_doubled(text: str, size: int) -> None:
    letters = [one for one in text if one in "가나다1제조†@"]

    assert [one for one in "".join(streamed(text, size)) if one in "가나다1제조†@"] == letters
