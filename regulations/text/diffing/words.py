"""Which words differ between two sentences, in runs that a person can read.

The unit is the Korean word with its particle (어절), punctuation apart: 14일까지 is one word, so a changed number is marked
with what it counts. Spacing, kinds of dots and quotation marks are no difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from regulations.text.citations.folding import fold
from regulations.text.diffing.model import Segment

# Below this share of common characters the few words that agree do so by chance, and the whole is marked.
_ALIKE = 0.25
# A single syllable or a comma between two changes is marked with them.
_BRIDGED = 1

# How a table is drawn is no difference either: bars between cells, and breaks within one.
_NOT_COMPARED = re.compile(r"(?:\s|\||<br>)+")
_WORD = re.compile(r"<br>|\d+(?:[.,]\d+)*\w*|\w+|[^\w\s|]")


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    folded: str


def squeezed(text: str) -> str:
    """Return a text as it is compared: one spelling of characters, without white space and the lines of tables."""
    return _NOT_COMPARED.sub("", fold(text).folded)


def changed_words(before: str, after: str) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Return both texts cut into runs that stayed and runs that differ."""
    old, new = _words(before), _words(after)
    old_marked, new_marked = [True] * len(old), [True] * len(new)
    matcher = SequenceMatcher(
        None, [word.folded for word in old], [word.folded for word in new], autojunk=False
    )
    codes = matcher.get_opcodes()
    for place, (tag, i1, i2, j1, j2) in enumerate(codes):
        if tag == "equal":
            inner = 0 < place < len(codes) - 1
            if not (inner and _length(old[i1:i2]) <= _BRIDGED):
                _clear(old_marked, i1, i2)
                _clear(new_marked, j1, j2)
        elif tag == "replace":
            head_old, head_new = _same_but_spaced(old[i1:i2], new[j1:j2])
            _clear(old_marked, i1, i1 + head_old)
            _clear(new_marked, j1, j1 + head_new)
            rest_old, rest_new = old[i1 + head_old : i2], new[j1 + head_new : j2]
            tail_old, tail_new = _same_but_spaced(rest_old, rest_new, from_end=True)
            _clear(old_marked, i2 - tail_old, i2)
            _clear(new_marked, j2 - tail_new, j2)
    if _stayed(old, old_marked) < _ALIKE * max(_length(old), _length(new)):
        old_marked, new_marked = [True] * len(old), [True] * len(new)
    return _segments(before, old, old_marked), _segments(after, new, new_marked)


def _words(text: str) -> list[_Word]:
    folded = fold(text)
    # Only a text that is not composed has other offsets, and those of the corpus are composed.
    compared = folded.folded if folded.offsets is None else text
    found = ((m.start(), m.end(), m[0]) for m in _WORD.finditer(compared))
    return [_Word(*word) for word in found if word[2] != "<br>"]


def _same_but_spaced(
    old: Sequence[_Word], new: Sequence[_Word], *, from_end: bool = False
) -> tuple[int, int]:
    """Return how many words at one end of both runs are the same characters, spaced in another way."""
    step = -1 if from_end else 1
    left, right = old[::step], new[::step]
    taken_left = taken_right = 0
    agreed = (0, 0)
    first = second = ""
    while True:
        if len(first) <= len(second) and taken_left < len(left):
            word = left[taken_left].folded
            first = word + first if from_end else first + word
            taken_left += 1
        elif taken_right < len(right):
            word = right[taken_right].folded
            second = word + second if from_end else second + word
            taken_right += 1
        else:
            return agreed
        shorter, longer = sorted((first, second), key=len)
        if not (longer.endswith(shorter) if from_end else longer.startswith(shorter)):
            return agreed
        if first == second:
            agreed = (taken_left, taken_right)


def _clear(marked: list[bool], start: int, end: int) -> None:
    marked[start:end] = [False] * (end - start)


def _length(words: Sequence[_Word]) -> int:
    return sum(len(word.folded) for word in words)


def _stayed(words: Sequence[_Word], marked: Sequence[bool]) -> int:
    return sum(len(word.folded) for word, one in zip(words, marked, strict=True) if not one)


def _segments(text: str, words: Sequence[_Word], marked: Sequence[bool]) -> tuple[Segment, ...]:
    """Cut a text where marks begin and end; blanks between two marked words are marked with them."""
    segments: list[Segment] = []
    start = place = 0
    while place < len(words):
        end = place
        while end < len(words) and marked[end] == marked[place]:
            end += 1
        if marked[place]:
            if words[place].start > start:
                segments.append(Segment(text[start : words[place].start]))
            segments.append(Segment(text[words[place].start : words[end - 1].end], is_changed=True))
            start = words[end - 1].end
        place = end
    if start < len(text):
        segments.append(Segment(text[start:]))
    return tuple(segments)
