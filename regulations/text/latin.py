"""Words in Latin letters: English without endings, Vietnamese with and without the marks of its letters. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from regulations.text.languages import without_tones

_LATIN_WORD = re.compile(r"[a-z0-9]+")
_PLAIN = re.compile(r"[a-z0-9]")
# dropped, running: the last letter was doubled for the ending.
_DOUBLED = "bdgmnprt"
_ENGLISH_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ers", "ed", "er", "es", "s", "e", "y")
# kỳ and kì, tỷ and tỉ are one word.
_EITHER_SPELLING = re.compile(r"[hklmst]y")


def stem(word: str) -> str:
    """An English word without its ending: `borrowing`, `borrowed` and `borrows` are one word."""
    for ending in _ENGLISH_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            stemmed = word.removesuffix(ending)
            doubled = stemmed[-1] == stemmed[-2] and stemmed[-1] in _DOUBLED
            return stemmed[:-1] if doubled else stemmed
    return word


def word_stem(word: str) -> str:
    """The form in which words are compared: without an English ending, and in one of two Vietnamese spellings."""
    return f"{word[0]}i" if _EITHER_SPELLING.fullmatch(word) else stem(word)


def latin_words(text: str) -> list[str]:
    """The words in Latin letters, without the marks of Vietnamese: bảo lưu is often typed bao luu."""
    return _LATIN_WORD.findall(without_tones(text.lower()))


def tones_of(text: str) -> tuple[str, ...]:
    """The marks of each of `latin_words`, in one order: hòa and hoà have the same."""
    letters = "".join(
        one if _PLAIN.match(one) or one == "đ" or unicodedata.combining(one) else " "
        for one in unicodedata.normalize("NFD", text.lower())
    )
    return tuple(
        "".join(sorted(_PLAIN.sub("", word)))
        for word in letters.split()
        if "đ" in word or _PLAIN.search(word)
    )


def says(asked: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether words with these marks may be those of a phrase: a word that is typed without marks may be any, and so may
    all of a phrase that has none."""
    if not any(phrase):
        return True
    return all(not said or said == meant for said, meant in zip(asked, phrase, strict=True))
