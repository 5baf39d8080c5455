"""Runs of a golden set: against what is live, or against what would be, in a transaction that is taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from portal.accounts.models import User
from regulations.models import GoldenRun, GoldenSet, RegulationVersion
from regulations.publishing.versions import version_publish
from regulations.search.golden.metrics import FoundPlaces, LabelledQuestion, asked, figures, is_hit
from regulations.search.golden.questions import golden_row
from regulations.search.golden.searching import SearchedQuestion, search_all
from regulations.search.index.building import embed_pending, index_version
from regulations.search.retrieval import SearchMode, SearchOutcome

State = GoldenRun.State

# Settings that a run may try; each decides what is found or what counts as found.
TRIABLE = ("MIN_RELEVANCE", "CONTEXT_RELEVANCE_THRESHOLD", "RERANK_BASE_URL", "RERANK_MODEL")
_EMBEDDING_SECONDS = 120.0


class UnknownSettingError(ValueError):
    """A run was asked to try a setting that no search depends on."""


def golden_run_start(
    *,
    golden_set: GoldenSet,
    draft: RegulationVersion | None = None,
    changed: Mapping[str, Any] | None = None,
    mode: SearchMode = "hybrid",
    asked_by: User | None = None,
) -> GoldenRun:
    """Store a run that is to be made; raises UnknownSettingError."""
    changed = dict(changed or {})
    if unknown := set(changed) - set(TRIABLE):
        raise UnknownSettingError(f"시험할 수 없는 설정: {', '.join(sorted(unknown))}")
    return GoldenRun.objects.create(
        golden_set=golden_set, draft=draft, changed=changed, mode=mode, asked_by=asked_by
    )


def lease_golden_run(*, run_id: int, now: datetime) -> GoldenRun | None:
    """Lease a run; None if it was begun."""
    return GoldenRun.lease(now=now, pk=run_id)


def golden_run_execute(*, run: GoldenRun, now: datetime) -> GoldenRun:
    """Search for every question of the set and keep the figures; a run that was begun is not made twice."""
    leased = lease_golden_run(run_id=run.pk, now=now)
    run.refresh_from_db()
    if leased is None:
        return run
    rows = [golden_row(row) for row in run.golden_set.questions.order_by("key", "pk")]
    questions = [asked(row) for row in rows]
    # A draft counts from the day on which it will be in force.
    begins = run.draft.enforcement_date if run.draft else None
    as_of = run.golden_set.as_of or max(timezone.localdate(now), begins or date.min)
    try:
        with _settings_overridden(run.changed), temporarily_published(run.draft, now=now):
            searched = search_all(questions, as_of=as_of, mode=cast(SearchMode, run.mode))
    except Exception as error:
        run.fail(f"{type(error).__name__}: {error}", state=State.FAILED, finished_at=now)
        raise
    run.finish(
        state=State.DONE,
        as_of=as_of,
        figures=figures([(one.asked, one.found) for one in searched]),
        results=[run_result(one) for one in searched],
        setup=searched[0].setup.as_json() if searched else {},
        finished_at=timezone.now(),
    )
    run.refresh_from_db()
    return run


def previous_run(*, run: GoldenRun) -> GoldenRun | None:
    """The last finished run of the same set against what was live, before this one."""
    return _live_before(run.golden_set_id, run.mode, run.created_at).first()


def with_figures_before(runs: QuerySet[GoldenRun]) -> QuerySet[GoldenRun]:
    """The same runs for a list: each with the figures of its previous run (`figures_before`), none with its results."""
    before = _live_before(OuterRef("golden_set"), OuterRef("mode"), OuterRef("created_at"))
    return runs.annotate(figures_before=Subquery(before.values("figures")[:1])).defer("results")


def _live_before(golden_set: Any, mode: Any, created_at: Any) -> QuerySet[GoldenRun]:
    """Finished runs of a set against what was live, before a time, the last first."""
    live = GoldenRun.objects.filter(state=State.DONE, draft=None, changed={})
    return live.filter(golden_set=golden_set, mode=mode, created_at__lt=created_at).order_by(
        "-created_at", "-pk"
    )


def run_result(one: SearchedQuestion) -> dict[str, Any]:
    """What a run keeps of one question."""
    ranks = (rank for rank, at in enumerate(one.found.places, 1) if at in one.asked.accepted)
    return {
        "key": one.asked.id,
        "question": one.asked.question,
        "is_right": _is_right(one.asked, one.found),
        "rank": next(ranks, None),
        "abstained": one.found.abstained,
        "outcome": one.found.outcome.value,
        "relevance": round(one.found.relevance, 4),
        "found": [
            f"{name} {article or ''}".strip() for name, article, _branch in one.found.places[:5]
        ],
    }


def _is_right(question: LabelledQuestion, found: FoundPlaces) -> bool:
    answered = found.outcome is SearchOutcome.ANSWER
    return answered and is_hit(question, found, 5) if question.answerable else not answered


@contextmanager
def temporarily_published(draft: RegulationVersion | None, *, now: datetime) -> Iterator[None]:
    """Put a draft in force inside a transaction that is rolled back; nobody has to agree to what does not last, nor is told.

    Its cross-references were read when it was imported. So of what others wait for only the lock of its regulation is held.
    """
    if draft is None:
        yield
        return
    with _settings_overridden({"PUBLISHING_NEEDS_SECOND_PERSON": False}), transaction.atomic():
        try:
            version = version_publish(
                version=RegulationVersion.objects.get(pk=draft.pk),
                now=now,
                index=False,
                references=False,
                announce=False,
                # Nothing is published for good here; who does that says why.
                loss_reason="-",
            )
            index_version(version_id=version.pk)
            embed_pending(seconds=_EMBEDDING_SECONDS, version_id=version.pk)
            yield
        finally:
            transaction.set_rollback(True)


@contextmanager
def _settings_overridden(changed: Mapping[str, Any]) -> Iterator[None]:
    """Override settings in this process for the time of the block."""
    before = {name: getattr(settings, name) for name in changed}
    try:
        for name, value in changed.items():
            setattr(settings, name, type(before[name])(value))
        yield
    finally:
        for name, value in before.items():
            setattr(settings, name, value)
