"""What can still become of an answer, for its asker: a decision that is awaited or made by an office, another try."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from chat.models import Answer, VerifiedUse
from chat.presenters import wording
from chat.presenters.shapes import DecisionView
from regulations.models import Department
from verification.citations.states import SentenceOutcome
from verification.models import Flag, Review, Verification

Decision = Review.Decision
Status = Answer.Status
_FAILED = (Status.ERROR_PROVIDER, Status.ERROR_TIMEOUT, Status.ERROR_INTERNAL, Status.STOPPED)
# Not confirmed, or not any longer, or held against nothing.
_DOUBTED = {
    *(one for one in SentenceOutcome if one.is_failing),
    SentenceOutcome.WITHDRAWN,
    SentenceOutcome.NOT_CHECKED,
}
# What the asker brought about or was told of; the portal's own samples and doubts are its own affair.
_ASKED = (Flag.Reason.THUMBS_DOWN, Flag.Reason.HANDED_OVER, Flag.Reason.REOPENED)


def decision_view(answer: Answer, review: Review | None) -> DecisionView | None:
    """What is awaited comes before what was decided earlier, but not before why another text or none stands there."""
    is_waiting = is_awaited(answer)
    ended = confirmation_ended(answer, review)
    if ended is not None:
        return DecisionView(
            _("같은 질문의 답변을 %s에서 고치거나 철회하여, 이 답변의 확인을 거두었습니다.")
            % office_of(answer),
            is_waiting=any(flag.resolved_at is None for flag in answer.flags.all()),
            day=ended,
        )
    if is_waiting and (review is None or not review.replaces):
        return DecisionView(
            _("담당 부서의 검토를 기다립니다: %s") % office_of(answer), is_waiting=True
        )
    if review is None:
        return None
    said = {
        Decision.APPROVED: _("%s에서 다시 보고 그대로 확인했습니다."),
        Decision.CORRECTED: _("%s에서 이 답변을 고쳤습니다."),
        Decision.WITHDRAWN: _("%s에서 이 답변을 철회했습니다."),
    }[Decision(review.decision)]
    reason = "" if review.decision == Decision.APPROVED else review.reason
    return DecisionView(
        said % office_of(answer), is_waiting=is_waiting, day=review.created_at, reason=reason
    )


def confirmation_ended(answer: Answer, review: Review | None) -> datetime | None:
    """When the staff took back the confirmed answer that was shown here; None where a later decision is about this one."""
    if answer.composer != Answer.Composer.STAFF:
        return None
    use: VerifiedUse | None = getattr(answer, "shown_from", None)
    ended = use.verified.replaced_at if use else None
    if ended is None or (review is not None and (review.replaces or review.created_at > ended)):
        return None
    return ended


def is_awaited(answer: Answer) -> bool:
    """Whether the asker waits for the staff."""
    return any(flag.reason in _ASKED and flag.resolved_at is None for flag in answer.flags.all())


def can_hand_over(answer: Answer) -> bool:
    """Whether the question may go to an office: it was refused, or something of the answer was not confirmed.

    Once more where the office only withdrew what there was, or said that it is not its own matter.
    """
    if answer.finished_at is None or is_awaited(answer):
        return False
    if answer.reviews.all():
        decided = [row.decision for row in answer.reviews.all() if row.decides]
        return decided == [Decision.WITHDRAWN]
    status = Answer.Status(answer.status)
    if status.is_refusal or status is Answer.Status.NEAR:
        return True
    outcomes = {row.outcome for row in answer.sentences.all()}
    return bool(outcomes & _DOUBTED)


def is_given_back(answer: Answer) -> bool:
    """Whether an office had the question already."""
    return any(flag.reason == Flag.Reason.HANDED_OVER for flag in answer.flags.all())


def asked_office(answer: Answer) -> str:
    """Whom the question goes to where it is handed over."""
    return _("다른 부서") if is_given_back(answer) else office_of(answer)


def office_of(answer: Answer) -> str:
    """The office that the asker was sent to, else the one that owns what the answer rests on."""
    owner = owner_of(answer)
    return answer.department_name or (owner.name if owner else _("담당 부서"))


def owner_of(answer: Answer) -> Department | None:
    """The office that owns what the answer rests on, or what was looked at for it."""
    cited = [
        *(row.version for row in answer.message.citations.all()),
        *(row.version for row in answer.passages.all()),
    ]
    owners = (version.regulation.owner_department for version in cited if version is not None)
    return next((owner for owner in owners if owner is not None), None)


def can_retry(answer: Answer) -> bool:
    """Whether the question may be answered once more in its place: it failed, was stopped, broke off, or was made without the model."""
    failed = answer.status in _FAILED
    without_model = answer.composer == Answer.Composer.EXTRACTIVE and bool(answer.error)
    is_broken_off = wording.is_broken_off(answer.composer, answer.error)
    return (failed or without_model or is_broken_off) and not answer.reviews.all()


def can_check_again(answer: Answer) -> bool:
    """Whether the second reading, or its part that reads the citations, did not run and may be made again."""
    verification: Verification | None = getattr(answer, "verification", None)
    decided = [row for row in answer.reviews.all() if row.decides]
    latest = max(decided, key=lambda row: row.created_at, default=None)
    if verification is None or (latest is not None and latest.replaces):
        return False
    is_done = verification.check_state == Verification.CheckState.DONE
    is_failed = verification.check_state == Verification.CheckState.FAILED
    return is_failed or (is_done and verification.lacks_pairs)
