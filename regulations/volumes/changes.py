"""All that a volume changes, regulation by regulation, as one text to read: 신구조문 and how much rests on each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulations.curation.comparison_table import TableEntry, comparison_table
from regulations.models import RegulationVersion
from regulations.publishing.withdrawing import Reliance, reliance_of
from regulations.reading.comparison import ChangeCounts, Region, compare_versions
from regulations.volumes.classification import VolumeKind
from regulations.volumes.overview import VolumeOverview, VolumeRow

CHANGING = (VolumeKind.AMENDED, VolumeKind.RENAMED, VolumeKind.RENUMBERED)


@dataclass(frozen=True, slots=True)
class RegulationChanges:
    """What the volume changes in one regulation."""

    row: VolumeRow
    before: RegulationVersion
    after: RegulationVersion
    counts: ChangeCounts
    attachments: int
    entries: tuple[TableEntry, ...]
    reliance: tuple[Reliance, ...]


def changing_rows(overview: VolumeOverview) -> list[VolumeRow]:
    """The regulations whose words the volume changes, by number."""
    return [row for row in overview.rows if row.kind in CHANGING and row.former and row.version]


def volume_changes(rows: Iterable[VolumeRow]) -> list[RegulationChanges]:
    """Compare each of the regulations with what is in force; two queries and the receivers' for each."""
    return [_changes(row, row.former, row.version) for row in rows if row.former and row.version]


def _changes(
    row: VolumeRow, before: RegulationVersion, after: RegulationVersion
) -> RegulationChanges:
    comparison = compare_versions(before, after)
    return RegulationChanges(
        row=row,
        before=before,
        after=after,
        counts=comparison.counts,
        attachments=comparison.counts_of(Region.ATTACHMENTS).differing,
        entries=tuple(comparison_table(comparison)),
        reliance=tuple(reliance_of(before, changed=comparison.changed_keys)),
    )
