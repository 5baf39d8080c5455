"""Search: the provisions that answer a question, ranked, with a relevance that means the same for every question.

question -> rewriting (complete) -> candidates.find_candidates (one SQL statement) -> rerank -> rerankers.cross_encoder
-> rerankers.endpoint (where one is configured) -> calibration -> rewriting (unsure: once
more, in the words of rules) -> neighbors (mode graph: what the best refer to)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.conf import settings

from portal import llm
from portal.llm import EmbeddingModel
from regulations.models import Passage, Regulation
from regulations.search.index.embedding_models import model_in_use
from regulations.search.retrieval.calibration import fitted_weights
from regulations.search.retrieval.candidates import find_candidates
from regulations.search.retrieval.courses import for_course
from regulations.search.retrieval.dense import query_vector
from regulations.search.retrieval.explanation import why
from regulations.search.retrieval.neighbors import with_neighbors
from regulations.search.retrieval.query import AnalyzedQuery
from regulations.search.retrieval.rerank import (
    CLEARLY_NAMED,
    SAME_QUESTION,
    ScoredCandidate,
    one_an_article,
    rerank,
)
from regulations.search.retrieval.rerankers.cross_encoder import (
    CROSS_ENCODED_LANGUAGES,
    cross_encoded,
)
from regulations.search.retrieval.rerankers.endpoint import external_reranking
from regulations.search.retrieval.results import (
    SEARCH_MODES,
    OutOfScopeMatch,
    RankedPassage,
    SearchMode,
    SearchOutcome,
    SearchResult,
    outcome_of,
)
from regulations.search.retrieval.rewriting import complete_question, reword_question
from regulations.search.retrieval.scope import Scope
from regulations.search.retrieval.setup import BUILT_IN, SearchSetup, search_setup
from regulations.search.retrieval.transitional import with_transitional
from regulations.search.retrieval.wording import speaks_of_dying
from regulations.search.thesaurus import thesaurus_current
from regulations.text.languages import KOREAN

__all__ = [
    "SEARCH_MODES",
    "OutOfScopeMatch",
    "RankedPassage",
    "Scope",
    "SearchMode",
    "SearchOutcome",
    "SearchResult",
    "SearchSetup",
    "SecondLook",
    "search_passages",
]

# What a narrowed scope finds with less relevance than this may only be the next best to what answers the question, which
# stands outside when something there is more relevant by so much (measured in docs/adr/0013).
_CONFIDENT_RELEVANCE = 0.65
_CLEARLY_BETTER = 0.1

# Beside the names of a regulation and a provision these ask for nothing but its text.
_TEXT_ITSELF = frozenset(("별표", "별지", "서식", "내용", "조문", "조항", "전문", "원문", "본문"))

# The ways of searching whose best passages the cross-encoder reads, and a configured reranker orders.
_RERANKED_MODES = ("hybrid", "graph")


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What is tried where the first look hardly answers the question.

    `outside`: the whole corpus; where that answers far better than the scope does, the scope answers not. `reworded`: the
    question as a model puts it in the words of rules; the better of both looks counts.
    """

    outside: bool = False
    reworded: bool = False


NO_SECOND_LOOK = SecondLook()


