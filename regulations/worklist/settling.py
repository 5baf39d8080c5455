"""Working the list off: done, not affected and why, or to do again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from portal.accounts.models import User
from regulations.models import WorklistItem

State = WorklistItem.State


class ReasonMissingError(Exception):
    """Why something is not affected has to be said. The message is for a person (in Korean)."""


def items_settle(*, items: Sequence[int], state: str, reason: str, by: User, now: datetime) -> int:
    """Set the state of items; returns how many there were."""
    wanted = State(state)
    if wanted is State.NOT_AFFECTED and not reason.strip():
        raise ReasonMissingError("영향이 없는 까닭을 적어 주십시오.")
    is_open = wanted is State.TODO
    return WorklistItem.objects.filter(pk__in=items).update(
        state=wanted,
        reason=reason.strip()[:300],
        settled_at=None if is_open else now,
        settled_by=None if is_open else by,
    )
