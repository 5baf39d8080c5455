"""What people say and what regulations call it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.jobs.dispatch import send_on_commit
from regulations.admin.access import log_admin_action
from regulations.models import ThesaurusEntry, ThesaurusTrial
from regulations.search.golden.tasks import thesaurus_trial_task
from regulations.search.golden.trials import (
    InvalidTrialError,
    change_apply,
    change_parse,
    is_measured,
    trial_apply,
    trial_start,
)


class TrialForm(forms.Form):
    """A change of the thesaurus, typed or as a file; both together are one change."""

    lines = forms.CharField(
        label=_("바꿀 동의어"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "cols": 80}),
        help_text=_("한 줄에 하나씩 적습니다. 빼려는 줄은 앞에 ‘- ’를 붙입니다."),
    )
    file = forms.FileField(label=_("파일에서"), required=False)

    def clean(self) -> dict[str, Any]:
        """Join both to one text."""
        cleaned = super().clean() or self.cleaned_data
        text = cleaned.get("lines") or ""
        if upload := cleaned.get("file"):
            try:
                text = f"{text}\n{upload.read().decode('utf-8-sig')}"
            except UnicodeDecodeError:
                self.add_error("file", _("UTF-8로 저장한 파일이 아닙니다."))
        return cleaned | {"text": text}


class OriginFilter(admin.SimpleListFilter):
    """Entries that came with the portal, those that were changed, and the office's own."""

    title = _("출처")
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """The three choices."""
        return [
            ("own", str(_("직접 넣음"))),
            ("changed", str(_("기본 항목을 고침"))),
            ("built_in", str(_("기본 항목"))),
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ThesaurusEntry]
    ) -> QuerySet[ThesaurusEntry]:
        """Keep those that were chosen."""
        unchanged = Q(built_in=F("line"), is_enabled=True)
        if self.value() == "own":
            return queryset.filter(built_in="")
        if self.value() == "changed":
            return queryset.exclude(built_in="").exclude(unchanged)
        if self.value() == "built_in":
            return queryset.filter(unchanged)
        return queryset


@admin.register(ThesaurusEntry)
class ThesaurusEntryAdmin(admin.ModelAdmin[ThesaurusEntry]):
    """Synonyms. Searches use a change at once; so where there are golden sets, every way to one leads over its trial."""

    list_display = ("line", "origin", "is_enabled", "changed_at")
    list_filter = ("is_enabled", OriginFilter)
    search_fields = ("line",)
    search_help_text = _("사람들이 말하는 낱말이나 규정의 낱말로 찾습니다.")
    ordering = ("line",)
    list_per_page = 50
    actions = ("switch_off", "switch_on")
    change_list_template = "admin/regulations/thesaurusentry/change_list.html"
    change_form_template = "admin/regulations/thesaurusentry/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        """Add the page on which a change is typed that is only tried."""
        view = self.admin_site.admin_view(self.try_view)
        return [path("try/", view, name="regulations_thesaurus_try"), *super().get_urls()]

    def has_delete_permission(
        self, request: HttpRequest, obj: ThesaurusEntry | None = None
    ) -> bool:
        """What is in use is switched off first; what came with the portal would come back with its next start."""
        if obj is not None and (obj.is_enabled or obj.built_in):
            return False
        return super().has_delete_permission(request, obj)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Start a trial of the change; it is saved directly only without golden sets or when asked to."""
        measured = is_measured()
        tried = "_try" in request.POST or (measured and "_unmeasured" not in request.POST)
        if request.method == "POST" and tried and self._may_save(request, object_id):
            text = _typed(request, object_id)
            if text:
                return _to_trial(request, text)
        context = {"is_measured": measured} | (extra_context or {})
        return super().changeform_view(request, object_id, form_url, context)

    def _may_save(self, request: HttpRequest, object_id: str | None) -> bool:
        if object_id is None:
            return self.has_add_permission(request)
        return self.has_change_permission(request)

    @admin.action(description=_("고른 동의어 끄기"), permissions=["change"])
    def switch_off(
        self, request: HttpRequest, queryset: QuerySet[ThesaurusEntry]
    ) -> HttpResponse | None:
        """Take lines out of the searches, over a trial where one is possible."""
        return self._switch(request, queryset.filter(is_enabled=True), on=False)

    @admin.action(description=_("고른 동의어 켜기"), permissions=["change"])
    def switch_on(
        self, request: HttpRequest, queryset: QuerySet[ThesaurusEntry]
    ) -> HttpResponse | None:
        """Bring lines back into the searches, over a trial where one is possible."""
        return self._switch(request, queryset.filter(is_enabled=False), on=True)

    def _switch(
        self, request: HttpRequest, entries: QuerySet[ThesaurusEntry], *, on: bool
    ) -> HttpResponse | None:
        lines = list(entries.order_by("line").values_list("line", flat=True))
        if not lines:
            self.message_user(request, _("바뀐 것이 없습니다."), messages.WARNING)
            return None
        text = "\n".join(line if on else f"- {line}" for line in lines)
        if is_measured():
            return _to_trial(request, text)
        change_apply(change_parse(text))
        self.message_user(request, _("반영했습니다. 이제 검색에 쓰입니다."), messages.SUCCESS)
        return None

    def try_view(self, request: HttpRequest) -> HttpResponse:
        """Take lines, typed or from a file, and order their trial."""
        if not self.has_add_permission(request):
            return redirect("admin:regulations_thesaurusentry_changelist")
        form = TrialForm(
            request.POST or None,
            request.FILES or None,
            initial={"lines": request.GET.get("lines", "")},
        )
        if request.method == "POST" and form.is_valid():
            try:
                return _ordered(request, form.cleaned_data["text"])
            except InvalidTrialError as error:
                form.add_error("lines", str(error))
        context = self.admin_site.each_context(request) | {
            "title": _("동의어 미리 재기"),
            "opts": self.opts,
            "form": form,
        }
        return render(request, "admin/regulations/thesaurusentry/try.html", context)

    @admin.display(description=_("출처"))
    def origin(self, entry: ThesaurusEntry) -> str:
        """Whether the line came with the portal."""
        if not entry.built_in:
            return str(_("직접 넣음"))
        return str(_("기본 항목") if entry.built_in == entry.line else _("기본 항목을 고침"))


