"""Cut an answer into sentences and a sentence into claims, each with its place in the answer.

A full stop ends a sentence only where a reader would stop: not in 1.5, in 2026. 3. 1., after
제25조의2. within a line, after the number of a list item, or inside quotation marks or brackets.
A citation that follows the full stop ("…입니다.[†1]") belongs to the sentence before it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from regulations.text.morphemes import tag

_OPENING = {"(": ")", "[": "]", "「": "」", "『": "』", "｢": "｣", "“": "”", "‘": "’", "《": "》"}
_CLOSING = frozenset(_OPENING.values())

# Full stops inside these do not end a sentence.
_PROTECTED = re.compile(
    r"""
    \d{2,4}\.\s*\d{1,2}\.(?:\s*\d{1,2}\.?)?          # 2026. 3. 1.
    | \d+(?:\.\d+)+                                   # 1.5
    | 제\s*\d+\s*조(?:\s*의\s*\d+)?(?:\s*제\s*\d+\s*[항호])*\.(?=[^\S\n]*\S)   # 제25조의2. 다음
    | (?m:^)[^\S\n]*(?:[-*•]\s*)?(?:\d{1,3}|[가-하]|[A-Za-z])\.(?=\s)        # list item 1. / 가.
    | \b(?:e\.g|i\.e|etc|cf|vs|No|Art|Arts|Nos|Dr|Prof|St)\.
    | (?:https?://|www\.)\S+ | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | \.{2,}(?=\S)
    """,
    re.VERBOSE,
)
_STOP = re.compile(r"[.?!。…]+")
_TAIL = re.compile(
    r"""["'”’)\]」』*_]*                                # what closes together with the sentence
        (?:\s?\[(?:†\s*)?\d+(?:\s*,\s*(?:†\s*)?\d+)*\]  # [†1] or [1, 2]
         |\s?\[(?:참조|출처)\s*:[^\]\n]*\]
         |\s?\((?:[^()\n]*제\s*\d+\s*조[^()\n]*)\)\.?)*""",
    re.VERBOSE,
)
_BLOCK_MARK = re.compile(
    r"\s*(?:#{1,6}\s+|>\s*|[-*•▪◦·○●]\s+|\(?\d{1,3}[.)]\s+|[①-⑳]\s*|[가-하][.)]\s+|\|\s*)*"
)
_RULE_LINE = re.compile(r"[\s|:*_=-]*$")
_HEADING = re.compile(r"\s*#{1,6}\s")
_EMPHASIS = re.compile(r"\*\*|__|`")
_LEAD_IN = re.compile(
    r"(?:다음과 같(?:습니다|아요|이)|아래와 같습니다|as follows)[^.]{0,12}[.:]?\s*$"
)
_GREETING = re.compile(
    r"(?:안녕하세요|감사합니다|도움이 되[^.]*|궁금한 점[^.]*|네|아니요|예|물론입니다)[.!, ]*$"
)
_JOINING_ENDINGS = frozenset({"고", "며", "으며", "지만", "으나", "나", "되"})
_SHORTEST_CLAIM = 12


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of a text: ``text`` is exactly what stands between ``start`` and ``end``."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One proposition of an answer; ``text`` is without list marks and emphasis."""

    text: str
    start: int
    end: int


def split_sentences(text: str) -> list[TextSpan]:
    """Split a text into sentences; headings, list items and table rows are their own.

    While a text is still being streamed the last sentence may go on: hold it back.
    """
    spans = []
    start = 0
    for end in (*_boundaries(text), len(text)):
        span = _trimmed(text, start, end)
        if span.text and not _RULE_LINE.match(span.text):
            spans.append(span)
        start = end
    return spans


def split_claims(answer: str) -> list[Claim]:
    """Return the propositions of an answer that a provision has to support.

    Headings, greetings, questions and lead-ins ("다음과 같습니다:") say nothing that could be
    held against a provision.
    """
    claims: list[Claim] = []
    for sentence in split_sentences(answer):
        if _HEADING.match(sentence.text):
            continue
        mark = _BLOCK_MARK.match(sentence.text)
        offset = mark.end() if mark else 0
        body = _trimmed(answer, sentence.start + offset, sentence.end)
        if _says_something(body.text):
            claims.extend(_propositions(answer, body))
    return claims


def _says_something(text: str) -> bool:
    plain = _EMPHASIS.sub("", text).strip()
    if len(plain) < 4 or plain.endswith(("?", "？", ":")):
        return False
    return not (_LEAD_IN.search(plain) or _GREETING.match(plain))


def _propositions(answer: str, body: TextSpan) -> Iterator[Claim]:
    start = body.start
    for cut in _joints(body.text):
        if cut - (start - body.start) < _SHORTEST_CLAIM or len(body.text) - cut < _SHORTEST_CLAIM:
            continue
        yield _claim(answer, start, body.start + cut)
        start = body.start + cut
    yield _claim(answer, start, body.end)


def _claim(answer: str, start: int, end: int) -> Claim:
    span = _trimmed(answer, start, end)
    return Claim(_EMPHASIS.sub("", span.text), span.start, span.end)


def _joints(sentence: str) -> list[int]:
    """Offsets after "…고," "…며," "…지만," outside quotations and brackets."""
    if "," not in sentence:
        return []
    inside = _enclosed(sentence)
    morphemes = tag(sentence)
    return [
        comma.end
        for ending, comma in itertools.pairwise(morphemes)
        if ending.tag == "EC"
        and ending.form in _JOINING_ENDINGS
        and comma.form == ","
        and not inside[comma.start]
    ]


def _boundaries(text: str) -> Iterator[int]:
    inside = _enclosed(text)
    protected = [match.span() for match in _PROTECTED.finditer(text)]
    position = 0
    for stop in re.finditer(r"[.?!。…]+|\n", text):
        if stop.start() < position:
            continue
        if stop.group() == "\n":
            yield stop.end()
            continue
        if inside[stop.start()] or any(a <= stop.end() - 1 < b for a, b in protected):
            continue
        tail = _TAIL.match(text, stop.end())
        end = tail.end() if tail else stop.end()
        if end == len(text) or text[end].isspace() or _runs_on(text, stop.start(), end):
            position = end
            yield end


def _runs_on(text: str, stop: int, end: int) -> bool:
    """Whether the next sentence follows without a blank, as in "…합니다.다음 학기에"."""
    return stop > 0 and text[stop - 1] in "다요죠까" and "가" <= text[end] <= "힣"


def _enclosed(text: str) -> list[bool]:
    """Say for each character whether it stands inside quotation marks or brackets.

    A mark that is not closed in its line encloses nothing.
    """
    inside = [False] * (len(text) + 1)
    line_start = 0
    for line in text.splitlines(keepends=True):
        stack: list[tuple[str, int]] = []
        for offset, character in enumerate(line, line_start):
            if stack and character == stack[-1][0]:
                _, opened = stack.pop()
                inside[opened : offset + 1] = [True] * (offset + 1 - opened)
            elif character in _OPENING:
                stack.append((_OPENING[character], offset))
            elif character == '"':
                stack.append(('"', offset))
            elif character in _CLOSING and any(closing == character for closing, _ in stack):
                while stack and stack[-1][0] != character:
                    stack.pop()
                _, opened = stack.pop()
                inside[opened : offset + 1] = [True] * (offset + 1 - opened)
        line_start += len(line)
    return inside


def _trimmed(text: str, start: int, end: int) -> TextSpan:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return TextSpan(text[start:end], start, end)
