"""The words of a text, read once: guards ask for those of the same provisions again and again."""

from __future__ import annotations

from functools import lru_cache

from regulations.text.morphemes import lemmas


@lru_cache(maxsize=8192)
def words_in(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, each once."""
    return frozenset(lemmas(text))
