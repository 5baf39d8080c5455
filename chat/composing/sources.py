"""What a composer is given: passages with a number, and the units in them that can be cited by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.conf import settings

from regulations.models import Passage, Regulation
from regulations.reading.references import article_key, related_provisions
from regulations.search.retrieval import RankedPassage, SearchResult
from regulations.search.retrieval.courses import AS_RELEVANT
from regulations.search.retrieval.duplicates import without_near_duplicates
from regulations.text.courses import names_course
from regulations.text.locators import normalize_name
from verification.checking import Source
from verification.checking.numbering import numbered_sources

_MOST_RELATED = 30
Course = Regulation.AppliesTo


def sources_of(result: SearchResult, *, min_relevance: float) -> tuple[Source, ...]:
    """Number what retrieval found relevant enough."""
    found = without_near_duplicates(
        item
        for item in result.passages
        if item.relevance >= min_relevance and len(item.passage.text) >= settings.MIN_EXCERPT_LENGTH
    )
    return numbered_sources(found[: settings.MAX_SOURCES])


def with_referenced(
    sources: Sequence[Source], result: SearchResult, *, as_of: date
) -> tuple[Source, ...]:
    """The sources, and in slots that are free the provisions that these refer to: an answer may need what they lean on."""
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
    missing = [place for place in wanted if place not in known][:free]
    rows = Passage.objects.filter(
        version__in={version_id for version_id, _key in missing},
        locator_key__in={key for _version_id, key in missing},
    ).select_related("version__regulation")
    found = {(row.version_id, row.locator_key): row for row in rows}
    used = {source.passage_id for source in sources}
    ranked = [item for item in result.passages if item.passage.pk in used]
    ranked += [
        RankedPassage(found[place], 0, score=0.0, relevance=settings.MIN_RELEVANCE, why=())
        for place in missing
        if place in found
    ]
    return numbered_sources(ranked)


def courses_differ(sources: Sequence[Source], *, question: str) -> bool:
    """Whether rules of both courses of study may answer, and the question does not say whom it is about.

    A regulation of which there is one for graduate schools is the undergraduates'.
    """
    if names_course(question):
        return False
    graduate = [source for source in sources if source.course == Course.GRADUATE]
    beside = {_common_title(source.regulation_title) for source in graduate}
    undergraduate = [
        source
        for source in sources
        if source.course == Course.UNDERGRADUATE
        or (not source.course and normalize_name(source.regulation_title) in beside)
    ]
    if not graduate or not undergraduate:
        return False
    best = sorted(max(one.relevance for one in group) for group in (graduate, undergraduate))
    return best[0] >= AS_RELEVANT * best[1]


def _common_title(title: str) -> str:
    return normalize_name(title.replace("대학원", ""))
