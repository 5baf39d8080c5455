"""The asynchronous check's row: lease, defer, record, fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from verification.citations.states import Verdict
from verification.models import ClaimCheck, Flag, Verification
from verification.review.flags import flag_raise, flag_settle

CheckState = Verification.CheckState
Faithfulness = Verification.Faithfulness


@dataclass(frozen=True)
class ClaimVerdict:
    """One claim and what the check says of it."""

    claim: str
    verdict: Verdict
    reason: str = ""
    evidence: str = ""
    evidence_locator: str = ""
    score: float | None = None


@dataclass(frozen=True)
class FaithfulnessResult:
    """The verdicts on all claims of an answer; `score` is supported / judged, None where nothing was judged."""

    claims: Sequence[ClaimVerdict]
    method: Verification.Method
    model: str = ""
    prompt_hash: str = ""

    @property
    def score(self) -> float | None:
        """Supported claims among the claims that were judged."""
        judged = [c for c in self.claims if c.verdict != Verdict.NOT_CHECKED]
        if not judged:
            return None
        return sum(c.verdict == Verdict.SUPPORTED for c in judged) / len(judged)

    @property
    def is_low(self) -> bool:
        """Whether too little of what was judged is supported."""
        return self.score is not None and self.score < settings.FAITHFULNESS_THRESHOLD

    @property
    def faithfulness(self) -> Verification.Faithfulness:
        """The result in one word; one claim that was not judged keeps the whole from being FAITHFUL.

        What nothing speaks against, and some of it is supported, is no more than not confirmed as a whole.
        """
        score = self.score
        if score is None:
            return Faithfulness.NOT_CHECKED
        is_denied = any(c.verdict == Verdict.CONTRADICTED for c in self.claims)
        if self.is_low and (is_denied or not score):
            return Faithfulness.UNFAITHFUL
        complete = all(c.verdict == Verdict.SUPPORTED for c in self.claims)
        return Faithfulness.FAITHFUL if complete else Faithfulness.PARTLY


def lease_check(*, answer_id: UUID | str, now: datetime) -> Verification | None:
    """Lease a check; None if another worker has it or it is finished."""
    return Verification.lease(now=now, answer_id=answer_id)


@transaction.atomic
def faithfulness_record(
    *, verification: Verification, result: FaithfulnessResult, now: datetime
) -> bool:
    """Store the result and flag what is low; False where another worker has taken the check over meanwhile."""
    done = verification.finish(
        state=CheckState.DONE,
        checked_at=now,
        faithfulness=result.faithfulness,
        score=result.score,
        method=result.method,
        model=result.model,
        prompt_hash=result.prompt_hash,
    )
    if not done:
        return False
    # What an earlier reading said, or why it could not be made, is no longer so.
    ClaimCheck.objects.filter(verification=verification).delete()
    flag_settle(answer_id=verification.answer_id, reason=Flag.Reason.CHECK_FAILED, now=now)
    ClaimCheck.objects.bulk_create(
        ClaimCheck(
            verification=verification,
            position=position,
            claim=claim.claim,
            verdict=claim.verdict,
            reason=claim.reason,
            evidence=claim.evidence,
            evidence_locator=claim.evidence_locator[:300],
            score=claim.score,
            method=result.method,
        )
        for position, claim in enumerate(result.claims, start=1)
    )
    _flag(verification, result)
    return True


def defer_check(*, verification: Verification, reason: str, until: datetime) -> None:
    """Put a check back that may not run now: not checked, not counted as an attempt, and not sent again before `until`."""
    verification.release(until=until, is_counted=False, error=reason)


@transaction.atomic
def fail_check(*, verification: Verification, error: str, is_final: bool) -> None:
    """Record a failed check, to be retried or final. It never counts as passed."""
    if not is_final:
        verification.release(error=error)
    elif verification.fail(error, state=CheckState.FAILED):
        _flag_failed(verification, error)


def flag_given_up(*, work: Verification, **_: object) -> None:
    """Put an answer whose check was tried too often before a person."""
    _flag_failed(work, work.error)


def _flag_failed(verification: Verification, error: str) -> None:
    flag_raise(answer_id=verification.answer_id, reason=Flag.Reason.CHECK_FAILED, detail=error)


def _flag(verification: Verification, result: FaithfulnessResult) -> None:
    failing = [c for c in result.claims if c.verdict != Verdict.SUPPORTED]
    detail = "\n".join(f"{claim.claim}: {claim.verdict.label} {claim.reason}" for claim in failing)
    if result.is_low:
        flag_raise(
            answer_id=verification.answer_id, reason=Flag.Reason.LOW_FAITHFULNESS, detail=detail
        )
    elif failing and result.method == Verification.Method.MODEL:
        # The rules let the sentence pass when it was shown; the model does not.
        flag_raise(answer_id=verification.answer_id, reason=Flag.Reason.DISAGREEMENT, detail=detail)
