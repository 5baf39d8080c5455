"""The monthly report for who leads the review: the page with its picker, the PDF, and sending it."""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chat.insights.reports.figures import month_before
from chat.insights.reports.forms import SendReportForm
from chat.insights.reports.mailing import letters_of, recipients
from chat.insights.reports.plots import days_plot
from chat.insights.reports.stored import report_read, stored_months, this_month
from chat.insights.reports.wording import WordedReport, report_of
from chat.tasks import send_report
from portal.mailing.sending import mail_is_sent
from portal.processes.deferring import DeferredModule
from verification.review.access import leads_only

if TYPE_CHECKING:
    from chat.insights.reports import pdf as drawing
else:
    drawing = DeferredModule("chat.insights.reports.pdf")


@never_cache
@leads_only
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """The latest finished month, or the present one where none is finished; the picker asks by ?month=."""
    months = stored_months()
    asked = request.GET.get("month", "")
    if asked:
        return redirect("chat:report", month=f"{_month(asked):%Y-%m}")
    return redirect("chat:report", month=f"{(months or [this_month()])[0]:%Y-%m}")


@never_cache
@leads_only
@require_safe
def report(request: HttpRequest, month: str) -> HttpResponse:
    """One month."""
    shown = _month(month)
    return _page(request, shown, SendReportForm(initial={"addresses": "\n".join(recipients())}))


@never_cache
@leads_only
@require_safe
def pdf(request: HttpRequest, month: str) -> HttpResponse:
    """One month to print or to pass on."""
    written, _is_final = _report(_month(month))
    reply = HttpResponse(
        drawing.report_pdf(written, made_on=timezone.localdate()), content_type="application/pdf"
    )
    reply["Content-Disposition"] = f'inline; filename="report-{_month(month):%Y-%m}.pdf"'
    return reply


@leads_only
@require_POST
def send(request: HttpRequest, month: str) -> HttpResponse:
    """Send a finished month to the addresses of the form; each of them gets it once."""
    shown = _month(month)
    form = SendReportForm(request.POST)
    if not form.is_valid():
        return _page(request, shown, form, status=422)
    if not mail_is_sent() or shown not in stored_months():
        raise Http404("no such report")
    for address in form.cleaned_data["addresses"]:
        order = partial(
            send_report.delay,
            month=f"{shown:%Y-%m}",
            address=address,
            language=get_language() or "ko",
        )
        transaction.on_commit(order)
    messages.success(request, _("보고를 보내고 있습니다. 이미 받은 주소에는 다시 보내지 않습니다."))
    return redirect("chat:report", month=f"{shown:%Y-%m}")


def _page(
    request: HttpRequest, month: date, form: SendReportForm, *, status: int = 200
) -> HttpResponse:
    written, is_final = _report(month)
    months = stored_months()
    context = {
        "report": written,
        "is_final": is_final,
        "month": f"{month:%Y-%m}",
        "months": [f"{one:%Y-%m}" for one in dict.fromkeys([this_month(), *months])],
        "plot": days_plot(month=month, days=written.days),
        "form": form,
        "can_send": is_final and mail_is_sent(),
        "letters": letters_of(month=month),
        "pdf_url": reverse("chat:report-pdf", kwargs={"month": f"{month:%Y-%m}"}),
    }
    return render(request, "chat/report.html", context, status=status)


def _report(month: date) -> tuple[WordedReport, bool]:
    today = timezone.localdate()
    if month != this_month() and month not in stored_months():
        raise Http404("no such month")
    figures, is_final = report_read(month=month, today=today)
    before, _kept = report_read(month=month_before(month), today=today)
    return report_of(month=month, now=figures, before=before, is_final=is_final), is_final


def _month(text: str) -> date:
    try:
        return (
            datetime.strptime(text, "%Y-%m").replace(tzinfo=timezone.get_default_timezone()).date()
        )
    except ValueError as error:
        raise Http404("no such month") from error
