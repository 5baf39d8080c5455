"""Golden sets in the admin: bring them in, run them, see what got worse, also for a draft before it is published."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.admin_site import NamedValuesFilter
from portal.jobs.dispatch import send_on_commit
from portal.privacy.masking import personal_data_mask
from regulations.models import GoldenQuestion, GoldenRun, GoldenSet, RegulationVersion
from regulations.search.golden import (
    InvalidGoldenRowError,
    compare_with_previous,
    golden_export,
    golden_import,
    golden_run_start,
    runs_compare,
    with_figures_before,
)
from regulations.search.golden.tasks import golden_run_task, preview_enqueue

_SHOWN = 20


class GoldenImportForm(forms.Form):
    """A file of labelled questions and the set that takes them."""

    name = forms.SlugField(label=_("골든 세트"), max_length=60, allow_unicode=True)
    file = forms.FileField(label=_("JSONL 파일"))


class RunsInline(admin.TabularInline[GoldenRun, GoldenSet]):
    """The runs of a set, each with a link to its figures."""

    model = GoldenRun
    fields = ("state", "draft", "changed", "searched", "day")
    readonly_fields = fields
    ordering = ("-created_at",)
    extra = 0
    can_delete = False
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[GoldenRun]:
        """With the names of their drafts, without their results."""
        runs = super().get_queryset(request)
        return runs.select_related("golden_set", "draft__regulation").defer("results")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A run is started, not typed."""
        return False

    @admin.display(description=_("검색 방식"))
    def searched(self, run: GoldenRun) -> str:
        """How it was searched."""
        return run.mode

    @admin.display(description=_("기준일"))
    def day(self, run: GoldenRun) -> date | None:
        """The day as of which it was searched."""
        return run.as_of


