"""Provisions that may hold the answer: the part of each that comes nearest, with the words that match. Nothing is claimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.composing.extractive import best_units
from regulations.search.retrieval.query import analyze
from regulations.search.thesaurus import thesaurus_current
from regulations.text.morphemes import lemmas, tag
from verification.checking import Source

MOST_NEAR = 3


@dataclass(frozen=True)
class NearProvision:
    """A part of a source as it is quoted; `words` stand in it as the question, or the thesaurus, has them."""

    number: int
    locator_key: str
    text: str
    words: tuple[str, ...]


def near_provisions(
    question: str, sources: Sequence[Source], *, asked: str = ""
) -> tuple[NearProvision, ...]:
    """What is shown of the best sources, in their order; `asked` is what was typed, of a follow-up the end of the question."""
    terms = {term.text for term in analyze(question, thesaurus=thesaurus_current()).terms}
    return tuple(
        NearProvision(
            source.number, unit.locator_key, unit.text.strip(), _matching(unit.text, terms)
        )
        for source, unit in best_units(question, sources[:MOST_NEAR], asked=asked)
    )


def _matching(text: str, asked: set[str]) -> tuple[str, ...]:
    forms = (morpheme.form for morpheme in tag(text))
    return tuple(dict.fromkeys(form for form in forms if asked.intersection(lemmas(form))))
