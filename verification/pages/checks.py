"""Pages for texts from elsewhere: paste one or bring a file, read the report, take it along, show it to others.

Each works by plain POST and reload. No language model is asked, so that nobody spends it here; a text counts as a question.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.controls.access import asking_permitted
from portal.http.limits import RateLimitedError, caller_of, question_count, upload_count
from portal.http.pages import see_other, unlisted, wants_fragment
from portal.jobs.dispatch import send_on_commit
from verification.checked_texts.checking import MOST_SENTENCES
from verification.checked_texts.exports import report_docx, report_markdown
from verification.checked_texts.files import SUFFIXES, file_text
from verification.checked_texts.places import CheckBusyError, file_place
from verification.checked_texts.reports import TextReport
from verification.checked_texts.running import (
    RunningCheck,
    text_check_get,
    text_check_lapsed,
    text_check_start,
)
from verification.checked_texts.sharing import report_share, report_unshare, shared_report
from verification.models import SharedTextReport
from verification.tasks import check_text
from verification.texts.checking import LONGEST_TEXT, UncheckableTextError

_UNPROCESSABLE, _TOO_MANY = 422, 429
_EARLIEST = date(1945, 1, 1)
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class TextCheckForm(forms.Form):
    """A text or a file, and the day whose rules it is held against."""

    text = forms.CharField(required=False, strip=False, validators=())
    file = forms.FileField(required=False, allow_empty_file=True)
    as_of = forms.DateField(
        required=False,
        error_messages={"invalid": gettext_lazy("날짜를 2025-03-01처럼 적으십시오.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Leave null characters to the domain, which drops them."""
        super().__init__(*args, **kwargs)
        self.fields["text"].validators = []

    def clean_as_of(self) -> date:
        """The day that was chosen, else today."""
        day: date = self.cleaned_data["as_of"] or timezone.localdate()
        if day < _EARLIEST:
            raise ValidationError(_("1945년부터 고를 수 있습니다."))
        return day


@never_cache
@asking_permitted
@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """The form; a POST starts a check and leads to its report."""
    if request.method != "POST":
        return _form(request, TextCheckForm(initial={"as_of": request.GET.get("on", "")}))
    form = TextCheckForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form(request, form, status=_UNPROCESSABLE)
    if not request.user.is_authenticated and not request.session.session_key:
        # With a session of its own a new browser is counted by itself.
        request.session.create()
    try:
        question_count(caller_of(request))
        token = _started(request, form)
    except RateLimitedError as error:
        form.add_error(None, str(error))
        return _form(request, form, status=_TOO_MANY)
    except UncheckableTextError as error:
        form.add_error("file" if form.cleaned_data["file"] else "text", str(error))
        is_busy = isinstance(error, CheckBusyError)
        return _form(request, form, status=_TOO_MANY if is_busy else _UNPROCESSABLE)
    return see_other("verification:check-report", token=token)


@never_cache
@require_safe
def checked(request: HttpRequest, token: str) -> HttpResponse:
    """How far a check is, or its report; a page without scripts asks again by itself."""
    running = text_check_get(token=token)
    if running is None:
        return render(request, "verification/checked_gone.html", status=404)
    if not running.is_over and text_check_lapsed(token=token):
        send_on_commit(check_text, token=token)
    template = "verification/checked.html"
    if wants_fragment(request):
        if running.is_over:
            response = HttpResponse()
            response["HX-Refresh"] = "true"
            return response
        template = "verification/_check_progress.html"
    return render(request, template, {"check": running, "report": running.report})


@never_cache
@require_safe
def export(request: HttpRequest, token: str, suffix: str) -> HttpResponse:
    """The report as a file."""
    report = _report(token)
    base_url = request.build_absolute_uri("/").rstrip("/")
    if suffix == "md":
        text = report_markdown(report, base_url=base_url)
        response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    elif suffix == "json":
        response = JsonResponse(report.as_json(), json_dumps_params={"ensure_ascii": False})
    elif suffix == "docx":
        response = HttpResponse(report_docx(report, base_url=base_url), content_type=_DOCX)
    else:
        raise Http404("no such format")
    response["Content-Disposition"] = f'attachment; filename="check-{report.as_of}.{suffix}"'
    return response


@require_POST
def share(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the report and show its links: one for others, one to end it."""
    row = report_share(report=_report(token), now=timezone.now())
    links = {
        name: request.build_absolute_uri(reverse(f"verification:check-{name}", args=[value]))
        for name, value in (("shared", row.token), ("unshare", row.ending))
    }
    return render(request, "verification/check_shared_now.html", {"links": links, "row": row})


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A report that somebody shows."""
    try:
        report = shared_report(token=token, now=timezone.now())
    except SharedTextReport.DoesNotExist as error:
        raise Http404("no such report") from error
    running = RunningCheck(token="", report=report)
    context = {"check": running, "report": report, "is_shared": True}
    return unlisted(render(request, "verification/checked.html", context))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unshare(request: HttpRequest, ending: str) -> HttpResponse:
    """Ask, then end a link for good; what was kept is deleted."""
    is_done = request.method == "POST"
    if is_done:
        report_unshare(ending=ending)
    return render(request, "verification/check_unshare.html", {"is_done": is_done})


def _started(request: HttpRequest, form: TextCheckForm) -> str:
    file, text, caller = form.cleaned_data["file"], form.cleaned_data["text"], caller_of(request)
    if file is not None:
        upload_count(caller)
        with file_place(caller):
            text = file_text(file)
    token, is_done = text_check_start(
        text=text,
        as_of=form.cleaned_data["as_of"],
        name=file.name if file else "",
        caller=caller,
    )
    if not is_done:
        send_on_commit(check_text, token=token)
    return token


def _report(token: str) -> TextReport:
    running = text_check_get(token=token)
    if running is None or running.report is None:
        raise Http404("no such report")
    return running.report


def _form(request: HttpRequest, form: TextCheckForm, *, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "today": timezone.localdate(),
        "suffixes": ",".join(SUFFIXES),
        "longest": f"{LONGEST_TEXT:,}",
        "most": MOST_SENTENCES,
    }
    return render(request, "verification/check.html", context, status=status)
