"""Links to one answer: made and taken back by its asker, read by whoever has them."""

from __future__ import annotations

from datetime import datetime

from chat.conversations.selectors import answers_with_everything
from chat.models import Answer, AnswerShare

_UNSHARED = (Answer.Status.PENDING, Answer.Status.COMPOSING)


def answer_share(*, answer: Answer) -> AnswerShare | None:
    """Return the answer's open link, a new one if it has none; None while the answer is being composed."""
    if answer.status in _UNSHARED:
        return None
    share, _created = AnswerShare.objects.get_or_create(answer=answer, revoked_at=None)
    return share


def share_revoke(*, answer: Answer, now: datetime) -> None:
    """Take the answer's link back: it leads nowhere from now on, and a new one will be another."""
    AnswerShare.objects.filter(answer=answer, revoked_at__isnull=True).update(revoked_at=now)


def shared_answer(*, token: str) -> Answer:
    """The answer that an open link shows, as it stands now; raises Answer.DoesNotExist."""
    return answers_with_everything().get(shares__token=token, shares__revoked_at__isnull=True)
