"""Whose a conversation is: a person's, or a browser session's. What is known of who asks is another thing (chat.asking.askers)."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from portal.accounts.models import User

# Who asked for an answer, as columns of its row. Who asked through the widget, a messenger or the API has neither: nobody knows
# how many they are, so they count as one.
Asker = tuple[int | None, str]
ASKER = ("message__conversation__user", "message__conversation__session_key")


@dataclass(frozen=True)
class ConversationOwner:
    """A person who is signed in, or else a browser session."""

    user: User | None
    session_key: str


def owner_of(request: HttpRequest, *, create: bool = False) -> ConversationOwner:
    """Return whose conversations a request may see; with `create` a browser that has no session yet gets one."""
    user = request.user if isinstance(request.user, User) else None
    if create and user is None and not request.session.session_key:
        request.session.create()
    return ConversationOwner(user=user, session_key=request.session.session_key or "")
