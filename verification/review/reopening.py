"""Open a decided case again: what was decided stays as it is, and another decision is added to it."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from portal.accounts.models import User
from verification.models import Flag, Review
from verification.review.deciding import ReviewConflictError, ReviewError, without_personal_data
from verification.review.flags import flag_raise


@transaction.atomic
def case_reopen(*, answer_id: UUID, reviewer: User, reason: str) -> None:
    """Put a decided case back into the queue with the reason; raises ReviewError."""
    if not reason.strip():
        raise ReviewError(_("다시 여는 이유를 적으십시오."), field="reason")
    flags = list(Flag.objects.select_for_update().filter(answer_id=answer_id).order_by("pk"))
    decided = Review.objects.filter(answer_id=answer_id).exclude(decision=Review.Decision.SECOND)
    if any(flag.resolved_at is None for flag in flags) or not decided.exists():
        raise ReviewConflictError(_("아직 결정을 기다리는 답변입니다."))
    flag_raise(
        answer_id=answer_id,
        reason=Flag.Reason.REOPENED,
        detail=f"{reviewer.get_username()}: {without_personal_data(reason)}",
    )
