"""What the sentences of a text from elsewhere are held against: the provisions they cite, and those a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import Q

from regulations.models import Passage
from regulations.reading.references import article_key
from regulations.reading.units import passage_units
from regulations.search.retrieval import SearchResult, search_passages
from verification.checking import Source
from verification.citations.resolution import FoundProvision

_LOOKED_AT = 4


def sources_for(
    statement: str, cited: Sequence[FoundProvision], *, as_of: date
) -> tuple[tuple[Source, ...], SearchResult]:
    """The provisions that a sentence may rest on, those that it names first; no model is asked for them."""
    result = search_passages(statement, as_of=as_of, limit=_LOOKED_AT, mode="keyword")
    passages = {passage.pk: passage for passage in _cited_passages(cited)}
    passages |= {one.passage.pk: one.passage for one in result.passages}
    return _sources(list(passages.values())), result


def _cited_passages(cited: Iterable[FoundProvision]) -> list[Passage]:
    wanted = Q()
    for provision in cited:
        key = article_key(provision.locator_key)
        below = Q(locator_key__startswith=f"{key}/") | Q(locator_key__startswith=f"{key}#")
        wanted |= Q(version_id=provision.version_id) & (Q(locator_key=key) | below)
    if not wanted:
        return []
    found = Passage.objects.filter(wanted).select_related("version__regulation")
    return list(found.order_by("version_id", "position", "pk"))


def _sources(passages: Sequence[Passage]) -> tuple[Source, ...]:
    units = passage_units(passages)
    return tuple(
        Source(
            number=number,
            passage_id=passage.pk,
            version_id=passage.version_id,
            version_number=passage.version.number,
            regulation_id=passage.version.regulation_id,
            regulation_title=passage.version.regulation.title,
            slug=passage.version.regulation.slug,
            locator_key=passage.locator_key.partition("#")[0],
            title=passage.title,
            text=passage.text,
            units=units[passage.pk],
            score=0.0,
            relevance=0.0,
            enforcement_date=passage.version.enforcement_date,
        )
        for number, passage in enumerate(passages, start=1)
    )
