"""Like cases decided together, failed checks made again together, and what was learned from false alarms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from portal.accounts.models import User
from verification.models import Flag, Review
from verification.review.deciding import ReviewError, case_state, last_decisions, review_decide
from verification.review.queue import UNREAD, QueueEntry, review_queue
from verification.review.shown import shown_reviews

# So many at once are read by a person; so many are checked again by one click.
MOST_ALIKE = 30
_CHUNK = 500


@dataclass(frozen=True)
class AlikeCase:
    """A case beside others like it: what was asked, what is shown now, why it waits, and its state as the reviewer sees it."""

    answer_id: UUID
    question: str
    text: str
    flags: tuple[Flag, ...]
    seen: str


@dataclass(frozen=True)
class AlikeCases:
    """The open cases about the same provision for the same reasons, and those of them that are decided one by one.

    Staff put another text or none in the place of the latter: to approve one puts back what was composed.
    """

    cases: tuple[AlikeCase, ...] = ()
    left_out: tuple[QueueEntry, ...] = ()


def cases_alike(*, answer_id: UUID, now: datetime) -> AlikeCases:
    """The cases like one; none where it is not open."""
    entries = review_queue(now=now)
    wanted = {entry.likeness for entry in entries if entry.answer_id == answer_id}
    alike = [entry for entry in entries if entry.likeness in wanted]
    together = [entry for entry in alike if not entry.is_replaced]
    return AlikeCases(
        tuple(
            AlikeCase(
                answer_id=entry.answer_id,
                question=entry.question,
                text=entry.flags[0].answer.message.content,
                flags=entry.flags,
                seen=case_state(answer_id=entry.answer_id),
            )
            for entry in together[:MOST_ALIKE]
        ),
        tuple(entry for entry in alike if entry.is_replaced),
    )


def cases_decide(
    *, seen: Mapping[UUID, str], reviewer: User, decision: str, reason: str, cause: str
) -> tuple[int, list[str]]:
    """Decide about each case as it was seen; returns how many were decided, and why others were not."""
    decided, refused = 0, []
    replaced = shown_reviews().filter(answer__in=seen, decision__in=Review.REPLACING)
    one_by_one = set(replaced.values_list("answer", flat=True))
    for answer_id, state in seen.items():
        if answer_id in one_by_one:
            refused.append(_("이미 고쳤거나 철회한 답변은 하나씩 결정합니다."))
            continue
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