def search_passages(
    query: str,
    *,
    as_of: date,
    scope: Scope | None = None,
    limit: int = 5,
    mode: SearchMode = "hybrid",
    history: Sequence[str] = (),
    second_look: SecondLook = NO_SECOND_LOOK,
) -> SearchResult:
    """Find the provisions in force on `as_of` that answer a question, best first, one passage an article.

    `history` are the asker's earlier questions, the newest last; a follow-up is completed with them.
    """
    clock = _Clock()
    scope = scope or Scope()
    thesaurus = thesaurus_current()
    completed = complete_question(query, thesaurus=thesaurus, history=history)
    limits = scope.asked(completed.query.text)
    asked = limits.asked_by(completed.query)
    clock.lap("analyze")
    lookup = _search_request(asked, as_of=as_of, mode=mode)
    clock.lap("embed")
    found = _find(lookup, limits)
    clock.lap("find")
    # A model that has just failed is not asked again.
    may_reword = second_look.reworded and not completed.notes
    if may_reword and outcome_of(found.best) is not SearchOutcome.ANSWER:
        lookup, found = _reworded(lookup, found, limits)
        clock.lap("reword")
    reworded = "" if lookup.query is asked else lookup.query.text
    ranked = _ranked(lookup.query, found.ordered[:limit], found.relevances[:limit])
    if mode == "graph":
        ranked = with_neighbors(ranked, as_of=as_of, scope=limits, limit=limit)
    ranked, transitional = with_transitional(ranked, entry_year=scope.entry_year)
    clock.lap("rank")
    best = max((passage.relevance for passage in ranked), default=0.0)
    outcome = outcome_of(best)
    if outcome is SearchOutcome.NEAR and speaks_of_dying(asked.text):
        # What only may be meant is mostly what ends one's studies: nothing to hand to somebody in distress.
        ranked, outcome = (), SearchOutcome.NONE
    outside = None
    # A question without a subject (어떤 서류를 냅니까?) is about the scope itself.
    if (
        second_look.outside
        and limits.is_narrow
        and (
            outcome is not SearchOutcome.ANSWER or (best < _CONFIDENT_RELEVANCE and asked.subjects)
        )
    ):
        above = 0.0 if outcome is SearchOutcome.NONE else best + _CLEARLY_BETTER
        outside = _best_out_of_scope(lookup, limits, above=above)
        outcome = outcome if outside is None else SearchOutcome.NONE
        clock.lap("outside")
    return SearchResult(
        passages=ranked,
        best_relevance=best,
        outcome=outcome,
        query=asked.text,
        reworded=reworded,
        timings=clock.laps,
        setup=search_setup(
            thesaurus=thesaurus,
            fit=found.fit,
            embedding_model="" if lookup.vector is None else lookup.model.name,
            reranker=found.reranker,
            rewriter=settings.LLM_MODEL if reworded else completed.rewriter,
        ),
        notes=(*completed.notes, *found.notes),
        outside=outside,
        transitional=transitional,
    )


@dataclass(frozen=True, slots=True)
class _SearchRequest:
    query: AnalyzedQuery
    as_of: date
    vector: Sequence[float] | None
    plain_vector: Sequence[float] | None
    model: EmbeddingModel
    mode: SearchMode


def _search_request(query: AnalyzedQuery, *, as_of: date, mode: SearchMode) -> _SearchRequest:
    model = model_in_use()
    vector = None if mode == "keyword" else query_vector(query.embedded, model)
    # The vectors of stored questions hold no words of the thesaurus, so that they outlast its changes.
    plain = None if vector is None else query_vector(query.text, model)
    return _SearchRequest(
        query, as_of=as_of, vector=vector, plain_vector=plain, model=model, mode=mode
    )


@dataclass(frozen=True, slots=True)
class _RankedCandidates:
    ordered: Sequence[ScoredCandidate]
    relevances: Sequence[float]
    fit: str
    reranker: str = BUILT_IN
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> float:
        """The greatest relevance; 0.0 where nothing was found."""
        return max(self.relevances, default=0.0)


def _find(lookup: _SearchRequest, scope: Scope) -> _RankedCandidates:
    analyzed, mode = lookup.query, lookup.mode
    pool = find_candidates(
        analyzed,
        as_of=lookup.as_of,
        scope=scope,
        vector=lookup.vector,
        plain_vector=lookup.plain_vector,
        # Without the vector that was asked for, words are better than nothing.
        use_words=mode != "vector" or lookup.vector is None,
        model=lookup.model,
    )
    # A corpus whose vectors are still being computed is judged by its words.
    embedded = sum(bool(candidate.dense) for candidate in pool.candidates)
    fit = "hybrid" if 2 * embedded > len(pool.candidates) else "keyword"
    scored = rerank(analyzed, pool.candidates, idf=pool.idf, weights=fitted_weights(fit).order)
    chosen = one_an_article(_by_mode(scored, mode))
    read_by = ""
    if fit == "hybrid" and mode in _RERANKED_MODES and analyzed.language in CROSS_ENCODED_LANGUAGES:
        fit, chosen, read_by = _cross_encoded(analyzed, chosen)
    relevances = _at_least_meant(chosen, fitted_weights(fit).relevances(chosen))
    relevances = _named_alone(analyzed, chosen, relevances)
    chosen, relevances = for_course(chosen, relevances, scope)
    if mode not in _RERANKED_MODES:
        return _RankedCandidates(chosen, relevances, fit)
    ranking = external_reranking(analyzed.text, chosen)
    if ranking.reranker:
        # The model says which is better, not how good: the greatest relevance goes to its first.
        relevances = sorted(relevances, reverse=True)
    reranker = ", ".join(filter(None, (read_by, ranking.reranker))) or BUILT_IN
    return _RankedCandidates(ranking.ordered, relevances, fit, reranker, ranking.notes)


