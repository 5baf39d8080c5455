"""Find the provisions that citations name, in the versioned tables, all citations of a text in one query.

The extractor says what was written; this module says what that is: a provision in force, one that was deleted, one of a
version that is not in force, an article that a regulation does not have (and which ones it has), a name that no
regulation bears, or one that several bear. Nothing is looked up by likeness: what is not found is not found.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import connection

from regulations.reading.names import RegulationNames, regulation_names
from regulations.reading.units import texts_of_lists
from regulations.text.citations import ExtractedCitation, citation_locator
from regulations.text.locators import Locator
from verification.citations.states import CitationStatus

if TYPE_CHECKING:
    from regulations.models import Passage

_QUERY = Path(__file__).with_name("resolution.sql").read_text(encoding="utf-8")
_DAY = re.compile(r"(\d{4})\s*[.\-년]\s*(\d{1,2})\s*[.\-월]\s*(\d{1,2})(?!\d)")


@dataclass(frozen=True)
class FoundProvision:
    """A provision of one version, with its own words and those of everything below it."""

    version_id: int
    regulation_id: int
    regulation_title: str
    slug: str
    version_number: int
    enforcement_date: date | None
    in_force: bool
    locator_key: str
    title: str
    text: str
    is_deleted: bool
    addenda_dates: frozenset[date] = frozenset()

    @classmethod
    def of_passage(cls, passage: Passage) -> FoundProvision:
        """What a search found, as if it had been cited."""
        version = passage.version
        return cls(
            version_id=version.pk,
            regulation_id=version.regulation_id,
            regulation_title=version.regulation.title,
            slug=version.regulation.slug,
            version_number=version.number,
            enforcement_date=version.enforcement_date,
            in_force=True,
            locator_key=passage.locator_key,
            title=passage.title,
            text=passage.text,
            is_deleted=False,
        )

    @property
    def place(self) -> tuple[int, str]:
        """The version and the locator key: two citations of one place cite the same."""
        return self.version_id, self.locator_key

    @property
    def locator(self) -> Locator:
        """The provision's address."""
        return Locator.parse(self.locator_key)

    @property
    def label(self) -> str:
        """The provision as it is cited: 「학칙」 제25조제2항."""
        return self.locator.cited_in(self.regulation_title)


@dataclass(frozen=True)
class CitationTarget:
    """What a citation asks for: the regulations that its name can mean and the locator keys that it can mean.

    `pattern` is a locator key, or a LIKE pattern: addenda are counted in a text but mostly cited without that number, and
    a 호 may be cited without the one 항 it stands in. With a `version_id` the version that transitional measures keep for who
    asks is meant, in the place of the one in force.
    """

    regulation_ids: frozenset[int]
    pattern: str = ""
    head: str = ""
    is_named: bool = True
    addenda_date: date | None = None
    version_id: int | None = None

    @property
    def kind(self) -> str:
        """What kind of provision it is: the last segment's name in locator keys (art, para, subpara, item, table, form)."""
        return self.pattern.rpartition("/")[2].lstrip("%").partition("-")[0]


