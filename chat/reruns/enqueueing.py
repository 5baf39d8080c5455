"""Reruns as the case page enqueues and shows them, and the trial of a draft as its public notice enqueues it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

import structlog
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chat.models import Answer, Conversation, DraftTrial, Rerun
from chat.reruns.composing import Recomposition, chosen_sources
from chat.reruns.leases import RerunRefusedError, rerun_enqueue
from chat.reruns.searching import RepeatedSearch, RepeatedSource, sources_before
from chat.reruns.tasks import rerun_case, rerun_draft
from portal import llm
from portal.accounts.models import User
from portal.jobs.dispatch import send_on_commit
from regulations.models import AdvanceNotice, Passage
from regulations.reading.names import regulation_names
from regulations.text.citations import extract_citations
from verification.citations.resolution import FoundProvision, resolve_citations
from verification.citations.states import CitationStatus
from verification.models import Flag

logger = structlog.get_logger(__name__)

MOST_SOURCES = 8
_HISTORY = 10
# A worker that is there takes a rerun within a second or after the one before it.
_LONG = timedelta(seconds=20)
_WHY_FAILED = {
    llm.Unavailable.__name__: gettext_lazy(
        "언어 모델에 닿지 못했거나 모델 서버가 오류로 답했습니다."
    ),
    llm.Timeout.__name__: gettext_lazy("언어 모델이 정해진 시간 안에 답하지 않았습니다."),
    llm.Refused.__name__: gettext_lazy("언어 모델이 답하기를 거부했습니다."),
    llm.Malformed.__name__: gettext_lazy("언어 모델의 답이 비었거나 읽을 수 없었습니다."),
    "no chosen provision is in force": gettext_lazy(
        "고른 근거 가운데 그날 시행 중인 조문이 없습니다."
    ),
    "the rerun never ended": gettext_lazy("실행하던 작업자가 여러 번 끝나지 못하고 멈췄습니다."),
}


@dataclass(frozen=True)
class Casework:
    """The reruns of a case: the one under way, the last search and the last draft, and all of them by time."""

    answer: Answer
    day: date
    running: Rerun | None
    failed: Rerun | None
    searched: RepeatedSearch | None
    choices: tuple[RepeatedSource, ...]
    draft: Rerun | None
    composed: Recomposition | None
    earlier: tuple[Rerun, ...]
    is_waiting_long: bool = False

    @property
    def failure_reason(self) -> str:
        """What kept the last rerun from a result, in words; empty where only the log can say it."""
        error = self.failed.error if self.failed else ""
        return str(_WHY_FAILED.get(error.partition(":")[0], ""))


def casework_of(*, answer_id: UUID, now: datetime) -> Casework:
    """What was run for a case; raises Answer.DoesNotExist for an answer that is no case."""
    flagged = Answer.objects.filter(flags__in=Flag.objects.filter(answer=answer_id))
    answer = flagged.select_related("message__in_reply_to").distinct().get(pk=answer_id)
    rows = Rerun.objects.filter(answer=answer).select_related("ordered_by")
    runs = list(rows.order_by("-created_at", "pk")[:_HISTORY])
    done = [run for run in runs if run.state == Rerun.State.DONE]
    search = next((run for run in done if run.kind == Rerun.Kind.SEARCH), None)
    draft = next((run for run in done if run.kind == Rerun.Kind.COMPOSE), None)
    searched = RepeatedSearch.of(search) if search else None
    running = next((run for run in runs if run.is_open), None)
    is_waiting = running is not None and running.state == Rerun.State.PENDING
    return Casework(
        answer=answer,
        day=search.day if search else answer.as_of,
        running=running,
        failed=runs[0] if runs and runs[0].state == Rerun.State.FAILED else None,
        searched=searched,
        choices=searched.rows if searched else sources_before(answer),
        draft=draft,
        composed=Recomposition.of(draft) if draft else None,
        earlier=tuple(runs),
        is_waiting_long=is_waiting and now - runs[0].created_at > _LONG,
    )


def search_enqueue(*, answer: Answer, day: date, reviewer: User, now: datetime) -> Rerun:
    """Have a case searched again as of a day; raises RerunRefusedError."""
    return _enqueue_rerun(answer, Rerun.Kind.SEARCH, day, reviewer, now, ())


def composition_enqueue(
    *,
    answer: Answer,
    day: date,
    reviewer: User,
    now: datetime,
    passage_ids: Sequence[int],
    added: str = "",
) -> Rerun:
    """Have a case composed again from chosen passages and provisions that are named; raises RerunRefusedError."""
    wanted = [*passage_ids, *_named(added, day)]
    if len(set(wanted)) > MOST_SOURCES:
        raise RerunRefusedError(_("근거는 %d개까지 고를 수 있습니다.") % MOST_SOURCES)
    if wanted and not chosen_sources(passage_ids=wanted, day=day, former=answer.former_version_ids):
        raise RerunRefusedError(_("고른 근거 가운데 그날 시행 중인 조문이 없습니다."))
    return _enqueue_rerun(answer, Rerun.Kind.COMPOSE, day, reviewer, now, wanted)


def trial_enqueue(*, notice: AdvanceNotice, **_kwargs: object) -> None:
    """Have the questions tried against a draft that has just been put on notice."""
    trial = DraftTrial.objects.create(notice=notice)
    send_on_commit(rerun_draft, trial_id=trial.pk)


def _enqueue_rerun(
    answer: Answer,
    kind: Rerun.Kind,
    day: date,
    reviewer: User,
    now: datetime,
    sources: Sequence[int],
) -> Rerun:
    if answer.question == Conversation.FORGOTTEN:
        raise RerunRefusedError(_("질문이 삭제되어 다시 찾거나 작성할 수 없습니다."))
    with transaction.atomic():
        rerun = rerun_enqueue(
            answer=answer, kind=kind, day=day, ordered_by=reviewer, now=now, sources=sources
        )
        send_on_commit(rerun_case, rerun_id=str(rerun.pk))
    return rerun


def _named(text: str, day: date) -> list[int]:
    """The passages of provisions that a reviewer names; one that is not there on the day is told, not left out."""
    if not text.strip():
        return []
    names = regulation_names()
    citations = extract_citations(text, names=names.extraction_index)
    found: list[int] = []
    for citation, resolution in zip(
        citations, resolve_citations(citations, as_of=day, names=names), strict=True
    ):
        passages = _passages(resolution.provision)
        if resolution.status is not CitationStatus.VERIFIED or not passages:
            raise RerunRefusedError(f"{citation.text}: {resolution.status.label}")
        found += passages
    if not found:
        raise RerunRefusedError(_("더할 조문은 ‘「학칙」 제25조’처럼 적으십시오."))
    return found


def _passages(provision: FoundProvision | None) -> list[int]:
    if provision is None:
        return []
    head = provision.locator.article_locator.key
    rows = Passage.objects.filter(version=provision.version_id, locator_key=head)
    below = Passage.objects.filter(version=provision.version_id, locator_key=provision.locator_key)
    return list((rows | below).order_by("position").values_list("pk", flat=True))
