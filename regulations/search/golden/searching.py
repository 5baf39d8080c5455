"""Searching for labelled questions, one way for the command and for golden sets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from regulations.search.golden.metrics import FoundPlaces, LabelledQuestion, place
from regulations.search.retrieval import SearchMode, SearchSetup, search_passages

LIMIT = 10


@dataclass(frozen=True, slots=True)
class SearchedQuestion:
    """A labelled question with what was found for it, and with what."""

    asked: LabelledQuestion
    found: FoundPlaces
    setup: SearchSetup


def search_all(
    questions: Sequence[LabelledQuestion], *, as_of: date, mode: SearchMode
) -> list[SearchedQuestion]:
    """Search for every question, one after another."""
    return [_searched(question, as_of, mode) for question in questions]


def _searched(question: LabelledQuestion, as_of: date, mode: SearchMode) -> SearchedQuestion:
    begun = time.perf_counter()
    result = search_passages(
        question.question, as_of=as_of, limit=LIMIT, mode=mode, history=question.history
    )
    spent = (time.perf_counter() - begun) * 1000
    places = []
    for ranked in result.passages:
        locator = ranked.passage.locator
        title = ranked.passage.version.regulation.title
        if locator.addenda is not None:
            # 부칙 제2조 is not the 제2조 that a label means.
            places.append(place(f"{title} {locator.key}", None, None))
        else:
            places.append(place(title, locator.article, locator.branch))
    found = FoundPlaces(
        tuple(dict.fromkeys(places)),
        result.outcome,
        spent,
        relevance=result.best_relevance,
        relevances=tuple(ranked.relevance for ranked in result.passages),
    )
    return SearchedQuestion(question, found, result.setup)
