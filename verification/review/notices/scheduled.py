"""Scheduled notifications for the staff: overdue cases and the daily summary of the queue."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.conf import settings
from django.db.models import Count, Min, Q
from django.urls import reverse
from django.utils import timezone

from verification.models import Assignment, Flag, Notice, Review
from verification.review.access import leads
from verification.review.notices.sending import Notification, notify_of_case, send_notifications

Kind = Notice.Kind


def notify_overdue(*, now: datetime) -> None:
    """Tell of cases that have waited longer than the target: who has one in hand, and the leads how many nobody has.

    An expired assignment still names the reviewer who knows the case.
    """
    waiting = Flag.objects.filter(resolved_at__isnull=True).values("answer")
    late = waiting.annotate(since=Min("created_at")).filter(
        since__lt=now - timedelta(hours=settings.REVIEW_TARGET_HOURS)
    )
    since = {row["answer"]: row["since"] for row in late.order_by("answer")}
    held = dict(
        Assignment.objects.filter(answer__in=since).order_by("pk").values_list("answer", "reviewer")
    )
    for answer_id, reviewer in held.items():
        key = f"late:{answer_id}:{since[answer_id].isoformat()}"
        notify_of_case(kind=Kind.CASE_LATE, key=key, answer_id=answer_id, to=[reviewer])
    _notify_leads(
        Kind.CASE_LATE, f"late:{timezone.localdate(now)}", {"count": len(since) - len(held)}
    )


def notify_daily_summary(*, now: datetime) -> None:
    """Tell the leads once a day how many cases are open and late, and how many were decided the day before."""
    today = timezone.localdate(now)
    midnight = timezone.make_aware(datetime.combine(today, time.min))
    cutoff = now - timedelta(hours=settings.REVIEW_TARGET_HOURS)
    open_flags = Flag.objects.filter(resolved_at__isnull=True)
    counts = open_flags.aggregate(
        open=Count("answer", distinct=True),
        late=Count("answer", distinct=True, filter=Q(created_at__lt=cutoff)),
    )
    decided = Review.objects.filter(
        created_at__gte=midnight - timedelta(days=1), created_at__lt=midnight
    ).exclude(decision=Review.Decision.SECOND)
    figures = counts | {"decided": decided.count()}
    if any(figures.values()):
        _notify_leads(Kind.DAY_SUMMARY, f"summary:{today}", figures)


def _notify_leads(kind: Notice.Kind, key: str, figures: dict[str, int]) -> None:
    if not any(figures.values()):
        return
    send_notifications(
        Notification(kind, key, reverse("verification:queue"), user_id=lead.pk, figures=figures)
        for lead in leads()
    )
