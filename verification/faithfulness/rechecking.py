"""The second reading once more: a check that failed, or judged with too little confidence, is made again by one click."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from portal.jobs.dispatch import send_on_commit
from verification.citations.states import Verdict
from verification.faithfulness.tasks import check_faithfulness
from verification.models import CitationCheck, ClaimCheck, Flag, Review, Verification

State = Verification.CheckState
# Waiting for the judge's calls of the next hour counts as not under way: a person may try at once.
_CAN_RUN = Q(check_state__in=[State.DONE, State.FAILED]) | Q(
    check_state=State.PENDING, lease_until__isnull=False
)
_MOST_CHECKS = 200


@transaction.atomic
def check_again(*, answer_id: UUID, is_stale: bool = False) -> bool:
    """Order the check anew; until it has a result the answer counts as not checked. False where it is under way already.

    What the staff corrected or withdrew nobody sees any more, and nobody reads it again. One that is under way reads words that are no longer so where `is_stale`: its result is not taken.
    """
    if is_replaced(answer_id=answer_id):
        return False
    can_run = Q() if is_stale else _CAN_RUN
    ordered = Verification.objects.filter(can_run, answer_id=answer_id).update(
        check_state=State.PENDING,
        attempts=0,
        lease_until=None,
        error="",
        checked_at=None,
        faithfulness=Verification.Faithfulness.NOT_CHECKED,
        score=None,
        pairs_error="",
    )
    if not ordered:
        return False
    ClaimCheck.objects.filter(verification__answer_id=answer_id).delete()
    CitationCheck.objects.filter(verification__answer_id=answer_id).update(
        model_verdict=Verdict.NOT_CHECKED, model_confidence=None, model_reason=""
    )
    send_on_commit(check_faithfulness, answer_id=str(answer_id))
    return True


def is_replaced(*, answer_id: UUID) -> bool:
    """Whether the last decision put something else in the place of what was composed."""
    decided = Review.objects.filter(answer_id=answer_id).exclude(decision=Review.Decision.SECOND)
    latest = decided.order_by("-created_at", "pk").first()
    return latest is not None and latest.replaces


def failed_checks_again() -> int:
    """Make the second readings that failed once more; returns how many were ordered."""
    failed = Flag.objects.filter(reason=Flag.Reason.CHECK_FAILED, resolved_at=None)
    found = failed.order_by("created_at").values_list("answer", flat=True)[:_MOST_CHECKS]
    return sum(check_again(answer_id=answer_id) for answer_id in list(found))
