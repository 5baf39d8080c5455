"""Notify askers: the staff changed an answer, handled feedback, or a cited provision was amended.

An answer belongs to a conversation, and that to a person or to the session of a browser; whoever that is, is told.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from chat.models import Answer, Feedback
from portal.mailing.models import Webhook
from portal.mailing.webhooks.sending import webhooks_send
from regulations.publishing.amendments import Amendment
from verification.models import Flag, Notice, Review
from verification.review.notices.sending import (
    Notification,
    notify_cases_opened,
    send_notifications,
)

Kind = Notice.Kind
_KINDS = {
    Review.Decision.CORRECTED: Kind.ANSWER_CORRECTED,
    Review.Decision.WITHDRAWN: Kind.ANSWER_WITHDRAWN,
}
# What the page of questions tells of, too, until it has been read (chat.conversations.selectors.answers_decided).
DECIDED_KINDS = (*_KINDS.values(), Kind.ANSWER_RESTORED)
# The same of what is confirmed no more (answers_unmarked there).
UNMARKED_KINDS = (Kind.MARK_WITHDRAWN, Kind.VERIFIED_REPLACED)
_READ_BESIDE = (*DECIDED_KINDS, *UNMARKED_KINDS)


def notify_decided(*, review: Review, **_: object) -> None:
    """Runs in the transaction of a decision: notify the asker of the changed answer or the handled feedback."""
    kind = _changed(review)
    if kind is None and _is_asked_for(review):
        kind = Kind.FEEDBACK_HANDLED
    if kind is None:
        return
    answer = Answer.objects.select_related("message__conversation").get(pk=review.answer_id)
    send_notifications([_asker_notification(answer, kind, f"review:{review.pk}")])


def _changed(review: Review) -> Notice.Kind | None:
    """What the decision makes of what the asker saw; None where that stays."""
    if review.decision != Review.Decision.APPROVED:
        return _KINDS.get(Review.Decision(review.decision))
    earlier = Review.objects.filter(answer=review.answer_id).exclude(pk=review.pk)
    decided = earlier.exclude(decision=Review.Decision.SECOND)
    before = decided.order_by("-created_at", "pk").first()
    return Kind.ANSWER_RESTORED if before is not None and before.replaces else None


def _is_asked_for(review: Review) -> bool:
    """Whether the asker brought the decision about: by an opinion, or by handing the question over."""
    opinions = Feedback.objects.filter(answer=review.answer_id, helpful=False)
    handed = Flag.objects.filter(answer=review.answer_id, reason=Flag.Reason.HANDED_OVER)
    return opinions.exists() or handed.exists()


def notify_amended(*, amendment: Amendment, answer_ids: Collection[UUID]) -> None:
    """Tell each asker once of an amendment, whatever the number of their answers; and the leads of the cases it opened."""
    answers = Answer.objects.filter(pk__in=answer_ids).select_related("message__conversation")
    latest: dict[tuple[int | None, str], Answer] = {}
    counts: dict[tuple[int | None, str], int] = {}
    for answer in answers.order_by("created_at", "pk"):
        owner = _owner(answer)
        latest[owner], counts[owner] = answer, counts.get(owner, 0) + 1
    key = f"amendment:{amendment.version.pk}"
    send_notifications(
        _asker_notification(answer, Kind.PROVISION_AMENDED, key, count=counts[owner])
        for owner, answer in latest.items()
    )
    queue = f"{reverse('verification:queue')}?reason=PROVISION_AMENDED"
    notify_cases_opened(key=f"{key}:cases", count=len(answer_ids), url=queue)


def notify_withdrawn(*, answer: Answer, count: int, now: datetime) -> None:
    """Tell the asker that sentences which they may have read as confirmed are confirmed no more."""
    asked = Answer.objects.select_related("message__conversation").get(pk=answer.pk)
    key = f"marks:{answer.pk}:{now.isoformat()}"
    send_notifications([_asker_notification(asked, Kind.MARK_WITHDRAWN, key, count=count)])


def notify_verified_replaced(*, verified_id: UUID, answer_ids: Collection[UUID]) -> None:
    """Tell the askers to whom a verified answer was shown that the staff say otherwise now."""
    answers = Answer.objects.filter(pk__in=answer_ids).select_related("message__conversation")
    send_notifications(
        _asker_notification(answer, Kind.VERIFIED_REPLACED, f"verified:{verified_id}:{answer.pk}")
        for answer in answers
    )


def mark_decision_notices_read(*, answer: Answer, now: datetime) -> None:
    """Mark decision notices as read once the asker has seen the decision on the answer's page."""
    Notice.objects.filter(answer=answer, kind__in=_READ_BESIDE, read_at=None).update(read_at=now)


def send_webhooks_decided(*, review: Review, **_: object) -> None:
    """Runs in the transaction of a decision: send webhooks what became of which answer, without a word of it."""
    if _changed(review) is not None:
        webhooks_send(
            event=Webhook.Event.ANSWER_CHANGED,
            key=f"review:{review.pk}",
            data={"answer": str(review.answer_id), "decision": review.decision},
            now=review.created_at,
        )


def _owner(answer: Answer) -> tuple[int | None, str]:
    conversation = answer.message.conversation
    return conversation.user_id, conversation.session_key


def _asker_notification(
    answer: Answer, kind: Notice.Kind, key: str, *, count: int = 1
) -> Notification:
    user_id, session_key = _owner(answer)
    page = reverse("chat:conversation", kwargs={"conversation_id": answer.message.conversation_id})
    return Notification(
        kind=kind,
        key=key,
        url=f"{page}#answer-{answer.pk}",
        user_id=user_id,
        session_key=session_key,
        answer_id=answer.pk,
        figures={"count": count},
    )
