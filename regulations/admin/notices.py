"""Public notice of a draft (사전공고) in the admin: opened, given longer, taken back; remarks read, answered, taken along."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from portal.http.spreadsheets import csv_file, xlsx_file
from regulations.admin.access import (
    CHANGE_DRAFT,
    VIEW,
    CuratedRecord,
    any_permission_required,
    log_admin_action,
)
from regulations.admin.curation import version_get
from regulations.admin.steps import version_context
from regulations.announcing.effects import notice_effects
from regulations.announcing.opening import (
    NotAnnounceableError,
    advance_notice_extend,
    advance_notice_open,
    advance_notice_withdraw,
)
from regulations.announcing.remarks import remark_decide, remark_head, remark_rows
from regulations.curation.drafts import NotADraftError, draft_describe
from regulations.models import AdvanceNotice, NoticeRemark, RegulationVersion
from regulations.publishing.roles import PUBLISH

# As long as laws are on notice in Korea unless something else is said.
_USUAL = timedelta(days=20)
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class AdvanceNoticeForm(forms.Form):
    """What a notice says beside the draft."""

    explanation = forms.CharField(
        label=gettext_lazy("취지와 주요 내용"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    remarks_until = _day_field(gettext_lazy("의견을 받는 마지막 날"))
    enforcement_date = _day_field(gettext_lazy("시행 예정일"))


class RemarkDecisionForm(forms.Form):
    """Whether a remark is shown, and what became of it."""

    state = forms.ChoiceField(choices=NoticeRemark.State.choices)
    reply = forms.CharField(required=False, max_length=2000)


@admin.register(AdvanceNotice)
class AdvanceNoticeAdmin(CuratedRecord, admin.ModelAdmin[AdvanceNotice]):
    """The notices; each is worked on at the page of its draft."""

    list_display = ("name", "opened_on", "remarks_until", "standing", "waiting", "remark_count")
    list_display_links = ("name",)
    list_select_related = ("version__regulation",)
    date_hierarchy = "opened_on"
    ordering = ("-opened_on", "-pk")
    search_fields = ("version__regulation__title",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AdvanceNotice]:
        """With the number of remarks."""
        waiting = Q(remarks__state=NoticeRemark.State.WAITING)
        rows: QuerySet[AdvanceNotice] = super().get_queryset(request)
        return rows.annotate(
            all_remarks=Count("remarks"), open_remarks=Count("remarks", filter=waiting)
        )

    def change_view(
        self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """A notice is looked at on the page of its draft."""
        found = get_object_or_404(AdvanceNotice, pk=object_id)
        return redirect("admin:regulations_version_notice", found.version_id)

    def get_urls(self) -> list[URLPattern]:
        """Add what is done with a notice."""
        guard = self.admin_site.admin_view
        pages: list[tuple[str, str, Any]] = [
            ("<int:pk>/extend/", "extend", extend),
            ("<int:pk>/withdraw/", "withdraw", withdraw),
            ("<int:pk>/remarks.<str:suffix>", "export", export),
            ("remarks/<int:pk>/", "remark", remark),
        ]
        own = [path(at, guard(view), name=f"regulations_notice_{name}") for at, name, view in pages]
        return [*own, *super().get_urls()]

    @admin.display(description=gettext_lazy("규정"), ordering="version__regulation__title")
    def name(self, notice: AdvanceNotice) -> str:
        """The regulation whose draft it is."""
        return notice.version.regulation.title

    @admin.display(description=gettext_lazy("상태"))
    def standing(self, notice: AdvanceNotice) -> str:
        """How far it is."""
        return standing_of(notice)

    @admin.display(description=gettext_lazy("확인 전 의견"), ordering="open_remarks")
    def waiting(self, notice: Any) -> int:
        """How many remarks nobody has read."""
        return int(notice.open_remarks)

    @admin.display(description=gettext_lazy("의견"), ordering="all_remarks")
    def remark_count(self, notice: Any) -> int:
        """How many remarks there are."""
        return int(notice.all_remarks)


def standing_of(notice: AdvanceNotice) -> str:
    """How far a notice is, in a word."""
    if notice.withdrawn_at is not None:
        return _("거둠")
    if notice.is_published:
        return _("게시됨")
    return _("의견 받는 중") if notice.takes_remarks(timezone.localdate()) else _("의견 마감")


@any_permission_required(VIEW)
def notice(request: HttpRequest, version_id: int) -> HttpResponse:
    """The notice of a draft with its remarks, or the form that opens one."""
    version = version_get(version_id)
    shown = version.advance_notices.order_by("-pk").first()
    may_open = version.state == RegulationVersion.State.DRAFT and request.user.has_perm(PUBLISH)
    is_over = shown is None or shown.withdrawn_at is not None
    form = AdvanceNoticeForm(
        request.POST or None,
        initial={
            "explanation": version.reason,
            "remarks_until": timezone.localdate() + _USUAL,
            "enforcement_date": version.enforcement_date,
        },
    )
    if (
        request.method == "POST"
        and may_open
        and is_over
        and form.is_valid()
        and _open(request, version, form)
    ):
        return redirect("admin:regulations_version_notice", version_id)
    context = version_context(request, version, "publish") | {
        "notice": shown,
        "form": form if may_open and is_over else None,
        "standing": standing_of(shown) if shown else "",
        "takes_remarks": bool(shown and shown.takes_remarks(timezone.localdate())),
        "effects": notice_effects(shown) if shown else None,
        "remarks": shown.remarks.order_by("-state", "created_at") if shown else [],
        "remark_states": NoticeRemark.State.choices,
        "may_open": may_open,
        "may_decide": request.user.has_perm(CHANGE_DRAFT) or request.user.has_perm(PUBLISH),
    }
    return render(request, "admin/curation/notice.html", context)


def _open(request: HttpRequest, version: RegulationVersion, form: AdvanceNoticeForm) -> bool:
    typed = form.cleaned_data
    try:
        draft_describe(
            version=version,
            promulgated_date=version.promulgated_date,
            enforcement_date=typed["enforcement_date"],
            reason=version.reason or typed["explanation"],
        )
        opened = advance_notice_open(
            version=version,
            explanation=typed["explanation"],
            remarks_until=typed["remarks_until"],
            by=request.user,  # type: ignore[arg-type]
            today=timezone.localdate(),
        )
    except (NotADraftError, NotAnnounceableError) as error:
        form.add_error(None, str(error))
        return False
    log_admin_action(request, opened.version, _("사전공고"))
    messages.success(request, _("사전공고를 열었습니다. 지금부터 누구나 볼 수 있습니다."))
    return True


@require_POST
@any_permission_required(PUBLISH)
def extend(request: HttpRequest, pk: int) -> HttpResponse:
    """Take remarks for longer."""
    found = get_object_or_404(AdvanceNotice, pk=pk)
    try:
        day = forms.DateField().clean(request.POST.get("remarks_until", ""))
        advance_notice_extend(notice=found, remarks_until=day)
    except NotAnnounceableError as error:
        messages.error(request, str(error))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        log_admin_action(request, found.version, _("사전공고 연장"))
    return redirect("admin:regulations_version_notice", found.version_id)


@require_POST
@any_permission_required(PUBLISH)
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a notice back."""
    found = get_object_or_404(AdvanceNotice, pk=pk)
    reason = request.POST.get("reason", "")
    try:
        advance_notice_withdraw(notice=found, reason=reason, now=timezone.now())
    except NotAnnounceableError as error:
        messages.error(request, str(error))
    else:
        log_admin_action(request, found.version, _("사전공고 거둠: %s") % reason)
    return redirect("admin:regulations_version_notice", found.version_id)


