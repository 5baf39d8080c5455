"""The decisions that askers see: of each answer the last one that decides."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from verification.models import Review


def shown_reviews() -> QuerySet[Review]:
    """The last decision about each answer; what a later one replaced is none of them."""
    decided = Review.objects.filter(answer=OuterRef("answer")).exclude(
        decision=Review.Decision.SECOND
    )
    return Review.objects.filter(
        pk=Subquery(decided.order_by("-created_at", "-pk").values("pk")[:1])
    )
