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
