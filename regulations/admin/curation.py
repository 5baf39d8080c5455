"""The steps between upload and publishing: what was understood, what is missing, what differs from the version in force.

Every page reads rows that stand already, so that each can be left, opened again and sent to somebody.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from regulations.admin.access import (
    CHANGE_DRAFT,
    DISCARD,
    VIEW,
    any_permission_required,
    log_admin_action,
)
from regulations.admin.steps import version_context
from regulations.curation.drafts import NotADraftError, draft_discard, version_reindex
from regulations.curation.file_differences import file_differences
from regulations.curation.finding_groups import findings_grouped
from regulations.curation.inspection import version_counts, version_findings
from regulations.models import RegulationVersion
from regulations.publishing.roles import PUBLISH
from regulations.publishing.timeline import same_day_of
from regulations.publishing.withdrawing import (
    NotWithdrawableError,
    reliance_of,
    version_withdraw,
)
from regulations.reading.comparison import ChangeKind, Region, compare_versions
from regulations.reading.references import unresolved_references
from regulations.reading.versions import version_text
from regulations.search.index.progress import index_progress
from regulations.text.loss import loss_of

State = RegulationVersion.State
_SHOWN_REFERENCES = 200


def version_get(version_id: int) -> RegulationVersion:
    """The version with the people and the file that its pages name, or a page that says there is none."""
    versions = RegulationVersion.objects.select_related(
        "regulation__owner_department", "created_by", "published_by", "import_run"
    )
    return get_object_or_404(versions, pk=version_id)


@require_safe
@any_permission_required(VIEW)
def report(request: HttpRequest, version_id: int) -> HttpResponse:
    """What was understood: the numbers, then the text as readers will see it, with a way to correct each provision."""
    version = version_get(version_id)
    found = version_findings(version=version)
    by_place: dict[str, list[str]] = {}
    for finding in found:
        if finding.place:
            by_place.setdefault(finding.place, []).append(f"{finding.name}: {finding.said[:80]}")
    differences = file_differences(version.edits.select_related("changed_by"))
    context = version_context(request, version, "report") | {
        "counts": version_counts(version=version),
        "loss": loss_of(version.report),
        "report": version.report,
        "notes": _notes(version),
        "text": version_text(version=version),
        "flagged": by_place,
        "found": found,
        "differences": differences,
        "differing": {one.locator_key: (one,) for one in differences},
        "may_edit": version.state == State.DRAFT and request.user.has_perm(CHANGE_DRAFT),
        "may_discard": version.state == State.DRAFT and request.user.has_perm(DISCARD),
        "may_reindex": request.user.has_perm(CHANGE_DRAFT) or request.user.has_perm(PUBLISH),
        "index": index_progress(version=version),
    }
    return render(request, "admin/curation/report.html", context)


def _notes(version: RegulationVersion) -> list[str]:
    """What the import said, without the note that the day is taken where it is not any more."""
    notes: list[str] = version.report.get("notes", [])
    if version.state == State.DRAFT and same_day_of(version) is None:
        return [one for one in notes if one != version.report.get("same_day")]
    return notes


@require_safe
@any_permission_required(VIEW)
def findings(request: HttpRequest, version_id: int) -> HttpResponse:
    """What is missing or doubtful, each with the way to its place."""
    version = version_get(version_id)
    found = version_findings(version=version)
    context = version_context(request, version, "findings") | {
        "must": findings_grouped(one for one in found if one.needs_reason),
        "may": findings_grouped(one for one in found if not one.needs_reason),
        "loss": loss_of(version.report),
        "report": version.report,
        "references": unresolved_references(version)[:_SHOWN_REFERENCES],
    }
    return render(request, "admin/curation/findings.html", context)


@require_safe
@any_permission_required(VIEW)
def compare(request: HttpRequest, version_id: int) -> HttpResponse:
    """The draft beside the version that it would follow: what changed, or everything."""
    version = version_get(version_id)
    others = _versions_to_compare(version)
    before = _version_before(version, others, request.GET.get("with", ""))
    comparison = compare_versions(before, version)
    show_all = "all" in request.GET
    entries = [
        entry
        for entry in comparison.entries
        if show_all or entry.change is not ChangeKind.UNCHANGED
    ]
    context = version_context(request, version, "compare") | {
        "before": before,
        "others": others,
        "entries": entries,
        "show_all": show_all,
        "is_same": comparison.is_same,
        "counts": comparison.counts_of(Region.ARTICLES),
        "attachment_counts": comparison.counts_of(Region.ATTACHMENTS),
    }
    return render(request, "admin/curation/compare.html", context)


def _versions_to_compare(version: RegulationVersion) -> list[RegulationVersion]:
    """The published versions of the same regulation, the newest first."""
    others = version.regulation.versions.exclude(pk=version.pk).filter(
        state__in=RegulationVersion.PUBLIC_STATES
    )
    return list(
        others.filter(enforcement_date__isnull=False).order_by("-enforcement_date", "-number")
    )


def _version_before(
    version: RegulationVersion, others: list[RegulationVersion], chosen: str
) -> RegulationVersion | None:
    """The version that was asked for; else the one that this one follows by its day; without a day, what is in force.

    An amended file often still bears the day of the version that it was made from: that is the one to compare with.
    """
    for other in others:
        if str(other.number) == chosen:
            return other
    day = version.enforcement_date or timezone.localdate()
    earlier = [one for one in others if one.enforcement_date and one.enforcement_date <= day]
    return next(iter(earlier or others[-1:]), None)


@any_permission_required(DISCARD)
def discard(request: HttpRequest, version_id: int) -> HttpResponse:
    """Ask, then delete a draft."""
    version = version_get(version_id)
    if request.method == "POST":
        try:
            draft_discard(version=version)
        except NotADraftError as error:
            messages.error(request, str(error))
            return redirect("admin:regulations_version_report", version_id)
        messages.success(request, _("%s 초안을 버렸습니다.") % version)
        return redirect("admin:regulations_import")
    context = version_context(request, version, "report") | {
        "is_only_version": not version.regulation.versions.exclude(pk=version.pk).exists(),
        "was_published": "withdrawn" in version.report,
        "edit_count": version.edits.count(),
    }
    return render(request, "admin/curation/discard.html", context)


@any_permission_required(PUBLISH)
def withdraw(request: HttpRequest, version_id: int) -> HttpResponse:
    """Say what rests on a published version; where nothing does, make it a draft again."""
    version = version_get(version_id)
    if request.method == "POST":
        reason = request.POST.get("reason", "")
        try:
            version_withdraw(version=version, by=request.user, reason=reason)  # type: ignore[arg-type]
        except NotWithdrawableError as error:
            messages.error(request, str(error))
        else:
            log_admin_action(request, version, _("게시를 거둠: %s") % reason)
            messages.success(request, _("게시를 거두었습니다. 초안으로 남아 있습니다."))
        return redirect("admin:regulations_version_publish", version_id)
    context = version_context(request, version, "publish") | {"resting": reliance_of(version)}
    return render(request, "admin/curation/withdraw.html", context)


@require_POST
@any_permission_required(CHANGE_DRAFT, PUBLISH)
def reindex(request: HttpRequest, version_id: int) -> HttpResponse:
    """Have the index of a published version made anew."""
    version = version_get(version_id)
    version_reindex(version=version)
    log_admin_action(request, version, _("다시 색인"))
    return redirect("admin:regulations_version_publish", version_id)


@require_safe
@any_permission_required(VIEW)
def index_state(request: HttpRequest, version_id: int) -> HttpResponse:
    """How far the index is, as a fragment that a page asks for while it is made."""
    version = version_get(version_id)
    context = {"version": version, "index": index_progress(version=version), "now": timezone.now()}
    return render(request, "admin/curation/_index.html", context)
