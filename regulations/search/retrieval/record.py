"""What is kept of a search with an answer, so that it can be made again and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.conf import settings

from regulations.search.retrieval.calibration import NEAR_RELEVANCE
from regulations.search.retrieval.results import SearchMode, SearchResult
from regulations.search.retrieval.scope import Scope
from regulations.search.retrieval.setup import SearchSetup


@dataclass(frozen=True, slots=True)
class RecordedPassage:
    """A passage as it was found; `content_hash` tells whether its text is still the same."""

    rank: int
    regulation: str
    regulation_id: int
    version_id: int
    locator_key: str
    content_hash: str
    score: float
    relevance: float
    via: str = ""

    @property
    def place(self) -> tuple[int, str]:
        """The provision, whatever its version."""
        return (self.regulation_id, self.locator_key)


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """A search with its parameters and its whole result, also what was not relevant enough to be a source."""

    query: str
    mode: str
    limit: int
    scope: Mapping[str, Any]
    history: tuple[str, ...]
    setup: SearchSetup
    thresholds: Mapping[str, float]
    results: tuple[RecordedPassage, ...]
    notes: tuple[str, ...] = ()
    outside: Mapping[str, Any] = field(default_factory=dict)
    # Empty in what an earlier release stored.
    outcome: str = ""
    # The words of rules in which the question was looked up, where a model's rewording found more.
    reworded: str = ""
    transitional: tuple[Mapping[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """In the form in which it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> SearchRecord:
        """Read what `as_json` wrote."""
        return cls(
            query=value["query"],
            mode=value["mode"],
            limit=value["limit"],
            scope=value["scope"],
            history=tuple(value["history"]),
            setup=SearchSetup.from_json(value["setup"]),
            thresholds=value["thresholds"],
            results=tuple(RecordedPassage(**row) for row in value["results"]),
            notes=tuple(value["notes"]),
            outside=value["outside"],
            outcome=value.get("outcome", ""),
            reworded=value.get("reworded", ""),
            transitional=tuple(value.get("transitional", ())),
        )


def search_record(
    result: SearchResult,
    *,
    mode: SearchMode,
    limit: int,
    scope: Scope | None,
    history: Sequence[str],
) -> SearchRecord:
    """Describe a search and its result."""
    outside = result.outside
    return SearchRecord(
        query=result.query,
        mode=mode,
        limit=limit,
        scope=scope_as_json(scope or Scope()),
        history=tuple(history),
        setup=result.setup,
        thresholds=thresholds(),
        results=tuple(
            RecordedPassage(
                rank=one.rank,
                regulation=one.passage.version.regulation.title,
                regulation_id=one.passage.version.regulation_id,
                version_id=one.passage.version_id,
                locator_key=one.passage.locator_key,
                content_hash=one.passage.content_hash,
                score=round(one.score, 6),
                relevance=round(one.relevance, 6),
                via=one.via,
            )
            for one in result.passages
        ),
        notes=result.notes,
        outside={} if outside is None else asdict(outside),
        outcome=result.outcome.value,
        reworded=result.reworded,
        transitional=tuple(asdict(one) for one in result.transitional),
    )


def scope_as_json(scope: Scope) -> dict[str, Any]:
    """A scope as it is stored: only what limits, by the names that `Scope` takes."""
    ids = scope.regulation_ids
    values = {
        "regulation_ids": None if ids is None else sorted(ids),
        "category": scope.category,
        "collection": scope.collection,
        "degree": scope.degree,
        "entry_year": scope.entry_year,
        "campus": scope.campus,
        "campuses": list(scope.campuses) or None,
    }
    return {name: value for name, value in values.items() if value is not None}


def scope_from_json(value: Mapping[str, Any]) -> Scope:
    """The scope that was stored; fields that this release does not know limit nothing."""
    ids = value.get("regulation_ids")
    return Scope(
        regulation_ids=None if ids is None else frozenset(ids),
        category=value.get("category"),
        collection=value.get("collection"),
        degree=value.get("degree"),
        entry_year=value.get("entry_year"),
        campus=value.get("campus"),
        campuses=tuple(value.get("campuses") or ()),
    )


def thresholds() -> dict[str, float]:
    """The settings that decide what of a result is a source."""
    return {
        "MIN_RELEVANCE": settings.MIN_RELEVANCE,
        "CONTEXT_RELEVANCE_THRESHOLD": settings.CONTEXT_RELEVANCE_THRESHOLD,
        "NEAR_RELEVANCE": NEAR_RELEVANCE,
        "MAX_SOURCES": settings.MAX_SOURCES,
    }
