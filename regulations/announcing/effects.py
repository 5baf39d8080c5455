"""What a draft changes for those who ask, as whoever keeps their questions has tried it (`notice_effects_requested`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from regulations.models import AdvanceNotice
from regulations.signals import notice_effects_requested


@dataclass(frozen=True, slots=True)
class QuotedRule:
    """The words that a question leads to, and where they stand."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class DifferingQuestion:
    """A question that leads to other words with the draft than without; an empty side says that it leads to none."""

    question: str
    is_confirmed: bool
    before: tuple[QuotedRule, ...]
    after: tuple[QuotedRule, ...]


@dataclass(frozen=True, slots=True)
class NoticeEffects:
    """The outcome of trying `played` questions. Only `done` says anything of them."""

    state: Literal["waiting", "done", "failed"]
    played: int = 0
    differing: tuple[DifferingQuestion, ...] = ()
    error: str = ""


def notice_effects(notice: AdvanceNotice) -> NoticeEffects | None:
    """What is known; None where nobody tries questions."""
    for _receiver, found in notice_effects_requested.send(sender=AdvanceNotice, notice=notice):
        if isinstance(found, NoticeEffects):
            return found
    return None
