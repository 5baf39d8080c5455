"""Tell open pages that an answer is no longer as they show it: decided about, checked late, amended."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from django.db import transaction

from chat.models import Answer
from chat.stream import events
from verification.models import Review, Verification


def publish_changes(answer_ids: Iterable[UUID]) -> None:
    """Tell the open pages of these answers, once the transaction is over."""
    rows = Answer.objects.filter(pk__in=list(answer_ids))
    for answer_id, conversation_id in rows.values_list("pk", "message__conversation"):
        send = partial(events.send_changed, conversation_id, answer_id)
        transaction.on_commit(send, robust=True)


def publish_decided(*, review: Review, **_: object) -> None:
    """A decision reaches the open page."""
    publish_changes([review.answer_id])


def publish_checked(*, verification: Verification, **_: object) -> None:
    """The second reading reaches the open page, however late it comes."""
    publish_changes([verification.answer_id])
