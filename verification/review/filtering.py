"""The queue as a reviewer wants it: filters and order, as they stand in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _

from verification.review.queue import QueueEntry
from verification.review.ranking import CasePriority

NAMES = ("reason", "hands", "only", "q", "office", "sort")


@dataclass(frozen=True)
class QueueFilter:
    """What is wanted; an empty value wants everything."""

    reason: str = ""
    hands: str = ""
    only: str = ""
    q: str = ""
    office: str = ""
    sort: str = ""

    @classmethod
    def of(cls, asked: QueryDict) -> QueueFilter:
        """Read an address."""
        return cls(**{name: asked.get(name, "") for name in NAMES})

    @property
    def query(self) -> str:
        """The part of the address behind the question mark; empty where nothing is wanted."""
        return urlencode({name: value for name in NAMES if (value := getattr(self, name))})

    def within(self, entries: Sequence[QueueEntry], *, reviewer_id: int) -> list[QueueEntry]:
        """What passes all filters but that of the reason, in the order wanted."""
        found = [entry for entry in entries if self._passes(entry, reviewer_id)]
        if self.sort == "oldest":
            found.sort(key=lambda entry: entry.waiting_since)
        elif self.sort == "newest":
            found.sort(key=lambda entry: entry.waiting_since, reverse=True)
        elif self.sort == "asked":
            found.sort(key=lambda entry: -entry.asked)
        return found

    def with_reason(self, entries: Sequence[QueueEntry]) -> list[QueueEntry]:
        """What is flagged for the reason wanted."""
        return [
            entry
            for entry in entries
            if not self.reason or any(flag.reason == self.reason for flag in entry.flags)
        ]

    def next_after(
        self, entries: Sequence[QueueEntry], *, decided: UUID, reviewer_id: int
    ) -> QueueEntry | None:
        """The first case in this order that is neither the decided one nor in another person's hands."""
        for entry in self.with_reason(self.within(entries, reviewer_id=reviewer_id)):
            if entry.answer_id != decided and entry.assignee_id in (None, reviewer_id):
                return entry
        return None

    def _passes(self, entry: QueueEntry, reviewer_id: int) -> bool:
        in_hands = {"free": entry.assignee_id is None, "mine": entry.assignee_id == reviewer_id}
        only = {
            "urgent": entry.priority == CasePriority.HIGH,
            "late": entry.is_late,
            "second": entry.is_second,
        }
        return (
            in_hands.get(self.hands, True)
            and only.get(self.only, True)
            and self.office in ("", entry.office)
            and self.q.casefold() in entry.question.casefold()
        )


def sort_choices() -> list[tuple[str, str]]:
    """The orders of the queue."""
    return [
        ("", _("순서: 피해와 물은 사람")),
        ("oldest", _("오래 기다린 순")),
        ("newest", _("새로운 순")),
        ("asked", _("많이 물은 순")),
    ]
