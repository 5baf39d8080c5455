"""Send notifications, each once: a notice has a unique key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from verification.models import Notice, Review
from verification.review.access import leads, reviewers

Kind = Notice.Kind
_BATCH = 500
# What an assignee or a second person is told of a case; moot when it is decided.
_OF_CASE = (Kind.CASE_ASSIGNED, Kind.SECOND_ASKED, Kind.CASE_LATE)
# What an asker is told; it goes when their words go.
ASKER_KINDS = (
    Kind.ANSWER_CORRECTED,
    Kind.ANSWER_WITHDRAWN,
    Kind.ANSWER_RESTORED,
    Kind.MARK_WITHDRAWN,
    Kind.VERIFIED_REPLACED,
    Kind.FEEDBACK_HANDLED,
    Kind.PROVISION_AMENDED,
)


@dataclass(frozen=True)
class Notification:
    """A notification to a user or a browser session; with neither it is dropped."""

    kind: Notice.Kind
    key: str
    url: str
    user_id: int | None = None
    session_key: str = ""
    answer_id: UUID | None = None
    figures: Mapping[str, int] = field(default_factory=dict)


def send_notifications(told: Iterable[Notification]) -> None:
    """Store the notifications; those whose key exists already are skipped."""
    Notice.objects.bulk_create(
        [
            Notice(
                recipient_id=one.user_id,
                session_key="" if one.user_id else one.session_key,
                kind=one.kind,
                key=one.key,
                url=one.url,
                answer_id=one.answer_id,
                figures=dict(one.figures),
            )
            for one in told
            if one.user_id or one.session_key
        ],
        batch_size=_BATCH,
        ignore_conflicts=True,
    )


def notify_assigned(*, answer_id: UUID, to: int, now: datetime) -> None:
    """Tell a reviewer that a case was put into their hands."""
    key = f"assigned:{answer_id}:{now.isoformat()}"
    send_notifications([_case_notification(Kind.CASE_ASSIGNED, key, answer_id, to)])


def notify_second_review(*, review: Review) -> None:
    """Tell who leads the review, or where nobody does all other reviewers, that a second opinion is wanted."""
    others = leads().exclude(pk=review.reviewer_id)
    found = others if others.exists() else reviewers().exclude(pk=review.reviewer_id)
    key = f"second:{review.pk}"
    send_notifications(
        _case_notification(Kind.SECOND_ASKED, key, review.answer_id, one.pk) for one in found
    )


def notify_cases_opened(*, key: str, count: int, url: str) -> None:
    """Tell who leads the review how many cases an amendment opened."""
    if count:
        send_notifications(
            Notification(Kind.CASES_OPENED, key, url, user_id=one.pk, figures={"count": count})
            for one in leads()
        )


def mark_case_notices_read(*, answer_id: UUID, now: datetime) -> None:
    """Mark the notices of a decided case as read."""
    Notice.objects.filter(answer_id=answer_id, kind__in=_OF_CASE, read_at=None).update(read_at=now)


def notify_of_case(*, kind: Notice.Kind, key: str, answer_id: UUID, to: Iterable[int]) -> None:
    """Notify people about one case."""
    send_notifications(_case_notification(kind, key, answer_id, pk) for pk in dict.fromkeys(to))


def _case_notification(kind: Notice.Kind, key: str, answer_id: UUID, to: int) -> Notification:
    url = reverse("verification:case", kwargs={"answer_id": answer_id})
    return Notification(kind, key, url, user_id=to, answer_id=answer_id)
