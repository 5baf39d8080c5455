"""That an asker has read what the staff decided about an answer."""

from __future__ import annotations

from datetime import datetime

from chat.conversations.notices import decided_read
from chat.models import Answer


def review_seen(*, answer: Answer, now: datetime) -> None:
    """Do not tell of decisions until now any more."""
    Answer.objects.filter(pk=answer.pk).update(review_seen_at=now)
    decided_read(answer=answer, now=now)
