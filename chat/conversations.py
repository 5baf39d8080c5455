"""What an asker does with a conversation as a whole: name it, delete it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError

from chat.models import AnswerShare, Conversation

LONGEST_TITLE = 100


def conversation_rename(*, conversation: Conversation, title: str) -> None:
    """Give a conversation another name; an empty one leaves it as it is."""
    name = " ".join(title.replace("\0", "").split())[:LONGEST_TITLE]
    if name:
        Conversation.objects.filter(pk=conversation.pk).update(title=name)


def conversation_delete(*, conversation: Conversation, now: datetime) -> None:
    """Delete a conversation with its answers, its links and what was thought of them.

    What the staff decided is never deleted, so an answer with a decision stays, but belongs to nobody and is shared with nobody.
    """
    try:
        with transaction.atomic():
            conversation.delete()
    except ProtectedError:
        with transaction.atomic():
            Conversation.objects.filter(pk=conversation.pk).update(
                user=None, session_key="", title=""
            )
            AnswerShare.objects.filter(
                answer__message__conversation=conversation, revoked_at__isnull=True
            ).update(revoked_at=now)
