"""Stop a kept answer: when a provision that it cites is amended, when a check of it fails, when its case is withdrawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from chat.conversations.notices import tell_amended
from chat.models import VerifiedAnswer, VerifiedCitation, VerifiedUse
from regulations.publishing.amendments import Amendment, concerns
from verification.models import Flag, Notice, Review
from verification.review.access import leads
from verification.review.flags import flags_add
from verification.review.notices.telling import case_told


def suspend_amended_answers(*, amendment: Amendment) -> None:
    """Suspend what cites a provision that is changed or removed, from the day on that it is; twice is as good as once.

    Runs inside the transaction that publishes: there is no moment in which the new text is in force and the old answer shown.
    """
    labels: dict[UUID, list[str]] = defaultdict(list)
    cited = VerifiedCitation.objects.filter(
        regulation=amendment.version.regulation_id, verified__retired_at__isnull=True
    ).order_by("pk")
    for row in cited:
        concerned = amendment.is_repeal or concerns(amendment.changed_keys, row.locator_key)
        if concerned and row.label not in labels[row.verified_id]:
            labels[row.verified_id].append(row.label)
    day = amendment.enforcement_date or timezone.localdate()
    reasons = {pk: _told(amendment, found, day) for pk, found in labels.items() if found}
    _suspend(VerifiedAnswer.objects.select_for_update().filter(pk__in=reasons), reasons, day)


def flag_amended_corrections(*, amendment: Amendment) -> None:
    """Flag the answers whose correction cites a provision that is changed or removed; the answers' own citations are others."""
    title = amendment.version.regulation.title
    details: dict[UUID, str] = {}
    corrected = Review.objects.filter(
        decision=Review.Decision.CORRECTED, citations__contains=[{"regulation_title": title}]
    )
    for review in corrected.order_by("created_at", "pk"):
        labels = [
            row["label"]
            for row in review.citations
            if row["regulation_title"] == title
            and (amendment.is_repeal or concerns(amendment.changed_keys, row["locator_key"]))
        ]
        if labels:
            day = amendment.enforcement_date or timezone.localdate()
            details[review.answer_id] = _told(amendment, labels, day)
    flags_add(details=details, reason=Flag.Reason.PROVISION_AMENDED)
    tell_amended(amendment=amendment, answer_ids=list(details), what="corrections")


def verified_suspend(*, verified: VerifiedAnswer, day: date, reason: str) -> None:
    """Suspend one answer from a day on and put it before a person."""
    _suspend([verified], {verified.pk: reason}, day)


def verified_retire(*, source_id: UUID) -> int:
    """End for good what was kept of an answer; returns how many there were."""
    kept = VerifiedAnswer.objects.filter(source=source_id, retired_at__isnull=True)
    return kept.update(retired_at=timezone.now())


def verified_withdraw(*, source_id: UUID, reason: str) -> None:
    """End what was kept of a withdrawn answer, and put every answer in whose place it was shown before a person."""
    shown = VerifiedUse.objects.filter(verified__source=source_id).values_list("answer", flat=True)
    detail = _("다른 질문에 보인 확인된 답변이 철회됨: %s") % reason
    flags_add(details=dict.fromkeys(shown, detail), reason=Flag.Reason.VERIFIED_SUSPENDED)
    verified_retire(source_id=source_id)


def _told(amendment: Amendment, labels: Iterable[str], day: date) -> str:
    what = _("폐지됨") if amendment.is_repeal else _("개정됨")
    when = _("%s 시행") % f"{day:%Y. %-m. %-d.}"
    return f"{', '.join(dict.fromkeys(labels))} {what} ({when})"


def _suspend(found: Iterable[VerifiedAnswer], reasons: dict[UUID, str], day: date) -> None:
    cases: dict[UUID, str] = {}
    for verified in found:
        # Of two amendments the earlier one counts.
        VerifiedAnswer.objects.filter(
            Q(suspended_from__isnull=True) | Q(suspended_from__gt=day), pk=verified.pk
        ).update(suspended_from=day, suspended_reason=reasons[verified.pk])
        if verified.source_id is not None:
            cases[verified.source_id] = reasons[verified.pk]
            _tell(verified, verified.source_id, day)
    flags_add(details=cases, reason=Flag.Reason.VERIFIED_SUSPENDED)


def _tell(verified: VerifiedAnswer, answer_id: UUID, day: date) -> None:
    """Tell who kept it and who leads the review."""
    people = [*leads().values_list("pk", flat=True), verified.kept_by_id]
    case_told(
        kind=Notice.Kind.KEPT_SUSPENDED,
        key=f"kept:{verified.pk}:{day}",
        answer_id=answer_id,
        to=[pk for pk in people if pk is not None],
    )
