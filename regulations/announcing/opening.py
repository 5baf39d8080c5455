"""Putting a draft on public notice, giving it longer, taking it back."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction
from django.db.models import QuerySet

from portal.accounts.models import User
from regulations.models import AdvanceNotice, Regulation, RegulationVersion
from regulations.signals import advance_notice_opened

State = RegulationVersion.State


class NotAnnounceableError(Exception):
    """The draft cannot be put on notice as asked. The message is for a person (in Korean)."""


@transaction.atomic
def advance_notice_open(
    *,
    version: RegulationVersion,
    explanation: str,
    remarks_until: date,
    by: User | None,
    today: date,
) -> AdvanceNotice:
    """Show a draft to the public from today on; it needs a day of enforcement to come and is edited no more meanwhile."""
    Regulation.objects.select_for_update().get(pk=version.regulation_id)
    version.refresh_from_db()
    if version.state != State.DRAFT:
        raise NotAnnounceableError("이미 게시한 판입니다.")
    if version.advance_notices.filter(withdrawn_at=None).exists():
        raise NotAnnounceableError("이미 공고한 초안입니다.")
    if version.enforcement_date is None:
        raise NotAnnounceableError("시행 예정일을 먼저 정해 주십시오.")
    if remarks_until < today:
        raise NotAnnounceableError("의견을 받는 마지막 날은 오늘이거나 뒤여야 합니다.")
    if version.enforcement_date <= remarks_until:
        raise NotAnnounceableError("시행 예정일은 의견을 받는 마지막 날보다 뒤여야 합니다.")
    notice = AdvanceNotice.objects.create(
        version=version,
        explanation=explanation.strip(),
        opened_on=today,
        remarks_until=remarks_until,
        opened_by=by,
    )
    advance_notice_opened.send(sender=AdvanceNotice, notice=notice)
    return notice


@transaction.atomic
def advance_notice_extend(*, notice: AdvanceNotice, remarks_until: date) -> None:
    """Take remarks for longer; what was promised to the public is not cut short."""
    notice = AdvanceNotice.objects.select_for_update().get(pk=notice.pk)
    begins = notice.version.enforcement_date
    if notice.withdrawn_at is not None or notice.is_published:
        raise NotAnnounceableError("이미 끝난 공고입니다.")
    if remarks_until <= notice.remarks_until:
        raise NotAnnounceableError("공고한 기간은 줄일 수 없습니다. 뒤의 날을 골라 주십시오.")
    if begins is not None and begins <= remarks_until:
        raise NotAnnounceableError("시행 예정일은 의견을 받는 마지막 날보다 뒤여야 합니다.")
    notice.remarks_until = remarks_until
    notice.save(update_fields=["remarks_until"])


@transaction.atomic
def advance_notice_withdraw(*, notice: AdvanceNotice, reason: str, now: datetime) -> None:
    """Take a notice back: its text is shown no more, that there was one and why it ended is."""
    if not reason.strip():
        raise NotAnnounceableError("거두는 이유를 적어 주십시오.")
    open_ = AdvanceNotice.objects.filter(
        pk=notice.pk, withdrawn_at=None, version__state=State.DRAFT
    )
    if not open_.update(withdrawn_at=now, withdrawn_reason=reason.strip()[:300]):
        raise NotAnnounceableError("이미 끝난 공고입니다.")


def notices_shown() -> QuerySet[AdvanceNotice]:
    """The notices that the public sees, the newest first."""
    return (
        AdvanceNotice.objects.filter(withdrawn_at=None)
        .select_related("version__regulation__owner_department")
        .order_by("-opened_on", "-pk")
    )


def notices_open(*, on: date) -> QuerySet[AdvanceNotice]:
    """The notices on which remarks are taken on a day, those that end first at the beginning."""
    taking = notices_shown().filter(version__state=State.DRAFT, remarks_until__gte=on)
    return taking.order_by("remarks_until", "pk")


def is_on_notice(*, version: RegulationVersion, on: date) -> bool:
    """Whether the public is reading a draft and may remark on it."""
    return version.advance_notices.filter(withdrawn_at=None, remarks_until__gte=on).exists()