@dataclass(frozen=True)
class Resolution:
    """What a citation names. VERIFIED here says only that the provision exists and is in force."""

    status: CitationStatus
    provision: FoundProvision | None = None
    existing_range: str = ""
    candidates: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Why the citation has its status, for the log; empty where the status says it all."""
        if self.existing_range:
            return f"이 규정에 있는 것: {self.existing_range}"
        if self.candidates:
            return "해당할 수 있는 조문: " + ", ".join(self.candidates)
        return ""


def citation_target(citation: ExtractedCitation, *, names: RegulationNames) -> CitationTarget:
    """Return what an extracted citation asks for."""
    ids = names.candidates(citation.regulation or "")
    locator = citation_locator(citation)
    if locator is None:
        return CitationTarget(ids, is_named=bool(citation.regulation))
    key, head = locator.key, locator.article_locator.key
    if locator.article and locator.subparagraph and not locator.paragraph:
        key = f"{head}/%{key.removeprefix(head + '/')}"
    if citation.addenda:
        key, head = f"add-%/{key}", ""
    return CitationTarget(
        ids,
        pattern=key,
        head=head,
        is_named=bool(citation.regulation),
        addenda_date=citation.addenda_date if citation.addenda else None,
    )


def resolve_citations(
    citations: Sequence[ExtractedCitation], *, as_of: date, names: RegulationNames | None = None
) -> list[Resolution]:
    """Resolve extracted citations against the versions in force on `as_of`; one query for all of them."""
    names = names or regulation_names()
    return resolve([citation_target(citation, names=names) for citation in citations], as_of=as_of)


def resolve(targets: Sequence[CitationTarget], *, as_of: date) -> list[Resolution]:
    """Resolve targets against the versions in force on `as_of`; one query for all of them."""
    found = _query(targets, as_of=as_of)
    return [_judge(target, found=found) for target in targets]


def as_evidence(found: Sequence[Resolution]) -> list[Resolution]:
    """The resolutions with what their provisions say in their articles, before anything is held against them.

    간호학과로 전과하려는 경우 says nothing of whether: what it stands under does.
    """
    provisions = [one.provision for one in found if one.provision is not None]
    texts = texts_of_lists(one.place for one in provisions)
    return [
        replace(one, provision=replace(one.provision, text=texts[one.provision.place]))
        if one.provision is not None and one.provision.place in texts
        else one
        for one in found
    ]


@dataclass(frozen=True)
class _FoundRows:
    """What the query brought, by (regulation, pattern); `deleted` are those whose article is deleted as a whole."""

    provisions: dict[tuple[int, str], list[FoundProvision]] = field(
        default_factory=lambda: defaultdict(list)
    )
    in_force: set[int] = field(default_factory=set)
    existing: dict[tuple[int, str], str] = field(default_factory=dict)
    deleted: set[tuple[int, str]] = field(default_factory=set)


def _judge(target: CitationTarget, *, found: _FoundRows) -> Resolution:
    ids = target.regulation_ids
    if not ids:
        status = CitationStatus.UNKNOWN_REGULATION if target.is_named else CitationStatus.AMBIGUOUS
        return Resolution(status)
    if not target.pattern:
        return Resolution(CitationStatus.NOT_CHECKED)
    matches = [
        match for pk in sorted(ids) for match in found.provisions.get((pk, target.pattern), [])
    ]
    matches = _of_addenda(matches, target.addenda_date)
    current = [match for match in matches if _is_meant(match, target)]
    if len(current) == 1:
        status = CitationStatus.DELETED if current[0].is_deleted else CitationStatus.VERIFIED
        return Resolution(status, provision=current[0])
    if len(current) > 1:
        labels = tuple(match.label for match in current[:5])
        return Resolution(CitationStatus.AMBIGUOUS, candidates=labels)
    return _not_in_force(target, matches, found)


def _is_meant(match: FoundProvision, target: CitationTarget) -> bool:
    return match.in_force if target.version_id is None else match.version_id == target.version_id


def _of_addenda(matches: list[FoundProvision], day: date | None) -> list[FoundProvision]:
    """Of several addenda, those that bear the day that is cited; where none says its days, all of them.

    부칙 <2020. 3. 1.> 제2조 is not the 제2조 of other addenda, even where those are the only ones.
    """
    if day is None:
        return matches
    dated = [match for match in matches if day in match.addenda_dates]
    return dated or [match for match in matches if not match.addenda_dates]


def _not_in_force(
    target: CitationTarget, matches: Sequence[FoundProvision], found: _FoundRows
) -> Resolution:
    """What to say of a provision that no version in force has: another version has it, it was deleted, it never was."""
    elsewhere = [match for match in matches if not match.is_deleted]
    in_force = target.regulation_ids & found.in_force
    if elsewhere or not in_force:
        provision = max(elsewhere or matches, key=_newest, default=None)
        return Resolution(CitationStatus.NOT_IN_FORCE, provision=provision)
    key = (min(in_force), target.pattern)
    if key in found.deleted:
        return Resolution(CitationStatus.DELETED)
    return Resolution(CitationStatus.NOT_FOUND, existing_range=found.existing.get(key, ""))


def _newest(match: FoundProvision) -> tuple[date, int]:
    return (match.enforcement_date or date.min, match.version_number)


def _query(targets: Sequence[CitationTarget], *, as_of: date) -> _FoundRows:
    # The same provision is often cited several times; it is looked up once.
    asked = dict.fromkeys(
        (pk, target.kind, target.pattern, target.head)
        for target in targets
        if target.pattern
        for pk in sorted(target.regulation_ids)
    )
    found = _FoundRows()
    if not asked:
        return found
    regulations, kinds, patterns, heads = (list(column) for column in zip(*asked, strict=True))
    parameters: dict[str, Any] = {
        "regulations": regulations,
        "kinds": kinds,
        "patterns": patterns,
        "heads": heads,
        "as_of": as_of,
    }
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, parameters)
        for row in cursor.fetchall():
            _take(found, row)
    return found


def _days_in(text: str) -> frozenset[date]:
    days = set()
    for year, month, day in _DAY.findall(text):
        try:
            days.add(date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return frozenset(days)


def _take(found: _FoundRows, row: tuple[Any, ...]) -> None:
    version_id, regulation_id, title, slug, number, enforcement, in_force = row[:7]
    pattern, locator_key, provision_title, is_deleted, text, above_is_deleted, existing = row[7:14]
    if in_force:
        found.in_force.add(regulation_id)
    if locator_key is not None:
        provision = FoundProvision(
            version_id=version_id,
            regulation_id=regulation_id,
            regulation_title=title,
            slug=slug,
            version_number=number,
            enforcement_date=enforcement,
            in_force=in_force,
            locator_key=locator_key,
            title=provision_title,
            text=text,
            is_deleted=is_deleted or bool(above_is_deleted),
            addenda_dates=_days_in(row[14] or ""),
        )
        found.provisions[regulation_id, pattern].append(provision)
    elif in_force:
        found.existing[regulation_id, pattern] = existing or ""
        if above_is_deleted:
            found.deleted.add((regulation_id, pattern))
