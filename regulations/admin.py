"""Where admins curate regulations: bring files in, read what was understood, publish, name departments and collections."""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from regulations.corpus_files import RegulationOutcome, files_import
from regulations.golden_admin import preview_golden
from regulations.locators import normalize_name
from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Collection,
    Department,
    Regulation,
    RegulationAlias,
    RegulationVersion,
    ThesaurusEntry,
)
from regulations.publishing import (
    NotPublishableError,
    regulation_names_changed,
    version_publish,
)
from regulations.readers import READABLE_SUFFIXES
from regulations.references import unresolved_references


class ReadOnlyInline(admin.TabularInline[Any, Any]):
    """Rows that are shown and never typed: they come from the file."""

    extra = 0
    can_delete = False
    show_change_link = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds a row by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes a row by hand."""
        return False


class AliasInline(admin.TabularInline[RegulationAlias, Regulation]):
    """The other names of a regulation."""

    model = RegulationAlias
    fields = ("name",)
    extra = 1


class VersionInline(ReadOnlyInline):
    """The versions of a regulation, each with a link to its own page."""

    model = RegulationVersion
    fields = ("number", "state", "enforcement_date", "ends_on", "index_state", "source_name")
    ordering = ("-enforcement_date", "-number")
    show_change_link = True


class ArticleInline(ReadOnlyInline):
    """The articles of a version as they were read."""

    model = Article
    fields = ("label", "title", "full_text", "is_deleted", "title_marks")
    ordering = ("position",)


class AddendaInline(ReadOnlyInline):
    """The addenda of a version."""

    model = Addenda
    fields = ("number", "title", "marks", "text")
    ordering = ("position",)


class AttachmentInline(ReadOnlyInline):
    """The attached tables and forms of a version."""

    model = Attachment
    fields = ("label", "title", "marks", "text")
    ordering = ("position",)


class ImportForm(forms.Form):
    """A file to bring in."""

    file = forms.FileField(label=_("규정 파일"))
    enforcement_date = forms.DateField(
        label=_("시행일"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("비워 두면 파일에 적힌 시행일을 씁니다."),
    )


@admin.register(Department)
class DepartmentAdmin(admin.ModelAdmin[Department]):
    """Offices and how to reach them."""

    list_display = ("name", "phone", "email", "location", "regulation_count")
    search_fields = ("name", "handles")
    ordering = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Department]:
        """Count the regulations of each department in the same query."""
        return super().get_queryset(request).annotate(number=Count("regulations"))

    @admin.display(description=_("규정 수"), ordering="number")
    def regulation_count(self, department: Department) -> int:
        """How many regulations the department is responsible for."""
        return int(getattr(department, "number", 0))


@admin.register(Collection)
class CollectionAdmin(admin.ModelAdmin[Collection]):
    """Sets of regulations that a question can be limited to."""

    list_display = ("name", "description")
    prepopulated_fields = {"slug": ("name",)}
    filter_horizontal = ("regulations",)
    search_fields = ("name",)


@admin.register(ThesaurusEntry)
class ThesaurusEntryAdmin(admin.ModelAdmin[ThesaurusEntry]):
    """What people say and what regulations call it; searches use a change at once."""

    list_display = ("line", "is_enabled", "changed_at")
    list_editable = ("is_enabled",)
    list_filter = ("is_enabled",)
    search_fields = ("line",)
    ordering = ("line",)


@admin.register(Regulation)
class RegulationAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """Regulations with their names and versions, and the way in for files."""

    list_display = ("title", "code", "kind", "category", "owner_department")
    list_filter = ("kind", "category", "owner_department")
    list_select_related = ("owner_department",)
    search_fields = ("title", "code", "normalized_title", "aliases__name")
    autocomplete_fields = ("owner_department",)
    prepopulated_fields = {"slug": ("title",)}
    ordering = ("code", "title")
    inlines = (AliasInline, VersionInline)
    change_list_template = "admin/regulations/regulation/change_list.html"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Regulation], search_term: str
    ) -> tuple[QuerySet[Regulation], bool]:
        """Find names whatever their spacing."""
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        if name := normalize_name(search_term):
            found |= queryset.filter(normalized_title__icontains=name)
        return found, may_repeat

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Let a changed name resolve what waits for it."""
        super().save_related(request, form, formsets, change)
        names = any(formset.has_changed() for formset in formsets)
        if names or "title" in form.changed_data:
            regulation_names_changed(regulation=form.instance, on=timezone.localdate())

    def get_urls(self) -> list[URLPattern]:
        """Add the page that takes a file."""
        view = self.admin_site.admin_view(self.import_view)
        return [path("import/", view, name="regulations_import"), *super().get_urls()]

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Take a file, store its regulations as drafts and say what became of each."""
        if not self.has_add_permission(request):
            return redirect("admin:regulations_regulation_changelist")
        form = ImportForm(request.POST or None, request.FILES or None)
        outcomes: list[RegulationOutcome] = []
        if request.method == "POST" and form.is_valid():
            outcomes = files_import_upload(
                upload=form.cleaned_data["file"],
                enforcement_date=form.cleaned_data["enforcement_date"],
            )
        context = self.admin_site.each_context(request) | {
            "title": _("파일에서 가져오기"),
            "opts": self.opts,
            "form": form,
            "outcomes": outcomes,
            "suffixes": ", ".join(sorted(suffix.lstrip(".") for suffix in READABLE_SUFFIXES)),
        }
        return render(request, "admin/regulations/regulation/import.html", context)


def files_import_upload(
    *, upload: UploadedFile[Any], enforcement_date: date | None
) -> list[RegulationOutcome]:
    """Import one uploaded file under its own name, as drafts."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / (Path(upload.name or "").name or "upload")
        with target.open("wb") as file:
            for piece in upload.chunks():
                file.write(piece)
        return files_import(paths=[target], now=timezone.now(), enforcement_date=enforcement_date)


