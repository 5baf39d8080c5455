"""What a published version amends, told to the layers above without knowing them: functions named in a setting are called.

A hook is `(*, amendment: Amendment) -> None` and runs inside the transaction that publishes, so that either both stand or
neither. It must be fast, idempotent, and raise only what should stop the publishing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.conf import settings
from django.utils.module_loading import import_string

from regulations.comparison import compare_versions
from regulations.models import RegulationVersion

State = RegulationVersion.State


@dataclass(frozen=True)
class Amendment:
    """A change of the text in force: from `enforcement_date` on, `version` stands in the place of `before`.

    `changed_keys` are locators of `before` that were changed or removed, `renumbered_keys` lead from its locators to new ones
    where only the number is another. A repeal concerns every provision of every version, so its keys are not listed; its
    day is unknown where the text says only that it was repealed.
    """

    version: RegulationVersion
    before: RegulationVersion
    enforcement_date: date | None
    changed_keys: frozenset[str] = frozenset()
    renumbered_keys: Mapping[str, str] = field(default_factory=dict)
    is_repeal: bool = False


Hook = Callable[..., None]


def amendments_announce(*, version: RegulationVersion) -> None:
    """Tell every hook what a version that was just published amends; call it inside the transaction that publishes."""
    hooks: list[Hook] = [import_string(path) for path in settings.REGULATION_AMENDMENT_HOOKS]
    if not hooks:
        return
    for amendment in amendments_of(version):
        for hook in hooks:
            hook(amendment=amendment)


def amendments_of(version: RegulationVersion) -> Iterator[Amendment]:
    """What a published version amends: the version before it in time, and everything where it repeals the regulation.

    A version published between two others amends the earlier one only: from the later one's day on, nothing has changed.
    """
    others = version.regulation.versions.exclude(pk=version.pk).exclude(state=State.DRAFT)
    begins = version.enforcement_date
    earlier = others.filter(enforcement_date__lt=begins) if begins else others
    before = earlier.order_by("-enforcement_date", "-number").first()
    if before is not None and begins is not None:
        comparison = compare_versions(before, version)
        yield Amendment(
            version, before, begins, comparison.changed_keys, comparison.renumbered_keys
        )
    if version.state == State.REPEALED:
        yield Amendment(version, before or version, version.repealed_date, is_repeal=True)
