"""Compose without a model: pick the provisions that answer and quote them word for word.

The unit of a quotation is a whole paragraph (항) with what stands below it, so that a proviso is never cut off from its
main clause; a paragraph that rests on another one of its article is quoted with it, and so is one that sets it aside. The one
that answers is quoted, and one more only where it is nearly as good and says what else was asked, is as good, goes on from it, or
stands in another article; each of several questions in one gets its own. Which ones answer is judged by how relevant retrieval found their article, by the meaning and
the rarity-weighted words of the paragraph itself, and by the kind of thing that is asked for (a number, a date, what is
required, what follows).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from chat.composing.asks import AskedQuestion
from chat.composing.contract import FailedSentence
from chat.composing.quote_scores import (
    QuoteCandidate,
    ScoredQuote,
    quote_candidates,
    quotes_scored,
    words_of,
)
from chat.composing.resting_on import (
    paragraphs_referred_to,
    paragraphs_rested_on,
    paragraphs_setting_aside,
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
# Of one article the second is shown with the first where nobody can tell which of them answers.
_AS_GOOD = 0.97
# And where it goes on from the first: 제1항의 신청은.
_GOES_ON = 0.75
# What answers a part of a question has to score for the whole of it beside the best.
_OF_A_PART = 0.8
MOST_OF_PARTS = 3
# So much of all that was asked is something else.
_MORE = 0.1
# Another article with a named number that is less relevant is one of another regulation, or of the question before.
_AS_NAMED = 0.9

# So many characters of an article that is named are quoted.
_LONGEST_NAMED = 1500
# A longer one is a list of cases, and more to read than the answer.
_LONGEST_RESTED_ON = 600
_LONGEST_ASIDE = 400

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
        asked: str = "",
        failures: Sequence[FailedSentence] = (),
        kept: Sequence[str] = (),
        attempt: int = 1,
    ) -> Iterator[DraftSentence]:
        """Yield the quotations, the best first, then those that stand close to it."""
        for candidate in _quoted(AskedQuestion.of(question, asked), sources):
            yield DraftSentence(
                text=candidate.unit.text.strip(),
                citations=(DraftCitation(candidate.source.number, candidate.unit.locator_key),),
                is_quotation=True,
            )


def best_units(
    question: str, sources: Sequence[Source], *, asked: str = ""
) -> list[tuple[Source, PassageUnit]]:
    """The part of each source that comes nearest to the question, in the order of the sources."""
    candidates = quote_candidates(sources)
    if not candidates:
        return []
    best: dict[int, QuoteCandidate] = {}
    for one in quotes_scored(AskedQuestion.of(question, asked), candidates)[1]:
        best.setdefault(one.candidate.source.number, one.candidate)
    return [(one.source, one.unit) for _number, one in sorted(best.items())]


def _quoted(asked: AskedQuestion, sources: Sequence[Source]) -> list[QuoteCandidate]:
    candidates = quote_candidates(sources)
    named = _named(asked.text, candidates)
    if named:
        return _as_far_as_it_is_read(named)
    return _with_rested_on(_chosen(asked, candidates)) if candidates else []


def _chosen(asked: AskedQuestion, candidates: Sequence[QuoteCandidate]) -> list[QuoteCandidate]:
    weights, scored = quotes_scored(asked, candidates)
    parts = asked.parts()
    if len(parts) > 1:
        return _of_each_part(parts, scored, candidates)
    best = scored[0]
    further = [one.candidate for one in scored[1:] if _is_quoted_beside(one, best, weights)]
    return [best.candidate, *further[: MOST_QUOTES - 1]]


def _of_each_part(
    parts: Sequence[AskedQuestion],
    scored: Sequence[ScoredQuote],
    candidates: Sequence[QuoteCandidate],
) -> list[QuoteCandidate]:
    """The best, and of each thing asked by itself the best for it, where that is near it for the whole question, too."""
    best = scored[0]
    near = [one.candidate for one in scored if one.score >= _OF_A_PART * best.score]
    found = {best.candidate: None}
    for part in parts:
        one = quotes_scored(part, candidates)[1][0].candidate
        if one in near:
            found[one] = None
    return list(found)[:MOST_OF_PARTS]


def _with_rested_on(chosen: Sequence[QuoteCandidate]) -> list[QuoteCandidate]:
    """The quotations, each with the paragraphs of its article that it rests on or that set it aside; these in the order of the article."""
    quoted: list[QuoteCandidate] = []
    for one in chosen:
        rest = [QuoteCandidate.of(one.source, unit) for unit in _read_with(one)]
        known = {(other.source.version_id, other.unit.locator_key) for other in quoted}
        new = [
            other
            for other in [*rest, one]
            if (other.source.version_id, other.unit.locator_key) not in known
        ]
        quoted += sorted(new, key=lambda other: other.order)
    return quoted


def _read_with(one: QuoteCandidate) -> list[PassageUnit]:
    """What a quotation cannot be read without: what it rests on, and what sets it aside."""
    units = one.source.units
    rested_on = paragraphs_rested_on(one.unit, units)
    aside = paragraphs_setting_aside(one.unit, units)
    return [unit for unit in rested_on if len(unit.text) <= _LONGEST_RESTED_ON] + [
        unit for unit in aside if len(unit.text) <= _LONGEST_ASIDE
    ]


def _is_quoted_beside(one: ScoredQuote, best: ScoredQuote, weights: Sequence[float]) -> bool:
    if one.candidate.source.number != best.candidate.source.number:
        return one.score >= _FROM_ANOTHER_ARTICLE * best.score
    more = (
        weight * max(0.0, new - old)
        for weight, new, old in zip(weights, one.said, best.said, strict=True)
    )
    is_more = one.score >= _SAYS_MORE * best.score and sum(more) >= _MORE
    unit = one.candidate.unit
    goes_on = (
        one.score >= _GOES_ON * best.score
        and best.candidate.unit.locator_key in paragraphs_referred_to(unit.locator_key, unit.text)
    )
    return is_more or goes_on or one.score >= _AS_GOOD * best.score


def _named(question: str, candidates: Sequence[QuoteCandidate]) -> list[QuoteCandidate]:
    """What the question names by number, where it asks for nothing but that: 학칙 25조 2항은 무엇입니까? An article is meant whole."""
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
    several = len({one.names for one in named}) > 1
    found = [
        one
        for one in candidates
        if one.source.locator.article_locator.key in articles
        and one.source.relevance >= _AS_NAMED * first.relevance
        and (several or one.source.regulation_id == first.regulation_id)
    ]
    paragraphs = {int(number) for number in _PARAGRAPH.findall(question)} | {
        one.locator.paragraph for one in named if one.locator.paragraph
    }
    return [
        one for one in found if Locator.parse(one.unit.locator_key).paragraph in paragraphs
    ] or found


def _as_far_as_it_is_read(named: Sequence[QuoteCandidate]) -> list[QuoteCandidate]:
    """The paragraphs in their order, as many as one reads through; a link at each opens the article with the rest."""
    lengths = accumulate(len(one.unit.text) for one in named)
    return [
        one
        for at, (one, length) in enumerate(zip(named, lengths, strict=True))
        if not at or length <= _LONGEST_NAMED
    ]
