"""The life of a rerun on its row: ordered once at a time, claimed by one worker, its result or its failure recorded once."""

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
from verification.review.queue import case_holder

State = Rerun.State
MOST_ATTEMPTS = 3
_OPEN = (State.PENDING, State.RUNNING)


class RerunRefusedError(ValueError):
    """Nothing is run; the message tells a person why."""


def rerun_order(
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
    held = case_holder(answer_id=answer.pk, now=now)
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


def rerun_claim(*, rerun_id: UUID | str, now: datetime) -> Rerun | None:
    """Take a rerun for work; None where another worker has it or it is finished. One conditional UPDATE decides."""
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


def rerun_renew(*, rerun: Rerun, stage: Rerun.Stage, now: datetime) -> bool:
    """Hold a rerun longer and say how far it is; False where it is the worker's no more."""
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


def reruns_lost(*, now: datetime, waiting_since: datetime) -> list[UUID]:
    """The reruns that nobody has: their message was lost or their worker died. Those tried too often end as failed."""
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
