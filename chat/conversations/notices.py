"""What an asker is told of an answer: the staff changed it, looked at the opinion about it, or its rule was amended.

An answer belongs to a conversation, and that to a person or to the session of a browser; whoever that is, is told.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from chat.models import Answer, Feedback
from regulations.publishing.amendments import Amendment
from verification.models import Notice, Review
from verification.review.notices.telling import Told, notices_tell, opened_tell

Kind = Notice.Kind
_KINDS = {
    Review.Decision.CORRECTED: Kind.ANSWER_CORRECTED,
    Review.Decision.WITHDRAWN: Kind.ANSWER_WITHDRAWN,
}
# What the page of questions tells of, too, until it has been read (chat.conversations.selectors.answers_decided).
DECIDED_KINDS = tuple(_KINDS.values())


def tell_decided(*, review: Review, kept_for: Sequence[str] | None) -> None:
    """Called in the transaction of a decision: tell the asker what became of the answer, or of their opinion about it."""
    kind = _KINDS.get(Review.Decision(review.decision))
    if kind is None and Feedback.objects.filter(answer=review.answer_id, helpful=False).exists():
        kind = Kind.FEEDBACK_HANDLED
    if kind is None:
        return
    answer = Answer.objects.select_related("message__conversation").get(pk=review.answer_id)
    notices_tell([_told(answer, kind, f"review:{review.pk}")])


def tell_amended(*, amendment: Amendment, answer_ids: Collection[UUID], what: str) -> None:
    """Tell each asker once of an amendment, whatever the number of their answers; and the leads of the cases it opened."""
    answers = Answer.objects.filter(pk__in=answer_ids).select_related("message__conversation")
    latest: dict[tuple[int | None, str], Answer] = {}
    counts: dict[tuple[int | None, str], int] = {}
    for answer in answers.order_by("created_at", "pk"):
        owner = _owner(answer)
        latest[owner], counts[owner] = answer, counts.get(owner, 0) + 1
    key = f"amendment:{amendment.version.pk}"
    notices_tell(
        _told(answer, Kind.PROVISION_AMENDED, key, count=counts[owner])
        for owner, answer in latest.items()
    )
    queue = f"{reverse('verification:queue')}?reason=PROVISION_AMENDED"
    opened_tell(key=f"{key}:{what}", count=len(answer_ids), url=queue)


def decided_read(*, answer: Answer, now: datetime) -> None:
    """Who has read a decision beside the question need not be told of it in the list."""
    Notice.objects.filter(answer=answer, kind__in=DECIDED_KINDS, read_at=None).update(read_at=now)


def _owner(answer: Answer) -> tuple[int | None, str]:
    conversation = answer.message.conversation
    return conversation.user_id, conversation.session_key


def _told(answer: Answer, kind: Notice.Kind, key: str, *, count: int = 1) -> Told:
    user_id, session_key = _owner(answer)
    page = reverse("chat:conversation", kwargs={"conversation_id": answer.message.conversation_id})
    return Told(
        kind=kind,
        key=key,
        url=f"{page}#answer-{answer.pk}",
        user_id=user_id,
        session_key=session_key,
        answer_id=answer.pk,
        figures={"count": count},
    )
