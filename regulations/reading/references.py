"""Cross-references as they are read on a day: what a version cites, what cites it, and what stands near by them.

A reference leads from a provision of a version to a provision of a *regulation*; every read here takes the day that says
which version of that regulation is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from regulations.models import CrossReference, RegulationVersion
from regulations.reading.labels import provision_label
from regulations.reading.links import provision_url
from regulations.reading.selectors import versions_on
from regulations.text.locators import Locator, article_key

Kind = CrossReference.Kind
State = CrossReference.State

# More of what cites a provision nobody reads through.
_MOST_CITING = 100
_RELATED = Path(__file__).with_name("references.sql").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class ReferencePlace:
    """A provision of a version that is in force on the day, by its regulation's title and address."""

    version_id: int
    regulation_id: int
    regulation_title: str
    slug: str
    version_number: int
    locator_key: str

    @property
    def label(self) -> str:
        """The place as it is cited in the language of the page: 「학칙」 제25조제2항, or the regulation alone."""
        if not self.locator_key:
            return f"「{self.regulation_title}」"
        return provision_label(self.regulation_title, Locator.parse(self.locator_key))

    @property
    def url(self) -> str:
        """The page that shows it."""
        return provision_url(
            slug=self.slug, version_number=self.version_number, locator_key=self.locator_key
        )


@dataclass(frozen=True, slots=True)
class OutgoingReference:
    """A mention in a provision of the version: where it stands (offsets into that provision's text) and where it leads."""

    from_key: str
    start: int
    end: int
    kind: str
    target: ReferencePlace


@dataclass(frozen=True, slots=True)
class IncomingReference:
    """A provision in force that cites another, with the words in which it does."""

    source: ReferencePlace
    kind: str
    text: str

    @property
    def kind_label(self) -> str:
        """The kind in a word for a person."""
        return str(Kind(self.kind).label)


@dataclass(frozen=True, slots=True)
class RelatedProvision:
    """A provision that cites one of the places asked about (`is_outgoing` false) or is cited there (true).

    `place` is where it stands, in the version in force on the day; `provision_title` is the title of its article or table;
    `text` the words of the mention; `of_version_id` and `of_key` say which of the places it belongs to.
    """

    place: ReferencePlace
    provision_title: str
    kind: str
    is_outgoing: bool
    text: str
    of_version_id: int
    of_key: str


def reading_day(version: RegulationVersion, *, today: date) -> date:
    """The day for which a version is read: today, or the nearest day on which it is in force."""
    begins, ends = version.enforcement_date, version.ends_on
    day = max(today, begins) if begins else today
    return min(day, ends - timedelta(days=1)) if ends else day


def outgoing_references(
    *, version: RegulationVersion, as_of: date, within: str = ""
) -> list[OutgoingReference]:
    """What the provisions of a version cite, in the order of their keys and of the text; two queries.

    Ends of ranges are given, what lies between is not; mentions that lead nowhere on the day are left out. `within` limits
    the mentions to those of one provision and what stands below it.
    """
    rows = CrossReference.objects.filter(version=version, state=State.RESOLVED)
    rows = rows.exclude(range=CrossReference.Range.BETWEEN)
    if within:
        rows = rows.filter(_at_or_below("from_locator_key", within))
    found = list(
        rows.order_by("from_locator_key", "start", "end", "pk").values_list(
            "from_locator_key", "start", "end", "kind", "to_regulation_id", "to_locator_key"
        )
    )
    others = {row[4] for row in found if row[4]} - {version.regulation_id}
    shown = {version.regulation_id: version}
    if others:
        in_force = versions_on(day=as_of).filter(regulation_id__in=others)
        shown |= {row.regulation_id: row for row in in_force.select_related("regulation")}
    return [
        OutgoingReference(from_key, start, end, kind, _place(shown[regulation_id], key))
        for from_key, start, end, kind, regulation_id, key in found
        if regulation_id in shown
    ]


