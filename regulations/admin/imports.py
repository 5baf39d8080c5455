"""Uploading files and watching them being read. A page can be left at any time: the reading goes on and stands on rows."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from portal.http.limits import RateLimitedError, caller_of, upload_count
from regulations.admin.access import (
    SEE_UPLOADS,
    UPLOAD,
    VIEW,
    CuratedRecord,
    any_permission_required,
)
from regulations.admin.forms import UploadForm
from regulations.admin.steps import curation_context
from regulations.admin.volumes import absence, changes, volume_context
from regulations.importing.uploads import NotRetryableError, runs_ahead, upload_create, upload_retry
from regulations.models import ImportRun, RegulationVersion, WatchedFile
from regulations.search.index.progress import index_backlog
from regulations.text.readers import MAX_FILE_BYTES, READABLE_SUFFIXES

_RECENT = 10


@admin.register(WatchedFile)
class WatchedFileAdmin(CuratedRecord, admin.ModelAdmin[WatchedFile]):
    """What came in from the watched folder, each with the page of its reading. Without its row a file would come in again."""

    list_display = ("name", "changed_at", "result")
    list_display_links = None
    list_select_related = ("run",)
    search_fields = ("name",)
    ordering = ("-changed_at", "name")
    seen_by = SEE_UPLOADS

    @admin.display(description=_("가져온 결과"))
    def result(self, file: WatchedFile) -> SafeString | str:
        """The page of the run."""
        if file.run is None:
            return ""
        address = reverse("admin:regulations_import_run", args=[file.run.pk])
        return format_html('<a href="{}">{}</a>', address, file.run.step)


@admin.register(ImportRun)
class ImportRunAdmin(admin.ModelAdmin[ImportRun]):
    """Uploaded files: the list, and the pages that take and show them."""

    list_display = ("name", "step", "progress", "draft_count", "created_by", "created_at")
    list_display_links = None
    list_filter = ("state", "created_at")
    list_select_related = ("created_by",)
    search_fields = ("file_name", "entries__title")
    search_help_text = _("파일 이름이나 그 안의 규정 제목으로 찾습니다.")
    ordering = ("-created_at", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportRun]:
        """Count the drafts of each file in the same query."""
        return super().get_queryset(request).annotate(number=Count("versions", distinct=True))

    def has_change_permission(self, request: HttpRequest, obj: ImportRun | None = None) -> bool:
        """What became of a file is not typed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ImportRun | None = None) -> bool:
        """The file is where its versions came from."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """Add the pages that take a file and show its reading."""
        guard = self.admin_site.admin_view
        return [
            path("upload/", guard(upload), name="regulations_import"),
            path("recent/", guard(recent), name="regulations_import_recent"),
            path("<int:run_id>/run/", guard(run), name="regulations_import_run"),
            path("<int:run_id>/progress/", guard(progress), name="regulations_import_progress"),
            path("<int:run_id>/retry/", guard(retry), name="regulations_import_retry"),
            path("<int:run_id>/changes/", guard(changes), name="regulations_import_changes"),
            path(
                "<int:run_id>/absent/<int:regulation_id>/",
                guard(absence),
                name="regulations_import_absence",
            ),
            path("<int:run_id>/file/", guard(download), name="regulations_import_file"),
            *super().get_urls(),
        ]

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """A file is added by uploading it."""
        return redirect("admin:regulations_import")

    def change_view(
        self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """A file is looked at on its own page."""
        run = get_object_or_404(ImportRun, pk=object_id)
        return redirect("admin:regulations_import_run", run.pk)

    @admin.display(description=_("파일"), ordering="file_name")
    def name(self, run: ImportRun) -> SafeString:
        """The name, with the way to the page of its reading."""
        address = reverse("admin:regulations_import_run", args=[run.pk])
        return format_html('<a href="{}">{}</a>', address, run.file_name)

    @admin.display(description=_("진행"))
    def progress(self, run: ImportRun) -> str:
        """How many of its regulations are stored."""
        return f"{run.done} / {run.total}" if run.total else "-"

    @admin.display(description=_("초안"), ordering="number")
    def draft_count(self, run: ImportRun) -> int:
        """How many versions came of it."""
        return int(getattr(run, "number", 0))


@any_permission_required(UPLOAD)
def upload(request: HttpRequest) -> HttpResponse:
    """Take files and begin to read them; below, what was uploaded last and what is still to be finished."""
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and _is_counted(request, form):
        runs = [
            upload_create(
                upload=file,
                by=request.user,  # type: ignore[arg-type]
                enforcement_date=form.cleaned_data["enforcement_date"],
            )
            for file in form.cleaned_data["file"]
        ]
        if len(runs) == 1:
            return redirect("admin:regulations_import_run", runs[0].pk)
        messages.success(request, _("파일 %d개를 받았습니다. 차례로 읽습니다.") % len(runs))
        return redirect("admin:regulations_import")
    drafts = RegulationVersion.objects.filter(state=RegulationVersion.State.DRAFT)
    context = (
        curation_context(request, title=_("파일 올리기"))
        | _recent_context()
        | {
            "form": form,
            "suffixes": ", ".join(sorted(suffix.lstrip(".") for suffix in READABLE_SUFFIXES)),
            "most_megabytes": MAX_FILE_BYTES // 1024**2,
            "drafts": drafts.select_related("regulation", "created_by").order_by(
                "-created_at", "-pk"
            )[:_RECENT],
            "draft_count": drafts.count(),
        }
    )
    return render(request, "admin/curation/upload.html", context)


def _is_counted(request: HttpRequest, form: UploadForm) -> bool:
    """Whether the limit of uploads an hour lets one more through, however many files it brings; the form says so where not."""
    try:
        upload_count(caller_of(request))
    except RateLimitedError as error:
        said = _("한 시간에 올릴 수 있는 횟수를 넘었습니다. %(minutes)d분 뒤에 다시 올려 주십시오.")
        form.add_error("file", said % {"minutes": ceil(error.seconds / 60)})
        return False
    return True


@require_safe
@any_permission_required(SEE_UPLOADS)
def recent(request: HttpRequest) -> HttpResponse:
    """The last files, as a fragment that a page asks for while one of them is read."""
    return render(request, "admin/curation/_runs.html", _recent_context())


@require_safe
@any_permission_required(SEE_UPLOADS)
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    """One file: how far it is read, and what became of each of its regulations."""
    row = get_object_or_404(ImportRun.objects.select_related("created_by"), pk=run_id)
    is_done = not row.is_running
    drafts = list(row.versions.filter(state=RegulationVersion.State.DRAFT)[:2])
    context = curation_context(request, title=row.file_name) | {
        "run": row,
        "ahead": runs_ahead(run=row),
        "backlog": index_backlog(),
        "only": drafts[0] if row.total == 1 and drafts else None,
    }
    if is_done:
        context |= volume_context(request, row)
    return render(request, "admin/curation/run.html", context)


@require_safe
@any_permission_required(SEE_UPLOADS)
def progress(request: HttpRequest, run_id: int) -> HttpResponse:
    """How far a file is read, as a fragment; once it is done, the whole page is asked for again."""
    row = get_object_or_404(ImportRun, pk=run_id)
    context = {"run": row, "ahead": runs_ahead(run=row)}
    response = render(request, "admin/curation/_progress.html", context)
    if not row.is_running:
        response["HX-Refresh"] = "true"
    return response


@require_POST
@any_permission_required(UPLOAD)
def retry(request: HttpRequest, run_id: int) -> HttpResponse:
    """Read a file again whose reading broke off."""
    row = get_object_or_404(ImportRun, pk=run_id)
    try:
        upload_retry(run=row)
    except NotRetryableError as error:
        messages.error(request, str(error))
    return redirect("admin:regulations_import_run", run_id)


@require_safe
@any_permission_required(SEE_UPLOADS, VIEW)
def download(request: HttpRequest, run_id: int) -> HttpResponseBase:
    """The file as it was uploaded."""
    row = get_object_or_404(ImportRun, pk=run_id)
    if not row.file:
        raise Http404("the file was not kept")
    try:
        content = row.file.open("rb")
    except FileNotFoundError as error:
        raise Http404("the file is gone") from error
    return FileResponse(content, as_attachment=True, filename=row.file_name)


def _recent_context() -> dict[str, Any]:
    runs = list(
        ImportRun.objects.select_related("created_by").order_by("-created_at", "-pk")[:_RECENT]
    )
    is_running = any(one.is_running for one in runs)
    return {"runs": runs, "is_running": is_running, "backlog": index_backlog()}
