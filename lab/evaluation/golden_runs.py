"""`evaluate retrieval --golden NAME`: a stored run of a golden set, compared with an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from lab.evaluation.registry import EvaluationReport, EvaluationTable, NotMeasurableError
from regulations.models import GoldenRun, GoldenSet, RegulationVersion
from regulations.publishing.versions import NotPublishableError
from regulations.search.golden import (
    RunComparison,
    UnknownSettingError,
    golden_run_execute,
    golden_run_start,
    previous_run,
    runs_compare,
)

LAST = "last"


def measure_golden(options: Mapping[str, Any]) -> EvaluationReport:
    """Run a set of the database, store the run and report it; raises NotMeasurableError."""
    try:
        golden_set = GoldenSet.objects.get(name=options["golden"])
        draft = options.get("draft")
        run = golden_run_start(
            golden_set=golden_set,
            draft=RegulationVersion.objects.get(pk=draft) if draft else None,
            changed=dict(options.get("tried") or ()),
            mode=options.get("mode") or "hybrid",
        )
        golden_run_execute(run=run, now=timezone.now())
    except (GoldenSet.DoesNotExist, RegulationVersion.DoesNotExist) as error:
        names = ", ".join(GoldenSet.objects.order_by("name").values_list("name", flat=True))
        raise NotMeasurableError(f"{error} (golden sets: {names or 'none'})") from error
    except (UnknownSettingError, NotPublishableError) as error:
        raise NotMeasurableError(str(error)) from error
    before = _before(run, options.get("compare") or LAST)
    compared = None
    if before is not None:
        compared = runs_compare(
            before.results, run.results, figures_before=before.figures, figures_now=run.figures
        )
    return EvaluationReport(
        kind=f"retrieval, golden set {golden_set.name}, run {run.pk}",
        count=len(run.results),
        figures=run.figures,
        tables=() if compared is None or before is None else tuple(_tables(before, compared)),
        misses=tuple(
            f"{row['key']} {row['question']}\n  found: {', '.join(row['found'][:3])}"
            for row in run.results
            if not row["is_right"]
        ),
    )


def _before(run: GoldenRun, wanted: str) -> GoldenRun | None:
    if wanted == LAST:
        return previous_run(run=run)
    found = run.golden_set.runs.filter(state=GoldenRun.State.DONE)
    if not wanted.isdecimal() or not found.filter(pk=int(wanted)).exists():
        raise NotMeasurableError(f"no finished run {wanted} of this set")
    return found.get(pk=int(wanted))


def _tables(before: GoldenRun, compared: RunComparison) -> list[EvaluationTable]:
    changes = tuple(
        (name, was, now, now - was) for name, (was, now) in compared.changes.items() if was != now
    )
    worse = ", ".join(compared.lowered) or "none"
    tables = [
        EvaluationTable(
            f"against run {before.pk}; watched figures that fell: {worse}",
            ("figure", "before", "now", "change"),
            changes,
        )
    ]
    for name, moved in (
        ("regressions", compared.regressions),
        ("improvements", compared.improvements),
    ):
        rows = tuple((one.key, one.question, one.before, one.now) for one in moved)
        tables.append(
            EvaluationTable(f"{name}: {len(rows)}", (name, "question", "before", "now"), rows)
        )
    return tables
