"""What a search returns: ranked passages, and everything that is needed to say why it was these."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from django.conf import settings

from regulations.models import Passage
from regulations.search.retrieval.calibration import NEAR_RELEVANCE
from regulations.search.retrieval.setup import SearchSetup

SearchMode = Literal["hybrid", "keyword", "vector", "graph"]
SEARCH_MODES: tuple[SearchMode, ...] = get_args(SearchMode)


class SearchOutcome(enum.StrEnum):
    """What a search came to: an answer, provisions that may hold one, or nothing."""

    ANSWER = "answer"
    NEAR = "near"
    NONE = "none"


def outcome_of(relevance: float) -> SearchOutcome:
    """What the best relevance of a search means."""
    if relevance >= settings.CONTEXT_RELEVANCE_THRESHOLD:
        return SearchOutcome.ANSWER
    return SearchOutcome.NEAR if relevance >= NEAR_RELEVANCE else SearchOutcome.NONE


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage found, with its version and regulation loaded. `rank` counts from 1.

    `via` says by which cross-reference of a better passage it came in; empty where the question itself found it. One that
    `is_former` is of a version that transitional measures keep for who asks.
    """

    passage: Passage
    rank: int
    score: float
    relevance: float
    why: tuple[str, ...]
    via: str = ""
    is_former: bool = False


@dataclass(frozen=True, slots=True)
class OutOfScopeMatch:
    """The best that stands outside of the scope, when the scope holds no answer."""

    regulation_id: int
    title: str
    slug: str
    relevance: float


@dataclass(frozen=True, slots=True)
class TransitionalRule:
    """A measure that decides by the year of entry what holds of a provision that was found, in plain values.

    `entry_year` is None where nobody knows it. `former_number` and `former_day` are the version that holds the former text,
    None where it is not stored or the clause itself says what holds.
    """

    effect: str
    regulation: str
    regulation_id: int
    slug: str
    locator_key: str
    provision: str
    version_number: int
    addenda_key: str
    addenda: str
    text: str
    first_year: int | None
    last_year: int | None
    entry_year: int | None
    former_number: int | None = None
    former_id: int | None = None
    former_day: str = ""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found, and what it comes to; nothing where the scope leaves out what answers.

    `query` is the question, of a follow-up as it was completed; `reworded` the words of rules in which it was looked up where
    these found more; `notes` say what did not work as configured (a re-ranker that failed); `outside` is asked for by a second look.
    """

    passages: tuple[RankedPassage, ...]
    best_relevance: float
    outcome: SearchOutcome
    query: str
    timings: Mapping[str, float]
    setup: SearchSetup
    notes: tuple[str, ...] = ()
    outside: OutOfScopeMatch | None = field(default=None)
    reworded: str = ""
    transitional: tuple[TransitionalRule, ...] = ()

    @property
    def abstained(self) -> bool:
        """Whether nothing was found that could be shown."""
        return self.outcome is SearchOutcome.NONE

    @property
    def near(self) -> tuple[RankedPassage, ...]:
        """The passages that may hold an answer."""
        return tuple(p for p in self.passages if p.relevance >= NEAR_RELEVANCE)

    @property
    def sources(self) -> tuple[RankedPassage, ...]:
        """The passages relevant enough to answer from."""
        return tuple(p for p in self.passages if p.relevance >= settings.MIN_RELEVANCE)
