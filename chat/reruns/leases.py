"""A rerun's row: enqueue, lease, extend, finish, fail."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from chat.models import Answer, Rerun
from portal.accounts.models import User
from verification.models import Flag
from verification.review.queue import case_assignment

State = Rerun.State


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
    """Lease a rerun; None if another worker has it or it is finished."""
    return Rerun.lease(now=now, pk=rerun_id)


def extend_rerun_lease(*, rerun: Rerun, stage: Rerun.Stage, now: datetime) -> bool:
    """Extend the lease and record the stage; False if the lease is lost."""
    return rerun.extend(now=now, stage=stage)


def rerun_finish(*, rerun: Rerun, result: dict[str, Any], now: datetime) -> bool:
    """Record the result; False where another worker has taken the rerun over meanwhile."""
    return rerun.finish(state=State.DONE, stage="", result=result, finished_at=now)


def rerun_fail(*, rerun: Rerun, error: str, now: datetime) -> bool:
    """End a rerun that gave nothing, with the reason; it can be ordered again."""
    return rerun.fail(error, state=State.FAILED, **rerun.fields_at_end(now))
