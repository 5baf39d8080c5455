"""Correcting one provision of a draft, with what was changed there before."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from regulations.admin.access import CHANGE_DRAFT, any_permission_required
from regulations.admin.curation import version_get
from regulations.admin.forms import ProvisionForm
from regulations.admin.steps import version_context
from regulations.curation.drafts import NotADraftError
from regulations.curation.editing import (
    NoSuchProvisionError,
    NotEditableError,
    ProvisionWords,
    Row,
    provision_edit,
    provision_find,
    words_of,
)
from regulations.curation.file_differences import file_differences
from regulations.models import Addenda, Article, Attachment, RegulationVersion


@any_permission_required(CHANGE_DRAFT)
def edit(request: HttpRequest, version_id: int) -> HttpResponse:
    """Show the words of the provision at `?at=`, and change them."""
    version = version_get(version_id)
    key = request.GET.get("at", "")
    try:
        row = provision_find(version=version, locator_key=key)
    except NoSuchProvisionError as error:
        raise Http404("no such provision") from error
    back = f"{reverse('admin:regulations_version_report', args=[version.pk])}#{key}"
    if version.state != RegulationVersion.State.DRAFT:
        messages.error(request, _("이미 게시한 판은 바꿀 수 없습니다."))
        return redirect(back)
    form = ProvisionForm(request.POST or None, initial=_initial(row))
    if request.method == "POST" and form.is_valid() and _save(request, version, key, form):
        return redirect(back)
    edits = version.edits.filter(locator_key=key).select_related("changed_by")
    context = version_context(request, version, "report") | {
        "form": _fitted(form, row),
        "row": row,
        "label": row.locator.label,
        "number": "" if isinstance(row, Article | Addenda) else row.label,
        "heading_path": getattr(row, "heading_path", []),
        "now": words_of(row),
        "differences": file_differences(edits),
        "edits": edits.order_by("-changed_at", "-pk"),
        "back": back,
    }
    return render(request, "admin/curation/edit.html", context)


def _save(request: HttpRequest, version: RegulationVersion, key: str, form: ProvisionForm) -> bool:
    typed = form.cleaned_data
    try:
        change = provision_edit(
            version=version,
            locator_key=key,
            words=ProvisionWords(
                typed["text"], typed["title"], typed["marks"], typed["is_deleted"]
            ),
            seen_digest=typed["seen_digest"],
            by=request.user,  # type: ignore[arg-type]
            reason=typed["reason"],
        )
    except (NotEditableError, NotADraftError) as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, _("고쳤습니다.") if change else _("바뀐 것이 없습니다."))
    return True


def _initial(row: Row) -> dict[str, Any]:
    words = words_of(row)
    return {
        "text": words.text,
        "title": words.title,
        "marks": words.marks,
        "is_deleted": words.is_deleted,
        "seen_digest": words.digest,
    }


def _fitted(form: ProvisionForm, row: Row) -> ProvisionForm:
    """Leave out what this kind of provision does not have."""
    if not isinstance(row, Article | Addenda | Attachment):
        del form.fields["title"]
    if isinstance(row, Addenda):
        del form.fields["is_deleted"]
    return form
