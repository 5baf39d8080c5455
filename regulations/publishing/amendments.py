"""What a published version amends, sent to the layers above without knowing them (regulations.signals)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from regulations.models import RegulationVersion
from regulations.reading.comparison import VersionComparison, compare_versions, difference_cache
from regulations.signals import version_amended

State = RegulationVersion.State


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


def amendments_publish(*, version: RegulationVersion, repeals: bool = True) -> None:
    """Send what a version that was just published amends; call it inside the transaction that publishes.

    Without `repeals` its repeal was sent before, with the version that had it then.
    """
    if not version_amended.has_listeners():
        return
    for amendment in amendments_of(version):
        if repeals or not amendment.is_repeal:
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
        difference_cache(before=before, after=version, comparison=comparison)
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
