"""Search: the provisions that answer a question, ranked, with a relevance that means the same for every question.

question -> query.analyze -> candidates.find_candidates (one SQL statement) -> rerank -> calibration
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from django.conf import settings

from regulations.models import Passage
from regulations.retrieval.calibration import fitted
from regulations.retrieval.candidates import find_candidates
from regulations.retrieval.dense import query_vector
from regulations.retrieval.explanation import why
from regulations.retrieval.query import AnalyzedQuery, analyze
from regulations.retrieval.rerank import Scored, rerank
from regulations.retrieval.scope import Scope
from regulations.thesaurus_entries import thesaurus_current

__all__ = ["Mode", "RankedPassage", "Scope", "SearchResult", "search_passages"]

Mode = Literal["hybrid", "keyword", "vector"]


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage found, with its version and regulation loaded. `rank` counts from 1."""

    passage: Passage
    rank: int
    score: float
    relevance: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found; `abstained` when even the best is more likely not the answer. `query` is what was looked up."""

    passages: tuple[RankedPassage, ...]
    best_relevance: float
    abstained: bool
    query: str
    timings: Mapping[str, float]

    @property
    def sources(self) -> tuple[RankedPassage, ...]:
        """The passages relevant enough to answer from."""
        return tuple(p for p in self.passages if p.relevance >= settings.MIN_RELEVANCE)


def search_passages(
    query: str,
    *,
    as_of: date,
    scope: Scope | None = None,
    limit: int = 5,
    mode: Mode = "hybrid",
    history: Sequence[str] = (),
) -> SearchResult:
    """Find the provisions in force on `as_of` that answer a question, best first, one passage an article.

    `history` are the asker's earlier questions, the newest last; a follow-up is completed with them.
    """
    clock = _Clock()
    analyzed = analyze(query, thesaurus=thesaurus_current(), history=history)
    clock.lap("analyze")
    vector = None if mode == "keyword" else query_vector(analyzed.embedded)
    clock.lap("embed")
    pool = find_candidates(
        analyzed,
        as_of=as_of,
        scope=scope or Scope(),
        vector=vector,
        # Without the vector that was asked for, words are better than nothing.
        use_words=mode != "vector" or vector is None,
    )
    clock.lap("find")
    # A corpus whose vectors are still being computed is judged by its words.
    embedded = sum(bool(candidate.dense) for candidate in pool.candidates)
    weights = fitted("hybrid" if 2 * embedded > len(pool.candidates) else "keyword")
    scored = rerank(analyzed, pool.candidates, idf=pool.idf, weights=weights.order)
    chosen = _one_an_article(scored, mode)[:limit]
    ranked = _ranked(analyzed, chosen, weights.relevances(chosen))
    clock.lap("rank")
    best = max((passage.relevance for passage in ranked), default=0.0)
    return SearchResult(
        passages=ranked,
        best_relevance=best,
        abstained=best < settings.CONTEXT_RELEVANCE_THRESHOLD,
        query=analyzed.text,
        timings=clock.laps,
    )


def _one_an_article(scored: Sequence[Scored], mode: Mode) -> list[Scored]:
    if mode == "keyword":
        scored = sorted(scored, key=lambda s: (-s.candidate.named, -s.candidate.lexical))
    elif mode == "vector":
        scored = sorted(scored, key=lambda s: -s.candidate.dense)
    best: dict[tuple[int, str], Scored] = {}
    for one in scored:
        article = one.candidate.locator_key.partition("#")[0].partition("/para-")[0]
        best.setdefault((one.candidate.regulation_id, article), one)
    return list(best.values())


def _ranked(
    analyzed: AnalyzedQuery, chosen: Sequence[Scored], relevances: Sequence[float]
) -> tuple[RankedPassage, ...]:
    passages = Passage.objects.select_related(
        "version__regulation", "article", "attachment"
    ).in_bulk([scored.candidate.passage_id for scored in chosen])
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


class _Clock:
    """Milliseconds since the last lap, by name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 2)
        self._last = now
