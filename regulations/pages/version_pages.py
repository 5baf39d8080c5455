"""What the pages about one regulation share: its versions in time, which of them is shown, what each changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.http import Http404

from regulations.curation.file_differences import FileDifference, file_differences
from regulations.models import ProvisionEdit, Regulation, RegulationVersion
from regulations.reading import catalog
from regulations.reading.comparison import VersionDifference, version_difference

State = RegulationVersion.State


@dataclass(frozen=True)
class VersionFrame:
    """A version with the others of its regulation, the newest first, and the one that is in force on the day of reading."""

    regulation: Regulation
    version: RegulationVersion
    versions: tuple[RegulationVersion, ...]
    in_force: RegulationVersion | None
    upcoming: RegulationVersion | None
    today: date
    tab: str

    @property
    def before(self) -> RegulationVersion | None:
        """The version that the shown one followed."""
        return previous_version(self.versions, self.version)


@dataclass(frozen=True)
class HistoryLine:
    """A version in the history, with the one before it and what it changed of that."""

    version: RegulationVersion
    before: RegulationVersion | None
    difference: VersionDifference | None
    file_differences: Sequence[FileDifference]


def version_frame(*, slug: str, number: int, today: date, tab: str) -> VersionFrame:
    """Load a version for one of its pages; raises Http404 for a draft as for what does not exist."""
    versions = catalog.published_versions(slug=slug)
    shown = next((row for row in versions if row.number == number), None)
    if shown is None:
        raise Http404("no such version")
    return frame_of(versions, shown, today=today, tab=tab)


def frame_of(
    versions: Sequence[RegulationVersion], shown: RegulationVersion, *, today: date, tab: str
) -> VersionFrame:
    """The frame of a version among the published ones, which come the newest first."""
    later = [row for row in versions if row.enforcement_date and row.enforcement_date > today]
    return VersionFrame(
        regulation=shown.regulation,
        version=shown,
        versions=tuple(versions),
        in_force=version_on(versions, today),
        upcoming=later[-1] if later else None,
        today=today,
        tab=tab,
    )


def version_on(versions: Sequence[RegulationVersion], day: date) -> RegulationVersion | None:
    """The version in force on a day; there is at most one."""
    return next((row for row in versions if is_in_force(row, day)), None)


def is_in_force(version: RegulationVersion, day: date) -> bool:
    """Whether a version is in force on a day."""
    began = version.enforcement_date is not None and version.enforcement_date <= day
    ended = version.ends_on is not None and version.ends_on <= day
    return version.state != State.DRAFT and began and not ended


def previous_version(
    versions: Sequence[RegulationVersion], version: RegulationVersion
) -> RegulationVersion | None:
    """The version that was in force before another one began."""
    begins = version.enforcement_date
    earlier = [
        row for row in versions if begins and row.enforcement_date and row.enforcement_date < begins
    ]
    return max(
        earlier, key=lambda row: (row.enforcement_date or date.min, row.number), default=None
    )


def version_history(versions: Sequence[RegulationVersion]) -> list[HistoryLine]:
    """The versions, the newest first, each with what it changed; texts are compared once and then remembered."""
    edits: dict[int, list[ProvisionEdit]] = {}
    for edit in ProvisionEdit.objects.filter(version__in=versions):
        edits.setdefault(edit.version_id, []).append(edit)
    lines = []
    for version in versions:
        before = previous_version(versions, version)
        lines.append(
            HistoryLine(
                version=version,
                before=before,
                difference=version_difference(before=before, after=version) if before else None,
                file_differences=file_differences(edits.get(version.pk, ())),
            )
        )
    return lines
