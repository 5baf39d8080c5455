"""Cut a text into the word pieces of a small model: unigram pieces, the likeliest cut wins.

A pure function of the vocabulary; training and the running product cut with the same code.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_WORD_START = "▁"
_SPACES = re.compile(r"\s+")
# What a character costs that no piece holds, below the rarest piece.
_UNKNOWN_PENALTY = 10.0


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Pieces with their number and log-probability; the four marks come first."""

    numbers: Mapping[str, int]
    scores: Sequence[float]
    longest: int
    unknown_score: float

    START = 0
    PAD = 1
    END = 2
    UNKNOWN = 3
    MARKS = 4

    @staticmethod
    def of(pieces: Sequence[tuple[str, float]]) -> Vocabulary:
        """The vocabulary of pieces in the order of their numbers."""
        numbers = {
            piece: number for number, (piece, _) in enumerate(pieces) if number >= Vocabulary.MARKS
        }
        scores = [score for _, score in pieces]
        return Vocabulary(numbers, scores, max(map(len, numbers)), min(scores) - _UNKNOWN_PENALTY)

    def cut(self, text: str) -> list[int]:
        """The numbers of the pieces of a text, without marks."""
        plain = _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip()
        found: list[int] = []
        for word in plain.split(" "):
            found += self._word(_WORD_START + word)
        return found

    def _word(self, word: str) -> list[int]:
        """The likeliest cut of one word; a piece never reaches over a space."""
        size = len(word)
        best = [0.0] + [float("-inf")] * size
        last = [(0, self.UNKNOWN)] * (size + 1)
        for start in range(size):
            so_far = best[start]
            for end in range(start + 1, min(size, start + self.longest) + 1):
                number = self.numbers.get(word[start:end])
                if number is None:
                    if end > start + 1:
                        continue
                    number, score = self.UNKNOWN, so_far + self.unknown_score
                else:
                    score = so_far + self.scores[number]
                if score > best[end]:
                    best[end], last[end] = score, (start, number)
        found = []
        end = size
        while end:
            end, number = last[end]
            found.append(number)
        return found[::-1]
