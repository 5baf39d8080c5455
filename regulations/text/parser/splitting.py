"""Lines in which two provisions stand: `…시행한다. 부칙`, `… 보조한다. ② 조교는 …`."""

from __future__ import annotations

import re

from regulations.text.locators import CIRCLED
from regulations.text.parser import grammar

_ADDENDA_WITHIN = re.compile(
    r"(?<=[다함음임]\.)\s*(?=부\s*칙\s*(?:$|[<(\[〈【][^<>()\[\]〈〉【】]{3,40}[>)\]〉】]\s*(?:$|제\s*1\s*조|①|1\.)))"
)
_CIRCLED_WITHIN = re.compile(rf"(?<=\S)\s*([{CIRCLED}])\s*(?=[가-힣<「(]|1\.)")
# What ends a paragraph before the number of the next one.
_ENDS = re.compile(r"(?:[다함음임]\.|[>〉\]]|삭\s*제\)?\.?)\s*,?$")
_DIGIT_WITHIN = re.compile(r"(?<=[다함음임]\.)\s*(\d{1,2})\.\s*(?=[가-힣(「])")
_LETTER = re.compile(r"\w")
# ① and ② are mentioned and count nothing: `제3조 ①`, `①, ②`, `제2항 및 ③의`.
_MENTIONED = re.compile(r"(?:[조항,·]|및|또는|부터|내지)$")


def split_at_addenda(line: str) -> tuple[str, ...]:
    """Cut a line before a 부칙 that a file wrote behind the last sentence above it."""
    if "칙" not in line:
        return (line,)
    pieces = [piece for piece in _ADDENDA_WITHIN.split(line) if piece]
    return tuple(pieces) or (line,)


def split_at_paragraphs(line: str, open_paragraph: int) -> tuple[tuple[str, ...], int]:
    """Cut a line before each ② that ends a sentence and follows its number; return the pieces and how many are unsure.

    `open_paragraph` is the number of the paragraph that the line would otherwise go on with, 0 for none.
    """
    if not any(mark in line for mark in CIRCLED[:20]):
        return (line,), 0
    leading = grammar.paragraph_number(line)
    head = grammar.article_head(line)
    last = leading.number if leading else 0 if head else open_paragraph
    pieces: list[str] = []
    at = unsure = 0
    for match in _CIRCLED_WITHIN.finditer(line):
        number = CIRCLED.index(match[1]) + 1
        before = line[at : match.start()].rstrip()
        if number != last + 1:
            continue
        if head and number == 1 and head.rest.startswith(match[1]):
            last = number
        elif _ENDS.search(before) or (number == 1 and not _LETTER.search(before)):
            pieces.append(before)
            at = match.start(1)
            last = number
        elif number > 1 and not _MENTIONED.search(before) and line[match.start()].isspace():
            unsure += 1
    return (*pieces, line[at:]), unsure


def split_at_numbers(line: str) -> tuple[str, ...]:
    """Cut a line of addenda that number their sentences with digits: `1. … 시행한다. 2. 이 변경 규정은 …`."""
    leading = grammar.subparagraph_number(line)
    if leading is None or leading.branch:
        return (line,)
    pieces: list[str] = []
    at, last = 0, leading.number
    for match in _DIGIT_WITHIN.finditer(line):
        if int(match[1]) == last + 1:
            pieces.append(line[at : match.start()].rstrip())
            at, last = match.start(1), last + 1
    return (*pieces, line[at:])
