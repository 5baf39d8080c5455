"""Suspend or retire verified answers: after an amendment, a failed check, or a withdrawn case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from chat.conversations.amendments import amendment_detail
from chat.models import VerifiedAnswer, VerifiedCitation, VerifiedUse
from regulations.publishing.amendments import Amendment
from regulations.reading.comparison import is_affected
from verification.models import Flag, Notice
from verification.review.access import leads
from verification.review.flags import flags_add
from verification.review.notices.sending import notify_of_case


def suspend_amended_answers(*, amendment: Amendment, **_: object) -> None:
    """Suspend verified answers that cite a changed or removed provision, from its enforcement date. Idempotent.

    Runs inside the transaction that publishes: there is no moment in which the new text is in force and the old answer shown.
    """
    labels: dict[UUID, list[str]] = defaultdict(list)
    cited = VerifiedCitation.objects.filter(
        regulation=amendment.version.regulation_id, verified__retired_at__isnull=True
    ).order_by("pk")
    for row in cited:
        concerned = amendment.is_repeal or is_affected(amendment.changed_keys, row.locator_key)
        if concerned:
            labels[row.verified_id].append(row.label)
    day = amendment.enforcement_date or timezone.localdate()
    reasons = {pk: amendment_detail(amendment, found) for pk, found in labels.items()}
    _suspend(VerifiedAnswer.objects.select_for_update().filter(pk__in=reasons), reasons, day)


def verified_answer_suspend(*, verified: VerifiedAnswer, day: date, reason: str) -> None:
    """Suspend a verified answer from a day on and flag it for review."""
    _suspend([verified], {verified.pk: reason}, day)


def verified_answer_retire(*, source_id: UUID) -> int:
    """Retire the verified answers made from an answer; returns how many there were."""
    kept = VerifiedAnswer.objects.filter(source=source_id, retired_at__isnull=True)
    return kept.update(retired_at=timezone.now())


def verified_answer_withdraw(*, source_id: UUID, reason: str) -> None:
    """Retire the verified answers of a withdrawn answer, and flag every answer that they were shown for."""
    shown = VerifiedUse.objects.filter(verified__source=source_id).values_list("answer", flat=True)
    detail = _("다른 질문에 보인 확인된 답변이 철회됨: %s") % reason
    flags_add(details=dict.fromkeys(shown, detail), reason=Flag.Reason.VERIFIED_SUSPENDED)
    verified_answer_retire(source_id=source_id)


def _suspend(found: Iterable[VerifiedAnswer], reasons: dict[UUID, str], day: date) -> None:
    cases: dict[UUID, str] = {}
    for verified in found:
        # Of two amendments the earlier one counts.
        VerifiedAnswer.objects.filter(
            Q(suspended_from__isnull=True) | Q(suspended_from__gt=day), pk=verified.pk
        ).update(suspended_from=day, suspended_reason=reasons[verified.pk])
        if verified.source_id is not None:
            cases[verified.source_id] = reasons[verified.pk]
            _notify_suspended(verified, verified.source_id, day)
    flags_add(details=cases, reason=Flag.Reason.VERIFIED_SUSPENDED)


def _notify_suspended(verified: VerifiedAnswer, answer_id: UUID, day: date) -> None:
    """Notify the person who saved it and the review leads."""
    people = [*leads().values_list("pk", flat=True), verified.kept_by_id]
    notify_of_case(
        kind=Notice.Kind.KEPT_SUSPENDED,
        key=f"kept:{verified.pk}:{day}",
        answer_id=answer_id,
        to=[pk for pk in people if pk is not None],
    )
