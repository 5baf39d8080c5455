"""Passages as the numbered sources of a text, with the units in them that can be cited by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from regulations.reading.units import passage_units
from regulations.search.retrieval import RankedPassage
from regulations.search.retrieval.courses import course_of
from regulations.text.locators import provision_key
from verification.checking.values import Source


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
            locator_key=provision_key(item.passage.locator_key),
            title=item.passage.title,
            text=item.passage.text,
            units=units[item.passage.pk],
            score=item.score,
            relevance=item.relevance,
            enforcement_date=item.passage.version.enforcement_date,
            is_former=item.is_former,
            course=course_of(item.passage),
        )
        for number, item in enumerate(found, start=1)
    )
