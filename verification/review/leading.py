"""What who leads the review does with the cases of others: put one into somebody's hands, take it out of them, see the work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Aggregate, Avg, Count, DurationField, F, Q
from django.db.models.functions import TruncDate

from portal.accounts.models import User
from verification.models import Assignment, Flag, Review
from verification.review.flags import first_flagged_at
from verification.review.notices.sending import notify_assigned

Decision = Review.Decision
# What a case should take a reviewer, from opening it to the decision.
GOAL_MINUTES = 2.0


@dataclass(frozen=True)
class ReviewerFigures:
    """What one person decided in a period.

    `hours` is the mean time from the first flag to the decision, `minutes` the median from opening a case to it.
    """

    username: str
    assigned: int
    approved: int
    corrected: int
    withdrawn: int
    second: int
    hours: float | None
    minutes: float | None

    @property
    def is_within_goal(self) -> bool:
        """Whether the median is what a case should take."""
        return self.minutes is not None and self.minutes <= GOAL_MINUTES


class Median(Aggregate):
    """The value in the middle."""

    template = "percentile_cont(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = DurationField()


@transaction.atomic
def cases_assign(*, answer_ids: Sequence[UUID], to: User, now: datetime) -> int:
    """Put open cases into a person's hands, whoever had them; they stay there until the target time has passed again."""
    until = now + timedelta(hours=settings.REVIEW_TARGET_HOURS)
    found = _open(answer_ids)
    for answer_id in found:
        Assignment.objects.update_or_create(
            answer_id=answer_id, defaults={"reviewer": to, "until": until}
        )
        notify_assigned(answer_id=answer_id, to=to.pk, now=now)
    return len(found)


def cases_unassign(*, answer_ids: Sequence[UUID]) -> int:
    """Unassign cases; anybody may take them again."""
    freed, _by_model = Assignment.objects.filter(answer_id__in=_open(answer_ids)).delete()
    return freed


def reviewer_figures(*, begins: datetime, ends: datetime, now: datetime) -> list[ReviewerFigures]:
    """What each reviewer decided in a period and has in hand now, by name."""
    decided = Review.objects.filter(created_at__gte=begins, created_at__lt=ends)
    rows = (
        decided.annotate(took=F("created_at") - first_flagged_at())
        .values("reviewer")
        .annotate(
            approved=Count("pk", filter=Q(decision=Decision.APPROVED)),
            corrected=Count("pk", filter=Q(decision=Decision.CORRECTED)),
            withdrawn=Count("pk", filter=Q(decision=Decision.WITHDRAWN)),
            second=Count("pk", filter=Q(decision=Decision.SECOND)),
            median=Median(F("created_at") - F("opened_at")),
            mean=Avg("took", filter=~Q(decision=Decision.SECOND)),
        )
        .order_by("reviewer")
    )
    by_person: dict[int, dict[str, object]] = {row["reviewer"]: {**row} for row in rows}
    hands = Assignment.objects.filter(until__gte=now).values_list("reviewer")
    held = dict(hands.annotate(n=Count("pk")).order_by("reviewer"))
    people = User.objects.filter(pk__in={*by_person, *held}).order_by("username")
    return [_figures(person, by_person.get(person.pk, {}), held) for person in people]


def handling_minutes(*, begins: datetime, ends: datetime) -> dict[date, float]:
    """The median minutes from opening a case to its decision, by day; bulk decisions open none."""
    timed = Review.objects.filter(
        created_at__gte=begins, created_at__lt=ends, opened_at__isnull=False
    )
    days = timed.annotate(day=TruncDate("created_at")).values("day")
    rows = days.annotate(median=Median(F("created_at") - F("opened_at"))).order_by("day")
    return {row["day"]: _minutes(row["median"]) or 0.0 for row in rows}


def _minutes(took: object) -> float | None:
    return took.total_seconds() / 60 if isinstance(took, timedelta) else None


def _figures(person: User, row: dict[str, object], held: dict[int, int]) -> ReviewerFigures:
    mean = row.get("mean")
    counts = {
        name: int(str(row.get(name, 0)))
        for name in ("approved", "corrected", "withdrawn", "second")
    }
    return ReviewerFigures(
        username=person.username,
        assigned=held.get(person.pk, 0),
        hours=mean.total_seconds() / 3600 if isinstance(mean, timedelta) else None,
        minutes=_minutes(row.get("median")),
        **counts,
    )


def _open(answer_ids: Sequence[UUID]) -> list[UUID]:
    found = Flag.objects.filter(answer_id__in=answer_ids, resolved_at__isnull=True)
    return list(found.order_by("answer_id").values_list("answer_id", flat=True).distinct())
