"""What a composer is given: passages with a number, and the units in them that can be cited by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from django.conf import settings

from regulations.models import Passage
from regulations.reading.references import related_provisions
from regulations.search.retrieval import RankedPassage, SearchResult
from regulations.search.retrieval.duplicates import without_near_duplicates
from regulations.text.locators import article_key
from verification.checking import Source
from verification.checking.numbering import numbered_sources

_MOST_RELATED = 30
_DEFINING = "정의"
# "재직학생"이란 …, ‘휴학생’이라 함은 …, “학기”는 …
_DEFINED = re.compile(r"[\"“'‘「](?P<term>[^\"”'’」]{2,30})[\"”'’」]\s*(?:이?란|이?라|은|는)")


def sources_of(
    result: SearchResult, *, min_relevance: float, beside: RankedPassage | None = None
) -> tuple[Source, ...]:
    """Number what retrieval found relevant enough, and `beside` it what has to be among the sources."""
    found = without_near_duplicates(
        item
        for item in result.passages
        if item.relevance >= min_relevance and len(item.passage.text) >= settings.MIN_EXCERPT_LENGTH
    )
    found = found[: settings.MAX_SOURCES]
    if beside is not None and beside.passage.pk not in {one.passage.pk for one in found}:
        found = [*found[: settings.MAX_SOURCES - 1], beside]
    return numbered_sources(found)


def with_referenced(
    sources: Sequence[Source], result: SearchResult, *, as_of: date
) -> tuple[Source, ...]:
    """The sources, and in slots that are free what these lean on: provisions they refer to, and what defines their words."""
    free = settings.MAX_SOURCES - len(sources)
    if free <= 0 or not sources:
        return tuple(sources)
    places = [(source.version_id, article_key(source.locator_key)) for source in sources]
    known = {(version_id, key) for version_id, key in places}
    related = related_provisions(places, as_of=as_of, limit=_MOST_RELATED)
    wanted = dict.fromkeys(
        (one.place.version_id, article_key(one.place.locator_key))
        for one in related
        if one.is_outgoing and one.place.locator_key
    )
    wanted |= dict.fromkeys(_definitions(sources, asked=result.query))
    missing = [place for place in wanted if place not in known][:free]
    rows = Passage.objects.filter(
        version__in={version_id for version_id, _key in missing},
        locator_key__in={key for _version_id, key in missing},
    ).select_related("version__regulation")
    found = {
        (row.version_id, row.locator_key): row
        for row in rows
        if len(row.text) >= settings.MIN_EXCERPT_LENGTH
    }
    used = {source.passage_id for source in sources}
    ranked = [item for item in result.passages if item.passage.pk in used]
    ranked += [
        RankedPassage(found[place], 0, score=0.0, relevance=settings.MIN_RELEVANCE, why=())
        for place in missing
        if place in found
    ]
    return numbered_sources(ranked)


def _definitions(sources: Sequence[Source], *, asked: str) -> Iterator[tuple[int, str]]:
    """The provisions of the sources' own regulations that say what a word of the question or of a source means there."""
    rows = Passage.objects.filter(
        version__in={source.version_id for source in sources}, provision_title__contains=_DEFINING
    ).order_by("version_id", "position")
    for row in rows:
        said = [asked, *(one.text for one in sources if one.version_id == row.version_id)]
        terms = {match["term"].strip() for match in _DEFINED.finditer(row.text)}
        if any(term in text for term in terms for text in said):
            yield row.version_id, row.locator_key