@admin.register(GoldenSet)
class GoldenSetAdmin(admin.ModelAdmin[GoldenSet]):
    """Sets of labelled questions."""

    list_display = ("name", "description", "as_of", "question_count")
    search_fields = ("name", "description")
    ordering = ("name",)
    inlines = (RunsInline,)
    actions = ("run_now", "export")
    change_list_template = "admin/regulations/goldenset/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[GoldenSet]:
        """Count the questions of each set in the same query."""
        return super().get_queryset(request).annotate(number=Count("questions"))

    @admin.display(description=_("질문 수"), ordering="number")
    def question_count(self, golden_set: GoldenSet) -> int:
        """How many questions the set has."""
        return int(getattr(golden_set, "number", 0))

    def get_urls(self) -> list[URLPattern]:
        """Add the page that takes a file."""
        view = self.admin_site.admin_view(self.import_view)
        return [path("import/", view, name="regulations_golden_import"), *super().get_urls()]

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Take a JSONL file into a set."""
        if not self.has_add_permission(request):
            return redirect("admin:regulations_goldenset_changelist")
        form = GoldenImportForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            try:
                text = form.cleaned_data["file"].read().decode("utf-8")
                count = golden_import(name=form.cleaned_data["name"], lines=text.splitlines())
            except UnicodeDecodeError:
                form.add_error("file", _("UTF-8로 저장한 파일이 아닙니다."))
            except InvalidGoldenRowError as error:
                form.add_error("file", str(error))
            else:
                self.message_user(request, _("질문 %d개를 가져왔습니다.") % count, messages.SUCCESS)
                return redirect("admin:regulations_goldenset_changelist")
        context = self.admin_site.each_context(request) | {
            "title": _("골든 세트 가져오기"),
            "opts": self.opts,
            "form": form,
        }
        return render(request, "admin/regulations/goldenset/import.html", context)

    @admin.action(description=_("지금 재기"), permissions=["change"])
    def run_now(self, request: HttpRequest, queryset: QuerySet[GoldenSet]) -> None:
        """Queue a run of each chosen set."""
        for golden_set in queryset.order_by("pk"):
            run = golden_run_start(golden_set=golden_set, asked_by=_person(request))
            send_on_commit(golden_run_task, run_id=run.pk)
            self.message_user(request, _link_to(run), messages.SUCCESS)

    @admin.action(description=_("JSONL로 내보내기"))
    def export(self, request: HttpRequest, queryset: QuerySet[GoldenSet]) -> HttpResponse:
        """Download the questions of the chosen sets."""
        lines = [line for one in queryset.order_by("pk") for line in golden_export(golden_set=one)]
        response = HttpResponse("\n".join(lines) + "\n", content_type="application/jsonl")
        response["Content-Disposition"] = 'attachment; filename="golden.jsonl"'
        return response


@admin.register(GoldenQuestion)
class GoldenQuestionAdmin(admin.ModelAdmin[GoldenQuestion]):
    """Single questions, to correct their gold."""

    list_display = ("question", "golden_set", "answerable", "style", "topic", "origin")
    list_filter = (
        "golden_set",
        "answerable",
        ("style", NamedValuesFilter),
        ("topic", NamedValuesFilter),
    )
    list_select_related = ("golden_set",)
    search_fields = ("question", "key")
    ordering = ("golden_set", "key")

    def save_model(
        self,
        request: HttpRequest,
        obj: GoldenQuestion,
        form: ModelForm[GoldenQuestion],
        change: bool,
    ) -> None:
        """Save, personal data masked as in every other question."""
        obj.question = personal_data_mask(obj.question).text
        super().save_model(request, obj, form, change)


@admin.register(GoldenRun)
class GoldenRunAdmin(admin.ModelAdmin[GoldenRun]):
    """What a run measured, beside the last one of what was live."""

    list_display = ("golden_set", "created_at", "state", "draft", "changed", "recall", "worse")
    list_filter = ("golden_set", "state")
    list_select_related = ("golden_set", "draft__regulation")
    ordering = ("-created_at",)
    fields = (
        *("golden_set", "state", "error", "created_at", "as_of", "mode", "draft", "changed"),
        *("comparison", "regressions"),
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[GoldenRun]:
        """With what a list compares, in the same query."""
        return with_figures_before(super().get_queryset(request))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A run is started, not typed."""
        return False

    @admin.display(description="recall@5")
    def recall(self, run: GoldenRun) -> str:
        """The figure that is looked at first."""
        return f"{run.figures['recall@5']:.3f}" if "recall@5" in run.figures else "-"

    @admin.display(description=_("나빠진 지표"))
    def worse(self, run: GoldenRun) -> str:
        """The watched figures that fell against the last live run; question by question its own page compares."""
        before = getattr(run, "figures_before", None) or {}
        compared = runs_compare((), (), figures_before=before, figures_now=run.figures)
        return ", ".join(compared.lowered) or "-"

    @admin.display(description=_("지표"))
    def comparison(self, run: GoldenRun) -> SafeString:
        """Every figure, before and now."""
        compared = compare_with_previous(run)
        changes = compared.changes if compared else {}
        rows = (
            (name, f"{changes[name][0]:.3f}" if name in changes else "-", f"{value:.3f}")
            for name, value in run.figures.items()
        )
        body = format_html_join("", "<tr><th>{}</th><td>{}</td><td>{}</td></tr>", rows)
        head = format_html("<tr><td></td><th>{}</th><th>{}</th></tr>", _("앞서"), _("이번"))
        return format_html("<table>{}{}</table>", head, body)

    @admin.display(description=_("나빠진 질문"))
    def regressions(self, run: GoldenRun) -> SafeString:
        """Which questions the last live run answered and this one does not."""
        compared = compare_with_previous(run)
        if compared is None or not compared.regressions:
            return format_html("{}", _("없음"))
        rows = (
            (one.key, one.question, one.before, one.now) for one in compared.regressions[:_SHOWN]
        )
        body = format_html_join("", "<tr><td>{}</td><td>{}</td><td>{} → {}</td></tr>", rows)
        return format_html("<table>{}</table>", body)


@admin.action(description=_("게시하면 달라지는 검색 미리 재기"), permissions=["change"])
def preview_golden(
    model_admin: admin.ModelAdmin[RegulationVersion],
    request: HttpRequest,
    queryset: QuerySet[RegulationVersion],
) -> None:
    """Queue a run of every golden set for each chosen draft, as if it were published; nothing is published."""
    if not GoldenSet.objects.exists():
        model_admin.message_user(request, _("골든 세트가 아직 없습니다."), messages.WARNING)
    for draft in queryset.filter(state=RegulationVersion.State.DRAFT).order_by("pk"):
        for run in preview_enqueue(draft=draft, asked_by=_person(request)):
            if run.draft_id:
                model_admin.message_user(request, _link_to(run), messages.SUCCESS)


def _link_to(run: GoldenRun) -> SafeString:
    url = reverse("admin:regulations_goldenrun_change", args=[run.pk])
    return format_html('<a href="{}">{}: {}</a>', url, run, _("재고 있습니다"))


def _person(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
