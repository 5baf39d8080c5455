"""Like cases decided together, failed checks made again together, and what was learned from false alarms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from portal.accounts.models import User
from verification.models import Review
from verification.review.deciding import ReviewError, case_state, last_decisions, review_decide
from verification.review.queue import UNREAD, review_queue

# So many at once are read by a person; so many are checked again by one click.
MOST_ALIKE = 30
_CHUNK = 500


@dataclass(frozen=True)
class AlikeCase:
    """A case beside others like it: what was asked, what is shown now, and its state as the reviewer sees it."""

    answer_id: UUID
    question: str
    text: str
    seen: str


def cases_alike(*, answer_id: UUID, now: datetime) -> list[AlikeCase]:
    """The open cases about the same provision for the same reasons; none where the case is not open."""
    entries = review_queue(now=now)
    wanted = {entry.likeness for entry in entries if entry.answer_id == answer_id}
    alike = [entry for entry in entries if entry.likeness in wanted]
    return [
        AlikeCase(
            answer_id=entry.answer_id,
            question=entry.question,
            text=entry.flags[0].answer.message.content,
            seen=case_state(answer_id=entry.answer_id),
        )
        for entry in alike[:MOST_ALIKE]
    ]


def cases_decide(
    *, seen: Mapping[UUID, str], reviewer: User, decision: str, reason: str, cause: str
) -> tuple[int, list[str]]:
    """Decide about each case as it was seen; returns how many were decided, and why others were not."""
    decided, refused = 0, []
    for answer_id, state in seen.items():
        try:
            review_decide(
                answer_id=answer_id,
                reviewer=reviewer,
                decision=decision,
                reason=reason,
                cause=cause,
                seen=state,
            )
        except ReviewError as error:
            refused.append(str(error))
        else:
            decided += 1
    return decided, refused


def alarm_lines() -> Iterator[dict[str, Any]]:
    """Each approved answer once, with why it had been doubted when it was decided last, for the development set of the check."""
    approved = last_decisions().filter(decision=Review.Decision.APPROVED).exclude(cause="")
    rows = (
        approved.select_related("answer__message__in_reply_to")
        .defer(*UNREAD)
        .prefetch_related("answer__flags", "answer__sentences")
        .order_by("created_at", "pk")
    )
    for review in rows.iterator(chunk_size=_CHUNK):
        sentences = sorted(review.answer.sentences.all(), key=lambda one: one.position)
        yield {
            "question": review.answer.question,
            "sentences": [one.text for one in sentences],
            "doubts": sorted(
                {flag.reason for flag in review.answer.flags.all() if flag.was_settled_by(review)}
            ),
            "cause": review.cause,
            "is_false_alarm": review.cause != Review.Cause.REAL_DOUBT,
        }
