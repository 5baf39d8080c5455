"""The pages of a whole file: what became of each regulation, what is gone, and all changed provisions as one text."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from portal.http.numbers import whole_number
from regulations.admin.access import (
    SEE_UPLOADS,
    VIEW,
    any_permission_required,
    log_admin_action,
)
from regulations.admin.steps import curation_context
from regulations.curation.comparison_files import COMPARISON_FILES
from regulations.curation.comparison_table import ComparedRegulation
from regulations.models import AbsenceDecision, ImportRun, Regulation, RegulationVersion
from regulations.publishing.conflicts import conflicts_of
from regulations.publishing.continuing import NotContinuableError
from regulations.publishing.roles import PUBLISH
from regulations.publishing.versions import NotPublishableError
from regulations.volumes.absences import absence_decide
from regulations.volumes.changes import changing_rows, volume_changes
from regulations.volumes.classification import VolumeKind
from regulations.volumes.overview import VolumeOverview, VolumeRow, volume_overview

# So many regulations are compared while somebody waits for the page (about five seconds).
_COMPARED_A_PAGE = 60
KIND_LABELS = {
    VolumeKind.NEW: gettext_lazy("신규"),
    VolumeKind.AMENDED: gettext_lazy("개정"),
    VolumeKind.RENAMED: gettext_lazy("제명 변경"),
    VolumeKind.RENUMBERED: gettext_lazy("번호 변경"),
    VolumeKind.SAME: gettext_lazy("그대로"),
    VolumeKind.GONE: gettext_lazy("이번 책에 없음"),
    VolumeKind.REPEALED: gettext_lazy("폐지"),
    VolumeKind.DISCARDED: gettext_lazy("버린 초안"),
    VolumeKind.FAILED: gettext_lazy("가져오지 못함"),
}
# Words that are the same, or a regulation that is repealed, are published only where somebody asks for it.
_NOT_TICKED = (VolumeKind.SAME, VolumeKind.REPEALED)


class AbsenceForm(forms.Form):
    """What becomes of a regulation that the volume does not hold."""

    decision = forms.ChoiceField(choices=AbsenceDecision.Decision.choices)
    day = forms.DateField(required=False)
    reason = forms.CharField(required=False, max_length=500)
    draft = forms.ModelChoiceField(
        queryset=RegulationVersion.objects.filter(state=RegulationVersion.State.DRAFT),
        required=False,
    )

    def __init__(self, *args: Any, drafts: QuerySet[RegulationVersion], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["draft"].queryset = drafts  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A repeal has a day, a continuation a draft."""
        cleaned = super().clean() or {}
        decision = cleaned.get("decision")
        if decision == AbsenceDecision.Decision.REPEAL and not cleaned.get("day"):
            self.add_error("day", _("폐지일을 적어 주십시오."))
        if decision == AbsenceDecision.Decision.CONTINUED and not cleaned.get("draft"):
            self.add_error("draft", _("이어질 초안을 골라 주십시오."))
        return cleaned


def volume_context(request: HttpRequest, run: ImportRun) -> dict[str, Any]:
    """What the page of a file that has been read shows of its regulations."""
    overview = volume_overview(run=run, on=timezone.localdate())
    counts = overview.counts
    kind = request.GET.get("kind", "")
    words, order = request.GET.get("q", ""), request.GET.get("order", "")
    shown = overview.shown(kind=kind, words=words, order=order)
    if not shown and not kind and not words:
        # Nothing is new: then that is what the page has to say.
        kind = "all"
        shown = overview.shown(kind=kind, words=words, order=order)
    conflicts = conflicts_of([row.version for row in overview.rows if row.is_draft and row.version])
    return {
        "rows": [_line(row, conflicts) for row in shown],
        "kinds": [(one.value, KIND_LABELS[one], counts[one]) for one in VolumeKind if counts[one]],
        "kind": kind,
        "words": words,
        "order": order,
        "proposals": overview.proposals,
        "unsettled": sum(row.is_open for row in overview.rows),
        "changing": len(changing_rows(overview)),
        "new_drafts": [row for row in overview.rows if row.kind is VolumeKind.NEW and row.is_draft],
        "has_drafts": any(row.is_draft for row in shown),
    }


def _line(row: VolumeRow, conflicts: dict[int, Any]) -> dict[str, Any]:
    conflict = conflicts.get(row.version.pk) if row.version else None
    return {
        "row": row,
        "kind_label": KIND_LABELS[row.kind],
        "conflict": conflict,
        "is_ticked": row.is_draft
        and row.kind not in _NOT_TICKED
        and not (conflict and conflict.is_fatal),
    }


@require_POST
@any_permission_required(PUBLISH)
def absence(request: HttpRequest, run_id: int, regulation_id: int) -> HttpResponse:
    """Carry out what was decided about a regulation that is gone from the volume."""
    run = get_object_or_404(ImportRun, pk=run_id)
    regulation = get_object_or_404(Regulation, pk=regulation_id)
    drafts = run.versions.filter(state=RegulationVersion.State.DRAFT)
    form = AbsenceForm(request.POST, drafts=drafts)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
        return redirect("admin:regulations_import_run", run_id)
    try:
        decided = absence_decide(
            run=run,
            regulation=regulation,
            by=request.user,  # type: ignore[arg-type]
            **form.cleaned_data,
        )
    except (NotPublishableError, NotContinuableError) as error:
        messages.error(request, str(error))
    else:
        log_admin_action(request, regulation, decided.get_decision_display())
        messages.success(request, f"{regulation.title}: {decided.get_decision_display()}")
    return redirect("admin:regulations_import_run", run_id)


@require_safe
@any_permission_required(SEE_UPLOADS, VIEW)
def changes(request: HttpRequest, run_id: int) -> HttpResponse:
    """All changed provisions of the file beside what is in force, to read and to print; `?file=hwpx` for a word processor."""
    run = get_object_or_404(ImportRun, pk=run_id)
    overview = volume_overview(run=run, on=timezone.localdate())
    rows = changing_rows(overview)
    start = _start(request, len(rows))
    compared = volume_changes(rows[start : start + _COMPARED_A_PAGE])
    if (suffix := request.GET.get("file", "")) in COMPARISON_FILES:
        return _document(run, overview, suffix)
    context = curation_context(request, title=_("바뀐 조문 모두")) | {
        "run": run,
        "changes": compared,
        "total": len(rows),
        "start": start,
        "end": start + len(compared),
        "following": start + _COMPARED_A_PAGE if start + _COMPARED_A_PAGE < len(rows) else None,
        "previous": max(0, start - _COMPARED_A_PAGE) if start else None,
        "kind_labels": KIND_LABELS,
    }
    return render(request, "admin/curation/changes.html", context)


def _start(request: HttpRequest, total: int) -> int:
    asked = whole_number(request.GET.get("from", "")) or 0
    return asked if asked < total else 0


def _document(run: ImportRun, overview: VolumeOverview, suffix: str) -> HttpResponse:
    kind, write = COMPARISON_FILES[suffix]
    found = volume_changes(changing_rows(overview))
    content = write(
        [
            ComparedRegulation(
                f"{one.row.code} {one.row.title}".strip(), _("현행"), _("이번 책"), one.entries
            )
            for one in found
        ]
    )
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="changes-{run.pk}.{suffix}"'
    return response
