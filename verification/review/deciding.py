"""What a reviewer does with a case: approve, correct, withdraw, or ask a second person. Rows are only ever added.

Two people deciding about one case come one after the other, and the second is told: what they read is no longer what is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.accounts.models import User
from portal.privacy.masking import OFFICE_CONTACTS, personal_data_mask
from verification.models import Assignment, Flag, Review
from verification.review.flags import flags_settle
from verification.review.notices.sending import mark_case_notices_read, notify_second_review
from verification.review.queue import case_assignment
from verification.signals import answer_decided
from verification.texts.corrections import correction_check

Decision = Review.Decision


class ReviewError(ValueError):
    """The decision cannot be taken as it stands; the message tells a person why, `field` names what they have to fill in."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class ReviewConflictError(ReviewError):
    """The case is no longer what the reviewer saw; nothing was saved."""


def case_state(*, answer_id: UUID) -> str:
    """The state of a case as a reviewer saw it: all decisions and open flags, to detect concurrent changes."""
    reviews = Review.objects.filter(answer_id=answer_id).order_by("pk").values_list("pk", flat=True)
    flags = Flag.objects.filter(answer_id=answer_id, resolved_at__isnull=True).order_by("pk")
    seen = [*map(str, reviews), *(f"{pk} {at}" for pk, at in flags.values_list("pk", "updated_at"))]
    return sha256("\n".join(seen).encode()).hexdigest()[:16]


def last_decisions(
    *, begins: datetime | None = None, ends: datetime | None = None
) -> QuerySet[Review]:
    """The last decision about each answer, of those made between two times: what counts answers, not decisions."""
    made = Review.objects.exclude(decision=Decision.SECOND)
    if begins is not None:
        made = made.filter(created_at__gte=begins)
    if ends is not None:
        made = made.filter(created_at__lt=ends)
    newest = made.filter(answer=OuterRef("answer")).order_by("-created_at", "-pk")
    return made.filter(pk=Subquery(newest.values("pk")[:1]))


@transaction.atomic
def review_decide(  # noqa: PLR0913 - what a decision consists of
    *,
    answer_id: UUID,
    reviewer: User,
    decision: str,
    reason: str = "",
    corrected_text: str = "",
    cause: str = "",
    seen: str = "",
    opened_at: datetime | None = None,
    verified_phrasings: Sequence[str] | None = None,
    ends_verified: bool = False,
    accepts_unconfirmed: bool = False,
) -> Review:
    """Add a decision about an answer and close its flags. Raises ReviewError.

    `seen` is the `case_state` that the reviewer had before them; a case that is another one by now is not decided.
    With `verified_phrasings` the answer is kept for its question and these phrasings of it, with `ends_verified` no longer
    (verification.signals). A correction of which a citation was not confirmed is saved only with `accepts_unconfirmed`.
    """
    _complete(decision, reason, corrected_text, cause)
    # Two people deciding at the same moment come one after the other; the second sees what the first did.
    open_flags = list(
        Flag.objects.select_for_update()
        .filter(answer_id=answer_id, resolved_at__isnull=True)
        .order_by("pk")
    )
    latest = _latest_review(answer_id)
    _unchanged(answer_id, open_flags, seen, reviewer, latest)
    held = case_assignment(answer_id=answer_id, now=timezone.now())
    if held is not None and held.reviewer_id != reviewer.pk:
        raise ReviewConflictError(
            _("%s 님이 맡고 있는 답변입니다. 이 결정은 저장하지 않았습니다.")
            % held.reviewer.get_username()
        )
    _four_eyes(reviewer, decision, latest)
    _second_opinion(reviewer, decision, latest)
    corrected_text = without_personal_data(corrected_text) if decision in _WITH_TEXT else ""
    review = Review.objects.create(
        answer_id=answer_id,
        reviewer=reviewer,
        decision=decision,
        reason=without_personal_data(reason),
        cause=cause if decision == Decision.APPROVED else "",
        corrected_text=corrected_text,
        opened_at=opened_at,
        citations=_citations(corrected_text, accepts_unconfirmed=accepts_unconfirmed)
        if decision == Decision.CORRECTED
        else [],
    )
    Assignment.objects.filter(answer_id=answer_id).delete()
    if not review.decides:
        notify_second_review(review=review)
    else:
        flags_settle(answer_id=answer_id, now=timezone.now())
        mark_case_notices_read(answer_id=answer_id, now=timezone.now())
        answer_decided.send(
            sender=Review,
            review=review,
            verified_phrasings=verified_phrasings,
            ends_verified=ends_verified,
        )
    return review


