"""The propositions of a statement of the evidence, each read once however many claims are held against it."""

from __future__ import annotations

from functools import lru_cache

from verification.grounding.proof.reading.lexicon import meanings
from verification.grounding.proof.reading.propositions import Proposition, propositions_of
from verification.grounding.proof.reading.words import Word

# The longest of the rules and statutes that were read has 109 words. What has more is a run of words that nobody ended: to compare
# it takes time with the square of its length, and it proves nothing.
_MOST_WORDS = 250


@lru_cache(maxsize=4096)
def propositions_of_evidence(text: str) -> tuple[tuple[Proposition, frozenset[str]], ...]:
    """The propositions of a statement that can be compared, with the meanings of their words."""
    return tuple(
        (one, meanings_of(one))
        for one in propositions_of(text, parts=True)
        if len(one.words) <= _MOST_WORDS
    )


def meanings_of(proposition: Proposition) -> frozenset[str]:
    """Everything that the words of a proposition may stand for."""
    return frozenset(meant for word in proposition.words for meant in meant_by(word))


def meant_by(word: Word) -> frozenset[str]:
    """What a word may be met by; another figure of its measure speaks of the same matter."""
    return meanings(word.key) | ({word.quantity.measure} if word.quantity else frozenset())
