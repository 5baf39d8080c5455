"""The queue of flagged answers: each answer once, with all its reasons, how urgent it is and who has it in hand."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.accounts.models import User
from regulations.models import RegulationVersion
from verification.models import Assignment, Flag, Review
from verification.review.notices.sending import notify_assigned
from verification.review.ranking import (
    CasePriority,
    harm_of,
    priorities_of,
    rank_of,
    times_asked,
)
from verification.review.shown import shown_reviews

Reason = Flag.Reason
# The columns of an answer that outweigh all others together, and that nobody reads in a list.
UNREAD = ("answer__retrieval", "answer__timings", "answer__see_also")
_DAY = 24


@dataclass(frozen=True)
class QueueEntry:
    """One flagged answer; it has waited since its first open flag.

    `assignee` is empty where nobody has it. `is_second` where a reviewer asked for another one.
    """

    answer_id: UUID
    question: str
    status_label: str
    flags: tuple[Flag, ...]
    waiting_since: datetime
    priority: CasePriority
    is_late: bool
    assignee: str = ""
    assignee_id: int | None = None
    is_second: bool = False
    asked: int = 1
    office: str = ""
    provision: str = ""  # the first one that the answer cites, with what like cases are found
    # Staff put another text or none in its place: what was composed is no more what the asker sees.
    is_replaced: bool = False

    @property
    def likeness(self) -> tuple[object, ...]:
        """The provision and the reasons of doubt, which like cases share; one that cites none is alone."""
        return (self.provision or self.answer_id, frozenset(flag.reason for flag in self.flags))


@dataclass(frozen=True)
class ReasonCount:
    """How many answers wait for a reason."""

    value: str
    label: str
    count: int


@dataclass(frozen=True)
class WaitingAge:
    """How many cases have waited so long; `is_late` where that is longer than the target."""

    label: str
    count: int
    is_late: bool


class CaseTakenError(ValueError):
    """Somebody else has the case in hand; the message tells who."""


def review_queue(*, now: datetime) -> list[QueueEntry]:
    """Flagged answers: the one with most harm and reach first, among equals the one that has waited longest."""
    flags: dict[UUID, list[Flag]] = {}
    # Asked after the doubt that is open: an earlier decision settled what was asked before it.
    asked = Review.objects.filter(
        answer=OuterRef("answer"),
        decision=Review.Decision.SECOND,
        created_at__gte=OuterRef("created_at"),
    )
    decided = shown_reviews().filter(answer=OuterRef("answer"))
    for flag in (
        Flag.objects.filter(resolved_at__isnull=True)
        .annotate(is_second=Exists(asked), decision=Subquery(decided.values("decision")))
        .select_related(
            "answer__message__in_reply_to", "answer__assignment__reviewer", "department"
        )
        .defer(*UNREAD)
        .prefetch_related(Prefetch("answer__message__citations__version", _cited_versions()))
        .order_by("created_at", "pk")
    ):
        flags.setdefault(flag.answer_id, []).append(flag)
    entries = [_entry(answer_id, found, now) for answer_id, found in flags.items()]
    return _ranked(entries, now)


def _cited_versions() -> QuerySet[RegulationVersion]:
    versions = RegulationVersion.objects.select_related("regulation__owner_department")
    return versions.defer("report", "reason", "loss_reason", "correction_reason")


def _ranked(entries: Sequence[QueueEntry], now: datetime) -> list[QueueEntry]:
    asked = times_asked((entry.question for entry in entries), now=now)
    ranked = []
    for entry in entries:
        harm, times = harm_of(flag.reason for flag in entry.flags), asked.get(entry.question, 1)
        ranked.append((harm, rank_of(harm=harm, asked=times), replace(entry, asked=times)))
    ranked.sort(key=lambda row: (-row[1], row[2].waiting_since))
    priorities = priorities_of((harm, rank) for harm, rank, _entry in ranked)
    return [
        replace(row[2], priority=priority) for row, priority in zip(ranked, priorities, strict=True)
    ]


def reason_counts(entries: Iterable[QueueEntry]) -> list[ReasonCount]:
    """The reasons in a queue with the number of answers that carry each."""
    counts = Counter(flag.reason for entry in entries for flag in entry.flags)
    return [
        ReasonCount(reason.value, str(reason.label), counts[reason.value])
        for reason in Reason
        if counts[reason.value]
    ]


def waiting_ages(*, now: datetime) -> list[WaitingAge]:
    """How long the open cases have waited since their first doubt, in four groups."""
    target = settings.REVIEW_TARGET_HOURS
    opened = Flag.objects.filter(resolved_at__isnull=True).values("answer")
    since = opened.annotate(since=Min("created_at")).values_list("since", flat=True)
    hours = sorted((now - at).total_seconds() / 3600 for at in since.order_by())
    found, before = [], 0
    for limit in sorted({_DAY, target, 7 * _DAY}):
        within = bisect_right(hours, limit)
        found.append(WaitingAge(_within(limit), within - before, limit > target))
        before = within
    return [*found, WaitingAge(_("더 오래"), len(hours) - before, is_late=True)]


def _within(hours: int) -> str:
    if hours % _DAY:
        return _("%s시간 안") % hours
    days = hours // _DAY
    return ngettext("%s일 안", "%s일 안", days) % days


def case_take(*, answer_id: UUID, reviewer: User, now: datetime) -> Assignment:
    """Assign a case to oneself or extend it, with one conditional UPDATE; raises CaseTakenError."""
    until = now + timedelta(minutes=settings.REVIEW_CLAIM_MINUTES)
    free = Q(reviewer=reviewer) | Q(until__lt=now)
    taken = Assignment.objects.filter(free, answer_id=answer_id).update(
        reviewer=reviewer, until=until
    )
    if not taken:
        Assignment.objects.get_or_create(
            answer_id=answer_id, defaults={"reviewer": reviewer, "until": until}
        )
    found = Assignment.objects.select_related("reviewer").get(answer_id=answer_id)
    if found.reviewer_id != reviewer.pk:
        raise CaseTakenError(found.reviewer.get_username())
    return found


def case_release(*, answer_id: UUID, reviewer: User) -> None:
    """Give a case back; nothing happens where another person has it."""
    Assignment.objects.filter(answer_id=answer_id, reviewer=reviewer).delete()


@transaction.atomic
def case_hand_over(*, answer_id: UUID, reviewer: User, to: User, now: datetime) -> Assignment:
    """Put a case into another person's hands; raises CaseTakenError where it is in those of a third."""
    case_take(answer_id=answer_id, reviewer=reviewer, now=now)
    Assignment.objects.filter(answer_id=answer_id).update(reviewer=to)
    notify_assigned(answer_id=answer_id, to=to.pk, now=now)
    return Assignment.objects.get(answer_id=answer_id)


