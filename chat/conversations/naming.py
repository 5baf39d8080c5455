"""What an asker calls a conversation. Deleting one is `chat.conversations.personal_data`: it is the person's data."""

from __future__ import annotations

from chat.models import Conversation
from portal.privacy.masking import personal_data_mask

LONGEST_TITLE = 100


def conversation_rename(*, conversation: Conversation, title: str) -> None:
    """Give a conversation another name, personal data masked; an empty one leaves it as it is."""
    name = personal_data_mask(" ".join(title.replace("\0", "").split())).text[:LONGEST_TITLE]
    if name:
        Conversation.objects.filter(pk=conversation.pk).update(title=name)
