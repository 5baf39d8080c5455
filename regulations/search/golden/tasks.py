"""Golden sets are run by a worker; publishing orders tasks itself, so these stand apart from the index tasks."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from portal.accounts.models import User
from portal.jobs.dispatch import send_on_commit
from regulations.models import GoldenRun, RegulationVersion, ThesaurusTrial
from regulations.search.golden import golden_run_execute, preview_start
from regulations.search.golden.trials import trial_execute


@shared_task(name="regulations.run_golden", soft_time_limit=780, time_limit=840)
def golden_run_task(*, run_id: int, **_: Any) -> None:
    """Measure a golden set; a run that another worker has is left alone."""
    golden_run_execute(run=GoldenRun.objects.get(pk=run_id), now=timezone.now())


def preview_enqueue(*, draft: RegulationVersion, asked_by: User | None) -> list[GoldenRun]:
    """Let workers measure what publishing a draft would do to the golden sets."""
    runs = preview_start(draft=draft, asked_by=asked_by)
    for run in runs:
        send_on_commit(golden_run_task, run_id=run.pk)
    return runs


@shared_task(name="regulations.try_thesaurus", soft_time_limit=780, time_limit=840)
def thesaurus_trial_task(*, trial_id: int, **_: Any) -> None:
    """Try a change of the thesaurus; a trial that another worker has is left alone."""
    trial_execute(trial=ThesaurusTrial.objects.get(pk=trial_id), now=timezone.now())
