"""What publishing a draft would do to the golden sets: asked for before it is published, shown where it is published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from portal.accounts.models import User
from regulations.models import GoldenRun, GoldenSet, RegulationVersion
from regulations.search.golden.comparing import RunComparison, runs_compare
from regulations.search.golden.running import golden_run_start, previous_run

State = GoldenRun.State


@dataclass(frozen=True, slots=True)
class GoldenPreview:
    """One golden set with the last run of a draft: none where nobody asked for it, not compared until both runs are done.

    `is_stale` when the draft was corrected, or given a later day, after it was measured.
    """

    name: str
    run: GoldenRun | None = None
    compared: RunComparison | None = None
    is_stale: bool = False

    @property
    def is_running(self) -> bool:
        """Whether the run is pending or running."""
        return self.run is not None and self.run.state in (State.PENDING, State.RUNNING)

    @property
    def lowered(self) -> tuple[str, ...]:
        """The watched figures that would fall."""
        return self.compared.lowered if self.compared else ()


def preview_start(*, draft: RegulationVersion, asked_by: User | None = None) -> list[GoldenRun]:
    """Store the runs that measure a draft: of every golden set one of what is live, to compare with, and one with the draft."""
    return [
        golden_run_start(golden_set=golden_set, draft=tried, asked_by=asked_by)
        for golden_set in GoldenSet.objects.order_by("pk")
        for tried in (None, draft)
    ]


def draft_previews(*, draft: RegulationVersion) -> tuple[GoldenPreview, ...]:
    """Every golden set with what is known of a draft, by name."""
    return previews_by_draft(drafts=[draft])[draft.pk]


def previews_by_draft(
    *, drafts: Iterable[RegulationVersion]
) -> Mapping[int, tuple[GoldenPreview, ...]]:
    """The same for many drafts, by the draft's number."""
    by_number = {draft.pk: draft for draft in drafts}
    names = list(GoldenSet.objects.order_by("name").values_list("name", flat=True))
    runs = GoldenRun.objects.filter(draft__in=by_number).select_related("golden_set")
    latest = {(run.draft_id, run.golden_set.name): run for run in runs.order_by("created_at", "pk")}
    return {
        number: tuple(_preview(name, draft, latest.get((number, name))) for name in names)
        for number, draft in by_number.items()
    }


def compare_with_previous(run: GoldenRun) -> RunComparison | None:
    """Compare a finished run with the last run of the live corpus; None if there is none."""
    before = previous_run(run=run)
    if before is None or run.state != State.DONE:
        return None
    return runs_compare(
        before.results, run.results, figures_before=before.figures, figures_now=run.figures
    )


def _preview(name: str, draft: RegulationVersion, run: GoldenRun | None) -> GoldenPreview:
    if run is None:
        return GoldenPreview(name)
    edited = draft.edits.filter(changed_at__gt=run.created_at).exists()
    begins = draft.enforcement_date
    is_before = bool(begins and run.as_of and run.as_of < begins and not run.golden_set.as_of)
    return GoldenPreview(name, run, compare_with_previous(run), is_stale=edited or is_before)
