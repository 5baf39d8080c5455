"""Invented passages for measuring speed: words and vectors with the shape of real ones, made without a model. Pure.

Words: real nouns of the sample regulations for the frequent ranks, spellings of Latin letters for the rare ones, drawn
by Zipf's law; the passages' terms are written down as they are drawn, since cutting a million texts takes hours.
Vectors: mixtures of two real passages' vectors, moved by the difference of two others, so that they lie in the narrow cone
in which real ones lie and keep their local dimension (about 13 for 5,700 passages of a real rulebook; 13 for as many of
these, 20 for 100,000). With plain noise it grows with the number (8, 58), and no index finds the nearest of such.
"""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

WORDS = 40_000
# Ranks of Zipf's law are shifted by so many: no noun stands in every passage.
_SHIFT = 12.0
_SHORTEST, _LONGEST = 30, 110
_TITLE_WORDS = 3
_STEP = 0.45
_SEED = 20260302
_REAL_WORDS = 2_000

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class InventedPassage:
    """A passage's words by field; `number` counts from 0."""

    number: int
    title: tuple[str, ...]
    text: tuple[str, ...]


class Inventor:
    """Draws passages and vectors; two of one seed draw the same."""

    def __init__(self, *, nouns: Sequence[str], vectors: Sequence[Sequence[float]]) -> None:
        self._chance = np.random.default_rng(_SEED)
        self.words = vocabulary(nouns)
        weights = 1.0 / (np.arange(len(self.words)) + _SHIFT)
        self._share = np.cumsum(weights / weights.sum())
        self._real = np.asarray(vectors, dtype=np.float32)

    def passages(self, first: int, count: int) -> Iterator[InventedPassage]:
        """The next `count` passages, numbered from `first`."""
        lengths = self._chance.integers(_SHORTEST, _LONGEST, count)
        drawn = np.searchsorted(self._share, self._chance.random(int(lengths.sum())))
        ends = np.cumsum(lengths)
        for place in range(count):
            chosen = drawn[ends[place] - lengths[place] : ends[place]].clip(max=len(self.words) - 1)
            text = tuple(self.words[index] for index in chosen)
            # Like a real title, it is made of words that the text has too.
            yield InventedPassage(first + place, text[:_TITLE_WORDS], text)

    def vectors(self, count: int) -> Vectors:
        """The next `count` vectors, of length 1."""
        real = self._real
        one, other, there, here = real[self._chance.integers(0, len(real), (4, count))]
        share = self._chance.random((count, 1), dtype=np.float32)
        mixed = one * share + other * (1 - share) + _STEP * (there - here)
        return np.asarray(mixed / np.linalg.norm(mixed, axis=1, keepdims=True), dtype=np.float32)


def vocabulary(nouns: Sequence[str]) -> list[str]:
    """The words by rank: nouns first, then spellings that no dictionary cuts."""
    known = list(dict.fromkeys(nouns))[:_REAL_WORDS]
    letters = itertools.product("bdgkmnprstvz", "aeiou", "bdgkmnprstvz", "aeiou", "bdgkmnprst")
    spelled = ("".join(word) for word in letters)
    spelled_more = ("".join(word) for word in itertools.product(string.ascii_lowercase, repeat=4))
    rest = itertools.islice(itertools.chain(spelled, spelled_more), WORDS - len(known))
    return [*known, *rest]


def question_of(passage: InventedPassage, rank: dict[str, int]) -> str:
    """A question in the words of a passage: two of its rarest and two of its middle ones, as a person would ask."""
    words = sorted(set(passage.text), key=lambda word: -rank[word])
    chosen = [*words[:2], *words[len(words) // 2 : len(words) // 2 + 2]]
    return f"{' '.join(chosen)} 얼마나 되나요?"
