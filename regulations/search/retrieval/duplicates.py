"""Short sources that say the same: one is enough, and its place is better used for something else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from regulations.search.retrieval.results import RankedPassage

# Long provisions differ in what matters even where most of their letters are the same.
SHORT = 300
ALIKE = 0.9
_SAYS_NOTHING = re.compile(r"[\s·ㆍ․.,;:()\[\]「」|*_-]+")
_NUMBER = re.compile(r"\d+")


def without_near_duplicates(passages: Iterable[RankedPassage]) -> list[RankedPassage]:
    """Keep the first of short passages that are nearly the same text; different numbers are a different text."""
    kept: list[RankedPassage] = []
    for one in passages:
        text = one.passage.text
        if not any(are_near_duplicates(text, earlier.passage.text) for earlier in kept):
            kept.append(one)
    return kept


def are_near_duplicates(text: str, other: str) -> bool:
    """Whether two short texts say the same in nearly the same letters."""
    if max(len(text), len(other)) > SHORT or _NUMBER.findall(text) != _NUMBER.findall(other):
        return False
    left, right = _pairs(text), _pairs(other)
    if not left or not right:
        return False
    return len(left & right) / len(left | right) >= ALIKE


def _pairs(text: str) -> set[str]:
    letters = _SAYS_NOTHING.sub("", text)
    return {letters[start : start + 2] for start in range(len(letters) - 1)}
