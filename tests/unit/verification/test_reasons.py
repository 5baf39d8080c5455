"""Reasons of the log on an English page: what the portal said is said in English, what others wrote is left alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from verification.citations.reasons import translated_detail, translated_reason

KOREAN = re.compile(r"[가-힣]")
# Where reasons are made; contrast.py puts its sentences together from two, which a case below has.
MAKERS = (
    "checking/mentions.py",
    "checking/outcomes.py",
    "checking/engine.py",
    "checking/pairs.py",
    "checking/sentences.py",
    "citations/resolution.py",
    "faithfulness/answers.py",
    "faithfulness/pairs.py",
    "grounding/checking.py",
    "grounding/explanations.py",
    "grounding/language/copies.py",
    "texts/judging.py",
    "texts/reading.py",
)


def written_reasons() -> Iterator[str]:
    """The sentences that stand in those modules, with a number for every value."""
    for name in MAKERS:
        tree = ast.parse((Path(settings.BASE_DIR) / "verification" / name).read_text("utf-8"))
        within: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                within.update(id(part) for part in node.values)
            elif isinstance(node, ast.Expr):
                within.add(id(node.value))
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                text = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "37"
                    for part in node.values
                )
            elif isinstance(node, ast.Constant) and id(node) not in within:
                text = str(node.value)
            else:
                continue
            if KOREAN.search(text) and re.search(r"다\.(?:\s|$)|: ", text):
                yield text


def in_english(text: str) -> str:
    with override("en"):
        return translated_reason(text)


def test_every_reason_that_is_written_is_known() -> None:
    texts = [text for text in written_reasons() if "질문:\n" not in text]

    assert len(texts) > 40
    assert [text for text in texts if KOREAN.search(in_english(text))] == []


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        (
            "수치가 다릅니다: 답변 “9회”, 조문 “4회”; 조문에 없는 연락처입니다.",
            "The number differs: answer “9회”, provision “4회”; The provision has no such contact.",
        ),
        (
            "조문에 없는 연락처입니다; “3년”의 한계가 다릅니다: 답변은 미만, 조문은 이하",
            "The provision has no such contact; The limit of “3년” differs: answer less than, provision at most",
        ),
        (
            "판정의 확신이 낮습니다(0.41). 대조할 조문이 없습니다.",
            "The judge is not confident (0.41). There is no provision to compare with.",
        ),
        (
            "긍정과 부정이 조문과 반대인 것으로 보입니다: 조문은 “낼 수 없다”에 더 가깝습니다.",
            "It seems to say the opposite (yes or no): the provision is closer to “낼 수 없다”.",
        ),
        (
            "수치가 조문과 다릅니다. (답변 ‘7년’, 조문 ‘3년’)",
            "A number differs from the provision. (answer “7년”, provision “3년”)",
        ),
        (
            "조문의 말로 확인하지 못한 부분이 있습니다: ‘쉰’, ‘키우’",
            "A part could not be confirmed by the words of the provision: ‘쉰’, ‘키우’",
        ),
        (
            "조문에 없는 연락처입니다.\n대조할 조문이 없습니다.",
            "The provision has no such contact.\nThere is no provision to compare with.",
        ),
        (
            "「학칙」 제25조제2항 개정됨 (2027. 3. 1. 시행)",
            "「학칙」 제25조제2항 amended (in force from 2027. 3. 1.)",
        ),
        ("모델이 쓴 이유; 그대로 둡니다.", "모델이 쓴 이유; 그대로 둡니다."),
        ("", ""),
    ],
)
def test_reasons_are_said_in_english_and_foreign_ones_are_left(stored: str, said: str) -> None:
    assert in_english(stored) == said
    with override("ko"):
        assert translated_reason(stored) == stored


def test_a_flag_names_the_state_and_the_reason_of_each_line() -> None:
    detail = "「학칙」 제9조: 없는 조문. 이 규정에 있는 것: 제1조–제8조\n담당자가 적은 말"

    with override("en"):
        said = translated_detail(detail)

    assert (
        said
        == "「학칙」 제9조: No such provision. This regulation has: 제1조–제8조\n담당자가 적은 말"
    )
