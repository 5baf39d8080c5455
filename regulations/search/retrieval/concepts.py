"""How much of what a question speaks of stands in a passage, the rare things above all. Pure.

Words alone do not tell: 기숙사 is 생활관 in the rules, and a passage that has 통금 or 시간 but neither of these is about
something else. A concept is covered where what was said stands in the passage, or the whole of a phrase that means it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulations.search.retrieval.query import Concept

# The rarity of a word that stands nowhere: at least that of one that stands in a few passages of a small corpus.
_UNKNOWN_RARITY = 6.0


@dataclass(frozen=True, slots=True)
class Concepts:
    """The concepts of a question with their rarity as a share of the greatest there is."""

    weighed: tuple[tuple[Concept, float], ...]

    @classmethod
    def of(cls, concepts: Sequence[Concept], idf: Mapping[str, float]) -> Concepts:
        """Weigh concepts by the rarity of what was said, or of what it means where it stands nowhere."""
        most = max([_UNKNOWN_RARITY, *idf.values()])
        return cls(tuple((one, _rarity(one, idf, most) / most) for one in concepts))

    def covered(self, terms: frozenset[str]) -> float:
        """The share of the concepts, by rarity, that a passage of these terms covers; 1 where the question has none."""
        whole = sum(weight for _, weight in self.weighed)
        if not whole:
            return 1.0
        return sum(weight for one, weight in self.weighed if _is_in(one, terms)) / whole

    def rarest_missing(self, terms: frozenset[str]) -> float:
        """The rarity of the rarest concept that is not covered."""
        return max((weight for one, weight in self.weighed if not _is_in(one, terms)), default=0.0)


def _is_in(concept: Concept, terms: frozenset[str]) -> bool:
    return any(terms.issuperset(phrase) for phrase in concept.phrases)


def _rarity(concept: Concept, idf: Mapping[str, float], most: float) -> float:
    if concept.said in idf:
        return idf[concept.said]
    meant = [
        max(idf[word] for word in phrase)
        for phrase in concept.phrases
        if all(word in idf for word in phrase)
    ]
    return sum(meant) / len(meant) if meant else most
