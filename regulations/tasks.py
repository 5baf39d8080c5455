"""Index tasks: a published version becomes searchable. State is on the rows, every task may run twice."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.conf import settings

from portal import llm
from regulations.indexing import embed_pending, index_version, refresh_statistics
from regulations.models import RegulationVersion
from regulations.thesaurus_entries import thesaurus_load


@shared_task(name="regulations.index_version")
def index_version_task(*, version_id: int, **_: Any) -> None:
    """Store a version's passages and their terms, then let the vectors follow."""
    thesaurus_load()
    index_version(version_id=version_id)
    refresh_statistics()
    embed_passages_task.delay()


@shared_task(
    name="regulations.embed_passages",
    autoretry_for=(llm.Unavailable, llm.Timeout),
    retry_backoff=5,
    max_retries=5,
)
def embed_passages_task(**_: Any) -> None:
    """Embed for a part of the time limit, and go on in a new message while texts wait."""
    waiting = embed_pending(seconds=settings.CELERY_TASK_SOFT_TIME_LIMIT / 3)
    if waiting:
        embed_passages_task.delay()


@shared_task(name="regulations.repair_index")
def repair_index_task(**_: Any) -> None:
    """Send again what a lost message left behind."""
    pending = RegulationVersion.objects.filter(
        state=RegulationVersion.State.PUBLISHED,
        index_state=RegulationVersion.IndexState.PENDING,
    )
    for version_id in pending.values_list("pk", flat=True).order_by("pk"):
        index_version_task.delay(version_id=version_id)
    if RegulationVersion.objects.filter(index_state=RegulationVersion.IndexState.LEXICAL).exists():
        embed_passages_task.delay()
