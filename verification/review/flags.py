"""Flags: the reasons for which a person should look at an answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Min, OuterRef, Q, Subquery

from regulations.models import Department
from verification.models import Flag

_LONGEST = 2000
_BATCH = 500


def first_flagged_at() -> Subquery:
    """Query annotation on reviews: when the first flag that the review settles was raised."""
    flags = Flag.objects.filter(
        Q(resolved_at__isnull=True) | Q(resolved_at__gte=OuterRef("created_at")),
        answer=OuterRef("answer"),
        created_at__lte=OuterRef("created_at"),
    )
    first = flags.order_by().values("answer").annotate(first=Min("created_at"))
    return Subquery(first.values("first"))


def flag_raise(
    *,
    answer_id: UUID,
    reason: Flag.Reason,
    detail: str = "",
    department: Department | None = None,
) -> None:
    """Flag an answer, perhaps for one office; the same open reason is kept once, with the newer detail."""
    Flag.objects.update_or_create(
        answer_id=answer_id,
        reason=reason,
        resolved_at=None,
        defaults={"detail": detail[:_LONGEST], "department": department},
    )


def flags_add(*, details: Mapping[UUID, str], reason: Flag.Reason) -> int:
    """Flag many answers for one reason, each with its detail; what an open flag says already is kept and not repeated.

    Returns how many answers were not flagged for this reason, or said less, before.
    """
    present = {
        flag.answer_id: flag
        for flag in Flag.objects.select_for_update().filter(
            answer_id__in=details, reason=reason, resolved_at=None
        )
    }
    told = [flag for answer_id, flag in present.items() if details[answer_id] not in flag.detail]
    for flag in told:
        flag.detail = "\n".join(filter(None, [flag.detail, details[flag.answer_id]]))[-_LONGEST:]
    Flag.objects.bulk_update(told, ["detail"], batch_size=_BATCH)
    new = [
        Flag(answer_id=answer_id, reason=reason, detail=detail[:_LONGEST])
        for answer_id, detail in details.items()
        if answer_id not in present
    ]
    # Another transaction may have flagged the same answer since; then its flag stands.
    Flag.objects.bulk_create(new, batch_size=_BATCH, ignore_conflicts=True)
    return len(told) + len(new)


def flag_settle(*, answer_id: UUID, reason: Flag.Reason, now: datetime) -> None:
    """Close the flag of one reason that is no longer so."""
    Flag.objects.filter(answer_id=answer_id, reason=reason, resolved_at=None).update(
        resolved_at=now
    )


def flags_settle(*, answer_id: UUID, now: datetime) -> int:
    """Close all open flags of an answer; returns how many there were."""
    return Flag.objects.filter(answer_id=answer_id, resolved_at__isnull=True).update(
        resolved_at=now
    )
