"""Mark a decision of the staff as read by the asker."""

from __future__ import annotations

from datetime import datetime

from chat.conversations.notices import mark_decision_notices_read
from chat.models import Answer


def review_seen(*, answer: Answer, now: datetime) -> None:
    """Record that the asker has read the decisions so far, and mark their notices as read."""
    Answer.objects.filter(pk=answer.pk).update(review_seen_at=now)
    mark_decision_notices_read(answer=answer, now=now)
