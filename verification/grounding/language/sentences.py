"""Cut an answer into sentences and a sentence into claims, each with its place in the answer.

A full stop ends a sentence only where a reader would stop: not in 1.5, in 2026. 3. 1., after
제25조의2. within a line, after the number of a list item, or inside quotation marks or brackets.
A citation that follows the full stop ("…입니다.[†1]") belongs to the sentence before it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from regulations.text.morphemes import tag

_OPENING = {
    "(": ")",
    "（": "）",
    "[": "]",
    "「": "」",
    "『": "』",
    "｢": "｣",
    "“": "”",
    "‘": "’",
    "《": "》",
}
_CLOSING = frozenset(_OPENING.values())

# Full stops inside these do not end a sentence.
_PROTECTED = re.compile(
    r"""
    \d{2,4}\.\s*\d{1,2}\.(?:\s*\d{1,2}\.?)?          # 2026. 3. 1.
    | (?<!\d)\d+(?:\.\d+)+                             # 1.5
    | 제\s*\d+\s*조(?:\s*의\s*\d+)?(?:\s*제\s*\d+\s*[항호])*\.(?=[^\S\n]*\S)   # 제25조의2. 다음
    | (?m:^)[^\S\n]*(?:[-*•]\s*)?(?:\d{1,3}|[가-하]|[A-Za-z])\.(?=\s)        # list item 1. / 가.
    | \b(?:e\.g|i\.e|etc|cf|vs|No|Art|Arts|Nos|Dr|Prof|St)\.
    | (?:https?://|www\.)\S+ | [\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+
    | \.{2,}(?=\S)
    """,
    re.VERBOSE,
)
_MAY_END = re.compile(r"[.?!。？！…\n]")
# A sentence of usual length is looked at after each piece from its full stop on.
_SPLITS_A_CHARACTER = 16
# "2026. 3. 1." can still become a date, "(「학칙」 제7조제2항)" a citation; an open bracket may close within so many characters.
_DATE_LENGTH = 12
_LONGEST_CITATION = 120
_LONGEST_QUOTED = 400
_TAIL = re.compile(
    r"""["'”’)\]」』*_]*                                # what closes together with the sentence
        (?:\s?\[(?:†\s*)?\d+(?:-\d+)?(?:\s*,\s*(?:†\s*)?\d+(?:-\d+)?)*\]  # [†1-2] or [1, 2]
         |\s?\[(?:참조|출처)\s*:[^\]\n]{0,300}\]
         |\s?\((?=[^()\n]{0,300}제\s{0,3}\d{1,4}\s{0,3}조)[^()\n]{0,300}\)\.?)*""",
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
    return [span for span in _lines_and_sentences(text) if not _RULE_LINE.match(span.text)]


def _lines_and_sentences(text: str) -> Iterator[TextSpan]:
    start = 0
    for end in (*_boundaries(text), len(text)):
        span = _trimmed(text, start, end)
        if span.text:
            yield span
        start = end


class SentenceStream:
    """Sentences of a text that arrives in pieces, each as soon as the next one has begun; a table's rule among them.

    However the text is written and cut, the work stays in proportion to its length: what is waiting is split again only where
    a sentence may have ended, and, in a text that only seems to end, only as often as what arrived has paid for. With
    `keeps_indent` the blanks stand before a sentence that its line begins with: they say what stands under what.
    """

    def __init__(self, *, keeps_indent: bool = False) -> None:
        self._keeps_indent = keeps_indent
        self._waiting = ""
        self._may_end = False
        self._paid = 0

    def feed(self, piece: str) -> list[str]:
        """Take a piece; the sentences that are whole now."""
        self._waiting += piece
        self._paid += _SPLITS_A_CHARACTER * len(piece)
        self._may_end = self._may_end or bool(_MAY_END.search(piece))
        if not self._may_end or self._paid < len(self._waiting):
            return []
        self._paid -= len(self._waiting)
        # The last sentence may still grow: a citation can follow its full stop.
        whole = []
        start = 0
        for span, following in itertools.pairwise(_lines_and_sentences(self._waiting)):
            if not _has_ended(self._waiting, span, following.start):
                break
            whole.append(self._waiting[self._begin(self._waiting, span) : span.end])
            start = self._begin(self._waiting, following)
        self._waiting = self._waiting[start:]
        self._may_end = bool(_MAY_END.search(self._waiting))
        return whole

    def finish(self) -> list[str]:
        """The sentences that are left when nothing more comes."""
        rest, self._waiting = self._waiting, ""
        return [rest[self._begin(rest, span) : span.end] for span in _lines_and_sentences(rest)]

    def _begin(self, text: str, span: TextSpan) -> int:
        """Where a sentence begins, or the blanks of the line that it begins."""
        line = text.rfind("\n", 0, span.start) + 1
        is_indent = self._keeps_indent and not text[line : span.start].strip()
        return line if is_indent else span.start


def _has_ended(text: str, span: TextSpan, following: int) -> bool:
    """Whether what is still to come can no longer join a sentence with the next: a date, a citation, an open bracket."""
    begun = text[following : following + _LONGEST_CITATION]
    if begun[0].isdigit() and len(begun) < _DATE_LENGTH and "\n" not in text[span.end : following]:
        return False
    if begun[0] in "([" and len(begun) < _LONGEST_CITATION and not set(begun) & set(")]\n"):
        return False
    line = span.text.rpartition("\n")[2]
    is_open = sum((one in _OPENING) - (one in _CLOSING) for one in line) > 0 or line.count('"') % 2
    return not is_open or "\n" in text[span.end :] or len(text) - span.start > _LONGEST_QUOTED


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
    protected = bytearray(len(text))
    for match in _PROTECTED.finditer(text):
        protected[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    position = 0
    for stop in re.finditer(r"[.?!。？！…]+|\n", text):
        if stop.start() < position:
            continue
        if stop.group() == "\n":
            yield stop.end()
            continue
        if inside[stop.start()] or protected[stop.end() - 1]:
            continue
        tail = _TAIL.match(text, stop.end())
        end = tail.end() if tail else stop.end()
        if end == len(text) or text[end].isspace() or _runs_on(text, stop.start(), end):
            position = end
            yield end


def _runs_on(text: str, stop: int, end: int) -> bool:
    """Whether the next sentence follows without a blank, as in "…합니다.다음 학기에" and in Chinese."""
    if text[stop] in "。？！":
        return True
    return stop > 0 and text[stop - 1] in "다요죠까" and "가" <= text[end] <= "힣"


def _enclosed(text: str) -> list[bool]:
    """Say for each character whether it stands inside quotation marks or brackets.

    A mark that is not closed in its line encloses nothing.
    """
    # At each place how many pairs begin there, less how many have ended before.
    changes = [0] * (len(text) + 2)
    line_start = 0
    for line in text.splitlines(keepends=True):
        for opened, closed in _pairs(line):
            changes[line_start + opened] += 1
            changes[line_start + closed + 1] -= 1
        line_start += len(line)
    return [depth > 0 for depth in itertools.accumulate(changes[: len(text) + 1])]


def _pairs(line: str) -> Iterator[tuple[int, int]]:
    """Where marks open and close in a line; what was opened within and not closed is passed over."""
    stack: list[tuple[str, int]] = []
    waiting: Counter[str] = Counter()
    for offset, character in enumerate(line):
        if stack and character == stack[-1][0]:
            pass
        elif character in _OPENING or character == '"':
            closing = _OPENING.get(character, character)
            stack.append((closing, offset))
            waiting[closing] += 1
            continue
        elif character not in _CLOSING or not waiting[character]:
            continue
        while stack[-1][0] != character:
            waiting[stack.pop()[0]] -= 1
        waiting[character] -= 1
        yield stack.pop()[1], offset


def _trimmed(text: str, start: int, end: int) -> TextSpan:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return TextSpan(text[start:end], start, end)
