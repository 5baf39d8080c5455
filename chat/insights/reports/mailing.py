"""Send the report of a finished month to addresses: to each of them once."""

from __future__ import annotations

from datetime import date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from chat.insights.reports.figures import MonthFigures, month_before
from chat.insights.reports.stored import report_read
from chat.insights.reports.wording import report_of
from portal.mailing.models import Letter
from portal.mailing.sending import lease_letter, letter_send
from portal.processes.deferring import DeferredModule

if TYPE_CHECKING:
    from chat.insights.reports import pdf as drawing
else:
    drawing = DeferredModule("chat.insights.reports.pdf")


class NotFinishedError(ValueError):
    """The month is not over, or its figures are not kept yet."""


def report_send(*, month: date, address: str, language: str, now: datetime) -> Letter | None:
    """Send a report with its PDF; None where this address had it.

    Raises NotFinishedError and MailServerAwayError.
    """
    figures, is_final = report_read(month=month, today=now.date())
    if not is_final:
        raise NotFinishedError(f"{month:%Y-%m}")
    # Render before leasing, so that a mail that fails to render can be sent later.
    message = report_message(month=month, figures=figures, address=address, language=language)
    name = sha256(address.lower().encode()).hexdigest()[:24]
    letter = lease_letter(key=f"{_head(month)}{name}", to=address)
    return letter_send(letter=letter, message=message, now=now) if letter else None


def report_message(
    *, month: date, figures: MonthFigures, address: str, language: str
) -> EmailMultiAlternatives:
    """The letter with the PDF."""
    before, _is_final = report_read(month=month_before(month), today=month)
    with translation.override(language):
        report = report_of(month=month, now=figures, before=before, is_final=True)
        said = [sentence for section in report.sections[:3] for sentence in section.sentences]
        lines = [report.title, "", *said, "", _("자세한 내용은 붙임의 PDF에 있습니다.")]
        message = EmailMultiAlternatives(report.title, "\n".join(lines), to=[address])
        message.attach(
            f"report-{month:%Y-%m}.pdf",
            drawing.report_pdf(report, made_on=month),
            "application/pdf",
        )
    return message


def letters_of(*, month: date) -> QuerySet[Letter]:
    """To whom the report of a month went, and how it went."""
    return Letter.objects.filter(key__startswith=_head(month)).order_by("created_at", "pk")


def recipients() -> list[str]:
    """The addresses that the settings name."""
    return list(settings.REPORT_RECIPIENTS)


def _head(month: date) -> str:
    return f"report:{month:%Y-%m}:"