@admin.register(ThesaurusTrial)
class ThesaurusTrialAdmin(admin.ModelAdmin[ThesaurusTrial]):
    """What a change would do to the golden sets and to what people asked, and the button that makes it."""

    list_display = ("__str__", "state", "created_at", "asked_by", "applied_at")
    list_filter = ("state",)
    ordering = ("-created_at",)
    change_form_template = "admin/regulations/thesaurusentry/trial.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A trial is ordered on the page of synonyms."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """What was tried stays as it was tried."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """Add the button's address."""
        view = self.admin_site.admin_view(self.apply_view)
        return [
            path("<int:pk>/apply/", view, name="regulations_thesaurus_apply"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the trial with its tables."""
        trial = get_object_or_404(ThesaurusTrial, pk=object_id)
        may_apply = request.user.has_perm("regulations.change_thesaurusentry")
        worse = [one["name"] for one in trial.golden if one["lowered"]]
        shown = {"trial": trial, "may_apply": may_apply, "worse": worse}
        context = shown | (extra_context or {})
        return super().change_view(request, object_id, form_url, context)

    def apply_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Make the change; a POST by who may edit synonyms."""
        trial = get_object_or_404(ThesaurusTrial, pk=pk)
        permitted = request.user.has_perm("regulations.change_thesaurusentry")
        if request.method == "POST" and permitted:
            try:
                applied = trial_apply(trial=trial, now=timezone.now())
            except InvalidTrialError as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                if applied:
                    log_admin_action(request, trial, _("반영"))
                said = (
                    _("반영했습니다. 이제 검색에 쓰입니다.") if applied else _("이미 반영했습니다.")
                )
                self.message_user(request, said, messages.SUCCESS)
        return redirect("admin:regulations_thesaurustrial_change", trial.pk)


def _ordered(request: HttpRequest, text: str) -> HttpResponse:
    """Order a trial and show it; raises InvalidTrialError."""
    asked_by = request.user if isinstance(request.user, User) else None
    trial = trial_start(text=text, asked_by=asked_by)
    send_on_commit(thesaurus_trial_task, trial_id=trial.pk)
    return redirect("admin:regulations_thesaurustrial_change", trial.pk)


def _to_trial(request: HttpRequest, text: str) -> HttpResponse:
    """Order the trial of a change; one that cannot be read is shown on the page where lines are typed."""
    try:
        return _ordered(request, text)
    except InvalidTrialError as error:
        messages.error(request, str(error))
        page = reverse("admin:regulations_thesaurus_try")
        return redirect(f"{page}?{urlencode({'lines': text})}")


def _typed(request: HttpRequest, object_id: str | None) -> str:
    """The change that a form of one entry means, as lines of a trial; empty where no search would see it."""
    known = ThesaurusEntry.objects.filter(pk=object_id).first() if object_id else None
    line = " ".join(request.POST.get("line", "").split())
    before = known.line if known and known.is_enabled else ""
    becomes = line if "is_enabled" in request.POST else ""
    if before == becomes:
        return ""
    return "\n".join(filter(None, (before and f"- {before}", becomes)))
