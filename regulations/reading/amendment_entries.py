"""Amendments as feeds and calendars tell them: of all regulations, a collection, a regulation or one provision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from regulations.models import Collection, RegulationVersion
from regulations.reading import catalog
from regulations.reading.comparison import is_affected, version_difference
from regulations.reading.labels import provision_label
from regulations.reading.links import comparison_url, provision_url
from regulations.text.locators import InvalidLocatorError, Locator

MOST_ENTRIES = 50


@dataclass(frozen=True)
class AmendmentEntry:
    """A version that came, or the end of a regulation; `uid` never changes."""

    uid: str
    title: str
    summary: str
    url: str
    day: date
    published_at: datetime


@dataclass(frozen=True)
class FollowedTexts:
    """What somebody follows, and what happened to it, the newest first."""

    title: str
    url: str
    entries: tuple[AmendmentEntry, ...]


def followed_texts(
    *, collection: str = "", slug: str = "", key: str = "", since: datetime | None = None
) -> FollowedTexts:
    """What is told of a collection, a regulation or a provision, of everything where none is named; raises Http404.

    With `since` only what was published later.
    """
    if slug:
        return _regulation(slug, key, since)
    versions = _published()
    if since is not None:
        versions = versions.filter(published_at__gt=since)
    title, url = _("규정 개정"), reverse("regulations:index")
    if collection:
        chosen = get_object_or_404(Collection, slug=collection)
        versions = versions.filter(regulation__collections=chosen)
        title = _("규정 개정: %s") % chosen.name
    return FollowedTexts(title, url, tuple(_entries(versions[:MOST_ENTRIES])))


def _regulation(slug: str, key: str, since: datetime | None) -> FollowedTexts:
    versions = catalog.published_versions(slug=slug)
    if not versions:
        raise Http404("no such regulation")
    newest = versions[0]
    label, kept = newest.regulation.title, versions
    if key:
        try:
            label = provision_label(newest.regulation.title, Locator.parse(key))
        except InvalidLocatorError as error:
            raise Http404("not the address of a provision") from error
        kept = [versions[-1], *_touching(versions, key)]
    kept = [one for one in kept if since is None or (one.published_at and one.published_at > since)]
    ordered = sorted(set(kept), key=lambda one: (one.enforcement_date or date.min, one.number))
    return FollowedTexts(
        _("규정 개정: %s") % label,
        provision_url(slug=slug, version_number=newest.number, locator_key=key),
        tuple(_entries(reversed(ordered))),
    )


def _touching(versions: list[RegulationVersion], key: str) -> Iterator[RegulationVersion]:
    """The versions that changed or moved a provision of the one before them."""
    for after, before in pairwise(versions):
        difference = version_difference(before=before, after=after)
        if is_affected(difference.changed, key) or key in difference.renumbered:
            yield after


def _published() -> QuerySet[RegulationVersion]:
    versions = RegulationVersion.objects.exclude(state=RegulationVersion.State.DRAFT)
    versions = versions.filter(enforcement_date__isnull=False).select_related("regulation")
    return versions.order_by("-enforcement_date", "-pk")


def _entries(versions: Iterable[RegulationVersion]) -> Iterator[AmendmentEntry]:
    for version in versions:
        if version.repealed_date:
            yield _entry(version, "repeal", version.repealed_date, _("폐지"), None)
        if version.enforcement_date:
            before = _before(version)
            what = _("개정") if before else _("제정")
            yield _entry(version, "version", version.enforcement_date, what, before)


def _before(version: RegulationVersion) -> RegulationVersion | None:
    earlier = version.regulation.versions.exclude(state=RegulationVersion.State.DRAFT)
    earlier = earlier.filter(enforcement_date__lt=version.enforcement_date)
    return earlier.select_related("regulation").order_by("-enforcement_date", "-number").first()


def _entry(
    version: RegulationVersion, kind: str, day: date, what: str, before: RegulationVersion | None
) -> AmendmentEntry:
    slug, number = version.regulation.slug, version.number
    url = provision_url(slug=slug, version_number=number)
    said = [version.reason.strip()]
    if before is not None:
        url = comparison_url(slug=slug, version_number=number, before_number=before.number)
        said.append(_changes(before, version))
    return AmendmentEntry(
        uid=f"{kind}-{version.pk}",
        title=f"「{version.regulation.title}」 {what} ({_('%(day)s 시행') % {'day': date_format(day)}})",
        summary="\n".join(filter(None, said)),
        url=url,
        day=day,
        published_at=version.published_at or timezone.now(),
    )


def _changes(before: RegulationVersion, version: RegulationVersion) -> str:
    counts = version_difference(before=before, after=version).articles
    return _("조문: 바뀜 %(changed)s, 신설 %(added)s, 없어짐 %(gone)s") % {
        "changed": counts.changed,
        "added": counts.added,
        "gone": counts.removed + counts.deleted,
    }
