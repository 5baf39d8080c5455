"""Markers of sources in an answer: [†1], [†1, 2], [†1][†3], 【† 1】, [^1], †1."""

from __future__ import annotations

import re

from regulations.text.citations.folding import fold
from regulations.text.citations.model import CitationKind, ExtractedCitation

_LIST = r"\d{1,3}(?:\s?[,;·~\-]\s?†?\s?\d{1,3}){0,20}+"
_MARKER = re.compile(
    rf"[\[(]\s?†\s?(?P<boxed>{_LIST})\s?[\])]"
    r"|\[\^(?P<caret>\d{1,3})\](?!:)"
    rf"|†\s?(?P<plain>\d{{1,3}})(?!\d)"
)
_PART = re.compile(r"(\d{1,3})(?:\s?[~\-]\s?†?\s?(\d{1,3}))?")
_LONGEST_RANGE = 50


def extract_markers(text: str) -> list[ExtractedCitation]:
    """Return the source markers of a text, one a number, in order; numbers of one bracket share its offsets.

    `[1]` is none: in a text from elsewhere it can be anything.
    """
    folded = fold(text)
    found = [
        (m.start(), m.end(), m["boxed"] or m["caret"] or m["plain"])
        for m in _MARKER.finditer(folded.folded)
    ]
    markers = []
    for start, end, numbers in found:
        first, last = folded.original_offset(start), folded.original_offset(end)
        markers += [
            ExtractedCitation(
                text=text[first:last],
                start=first,
                end=last,
                kind=CitationKind.MARKER,
                marker=number,
            )
            for number in _expand(numbers)
        ]
    return markers


def _expand(numbers: str) -> list[int]:
    """Read "1, 3-5" as 1, 3, 4, 5."""
    expanded: list[int] = []
    for match in _PART.finditer(numbers):
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first or last - first > _LONGEST_RANGE:
            expanded += [first, last]
        else:
            expanded += range(first, last + 1)
    return expanded
