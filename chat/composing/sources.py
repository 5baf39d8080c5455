"""What a composer is given: passages with a number, and the units in them that can be cited by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from regulations.reading.units import passage_units
from regulations.search.retrieval import RankedPassage, SearchResult
from regulations.search.retrieval.duplicates import without_near_duplicates
from verification.checking import Source


def sources_of(result: SearchResult, *, min_relevance: float) -> tuple[Source, ...]:
    """Number what retrieval found relevant enough."""
    found = without_near_duplicates(
        item
        for item in result.passages
        if item.relevance >= min_relevance and len(item.passage.text) >= settings.MIN_EXCERPT_LENGTH
    )
    return numbered_sources(found[: settings.MAX_SOURCES])


def numbered_sources(found: Sequence[RankedPassage]) -> tuple[Source, ...]:
    """The passages as sources, numbered from 1 in their order."""
    units = passage_units(item.passage for item in found)
    return tuple(
        Source(
            number=number,
            passage_id=item.passage.pk,
            version_id=item.passage.version_id,
            version_number=item.passage.version.number,
            regulation_id=item.passage.version.regulation_id,
            regulation_title=item.passage.version.regulation.title,
            slug=item.passage.version.regulation.slug,
            # A further group of a table's rows (table-1#2) is cited as the table.
            locator_key=item.passage.locator_key.partition("#")[0],
            title=item.passage.title,
            text=item.passage.text,
            units=units[item.passage.pk],
            score=item.score,
            relevance=item.relevance,
            enforcement_date=item.passage.version.enforcement_date,
        )
        for number, item in enumerate(found, start=1)
    )
