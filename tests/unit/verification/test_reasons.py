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
# A sentence, or what stands before a value.
SENTENCE = re.compile(r"[가-힣]다\.(?:\s|$)|[가-힣\d]: ")
# Where reasons are made.
ROOMS = ("checking", "citations", "faithfulness", "grounding", "texts")
# What reads like one and is none: forms of sentences that the proof takes apart, the line above a part of a context, what
# becomes part of an answer in the answer's language, and why a text is not taken at all.
NO_REASONS = (
    "checking/hallucinations/context.py",
    "citations/correction.py",
    "grounding/proof/reading/",
    "texts/checking.py",
)
# Their arguments are expressions, and what is translated where it stands.
APART = {"re.compile", "_"}


def written_reasons() -> Iterator[str]:
    """The sentences that stand in those modules, with a number for every value."""
    base = Path(settings.BASE_DIR) / "verification"
    for path in sorted(path for room in ROOMS for path in (base / room).rglob("*.py")):
        if not path.relative_to(base).as_posix().startswith(NO_REASONS):
            yield from filter(SENTENCE.search, texts_of(ast.parse(path.read_text("utf-8"))))


def texts_of(tree: ast.Module) -> Iterator[str]:
    within: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            within.update(id(part) for part in node.values)
        elif isinstance(node, ast.Expr):
            within.add(id(node.value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in APART:
            within.update(id(part) for one in node.args for part in ast.walk(one))
    for node in ast.walk(tree):
        if id(node) in within:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "37" for part in node.values
            )
        elif isinstance(node, ast.Constant):
            yield str(node.value)


def in_english(text: str) -> str:
    with override("en"):
        return translated_reason(text)


def test_every_reason_that_is_written_is_known() -> None:
    texts = list(written_reasons())

    assert len(texts) > 70
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
            "이름만 적힌 이 규정은 문장과 대조한 근거에 들어 있지 않습니다.",
            "The regulation is named without a provision, and the sources of the sentence do not include it.",
        ),
        (
            "조문에 없는 연락처입니다.\n대조할 조문이 없습니다.",
            "The provision has no such contact.\nThere is no provision to compare with.",
        ),
        (
            "「학칙」 제25조제2항 개정됨 (2027. 3. 1. 시행)",
            "「학칙」 Article 25(2) amended (in force from 2027. 3. 1.)",
        ),
        (
            "「학칙」 제25조 폐지됨 (날짜를 알 수 없음)",
            "「학칙」 Article 25 repealed (day unknown)",
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
        == "「학칙」 제9조: No such provision. This regulation has: Article 1–Article 8\n담당자가 적은 말"
    )


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("이 내용은 「학칙」 제25조제2항에 있습니다.", "「학칙」 Article 25(2)"),
        ("이 규정에 있는 것: 제1조–제82조", "Article 1–Article 82"),
        (
            "해당할 수 있는 조문: 「학칙」 제3조, 「대학원 학칙」 제3조",
            "「학칙」 Article 3, 「대학원 학칙」 Article 3",
        ),
    ],
)
def test_a_reason_names_provisions_in_the_language_of_the_page(stored: str, said: str) -> None:
    with override("en"):
        assert said in translated_reason(stored)