def _at_least_meant(chosen: Sequence[ScoredCandidate], relevances: Sequence[float]) -> list[float]:
    """The relevances; what a question belongs to word for word answers it, as whoever put it there has said."""
    least = settings.CONTEXT_RELEVANCE_THRESHOLD
    return [
        max(relevance, least) if one.candidate.asked_alike >= SAME_QUESTION else relevance
        for one, relevance in zip(chosen, relevances, strict=True)
    ]


def _named_alone(
    analyzed: AnalyzedQuery, chosen: Sequence[ScoredCandidate], relevances: list[float]
) -> list[float]:
    """The relevances; where a question asks for the text of a provision, what only speaks of it is no source."""
    best = max((one.candidate.named for one in chosen), default=0.0)
    named = [one.candidate for one in chosen if one.candidate.named == best >= CLEARLY_NAMED]
    # What is asked in another language is no word of the texts, but has a meaning that is one.
    said = {term.text for term in analyzed.terms if term.said or analyzed.language != KOREAN}
    if not any(said <= one.regulation_terms | one.title_terms | _TEXT_ITSELF for one in named):
        return relevances
    beside = settings.MIN_RELEVANCE - 0.01
    return [
        relevance if one.candidate in named else min(relevance, beside)
        for one, relevance in zip(chosen, relevances, strict=True)
    ]


def _cross_encoded(
    analyzed: AnalyzedQuery, chosen: list[ScoredCandidate]
) -> tuple[str, list[ScoredCandidate], str]:
    """The fit, the order and the name of the cross-encoder; where there is none, those without, and no name."""
    try:
        name, weights = llm.cross_encoder_name(), fitted_weights("cross_encoder").order
        return "cross_encoder", cross_encoded(analyzed.text, chosen, weights=weights), name
    except llm.Unavailable:
        # What keeps a named file from being one has been logged.
        return "hybrid", chosen, ""


def _reworded(
    lookup: _SearchRequest, found: _RankedCandidates, scope: Scope
) -> tuple[_SearchRequest, _RankedCandidates]:
    """The search of the question in the words of rules; the same as before where that finds nothing better."""
    reworded = reword_question(lookup.query.text, thesaurus=thesaurus_current())
    if reworded is None:
        return lookup, found
    query = scope.asked_by(reworded)
    again = _search_request(query, as_of=lookup.as_of, mode=lookup.mode)
    found_again = _find(again, scope)
    return (again, found_again) if found_again.best > found.best else (lookup, found)


def _by_mode(scored: Sequence[ScoredCandidate], mode: SearchMode) -> Sequence[ScoredCandidate]:
    if mode == "keyword":
        return sorted(scored, key=lambda s: (-s.candidate.named, -s.candidate.lexical))
    if mode == "vector":
        return sorted(scored, key=lambda s: -s.candidate.dense)
    return scored


def _ranked(
    analyzed: AnalyzedQuery, chosen: Sequence[ScoredCandidate], relevances: Sequence[float]
) -> tuple[RankedPassage, ...]:
    # What found them is not shown.
    rows = Passage.objects.defer("tokens", "lexical")
    passages = rows.select_related("version__regulation", "article", "attachment").in_bulk(
        [scored.candidate.passage_id for scored in chosen]
    )
    return tuple(
        RankedPassage(
            passage=passages[scored.candidate.passage_id],
            rank=rank,
            score=scored.score,
            relevance=relevance,
            why=why(analyzed, scored),
        )
        for rank, (scored, relevance) in enumerate(zip(chosen, relevances, strict=True), 1)
    )


def _best_out_of_scope(
    lookup: _SearchRequest, scope: Scope, *, above: float
) -> OutOfScopeMatch | None:
    """The regulation that would answer if the whole corpus were asked; None where nothing would, or hardly better."""
    found = _find(lookup, scope.everywhere)
    relevance = max(found.relevances[:1], default=0.0)
    if relevance < max(above, settings.CONTEXT_RELEVANCE_THRESHOLD):
        return None
    regulation_id = found.ordered[0].candidate.regulation_id
    if scope.holds(regulation_id):
        return None
    regulation = Regulation.objects.get(pk=regulation_id)
    return OutOfScopeMatch(regulation.pk, regulation.title, regulation.slug, relevance)


class _Clock:
    """Milliseconds since the last lap, by name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 2)
        self._last = now
