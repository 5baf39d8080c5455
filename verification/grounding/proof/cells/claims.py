"""The words of a claim as they are held against the cells of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from verification.grounding.facts.quantities import Quantity
from verification.grounding.proof.matching import same_amount
from verification.grounding.proof.reading.lexicon import meanings
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.tables import TableCell, words_of
from verification.grounding.proof.reading.words import Word, WordKind

CONTENT = (WordKind.NOUN, WordKind.PREDICATE, WordKind.QUANTITY)
_PARTICLE = r"(?=의|은|는|이|가|을|를|에|와|과|로|으로|도|부터|까지|인|및|라|하|$|[\s·ㆍ:,.'\"”’])"


@dataclass(frozen=True, slots=True)
class Around:
    """What else explains the words of a claim: the title; the question with what was said before, and its figures.

    `told` are the words of the whole sentence, of which the claim may be a part: they may say of which row it speaks.
    `text` is the question with what was said before, as it is written.
    """

    given: frozenset[str]
    asked: frozenset[str]
    told: frozenset[str] = frozenset()
    figures: tuple[Quantity, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """The words of a claim that say something, and its text."""

    words: tuple[Word, ...]
    text: str
    around: Around
    stance: ProofStance

    def places_of(self, name: str) -> frozenset[int]:
        """The words that are a name as it is written, however each is cut."""
        found = written(name, self.text)
        if found is None:
            return frozenset()
        return frozenset(
            place
            for place, word in enumerate(self.words)
            if found.start() <= word.start < found.end()
        )


def written(name: str, text: str) -> re.Match[str] | None:
    """A name as it is written in a text, however it is spaced."""
    letters = r"\s?".join(map(re.escape, name.replace(" ", "")))
    return re.search(rf"(?<![가-힣\d]){letters}{_PARTICLE}", text) if letters else None


@dataclass(frozen=True, slots=True)
class MetCell:
    """A cell that a claim states, with the places of the claim's words that say its value, its column and its row."""

    cell: TableCell
    value: frozenset[int]
    head: frozenset[int]
    row: frozenset[int]


def names(word: Word, given: Word) -> bool:
    """Whether a word of a claim is one of a name: the same figure with the same limit, or a word that means the same."""
    if word.quantity and given.quantity:
        return same_amount(word.quantity, given.quantity) and word.bound is given.bound
    return means_same(word, given)


def means_same(word: Word, given: Word) -> bool:
    """Whether two words that are no figures may stand for each other."""
    both = word.quantity is None and given.quantity is None
    return both and not meanings(word.key).isdisjoint(meanings(given.key))


def measures_of(value: str) -> set[str]:
    """What the figures of a cell measure."""
    return {word.quantity.measure for word in words_of(value) if word.quantity}


def keys_of(text: str) -> frozenset[str]:
    """Everything that the words of a text may mean."""
    return frozenset(meant for word in words_of(text) for meant in meanings(word.key))
