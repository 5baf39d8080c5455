"""A person's notices: how many are unread, the list, and marking them as read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.accounts.models import User
from verification.models import Notice

Kind = Notice.Kind
_LONGEST = 60


@dataclass(frozen=True)
class NoticeRow:
    """A notice as the page shows it."""

    id: UUID
    said: str
    about: str
    url: str
    sent_at: datetime
    is_unread: bool


def notices_of(request: HttpRequest) -> QuerySet[Notice]:
    """The notices of whoever asks for a page: of the person, or of the session where nobody is signed in."""
    if isinstance(getattr(request, "user", None), User):
        return Notice.objects.filter(recipient=request.user.pk)
    session = getattr(request, "session", None)
    key = session.session_key if session is not None else None
    return Notice.objects.filter(recipient=None, session_key=key) if key else Notice.objects.none()


def notice_rows(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Notices in the order of the list, with what a row reads."""
    return notices.select_related("answer__message__in_reply_to").order_by("-created_at", "pk")


def notice_row(notice: Notice) -> NoticeRow:
    """A notice in words; the question comes from the answer that it is about."""
    asked = notice.answer.message.in_reply_to if notice.answer else None
    return NoticeRow(
        id=notice.pk,
        said=str(notice.get_kind_display()),
        about=_question(notice, asked.content) if asked else _figures(notice),
        url=notice.url,
        sent_at=notice.created_at,
        is_unread=notice.read_at is None,
    )


def mark_notices_read(*, notices: QuerySet[Notice], now: datetime) -> int:
    """Mark notices as read; returns how many were not."""
    return notices.filter(read_at=None).update(read_at=now)


def _question(notice: Notice, question: str) -> str:
    """The question, and of how many more answers the notice tells."""
    others = notice.figures.get("count", 1) - 1
    if notice.kind != Kind.PROVISION_AMENDED or others < 1:
        return question
    told = ngettext("%(question)s 외 답변 %(count)s개", "%(question)s 외 답변 %(count)s개", others)
    return told % {"question": Truncator(question).chars(_LONGEST), "count": others}


def _figures(notice: Notice) -> str:
    figures = notice.figures
    if notice.kind == Kind.DAY_SUMMARY:
        return _(
            "열린 답변 %(open)s개 · 목표 시간을 넘긴 답변 %(late)s개 · 어제 결정 %(decided)s건"
        ) % {
            "open": figures.get("open", 0),
            "late": figures.get("late", 0),
            "decided": figures.get("decided", 0),
        }
    count = figures.get("count", 0)
    return (
        ngettext("답변 %(count)s개", "답변 %(count)s개", count) % {"count": count} if count else ""
    )
