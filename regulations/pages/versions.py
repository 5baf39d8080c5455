"""The pages of a regulation beside its text: history, comparison with another version, attachments with their files."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from regulations.curation.comparison_files import COMPARISON_FILES, DOCX
from regulations.curation.comparison_table import ComparedRegulation, TableEntry, comparison_table
from regulations.models import Attachment, RegulationVersion
from regulations.pages.version_pages import (
    VersionFrame,
    frame_of,
    version_frame,
    version_history,
    version_on,
)
from regulations.reading import catalog
from regulations.reading.attachments import attachment_csv, attachment_docx, version_attachments
from regulations.reading.comparison import Region, compare_versions


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """All published versions with their reasons and what each changed."""
    versions = catalog.published_versions(slug=slug)
    if not versions:
        raise Http404("no such regulation")
    today = timezone.localdate()
    shown = version_on(versions, today) or versions[0]
    context = {
        "frame": frame_of(versions, shown, today=today, tab="history"),
        "lines": version_history(versions),
        "asked_day": request.GET.get("on", ""),
    }
    return render(request, "regulations/history.html", context)


@require_safe
def comparison(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """신구조문대비표 of a version and the one before it, or another one (`?before=`); `?all=1` shows what stayed too."""
    frame = version_frame(slug=slug, number=version, today=timezone.localdate(), tab="comparison")
    before = _chosen_before(request, frame)
    found = compare_versions(before, frame.version) if before else None
    everything = request.GET.get("all") == "1"
    context = {
        "frame": frame,
        "before": before,
        "others": [row for row in frame.versions if row != frame.version],
        "entries": comparison_table(found, everything=everything) if found else [],
        "counts": found.counts if found else None,
        "attachments_differing": found.counts_of(Region.ATTACHMENTS).differing if found else 0,
        "everything": everything,
    }
    return render(request, "regulations/comparison.html", context)


@require_safe
def comparison_file(request: HttpRequest, slug: str, version: int, suffix: str) -> HttpResponse:
    """The same table as a file for a word processor: DOCX or HWPX."""
    if suffix not in COMPARISON_FILES:
        raise Http404("no such file")
    frame = version_frame(slug=slug, number=version, today=timezone.localdate(), tab="comparison")
    before = _chosen_before(request, frame)
    if before is None:
        raise Http404("nothing to compare with")
    entries: list[TableEntry] = comparison_table(
        compare_versions(before, frame.version), everything=request.GET.get("all") == "1"
    )
    compared = ComparedRegulation(
        frame.regulation.title,
        _column(before, _("종전")),
        _column(frame.version, _("개정")),
        entries,
    )
    kind, write = COMPARISON_FILES[suffix]
    name = f"{frame.regulation.title} {_('신구조문대비표')}.{suffix}"
    return _download(write([compared]), kind, name)


@require_safe
def attachments(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The attached tables and forms of a version, each with its files."""
    frame = version_frame(slug=slug, number=version, today=timezone.localdate(), tab="attachments")
    context = {"frame": frame, "attachments": version_attachments(version=frame.version)}
    return render(request, "regulations/attachments.html", context)


@require_safe
def attachment_file(
    request: HttpRequest, slug: str, version: int, key: str, suffix: str
) -> HttpResponse | FileResponse:
    """An attachment as a file: as it came with the regulation, for a word processor, or its cells for a spreadsheet."""
    shown = catalog.version_for_reading(slug=slug, number=version)
    attachment = Attachment.objects.filter(version=shown, locator_key=key).first()
    if attachment is None:
        raise Http404("no such attachment")
    name = f"{shown.regulation.title} {attachment.label or attachment.locator.label}"
    source = attachment.source_file
    if source and (source.name or "").lower().endswith(f".{suffix.lower()}"):
        try:
            content = source.open("rb")
        except FileNotFoundError as error:
            raise Http404("the file is gone") from error
        return FileResponse(content, as_attachment=True, filename=f"{name}.{suffix}")
    if suffix == "docx":
        return _download(attachment_docx(attachment), DOCX, f"{name}.docx")
    if suffix == "csv" and (cells := attachment_csv(attachment)):
        return _download(cells, "text/csv; charset=utf-8", f"{name}.csv")
    raise Http404("no such file")


def _chosen_before(request: HttpRequest, frame: VersionFrame) -> RegulationVersion | None:
    """The version to compare with: the one asked for, or the one that the shown version followed."""
    asked = request.GET.get("before", "")
    if not asked:
        return frame.before
    chosen = next(
        (row for row in frame.versions if str(row.number) == asked and row != frame.version), None
    )
    if chosen is None:
        raise Http404("no such version to compare with")
    return chosen


def _column(version: RegulationVersion, word: str) -> str:
    day: date | None = version.enforcement_date
    return f"{word} ({day:%Y. %-m. %-d.} {_('시행')})" if day else word


def _download(content: bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    return response
