"""Drafts on public notice (사전공고) as people read them, and the form for what they remark."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from portal.http.limits import RateLimitedError, caller_of, remark_count
from portal.http.pages import see_other
from regulations.announcing.effects import notice_effects
from regulations.announcing.opening import notices_shown
from regulations.announcing.remarks import NoticeOverError, remark_take
from regulations.curation.comparison_table import comparison_table
from regulations.models import AdvanceNotice, NoticeRemark
from regulations.publishing.timeline import neighbors
from regulations.reading.comparison import Region, compare_versions

_UNPROCESSABLE, _TOO_MANY, _GONE = 422, 429, 410


class RemarkForm(forms.Form):
    """A remark and from whom it comes; nobody is asked for a name."""

    said_by = forms.ChoiceField(
        label=gettext_lazy("나는"),
        choices=NoticeRemark.From.choices,
        initial=NoticeRemark.From.STUDENT,
    )
    text = forms.CharField(
        label=gettext_lazy("의견"),
        max_length=2000,
        error_messages={
            "required": gettext_lazy("의견을 적어 주십시오."),
            "max_length": gettext_lazy("2,000자까지 적을 수 있습니다."),
        },
    )


@require_safe
def notice_list(request: HttpRequest) -> HttpResponse:
    """All drafts that are or were on notice, the newest first."""
    today = timezone.localdate()
    rows = [(one, one.takes_remarks(today)) for one in notices_shown()]
    return render(request, "regulations/notices.html", {"rows": rows})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft beside what is in force, what it changes for those who ask, remarks; a POST is a remark."""
    rows = AdvanceNotice.objects.select_related("version__regulation__owner_department")
    shown = get_object_or_404(rows, pk=pk)
    if shown.withdrawn_at is not None:
        return render(request, "regulations/notice_gone.html", {"notice": shown}, status=_GONE)
    if request.method != "POST":
        return _page(request, shown, RemarkForm())
    form = RemarkForm(request.POST)
    if not form.is_valid():
        return _page(request, shown, form, status=_UNPROCESSABLE)
    if not request.user.is_authenticated and not request.session.session_key:
        # With a session of its own a new browser is counted by itself.
        request.session.create()
    try:
        remark_count(caller_of(request))
        masked = remark_take(notice=shown, today=timezone.localdate(), **form.cleaned_data)
    except RateLimitedError as error:
        form.add_error(
            None,
            _("의견을 짧은 시간에 여러 번 보냈습니다. %d초 뒤에 다시 보내 주십시오.")
            % error.seconds,
        )
        return _page(request, shown, form, status=_TOO_MANY)
    except NoticeOverError as error:
        raise Http404("remarks are taken no more") from error
    address = reverse("regulations:advance-notice", args=[shown.pk])
    return see_other(f"{address}?received={'masked' if masked else 'as-is'}#remarks")


def _page(
    request: HttpRequest, shown: AdvanceNotice, form: RemarkForm, *, status: int = 200
) -> HttpResponse:
    version = shown.version
    begins = version.enforcement_date
    before = neighbors(version=version, begins=begins).before if begins else None
    found = compare_versions(before, version)
    context: dict[str, Any] = {
        "notice": shown,
        "version": version,
        "regulation": version.regulation,
        "before": before,
        "entries": comparison_table(found),
        "counts": found.counts,
        "attachments_differing": found.counts_of(Region.ATTACHMENTS).differing,
        "effects": notice_effects(shown),
        "remarks": shown.remarks.filter(state=NoticeRemark.State.SHOWN).order_by("created_at"),
        "takes_remarks": shown.takes_remarks(timezone.localdate()),
        "is_edited": version.edits.filter(changed_at__gt=shown.created_at).exists(),
        "form": form,
        "received": request.GET.get("received", ""),
    }
    response = render(request, "regulations/notice.html", context, status=status)
    # A draft that a search engine keeps is read as a rule long after.
    response["X-Robots-Tag"] = "noindex"
    return response
