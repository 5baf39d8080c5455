"""The words and sentences of a text as guards compare them, read once: they ask for those of the same provisions again and again."""

from __future__ import annotations

import re
from functools import lru_cache

from regulations.text.morphemes import lemmas

SENTENCE = re.compile(r"[^\n]+?다\.(?=\s|$|<)|[^\n]+")


@lru_cache(maxsize=8192)
def words_in(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, each once."""
    return frozenset(lemmas(text))


def nearest_sentence(statement: str, provision: str) -> str:
    """The sentence, or line, of a provision that shares the most words with a statement; empty where there is none."""
    said = words_in(statement)
    return max(SENTENCE.findall(provision), key=lambda one: len(said & words_in(one)), default="")


def tells(value: str, text: str) -> bool:
    """Whether a text without white space has the value of a cell, by itself: the 3일 of 13일 or of 2분의3일 is another."""
    return (
        value in text
        and re.search(rf"(?<![\d,.])(?<!분의){re.escape(value)}(?!\d)", text) is not None
    )
