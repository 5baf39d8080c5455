"""Remarks of the public on a draft: taken with personal data masked, read by the office, shown with its reply."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from portal.accounts.models import User
from portal.privacy.masking import PersonalData, personal_data_mask
from regulations.models import AdvanceNotice, NoticeRemark

State = NoticeRemark.State


class NoticeOverError(Exception):
    """Remarks are taken no more."""


def remark_take(
    *, notice: AdvanceNotice, said_by: str, text: str, today: date
) -> tuple[PersonalData, ...]:
    """Store a remark; returns what was masked in it."""
    if not notice.takes_remarks(today):
        raise NoticeOverError
    masked = personal_data_mask(text.strip())
    NoticeRemark.objects.create(notice=notice, said_by=said_by, text=masked.text)
    return masked.found


def remark_decide(*, remark: NoticeRemark, state: str, reply: str, by: User, now: datetime) -> None:
    """Show or hide a remark, with what became of it."""
    remark.state = State(state)
    remark.reply = reply.strip()
    remark.decided_at, remark.decided_by = now, by
    remark.save(update_fields=["state", "reply", "decided_at", "decided_by"])


def remark_head() -> list[str]:
    """The heads of the columns of a file of remarks."""
    return [_("번호"), _("낸 때"), _("의견을 낸 사람"), _("의견"), _("상태"), _("처리 결과")]


def remark_rows(notice: AdvanceNotice) -> Iterator[list[str | int | float | None]]:
    """All remarks on a notice in the order in which they came, as rows of a file."""
    for number, row in enumerate(notice.remarks.order_by("created_at", "pk"), start=1):
        yield [
            number,
            f"{localtime(row.created_at):%Y-%m-%d %H:%M}",
            row.get_said_by_display(),
            row.text,
            row.get_state_display(),
            row.reply,
        ]
