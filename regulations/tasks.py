"""Tasks of the corpus: an uploaded file becomes drafts, a published version becomes searchable.

State is on the rows, every task may run twice.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import structlog
from celery import shared_task
from django.conf import settings
from django.utils import timezone

from portal import llm
from regulations.importing.runs import run_read
from regulations.importing.stored_files import files_sweep
from regulations.models import RegulationVersion
from regulations.publishing.cross_references import references_read_due
from regulations.reading.selectors import searched_from
from regulations.search.index.building import (
    embed_pending,
    index_version,
    next_draft,
    next_pending,
    refresh_statistics,
    statistics_are_stale,
)
from regulations.search.index.embedding_models import passages_without_vector, required_models
from regulations.search.questions.indexing import questions_index, questions_waiting
from regulations.search.questions.writing import is_ordered, run_order, runs_waiting, runs_write
from regulations.search.thesaurus import thesaurus_load

# How long others that wait are indexed before the statistics are counted, and how long a turn of embedding takes.
_INDEX_SECONDS = 10
_EMBED_SECONDS = 20
# How long a turn of the drafts takes, and one of writing questions; beat orders the next.
_PREPARE_SECONDS = _WRITE_SECONDS = 25
_OPEN = (RegulationVersion.IndexState.PENDING, RegulationVersion.IndexState.FAILED)

logger = structlog.get_logger(__name__)


@shared_task(name="regulations.index_version")
def index_version_task(*, version_id: int, **_: Any) -> None:
    """Make the words of a published version found where they are not yet; then let a model write questions for it."""
    is_open = RegulationVersion.objects.filter(pk=version_id, index_state__in=_OPEN).exists()
    if is_open:
        _index_waiting(version_id)
    if llm.available() and (is_open or not is_ordered(version_id=version_id)):
        run_order(version_id=version_id)


def _index_waiting(version_id: int) -> None:
    """Index a version and others that wait; then let the vectors follow.

    The statistics of terms are counted once for all of them: they read every passage there is.
    """
    thesaurus_load()
    try:
        _index(version_id)
        deadline = time.monotonic() + _INDEX_SECONDS
        while time.monotonic() < deadline and (waiting := next_pending(on=timezone.localdate())):
            _index(waiting)
    finally:
        # One that cannot be indexed takes nothing from those that were, and is no reason to count again.
        if statistics_are_stale():
            refresh_statistics()
        embed_passages_task.delay()


def _index(version_id: int) -> None:
    """Index a version; one that cannot be says so, and nobody waits behind it."""
    versions = RegulationVersion.objects.filter(pk=version_id)
    is_indexed = False
    try:
        index_version(version_id=version_id)
        is_indexed = True
    finally:
        if not is_indexed:
            versions.update(index_state=RegulationVersion.IndexState.FAILED)


@shared_task(name="regulations.prepare_drafts")
def prepare_drafts_task(**_: Any) -> None:
    """Make the words of drafts for a short while, so that they are found as soon as somebody publishes; vectors follow."""
    deadline = time.monotonic() + _PREPARE_SECONDS
    try:
        while time.monotonic() < deadline and (draft := next_draft()):
            _index(draft)
    finally:
        embed_passages_task.delay()


@shared_task(
    name="regulations.embed_passages",
    autoretry_for=(llm.Unavailable, llm.Timeout),
    retry_backoff=5,
    max_retries=5,
)
def embed_passages_task(**_: Any) -> None:
    """Embed for a short while, and go on in a new message while texts wait: what else waits in the queue has its turn.

    Not while words of a published version wait: who makes them orders this at the end.
    """
    if next_pending(on=timezone.localdate()):
        return
    waiting = embed_pending(seconds=_EMBED_SECONDS)
    if waiting:
        embed_passages_task.delay()


@shared_task(
    name="regulations.index_questions",
    autoretry_for=(llm.Unavailable, llm.Timeout),
    retry_backoff=5,
    max_retries=5,
)
def index_questions_task(**_: Any) -> None:
    """Make words and vectors of questions that belong to provisions, and go on in a new message while some wait."""
    if questions_index(seconds=settings.CELERY_TASK_SOFT_TIME_LIMIT / 3):
        index_questions_task.delay()


@shared_task(name="regulations.write_questions", expires=settings.REPAIR_SECONDS)
def write_questions_task(**_: Any) -> None:
    """Let a model write questions for a short while; beat orders the next turn.

    A volume is hours of calls. So the runs wait on their rows, and a message that nobody took before the next is none: what
    waits in the queue is never more than one turn of writing.
    """
    if runs_write(seconds=_WRITE_SECONDS):
        index_questions_task.delay()


@shared_task(name="regulations.repair_index")
def repair_index_task(**_: Any) -> None:
    """Send again what a lost message left behind, and do what a dead process did not come to."""
    states = RegulationVersion.IndexState
    open_versions = RegulationVersion.objects.filter(
        searched_from(timezone.localdate()), index_state__in=_OPEN
    )
    waiting = list(open_versions.values_list("pk", flat=True).order_by("pk"))
    for version_id in waiting:
        index_version_task.delay(version_id=version_id)
    if not waiting and statistics_are_stale():
        refresh_statistics()
    if next_draft():
        prepare_drafts_task.delay()
    is_embedded = not RegulationVersion.objects.filter(index_state=states.LEXICAL).exists()
    if not is_embedded or any(passages_without_vector(one).exists() for one in required_models()):
        embed_passages_task.delay()
    if questions_waiting().exists():
        index_questions_task.delay()
    now = timezone.now()
    if llm.available() and runs_waiting(now=now).exists():
        write_questions_task.delay()
    # Whoever publishes many has so long to come to their references.
    references_read_due(
        on=timezone.localdate(now),
        published_before=now - timedelta(seconds=settings.LEASE_SECONDS),
    )


@shared_task(name="regulations.read_upload")
def read_upload_task(*, run_id: int, **_: Any) -> None:
    """Read an uploaded file for a part of the time limit, and go on in a new message while regulations wait."""
    seconds = settings.CELERY_TASK_SOFT_TIME_LIMIT / 2
    if run_read(run_id=run_id, now=timezone.now(), seconds=seconds):
        read_upload_task.delay(run_id=run_id)


@shared_task(name="regulations.sweep_files")
def sweep_files_task(**_: Any) -> None:
    """Delete stored files that nothing names any more."""
    files_sweep(now=timezone.now())