_WITH_TEXT = (Decision.CORRECTED, Decision.SECOND)


def without_personal_data(text: str) -> str:
    """What a reviewer wrote, without what it may say of a person; where an office is reached stays."""
    return personal_data_mask(text.strip(), but=OFFICE_CONTACTS).text


def _complete(decision: str, reason: str, corrected_text: str, cause: str) -> None:
    if decision not in Decision.values:
        raise ReviewError(_("결정을 고르십시오."))
    if cause and cause not in Review.Cause.values:
        raise ReviewError(_("의심한 까닭을 고르십시오."), field="cause")
    if decision != Decision.APPROVED and not reason.strip():
        raise ReviewError(_("승인이 아니면 이유를 적으십시오."), field="reason")
    if decision == Decision.CORRECTED and not corrected_text.strip():
        raise ReviewError(_("고친 답변을 적으십시오."), field="corrected_text")


def _latest_review(answer_id: UUID) -> Review | None:
    reviews = Review.objects.filter(answer_id=answer_id).select_related("reviewer")
    return reviews.order_by("-created_at", "pk").first()


def _unchanged(
    answer_id: UUID,
    open_flags: Sequence[Flag],
    seen: str,
    reviewer: User,
    latest: Review | None,
) -> None:
    if not open_flags or (seen and case_state(answer_id=answer_id) != seen):
        if latest is None:
            raise ReviewConflictError(
                _("그 사이에 이 답변의 검토 사유가 바뀌었습니다. 다시 읽고 결정하십시오.")
            )
        if latest.reviewer_id == reviewer.pk:
            raise ReviewConflictError(
                _(
                    "이 답변은 이미 직접 결정했거나 사유가 바뀌었습니다(%s). 다시 저장하지 않았습니다."
                )
                % latest.get_decision_display()
            )
        raise ReviewConflictError(
            _(
                "%(who)s 님이 먼저 결정했거나 사유가 바뀌었습니다(%(what)s). 이 결정은 저장하지 않았습니다."
            )
            % {"who": latest.reviewer.get_username(), "what": latest.get_decision_display()}
        )


def _four_eyes(reviewer: User, decision: str, latest: Review | None) -> None:
    """With four eyes, what the asker sees is decided by another person than the one who prepared it."""
    if not settings.REVIEW_FOUR_EYES or decision == Decision.SECOND:
        return
    if latest is None or latest.decision != Decision.SECOND:
        raise ReviewError(_("두 사람이 보아야 합니다. 먼저 2차 검토를 요청하십시오."))
    if latest.reviewer_id == reviewer.pk:
        raise ReviewError(_("2차 검토는 요청한 사람이 아닌 다른 담당자가 합니다."))


def _second_opinion(reviewer: User, decision: str, latest: Review | None) -> None:
    """Where only leads settle second opinions, nobody else decides a case for which one was asked."""
    if not settings.REVIEW_SECOND_BY_LEAD or reviewer.may_lead or decision == Decision.SECOND:
        return
    if latest is not None and latest.decision == Decision.SECOND:
        raise ReviewError(_("2차 검토를 요청한 답변은 검토 책임자가 결정합니다."))


def _citations(text: str, *, accepts_unconfirmed: bool) -> list[dict[str, Any]]:
    """The citations of a corrected text as they are shown with it; a text with a wrong one is not saved.

    Nor is, unless the reviewer accepts it, one with a citation that was not confirmed.
    """
    checked = correction_check(text=text, on=timezone.localdate())
    if checked.problem:
        raise ReviewError(checked.problem, field="corrected_text")
    if checked.wrong:
        found = ", ".join(f"{one.written} ({one.status_label})" for one in checked.wrong)
        raise ReviewError(
            _("확인되지 않은 인용이 있어 저장하지 않았습니다: %s") % found, field="corrected_text"
        )
    if checked.is_unconfirmed and not accepts_unconfirmed:
        raise ReviewError(
            _("확인되지 않은 인용이 있습니다. 고치거나, 그대로 저장한다고 표시하십시오."),
            field="accepts_unconfirmed",
        )
    return checked.as_rows()
