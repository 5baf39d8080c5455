"""A rerun's row: enqueue, lease, extend, finish, fail."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from chat.models import Answer, Rerun
from portal.accounts.models import User
from verification.models import Flag
from verification.review.queue import case_assignment

State = Rerun.State
MOST_ATTEMPTS = 3
_OPEN = (State.PENDING, State.RUNNING)


class RerunRefusedError(ValueError):
    """The rerun was refused; the message says why."""


def rerun_enqueue(
    *,
    answer: Answer,
    kind: Rerun.Kind,
    day: date,
    ordered_by: User,
    now: datetime,
    sources: Sequence[int] = (),
) -> Rerun:
    """Have a case searched or composed once more; raises RerunRefusedError.

    Only while a decision is awaited, never in another reviewer's hands, and one at a time: of two who press at the same
    moment one is told.
    """
    if not Flag.objects.filter(answer=answer, resolved_at__isnull=True).exists():
        raise RerunRefusedError(_("이미 결정한 답변입니다."))
    held = case_assignment(answer_id=answer.pk, now=now)
    if held is not None and held.reviewer_id != ordered_by.pk:
        raise RerunRefusedError(_("%s 님이 맡고 있는 답변입니다.") % held.reviewer.get_username())
    if kind == Rerun.Kind.COMPOSE and not sources:
        raise RerunRefusedError(_("근거를 하나 이상 고르십시오."))
    try:
        with transaction.atomic():
            return Rerun.objects.create(
                answer=answer, kind=kind, day=day, ordered_by=ordered_by, sources=list(sources)
            )
    except IntegrityError as error:
        raise RerunRefusedError(
            _("다른 실행이 아직 끝나지 않았습니다. 끝난 뒤 다시 누르십시오.")
        ) from error


def lease_rerun(*, rerun_id: UUID | str, now: datetime) -> Rerun | None:
    """Lease a rerun with one conditional UPDATE; None if another worker has it or it is finished."""
    free = Q(state=State.PENDING) | Q(state=State.RUNNING, lease_until__lt=now)
    taken = Rerun.objects.filter(free, pk=rerun_id).update(
        state=State.RUNNING,
        lease_until=_lease(now),
        attempts=F("attempts") + 1,
    )
    if not taken:
        return None
    return Rerun.objects.select_related(
        "answer__message__in_reply_to", "answer__message__conversation"
    ).get(pk=rerun_id)


def extend_rerun_lease(*, rerun: Rerun, stage: Rerun.Stage, now: datetime) -> bool:
    """Extend the lease and record the stage; False if the lease is lost."""
    return bool(_own(rerun).update(stage=stage, lease_until=_lease(now)))


def rerun_finish(*, rerun: Rerun, result: dict[str, Any], now: datetime) -> bool:
    """Record the result; False where another worker has taken the rerun over meanwhile."""
    return bool(
        _own(rerun).update(
            state=State.DONE, stage="", result=result, lease_until=None, finished_at=now, error=""
        )
    )


def rerun_fail(*, rerun: Rerun, error: str, now: datetime) -> bool:
    """End a rerun that gave nothing, with the reason; it can be ordered again."""
    return bool(
        _own(rerun).update(
            state=State.FAILED, stage="", lease_until=None, finished_at=now, error=error[:300]
        )
    )


def stalled_reruns(*, now: datetime, waiting_since: datetime) -> list[UUID]:
    """Reruns whose message was lost or whose worker died; those with too many attempts fail."""
    dead = Rerun.objects.filter(state=State.RUNNING, lease_until__lt=now)
    dead.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=State.FAILED,
        stage="",
        lease_until=None,
        finished_at=now,
        error="the rerun never ended",
    )
    lost = dead.filter(attempts__lt=MOST_ATTEMPTS) | Rerun.objects.filter(
        state=State.PENDING, updated_at__lt=waiting_since
    )
    return list(lost.order_by("created_at", "pk").values_list("pk", flat=True)[:100])


def _own(rerun: Rerun) -> Any:
    return Rerun.objects.filter(pk=rerun.pk, state=State.RUNNING, attempts=rerun.attempts)


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.RERUN_LEASE_SECONDS)