def case_assignment(*, answer_id: UUID, now: datetime) -> Assignment | None:
    """Who has a case in hand."""
    held = Assignment.objects.filter(answer_id=answer_id, until__gte=now)
    return held.select_related("reviewer").first()


def _entry(answer_id: UUID, flags: list[Flag], now: datetime) -> QueueEntry:
    answer, decision = flags[0].answer, flags[0].decision  # type: ignore[attr-defined]
    is_replaced = decision in Review.REPLACING
    asked = answer.message.in_reply_to
    held = getattr(answer, "assignment", None)
    if held is not None and held.until < now:
        held = None
    return QueueEntry(
        answer_id=answer_id,
        question=asked.content if asked else "",
        # The states of what was corrected or withdrawn bear the names of the decisions.
        status_label=str(answer.Status(decision if is_replaced else answer.status).label),
        flags=tuple(flags),
        waiting_since=flags[0].created_at,
        priority=CasePriority.NORMAL,
        is_late=flags[0].created_at < now - timedelta(hours=settings.REVIEW_TARGET_HOURS),
        assignee=held.reviewer.get_username() if held else "",
        assignee_id=held.reviewer_id if held else None,
        is_second=any(flag.is_second for flag in flags),  # type: ignore[attr-defined]
        office=_office(flags),
        provision=_provision(answer),
        is_replaced=is_replaced,
    )


def _office(flags: Sequence[Flag]) -> str:
    """The office that a case belongs to: the one it was handed to, else the owner of what the answer cites."""
    for flag in flags:
        if flag.department is not None:
            return flag.department.name
    for row in flags[0].answer.message.citations.all():
        owner = row.version.regulation.owner_department if row.version is not None else None
        if owner is not None:
            return str(owner.name)
    return ""


def _provision(answer: Any) -> str:
    cited = min(answer.message.citations.all(), key=lambda row: row.position, default=None)
    return f"「{cited.regulation_title}」 {cited.locator_key}" if cited is not None else ""