@require_POST
@any_permission_required(CHANGE_DRAFT, PUBLISH)
def remark(request: HttpRequest, pk: int) -> HttpResponse:
    """Show or hide a remark, with the office's reply."""
    found = get_object_or_404(NoticeRemark.objects.select_related("notice"), pk=pk)
    form = RemarkDecisionForm(request.POST)
    if form.is_valid():
        remark_decide(
            remark=found,
            by=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
            **form.cleaned_data,
        )
    else:
        messages.error(request, _("의견의 상태를 골라 주십시오."))
    address = reverse("admin:regulations_version_notice", args=[found.notice.version_id])
    return redirect(f"{address}#remark-{found.pk}")


@require_safe
@any_permission_required(VIEW)
def export(request: HttpRequest, pk: int, suffix: str) -> HttpResponse:
    """All remarks as a file for a spreadsheet."""
    found = get_object_or_404(AdvanceNotice, pk=pk)
    rows = remark_rows(found)
    if suffix == "xlsx":
        content = xlsx_file([(_("의견"), remark_head(), rows)])
        response = HttpResponse(content, content_type=_XLSX)
    else:
        content = csv_file(remark_head(), rows)
        response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    kind = "xlsx" if suffix == "xlsx" else "csv"
    response["Content-Disposition"] = f'attachment; filename="remarks-{pk}.{kind}"'
    return response