@admin.register(RegulationVersion)
class RegulationVersionAdmin(admin.ModelAdmin[RegulationVersion]):
    """Versions: what was read from the file, what was lost, and publishing."""

    list_display = (
        "regulation",
        "number",
        "state",
        "enforcement_date",
        "ends_on",
        "kept_share",
        "index_state",
    )
    list_filter = ("state", "index_state", "enforcement_date")
    list_select_related = ("regulation",)
    search_fields = ("regulation__title", "regulation__normalized_title", "source_name")
    date_hierarchy = "enforcement_date"
    ordering = ("-created_at", "-pk")
    actions = ("publish", preview_golden)
    inlines = (ArticleInline, AddendaInline, AttachmentInline)
    fields = (
        "regulation",
        "number",
        "state",
        "page",
        "promulgated_date",
        "enforcement_date",
        "ends_on",
        "repealed_date",
        "reason",
        "account",
        "unresolved",
        "source_name",
        "index_state",
        "published_at",
    )

    def get_readonly_fields(
        self, request: HttpRequest, obj: RegulationVersion | None = None
    ) -> tuple[str, ...]:
        """Let the days and the reason of a draft be typed; a published version stands."""
        typed = {"promulgated_date", "enforcement_date", "repealed_date", "reason"}
        is_draft = obj is not None and obj.state == RegulationVersion.State.DRAFT
        return tuple(name for name in self.fields if not (is_draft and name in typed))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A version comes from a file."""
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: RegulationVersion | None = None
    ) -> bool:
        """Only a draft can be deleted: answers cite what was in force."""
        is_draft = obj is None or obj.state == RegulationVersion.State.DRAFT
        return is_draft and super().has_delete_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Leave out deleting many at once, which would not look at the state of each."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    @admin.action(description=_("선택한 초안을 게시"), permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[RegulationVersion]) -> None:
        """Publish the chosen drafts, each with its own day of enforcement."""
        for version in queryset.order_by("enforcement_date", "pk"):
            try:
                version_publish(version=version, now=timezone.now())
            except NotPublishableError as error:
                self.message_user(request, f"{version}: {error}", messages.ERROR)
            else:
                self.message_user(request, _("게시했습니다: %s") % version, messages.SUCCESS)

    @admin.display(description=_("보존율"))
    def kept_share(self, version: RegulationVersion) -> str:
        """How much of the source stands in provisions."""
        share = version.report.get("kept_share")
        return f"{share:.2%}" if share else "-"

    @admin.display(description=_("보기"))
    def page(self, version: RegulationVersion) -> SafeString:
        """A link to the version as readers see it."""
        keys = {"slug": version.regulation.slug, "version": version.number}
        return format_html(
            '<a href="{}">{}</a>', reverse("regulations:version", kwargs=keys), _("규정 쪽 열기")
        )

    @admin.display(description=_("분석 결과"))
    def account(self, version: RegulationVersion) -> SafeString:
        """The loss report, the parts that a person must look at first."""
        report = version.report
        rows = [
            (_("조문"), _counted(report)),
            (_("보존율"), self.kept_share(version)),
            (_("표의 행"), f"{report.get('rows_kept', 0)} / {report.get('rows_in_source', 0)}"),
            (_("건너뛴 번호"), ", ".join(report.get("gaps", []))),
            (_("되풀이된 번호"), ", ".join(report.get("repeats", []))),
            (_("자리를 찾지 못한 줄"), _listed(report.get("unplaced_lines", []))),
            (_("사라진 줄"), _listed(report.get("lost_lines", []))),
            (_("알림"), " ".join(report.get("notes", []))),
        ]
        body = format_html_join(
            "", "<tr><th>{}</th><td>{}</td></tr>", [(name, value or "-") for name, value in rows]
        )
        return format_html("<table>{}</table>", body)

    @admin.display(description=_("연결되지 않은 인용"))
    def unresolved(self, version: RegulationVersion) -> SafeString:
        """The mentions of other provisions that lead nowhere, with the reason."""
        rows = unresolved_references(version)
        lines = [(row.place_label, row.text, row.get_reason_display()) for row in rows[:100]]
        return format_html_join("", "<p>{}: {} ({})</p>", lines) or format_html("{}", "-")


def _counted(report: dict[str, Any]) -> str:
    counts = report.get("counts", {})
    return (
        f"조 {counts.get('articles', 0)} (삭제 {counts.get('deleted_articles', 0)}), "
        f"항 {counts.get('paragraphs', 0)}, 호 {counts.get('subparagraphs', 0)}, 목 {counts.get('items', 0)}, "
        f"부칙 {counts.get('addenda', 0)}, 별표 {counts.get('tables', 0)}, 서식 {counts.get('forms', 0)}"
    )


def _listed(lines: list[dict[str, Any]]) -> str:
    return " / ".join(f"{line['number']}행: {line['text'][:80]}" for line in lines[:20])
