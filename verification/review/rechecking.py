"""The second reading once more: a check that failed, or judged with too little confidence, is made again by one click."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from verification.citations.states import Verdict
from verification.models import CitationCheck, ClaimCheck, Verification
from verification.tasks import check_faithfulness

State = Verification.CheckState
# Waiting for the judge's calls of the next hour counts as not under way: a person may try at once.
_CAN_RUN = Q(check_state__in=[State.DONE, State.FAILED]) | Q(
    check_state=State.PENDING, lease_until__isnull=False
)


def can_recheck(verification: Verification | None) -> bool:
    """Whether the check of an answer is over or put off; one that is under way is left to its worker."""
    if verification is None:
        return False
    return verification.shown_check_state in (State.DONE, State.FAILED, "DEFERRED")


@transaction.atomic
def check_again(*, answer_id: UUID) -> bool:
    """Order the check anew; until it has a result the answer counts as not checked. False where it is under way already."""
    ordered = Verification.objects.filter(_CAN_RUN, answer_id=answer_id).update(
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
    check_faithfulness.delay_on_commit(answer_id=str(answer_id))  # type: ignore[attr-defined]
    return True