def incoming_references(
    *, version: RegulationVersion, locator_key: str, as_of: date
) -> list[IncomingReference]:
    """Which provisions in force on a day cite this one or what stands below it, other than its own article; one query.

    Those of the regulation itself come first, then by title.
    """
    rows = _incoming(version, as_of).filter(_at_or_below("to_locator_key", locator_key))
    found: dict[tuple[int, str], IncomingReference] = {}
    for row in rows.select_related("version__regulation").order_by("pk"):
        if not _is_within_own_article(version, row.version_id, row.from_locator_key, locator_key):
            place = _place(row.version, row.from_locator_key)
            found.setdefault(
                (row.version_id, row.from_locator_key),
                IncomingReference(place, row.kind, row.text),
            )
    ordered = sorted(
        found.values(),
        key=lambda one: (
            one.source.regulation_id != version.regulation_id,
            one.source.regulation_title,
            one.source.version_id,
            Locator.parse(one.source.locator_key).sort_key,
        ),
    )
    return ordered[:_MOST_CITING]


def incoming_counts(*, version: RegulationVersion, as_of: date) -> dict[str, int]:
    """How many provisions in force on a day cite each article (addenda, table) of a version; one query."""
    rows = _incoming(version, as_of).exclude(to_locator_key="")
    found = rows.values_list("to_locator_key", "version_id", "from_locator_key").distinct()
    citing = {
        (head, version_id, from_key)
        for to_key, version_id, from_key in found
        if not _is_within_own_article(version, version_id, from_key, head := article_key(to_key))
    }
    return dict(Counter(head for head, _version_id, _from_key in citing))


def related_provisions(
    places: Iterable[tuple[int, str]],
    *,
    as_of: date,
    limit: int = 10,
) -> list[RelatedProvision]:
    """What the places cite and what cites them, one step far, in one query.

    `places` are pairs of a version's id and a locator key (`art-25`, `art-25/para-2`, `table-1`), as passages have them
    (without `#2`). Everything is taken as it is in force on `as_of`; deleted provisions, whole regulations and the articles
    asked about are left out, and each provision comes once. What is cited comes before what cites, 준용 before 위임 before
    인용, then in the order of the places. For a second step call again with what was found.
    """
    asked = list(dict.fromkeys(places))
    if not asked:
        return []
    parameters: dict[str, Any] = {
        "versions": [version_id for version_id, _key in asked],
        "keys": [key for _version_id, key in asked],
        "as_of": as_of,
        "maximum": limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(_RELATED, parameters)
        rows = cursor.fetchall()
    return [RelatedProvision(ReferencePlace(*row[:6]), *row[6:]) for row in rows]


def unresolved_references(version: RegulationVersion) -> QuerySet[CrossReference]:
    """The mentions of a version that lead nowhere although they should, for the admin to look at."""
    rows = version.cross_references.filter(state=State.UNRESOLVED)
    return rows.select_related("to_regulation").order_by("from_locator_key", "start", "pk")


def _incoming(version: RegulationVersion, as_of: date) -> QuerySet[CrossReference]:
    """References to the version's regulation by provisions in force on the day."""
    return CrossReference.objects.filter(
        to_regulation_id=version.regulation_id,
        state=State.RESOLVED,
        version__in=versions_on(day=as_of).values("pk"),
    )


def _is_within_own_article(
    version: RegulationVersion, citing_version_id: int, from_key: str, to_key: str
) -> bool:
    return citing_version_id == version.pk and article_key(from_key) == article_key(to_key)


def _at_or_below(field: str, key: str) -> Q:
    return Q(**{field: key}) | Q(**{f"{field}__startswith": f"{key}/"})


def _place(version: RegulationVersion, locator_key: str) -> ReferencePlace:
    return ReferencePlace(
        version_id=version.pk,
        regulation_id=version.regulation_id,
        regulation_title=version.regulation.title,
        slug=version.regulation.slug,
        version_number=version.number,
        locator_key=locator_key,
    )
