"""Cut a provision into the sentences and list items that a claim can rest on."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from verification.grounding.language.analysis import TextAnalysis, analyse
from verification.grounding.results import GroundingProvision

# Notes of amendment say when a text changed, not what it says.
_NOTE = re.compile(
    r"[<〈＜\[［](?:(?:본조|전문|제목|본항|단서|각\s*호)?\s*(?:신설|개정|삭제|삭 제|본조|전문|제목|종전|타법|일부|이동|시행일)[^>〉＞\]］]*)[>〉＞\]］]"
)
_HEADING = re.compile(r"^\s*제\s*\d+\s*조(?:\s*의\s*\d+)?\s*(?:\([^)]*\)|\[[^\]]*\])?")
_PARAGRAPH = re.compile(r"[①-⑳]|[㉑-㉟]")
_ITEM = re.compile(r"^\s*(?:\d{1,3}(?:의\s*\d+)?\.|[가-하]\.|\d{1,2}\)|[가-하]\))\s*(?!\d)")
_SUB_ITEM = re.compile(r"^\s*(?:[가-하][.)]|\d{1,2}\))\s*(?!\d)")
_SENTENCE_END = re.compile(r"(?<=[가-힣][다음함임])\.(?=\s|$|[①-⑳<(\[])")


@dataclass(frozen=True, slots=True)
class ProvisionSentence:
    """A sentence or list item with what introduces it (the sentence before the list)."""

    provision: int
    paragraph: int | None
    start: int
    end: int
    text: str
    lead: str
    item: bool
    analysis: TextAnalysis
    lead_analysis: TextAnalysis


def units_of(provisions: Sequence[GroundingProvision]) -> list[ProvisionSentence]:
    """Cut all provisions; ``provision`` is the index in the given sequence."""
    found = []
    for index, provision in enumerate(provisions):
        for start, end, text, lead, item, paragraph in _cut(provision.text):
            heading = provision.title or ""
            found.append(
                ProvisionSentence(
                    index,
                    provision.paragraph if provision.paragraph is not None else paragraph,
                    start,
                    end,
                    text,
                    f"{heading} {lead}".strip(),
                    item,
                    analyse(_without_label(text)),
                    analyse(f"{heading} {lead}".strip()),
                )
            )
    return found


def _without_label(text: str) -> str:
    """Blank the number of a list item or paragraph: it is no fact. Offsets stay."""
    label = _ITEM.match(text) or _PARAGRAPH.match(text)
    return " " * label.end() + text[label.end() :] if label else text


@lru_cache(maxsize=1024)
def _cut(text: str) -> tuple[tuple[int, int, str, str, bool, int | None], ...]:
    blanked = _NOTE.sub(lambda match: " " * len(match.group()), text)
    heading = _HEADING.match(blanked)
    title = heading.group() if heading else ""
    position = heading.end() if heading else 0
    pieces = []
    paragraph: int | None = None
    introduction = previous = item = ""
    for line in _lines(blanked, position):
        start, end = line
        content = blanked[start:end]
        mark = _PARAGRAPH.match(content)
        if mark:
            paragraph = _paragraph_number(mark.group())
            previous = introduction = item = ""
        is_item = bool(_ITEM.match(content))
        sub = bool(_SUB_ITEM.match(content)) and bool(item)
        for begin, last in _sentences(blanked, start, end):
            body = blanked[begin:last].strip()
            if len(body) < 3 or not re.search(r"[가-힣A-Za-z]", body):
                continue
            first = last - len(blanked[begin:last].lstrip())
            lead = f"{introduction} {item}" if sub else introduction if is_item else previous
            pieces.append(
                (first, first + len(body), body, f"{title} {lead}".strip(), is_item, paragraph)
            )
            if not is_item:
                introduction, previous, item = body, body, ""
            elif not sub:
                item = body
    return tuple(pieces)


def _lines(text: str, position: int) -> list[tuple[int, int]]:
    cuts = sorted(
        {position, len(text)}
        | {
            match.start()
            for match in _PARAGRAPH.finditer(text)
            if _starts_paragraph(text, match.start(), position)
        }
        | {match.end() for match in re.finditer("\n", text) if match.end() > position}
    )
    return [(a, b) for a, b in itertools.pairwise(cuts) if text[a:b].strip()]


def _starts_paragraph(text: str, at: int, position: int) -> bool:
    before = text[position:at].rstrip()
    return at >= position and (
        not before or before.endswith((".", ")", ">", "]", "\n")) or text[at - 1] == "\n"
    )


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    cuts = [start]
    cuts += [match.end() for match in _SENTENCE_END.finditer(text, start, end) if match.end() < end]
    cuts.append(end)
    return list(itertools.pairwise(cuts))


def _paragraph_number(mark: str) -> int:
    code = ord(mark)
    return code - 0x245F if code <= 0x2473 else code - 0x3251 + 21
