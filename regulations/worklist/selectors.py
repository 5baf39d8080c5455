"""The worklist as it is read: by state, kind and department, what is wrong before what is only changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from portal.http.numbers import whole_number
from regulations.models import WorklistItem

Cause, State = WorklistItem.Cause, WorklistItem.State
# A number that is wrong misleads every reader; changed words may still fit.
_RANK = (Cause.REPEALED, Cause.REMOVED, Cause.MOVED, Cause.RENAMED, Cause.CHANGED)


@dataclass(frozen=True, slots=True)
class WorklistCounts:
    """How many items a time brought, how many were settled in it, and how many are open at its end."""

    created: int
    settled: int
    waiting: int


def worklist(
    *, state: str = "", kind: str = "", department: str = "", words: str = ""
) -> QuerySet[WorklistItem]:
    """The items that fit, grouped by what was amended, the newest first."""
    rank = Case(
        *(When(cause=cause, then=Value(place)) for place, cause in enumerate(_RANK)),
        output_field=IntegerField(),
    )
    items = WorklistItem.objects.select_related(
        "amended__regulation", "citing__regulation", "owner_department", "settled_by"
    ).annotate(rank=rank)
    if state:
        items = items.filter(state=state)
    if kind:
        items = items.filter(kind=kind)
    if (department_id := whole_number(department)) is not None:
        items = items.filter(owner_department=department_id)
    if words.strip():
        items = items.filter(
            Q(said__icontains=words.strip())
            | Q(citing__regulation__title__icontains=words.strip())
            | Q(amended__regulation__title__icontains=words.strip())
        )
    return items.order_by("-amended__published_at", "-amended", "rank", "pk")


def worklist_states() -> dict[str, int]:
    """How many items there are of each state."""
    return dict(WorklistItem.objects.values_list("state").annotate(Count("pk")).order_by())


def worklist_counts(*, begins: datetime, ends: datetime) -> WorklistCounts:
    """The figures of a month for its report."""
    still = Q(settled_at=None) | Q(settled_at__gte=ends)
    return WorklistCounts(
        created=WorklistItem.objects.filter(created_at__gte=begins, created_at__lt=ends).count(),
        settled=WorklistItem.objects.filter(settled_at__gte=begins, settled_at__lt=ends).count(),
        waiting=WorklistItem.objects.filter(still, created_at__lt=ends).count(),
    )
