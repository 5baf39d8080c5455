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


@dataclass(frozen=True)
class PublishedAmendment:
    """That a version came, or that a regulation ends with it."""

    version: RegulationVersion
    day: date
    is_repeal: bool

    @property
    def uid(self) -> str:
        """A name that never changes."""
        return f"{'repeal' if self.is_repeal else 'version'}-{self.version.pk}"


@dataclass(frozen=True)
class _Followed:
    """What somebody follows; its versions, the newest first, are read by whoever goes through them."""

    title: str
    url: str
    versions: Iterable[RegulationVersion]


def followed_texts(*, collection: str = "", slug: str = "", key: str = "") -> FollowedTexts:
    """What is told of a collection, a regulation or a provision, of everything where none is named; raises Http404.

    The newest of a collection or of everything, all of a regulation.
    """
    followed = _followed(collection, slug, key, since=None)
    versions = followed.versions
    if isinstance(versions, QuerySet):
        versions = versions[:MOST_ENTRIES]
    entries = tuple(amendment_entry(one) for one in _amendments(versions))
    return FollowedTexts(followed.title, followed.url, entries)


def followed_name(*, collection: str = "", slug: str = "", key: str = "") -> str:
    """What is followed, in words; raises Http404."""
    return _followed(collection, slug, key, since=None).title


def amendments_since(
    since: datetime | None, *, collection: str = "", slug: str = "", key: str = ""
) -> list[PublishedAmendment]:
    """All that was published later of what is followed, however much: who was told of it is not told again. Raises Http404."""
    return list(_amendments(_followed(collection, slug, key, since=since).versions))


def amendment_entry(amendment: PublishedAmendment) -> AmendmentEntry:
    """An amendment in words, with what it changed."""
    version, day = amendment.version, amendment.day
    before = None if amendment.is_repeal else _before(version)
    what = _("폐지") if amendment.is_repeal else _("개정") if before else _("제정")
    slug, number = version.regulation.slug, version.number
    url = provision_url(slug=slug, version_number=number)
    said = [version.reason.strip()]
    if before is not None:
        url = comparison_url(slug=slug, version_number=number, before_number=before.number)
        said.append(_changes(before, version))
    return AmendmentEntry(
        uid=amendment.uid,
        title=f"「{version.regulation.title}」 {what} ({_('%(day)s 시행') % {'day': date_format(day)}})",
        summary="\n".join(filter(None, said)),
        url=url,
        day=day,
        published_at=version.published_at or timezone.now(),
    )


def _followed(collection: str, slug: str, key: str, *, since: datetime | None) -> _Followed:
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
    return _Followed(title, url, versions)


def _regulation(slug: str, key: str, since: datetime | None) -> _Followed:
    versions = catalog.published_versions(slug=slug)
    if not versions:
        raise Http404("no such regulation")
    newest = versions[0]
    label = newest.regulation.title
    if key:
        try:
            label = provision_label(newest.regulation.title, Locator.parse(key))
        except InvalidLocatorError as error:
            raise Http404("not the address of a provision") from error
    return _Followed(
        _("규정 개정: %s") % label,
        provision_url(slug=slug, version_number=newest.number, locator_key=key),
        _of_regulation(versions, key, since),
    )


def _of_regulation(
    versions: list[RegulationVersion], key: str, since: datetime | None
) -> Iterator[RegulationVersion]:
    kept = [versions[-1], *_touching(versions, key)] if key else versions
    kept = [one for one in kept if since is None or (one.published_at and one.published_at > since)]
    yield from sorted(
        set(kept), key=lambda one: (one.enforcement_date or date.min, one.number), reverse=True
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
    return versions.defer("report").order_by("-enforcement_date", "-pk")


def _amendments(versions: Iterable[RegulationVersion]) -> Iterator[PublishedAmendment]:
    for version in versions:
        if version.repealed_date:
            yield PublishedAmendment(version, version.repealed_date, is_repeal=True)
        if version.enforcement_date:
            yield PublishedAmendment(version, version.enforcement_date, is_repeal=False)


def _before(version: RegulationVersion) -> RegulationVersion | None:
    earlier = version.regulation.versions.exclude(state=RegulationVersion.State.DRAFT)
    earlier = earlier.filter(enforcement_date__lt=version.enforcement_date)
    return earlier.select_related("regulation").order_by("-enforcement_date", "-number").first()


def _changes(before: RegulationVersion, version: RegulationVersion) -> str:
    counts = version_difference(before=before, after=version).articles
    return _("조문: 바뀜 %(changed)s, 신설 %(added)s, 없어짐 %(gone)s") % {
        "changed": counts.changed,
        "added": counts.added,
        "gone": counts.removed + counts.deleted,
    }
