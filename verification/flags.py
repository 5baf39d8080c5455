"""Flags: the reasons for which a person should look at an answer."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from verification.models import Flag


def flag_raise(*, answer_id: UUID, reason: Flag.Reason, detail: str = "") -> None:
    """Flag an answer; the same open reason is kept once, with the newer detail."""
    Flag.objects.update_or_create(
        answer_id=answer_id, reason=reason, resolved_at=None, defaults={"detail": detail[:2000]}
    )


def flag_add(*, answer_id: UUID, reason: Flag.Reason, detail: str) -> None:
    """Flag an answer and keep what an open flag of the same reason says already."""
    present = Flag.objects.filter(answer_id=answer_id, reason=reason, resolved_at=None).first()
    said = [present.detail] if present is not None and present.detail else []
    flag_raise(answer_id=answer_id, reason=reason, detail="\n".join([*said, detail]))


def flags_resolve(*, answer_id: UUID, now: datetime) -> int:
    """Close all open flags of an answer; returns how many there were."""
    return Flag.objects.filter(answer_id=answer_id, resolved_at__isnull=True).update(
        resolved_at=now
    )
