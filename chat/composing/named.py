"""The truth about provisions that a question names and that do not hold: none of that number, deleted, repealed.

Nothing is searched for it: the tables of versions know. Stored as plain values, said in words by the presenters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from django.db.models import QuerySet

from regulations.models import Article, Regulation, RegulationVersion
from regulations.reading.links import provision_url
from regulations.reading.names import RegulationNames, regulation_names
from regulations.reading.selectors import version_in_force
from regulations.search.retrieval import Scope
from regulations.text.citations import (
    CitationContext,
    ExtractedCitation,
    citation_locator,
    extract_citations,
)
from regulations.text.locators import Locator
from verification.citations.resolution import Resolution, resolve_citations
from verification.citations.states import CitationStatus

_TOLD = (CitationStatus.NOT_FOUND, CitationStatus.DELETED, CitationStatus.NOT_IN_FORCE)
_DAY = re.compile(r"(\d{4})\s*\.\s*(\d{1,2})\s*\.\s*(\d{1,2})")


@dataclass(frozen=True)
class NamedLink:
    """What can be read in place of a provision that does not hold; a neighbor stands before or after its number."""

    label: str
    url: str
    is_neighbor: bool = False


@dataclass(frozen=True)
class NamedTruth:
    """A provision that does not hold. `status` is a CitationStatus, `day` since when (ISO), `existing` what there is."""

    status: str
    regulation: str
    provision: str
    existing: str = ""
    day: str = ""
    links: tuple[NamedLink, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """In the form in which it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> NamedTruth:
        """Read what `as_json` wrote."""
        links = tuple(NamedLink(**link) for link in value["links"])
        return cls(**(value | {"links": links}))


@dataclass(frozen=True)
class NamedInQuestion:
    """What a question names: the truths about what does not hold, whether anything that it names does, and of which regulations."""

    truths: tuple[NamedTruth, ...] = ()
    holds: bool = False
    regulation_ids: frozenset[int] = frozenset()

    @property
    def settles(self) -> bool:
        """Whether nothing that the question names holds, so that this is its answer."""
        return bool(self.truths) and not self.holds


def named_in_question(question: str, *, as_of: date, scope: Scope | None) -> NamedInQuestion:
    """Look up the provisions that a question names by number; what names no known regulation is left to the search."""
    names = regulation_names()
    context = _context(scope, names)
    cited = extract_citations(question, context=context, names=names.extraction_index)
    numbered = [one for one in cited if one.article or one.attachment]
    truths: dict[tuple[str, str], NamedTruth] = {}
    holds = False
    regulations: set[int] = set()
    resolved = resolve_citations(numbered, as_of=as_of, names=names)
    for citation, resolution in zip(numbered, resolved, strict=True):
        if resolution.status not in _TOLD:
            holds = True
            if resolution.provision is not None:
                regulations.add(resolution.provision.regulation_id)
            continue
        regulation = _regulation(citation, resolution, names)
        if regulation is not None:
            truth = _truth(citation, resolution, regulation, as_of)
            truths.setdefault((truth.regulation, truth.provision), truth)
    return NamedInQuestion(tuple(truths.values()), holds, frozenset(regulations))


def _context(scope: Scope | None, names: RegulationNames) -> CitationContext | None:
    """Where one regulation was chosen, 25조 is its own."""
    if scope is None or scope.regulation_ids is None or len(scope.regulation_ids) != 1:
        return None
    title = names.titles.get(next(iter(scope.regulation_ids)))
    return CitationContext(regulation=title) if title else None


def _regulation(
    citation: ExtractedCitation, resolution: Resolution, names: RegulationNames
) -> Regulation | None:
    found = resolution.provision
    ids = [found.regulation_id] if found else sorted(names.candidates(citation.regulation or ""))
    return Regulation.objects.filter(pk__in=ids).order_by("pk").first()


def _truth(
    citation: ExtractedCitation, resolution: Resolution, regulation: Regulation, as_of: date
) -> NamedTruth:
    locator = citation_locator(citation) or Locator()
    version = version_in_force(regulation=regulation, as_of=as_of)
    day = ""
    if resolution.status == CitationStatus.DELETED:
        day = _deleted_on(version, locator)
    elif resolution.status == CitationStatus.NOT_IN_FORCE and version is None:
        ended = regulation.versions.exclude(repealed_date=None).order_by("-repealed_date").first()
        day = ended.repealed_date.isoformat() if ended and ended.repealed_date else ""
    return NamedTruth(
        status=resolution.status.value,
        regulation=regulation.title,
        provision=locator.label,
        existing=resolution.existing_range,
        day=day,
        links=tuple(_links(regulation, version, locator, as_of)),
    )


def _deleted_on(version: RegulationVersion | None, locator: Locator) -> str:
    key = locator.article_locator.key
    article = Article.objects.filter(version=version, locator_key=key).first()
    days = _DAY.findall(f"{article.title_marks} {article.marks}") if article else []
    if not days:
        return ""
    year, month, day = map(int, days[-1])
    return f"{year:04}-{month:02}-{day:02}"


def _links(
    regulation: Regulation, version: RegulationVersion | None, locator: Locator, as_of: date
) -> Iterator[NamedLink]:
    """The article itself or its neighbors in the version in force; of a repealed text what bears its name, and itself."""
    if version is None:
        same = Regulation.objects.filter(normalized_title=regulation.normalized_title)
        for other in same.exclude(pk=regulation.pk).order_by("pk"):
            if current := version_in_force(regulation=other, as_of=as_of):
                yield _link(other, current, "")
        if last := regulation.versions.exclude(state="DRAFT").order_by("-number").first():
            yield _link(regulation, last, "")
        return
    if locator.attachment_kind:
        attachments = version.attachments.filter(kind=locator.attachment_kind, is_deleted=False)
        yield from _neighbors(regulation, version, attachments, locator.attachment or 0)
        return
    articles = Article.objects.filter(version=version, addenda=None, is_deleted=False)
    if articles.filter(locator_key=locator.article_locator.key).exists():
        yield _link(regulation, version, locator.article_locator.key)
        return
    yield from _neighbors(regulation, version, articles, locator.article or 0)


def _neighbors(
    regulation: Regulation,
    version: RegulationVersion,
    provisions: QuerySet[Any],
    number: int,
) -> Iterator[NamedLink]:
    """What stands before and after a number that is not there."""
    before = provisions.filter(number__lte=number).order_by("-position").first()
    after = provisions.filter(number__gt=number).order_by("position").first()
    for provision in filter(None, (before, after)):
        link = _link(regulation, version, provision.locator_key, provision.title)
        yield replace(link, is_neighbor=True)


def _link(
    regulation: Regulation, version: RegulationVersion, key: str, title: str = ""
) -> NamedLink:
    place = Locator.parse(key) if key else Locator()
    label = place.cited_in(regulation.title) + (f"({title})" if title else "")
    url = provision_url(slug=regulation.slug, version_number=version.number, locator_key=key)
    return NamedLink(label, url)
