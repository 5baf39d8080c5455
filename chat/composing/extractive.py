"""Compose without a model: pick the provisions that answer and quote them word for word.

The unit of a quotation is a whole paragraph (항) with what stands below it, so that a proviso is never cut off from its
main clause. The one that answers is quoted, and one more only where it is nearly as good and says what else was asked, or
stands in another article. Which ones answer is judged by how relevant retrieval found their article, by the meaning and the rarity-weighted words of the
paragraph itself, and by the kind of thing that is asked for (a number, a date, what is required, what follows).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chat.composing.contract import FailedSentence
from chat.composing.quote_scores import (
    QuoteCandidate,
    ScoredQuote,
    quote_candidates,
    quotes_scored,
    words_of,
)
from regulations.reading.units import PassageUnit
from regulations.search.retrieval.query import analyze, named_provisions
from regulations.search.thesaurus import thesaurus_current
from regulations.text.locators import Locator
from verification.checking import DraftCitation, DraftSentence, Source

MOST_QUOTES = 2
# What a further paragraph has to score beside the best: in the same article, where it says what else was asked, and in another.
_SAYS_MORE = 0.85
_FROM_ANOTHER_ARTICLE = 0.9
# So much of all that was asked is something else.
_MORE = 0.1
# Another article with a named number that is less relevant is one of another regulation, or of the question before.
_AS_NAMED = 0.9

_PARAGRAPH = re.compile(r"(\d{1,2})\s*항")


class ExtractiveComposer:
    """Quotes; the same question and sources always give the same answer."""

    kind = "EXTRACTIVE"
    model = ""
    temperature = None
    prompt_hash = ""
    can_retry = False

    def compose(
        self,
        *,
        question: str,
        sources: Sequence[Source],
        failures: Sequence[FailedSentence] = (),
        kept: Sequence[str] = (),
        attempt: int = 1,
    ) -> Iterator[DraftSentence]:
        """Yield the quotations, the best first, then those that stand close to it."""
        for candidate in _choose(question, sources):
            yield DraftSentence(
                text=candidate.unit.text.strip(),
                citations=(DraftCitation(candidate.source.number, candidate.unit.locator_key),),
                is_quotation=True,
            )


def best_units(question: str, sources: Sequence[Source]) -> list[tuple[Source, PassageUnit]]:
    """The part of each source that comes nearest to the question, in the order of the sources."""
    candidates = quote_candidates(sources)
    if not candidates:
        return []
    best: dict[int, QuoteCandidate] = {}
    for one in quotes_scored(question, candidates)[1]:
        best.setdefault(one.candidate.source.number, one.candidate)
    return [(one.source, one.unit) for _number, one in sorted(best.items())]


def _choose(question: str, sources: Sequence[Source]) -> list[QuoteCandidate]:
    candidates = quote_candidates(sources)
    candidates = _named(question, candidates) or candidates
    if not candidates:
        return []
    weights, scored = quotes_scored(question, candidates)
    best = scored[0]
    further = [one.candidate for one in scored[1:] if _is_quoted_beside(one, best, weights)]
    return [best.candidate, *further[: MOST_QUOTES - 1]]


def _is_quoted_beside(one: ScoredQuote, best: ScoredQuote, weights: Sequence[float]) -> bool:
    if one.candidate.source.number != best.candidate.source.number:
        return one.score >= _FROM_ANOTHER_ARTICLE * best.score
    more = (
        weight * max(0.0, new - old)
        for weight, new, old in zip(weights, one.said, best.said, strict=True)
    )
    return one.score >= _SAYS_MORE * best.score and sum(more) >= _MORE


def _named(question: str, candidates: Sequence[QuoteCandidate]) -> list[QuoteCandidate]:
    """What the question names by number, where it asks for nothing but that: 학칙 25조 2항은 무엇입니까?"""
    named = named_provisions(question)
    if not named or not candidates:
        return []
    first = candidates[0].source
    articles = {one.locator.article_locator.key for one in named}
    if first.locator.article_locator.key not in articles:
        return []
    asked = analyze(question, thesaurus=thesaurus_current())
    if asked.subjects - words_of(first.regulation_title):
        return []
    found = [
        one
        for one in candidates
        if one.source.locator.article_locator.key in articles
        and one.source.relevance >= _AS_NAMED * first.relevance
    ]
    paragraphs = {int(number) for number in _PARAGRAPH.findall(question)}
    return [
        one for one in found if Locator.parse(one.unit.locator_key).paragraph in paragraphs
    ] or found
