"""Find the sentences of the provisions that a claim can rest on.

A word counts by its rarity in regulations, and an everyday word may stand for the word of the
regulation (학비 for 등록금): the lexicon holds both, learned from claims over public statutes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from verification.grounding.language.analysis import ContentWord, TextAnalysis
from verification.grounding.language.units import ProvisionSentence

_SUBSTRING = 0.9
_SHARED_STEM = 0.45
_LEAD_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Rarity of words (0 common to 1 rare) and what may stand for what."""

    rarity: Mapping[str, float]
    paraphrases: Mapping[str, frozenset[str]]

    def weight(self, term: ContentWord) -> float:
        """How much a word tells; a word never met in the statutes tells most."""
        return self.rarity.get(term.lemma, 1.0)


# A synonym is less than the word itself: the writer may have meant another thing.
_PARAPHRASE = 0.85


def read_paraphrases(text: str) -> dict[str, frozenset[str]]:
    """Read lines of "everyday word = regulation words", both ways."""
    pairs: dict[str, set[str]] = {}
    for line in text.splitlines():
        everyday, sign, written = line.partition("=")
        if not sign or line.startswith("#"):
            continue
        for word in written.split():
            pairs.setdefault(everyday.strip(), set()).add(word)
            pairs.setdefault(word, set()).add(everyday.strip())
    return {word: frozenset(others) for word, others in pairs.items()}


@lru_cache(maxsize=1)
def default_lexicon() -> Lexicon:
    """The lexicon that is shipped beside this module."""
    folder = resources.files(__package__)
    return Lexicon(
        json.loads(folder.joinpath("rarity.json").read_text(encoding="utf-8")),
        read_paraphrases(folder.joinpath("paraphrases.txt").read_text(encoding="utf-8")),
    )


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The words of one piece of evidence, ready for look-ups."""

    lemmas: frozenset[str]
    compact: str
    folded: str = ""

    @staticmethod
    def of(*analyses: TextAnalysis) -> WordIndex:
        """Join the words of several texts."""
        compact = " ".join(analysis.compact for analysis in analyses)
        lemmas = frozenset[str]().union(*(analysis.lemmas for analysis in analyses))
        return WordIndex(lemmas, compact, compact.casefold())

    def match(self, term: ContentWord, lexicon: Lexicon) -> float:
        """How well a word of a claim is met here, from 0 to 1."""
        lemma = term.lemma
        if lemma in self.lemmas:
            return 1.0
        stem = lemma[:-1] if not term.noun else lemma
        if term.noun and len(stem) >= 2 and stem in self.folded:
            return _SUBSTRING
        if not self.lemmas.isdisjoint(lexicon.paraphrases.get(lemma, ())):
            return _PARAPHRASE
        if not term.noun or len(lemma) < 3 or not self.compact:
            return 0.0
        pairs = (lemma[i : i + 2] for i in range(len(lemma) - 1))
        return _SHARED_STEM if any(pair in self.compact for pair in pairs) else 0.0


@dataclass(frozen=True, slots=True)
class AlignedSentence:
    """A unit with the share of the claim's words that it covers."""

    unit: ProvisionSentence
    coverage: float
    own: float


def coverage(terms: Sequence[ContentWord], words: WordIndex, lexicon: Lexicon) -> float:
    """Share of the claim's weight that is met; a claim without words is met by anything."""
    total = sum(lexicon.weight(term) for term in terms)
    if not total:
        return 0.0
    return sum(lexicon.weight(term) * words.match(term, lexicon) for term in terms) / total


def align(
    terms: Sequence[ContentWord], units: Sequence[ProvisionSentence], lexicon: Lexicon
) -> list[AlignedSentence]:
    """Order the units by how much of the terms they cover, best first."""
    aligned = []
    weighed = [(term, lexicon.weight(term)) for term in terms]
    total = sum(weight for _term, weight in weighed) or 1.0
    leads: dict[int, WordIndex] = {}
    for unit in units:
        own_words = WordIndex.of(unit.analysis)
        # The items of a list share what introduces them.
        lead_words = leads.get(id(unit.lead_analysis)) or WordIndex.of(unit.lead_analysis)
        leads[id(unit.lead_analysis)] = lead_words
        own = joined = 0.0
        share = _LEAD_SHARE if unit.item else 0.6
        for term, weight in weighed:
            here = own_words.match(term, lexicon)
            own += weight * here
            joined += weight * max(
                here, share * lead_words.match(term, lexicon) if here < 1 else 0.0
            )
        aligned.append(AlignedSentence(unit, joined / total, own / total))
    aligned.sort(key=lambda a: (-(a.coverage + 0.5 * a.own), a.unit.provision, a.unit.start))
    return aligned
