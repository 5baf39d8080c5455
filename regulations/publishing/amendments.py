"""What a published version amends, sent to the layers above without knowing them (regulations.signals)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial

import structlog
from django.core.cache import cache
from django.db import transaction
from redis.exceptions import RedisError

from regulations.curation.comparison import (
    ChangeCounts,
    Region,
    VersionComparison,
    compare_versions,
)
from regulations.models import RegulationVersion
from regulations.signals import version_amended
from regulations.text.locators import provision_key

logger = structlog.get_logger(__name__)

State = RegulationVersion.State
_CACHE_SECONDS = 30 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class VersionDifference:
    """What differs between two versions, without the words: keys are locators of the former version.

    `attachments` counts those that differ.
    """

    changed: frozenset[str]
    renumbered: Mapping[str, str]
    articles: ChangeCounts
    attachments: int


def is_affected(changed: frozenset[str], key: str) -> bool:
    """Whether a cited provision is among those that changed; a row of a table changes with the table."""
    outer = provision_key(key)
    whole = outer.partition("/")[0]
    return outer in changed or (
        whole.startswith(("table-", "form-", "figure-")) and whole in changed
    )


@dataclass(frozen=True)
class Amendment:
    """A change of the text in force: from `enforcement_date` on, `version` stands in the place of `before`.

    `changed_keys` are locators of `before` that were changed or removed, `renumbered_keys` lead from its locators to new ones
    where only the number differs. A repeal affects every provision of every version, so its keys are not listed; its
    day is unknown where the text says only that it was repealed.
    """

    version: RegulationVersion
    before: RegulationVersion
    enforcement_date: date | None
    changed_keys: frozenset[str] = frozenset()
    renumbered_keys: Mapping[str, str] = field(default_factory=dict)
    is_repeal: bool = False
    comparison: VersionComparison | None = field(default=None, compare=False, repr=False)


def version_difference(*, before: RegulationVersion, after: RegulationVersion) -> VersionDifference:
    """What differs between two versions; cached where both are published, for such a text never changes."""
    name = _cache_name(before, after)
    if name is None:
        return _difference(compare_versions(before, after))
    try:
        known = cache.get(name)
    except RedisError:
        logger.warning("difference_cache_unreachable")
        known = None
    if isinstance(known, VersionDifference):
        return known
    found = _difference(compare_versions(before, after))
    _cache_difference(name, found)
    return found


def _difference(comparison: VersionComparison) -> VersionDifference:
    return VersionDifference(
        changed=comparison.changed_keys,
        renumbered=dict(comparison.renumbered_keys),
        articles=comparison.counts,
        attachments=comparison.counts_of(Region.ATTACHMENTS).differing,
    )


def _cache_name(before: RegulationVersion, after: RegulationVersion) -> str | None:
    """A version that was withdrawn can be edited and published again: when it was published is part of its name."""
    if before.published_at is None or after.published_at is None:
        return None
    since = before.published_at.timestamp(), after.published_at.timestamp()
    return f"version-difference:{before.pk}@{since[0]}:{after.pk}@{since[1]}"


def _cache_difference(name: str, difference: VersionDifference) -> None:
    try:
        cache.set(name, difference, timeout=_CACHE_SECONDS)
    except RedisError:
        logger.warning("difference_not_kept")


def amendments_publish(*, version: RegulationVersion) -> None:
    """Send what a version that was just published amends; call it inside the transaction that publishes."""
    if not version_amended.has_listeners():
        return
    for amendment in amendments_of(version):
        version_amended.send(sender=RegulationVersion, amendment=amendment)


def amendments_of(version: RegulationVersion) -> Iterator[Amendment]:
    """What a published version amends: the version before it in time, and everything where it repeals the regulation.

    A version published between two others amends the earlier one only: from the later one's day on, nothing has changed.
    """
    others = version.regulation.versions.exclude(pk=version.pk).filter(
        state__in=RegulationVersion.PUBLIC_STATES
    )
    begins = version.enforcement_date
    earlier = others.filter(enforcement_date__lt=begins) if begins else others
    # A corrected text amends the text that it stands for.
    before = version.corrects or earlier.order_by("-enforcement_date", "-number").first()
    if before is not None and begins is not None:
        comparison = compare_versions(before, version)
        # Cached after the commit only: a draft whose publishing failed can still be edited.
        if name := _cache_name(before, version):
            transaction.on_commit(partial(_cache_difference, name, _difference(comparison)))
        yield Amendment(
            version,
            before,
            begins,
            comparison.changed_keys,
            comparison.renumbered_keys,
            comparison=comparison,
        )
    if version.state == State.REPEALED:
        yield Amendment(version, before or version, version.repealed_date, is_repeal=True)
