"""The last step: days and reason, a confirmation of the effects, then publishing. One draft or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from portal.http.numbers import whole_number, whole_numbers
from regulations.admin.access import CHANGE_DRAFT, VIEW, any_permission_required, log_admin_action
from regulations.admin.curation import version_get
from regulations.admin.forms import PublishForm, PublishManyForm, seen_anew
from regulations.admin.steps import curation_context, version_context
from regulations.announcing.opening import notices_open
from regulations.curation.drafts import NotADraftError, days_of, draft_describe
from regulations.curation.finding_groups import findings_grouped
from regulations.curation.inspection import version_findings
from regulations.models import ImportRun, RegulationVersion
from regulations.publishing.conflicts import Conflict, conflicts_of
from regulations.publishing.roles import PUBLISH, person_name
from regulations.publishing.timeline import TOOK_REPEAL, neighbors, same_day_of
from regulations.publishing.versions import (
    NOTHING_TO_CORRECT,
    NotPublishableError,
    publishing_refusal,
    version_publish,
    versions_publish,
)
from regulations.reading.selectors import version_in_force
from regulations.search.golden import draft_previews, previews_by_draft
from regulations.search.golden.tasks import preview_enqueue
from regulations.search.index.progress import index_progress
from regulations.text.loss import loss_of
from regulations.volumes.classification import code_order

State = RegulationVersion.State
# So many are published while somebody waits for the page (about ten seconds); the rest goes on with a button.
_MOST_AT_ONCE = 150


@any_permission_required(VIEW)
def publish(request: HttpRequest, version_id: int) -> HttpResponse:
    """Save, confirm or publish a draft; of a published version the result is shown."""
    version = version_get(version_id)
    if version.state != State.DRAFT:
        if request.method == "POST":
            messages.warning(request, _already_published_message(version))
            return redirect("admin:regulations_version_publish", version_id)
        return _published_page(request, version)
    refusal = publishing_refusal(version=version, by=request.user)  # type: ignore[arg-type]
    wish = request.POST.get("wish", "")
    form = _form(request, version, publishing=wish in ("preview", "publish"))
    may_describe = request.user.has_perm(CHANGE_DRAFT) or not refusal
    if request.method == "POST" and may_describe and form.is_valid() and _save_days(version, form):
        if wish in ("save", "measure"):
            messages.success(request, _save_for_later(request, version, wish))
            return redirect("admin:regulations_version_publish", version_id)
        if wish == "preview" and not refusal and _day_is_free(version, form):
            return _confirm_page(request, version, form)
        if wish == "publish" and not refusal and _publish(request, version, form):
            return redirect("admin:regulations_version_publish", version_id)
    context = version_context(request, version, "publish") | {
        "form": form,
        "refusal": refusal,
        "may_describe": may_describe,
        "same_day": same_day_of(version),
        "loss": loss_of(version.report),
        "must": findings_grouped(
            one for one in version_findings(version=version) if one.needs_reason
        ),
        "four_eyes": settings.PUBLISHING_NEEDS_SECOND_PERSON,
        "previews": draft_previews(draft=version),
        "on_notice": notices_open(on=timezone.localdate()).filter(version=version).first(),
    }
    return render(request, "admin/curation/publish.html", context)


def _save_for_later(request: HttpRequest, version: RegulationVersion, wish: str) -> str:
    """The message for a draft that was saved; starts the golden runs if asked for."""
    if wish == "save":
        return _("저장했습니다. 게시하지 않았습니다.")
    preview_enqueue(draft=version, asked_by=request.user)  # type: ignore[arg-type]
    return _("골든 세트를 재고 있습니다. 게시하지 않았습니다.")


def _form(request: HttpRequest, version: RegulationVersion, *, publishing: bool) -> PublishForm:
    initial = {
        "enforcement_date": version.enforcement_date,
        "promulgated_date": version.promulgated_date,
        "reason": version.reason,
        "seen_digest": days_of(version).digest,
    }
    return PublishForm(
        request.POST or None,
        initial=initial,
        publishing=publishing,
        needs_date=not (version.repealed_date or version.report.get("is_repealed")),
        needs_reason=loss_of(version.report).needs_reason,
    )


def _save_days(version: RegulationVersion, form: PublishForm) -> bool:
    typed = form.cleaned_data
    try:
        draft_describe(
            version=version,
            promulgated_date=typed["promulgated_date"],
            enforcement_date=typed["enforcement_date"],
            reason=typed["reason"],
            seen_digest=typed["seen_digest"],
        )
    except NotADraftError as error:
        form.add_error(None, str(error))
        is_saved = False
    else:
        is_saved = True
    # The page that follows has seen what is stored now.
    version.refresh_from_db(fields=("promulgated_date", "enforcement_date", "reason"))
    seen_anew(form, days_of(version).digest)
    return is_saved


def _day_is_free(version: RegulationVersion, form: PublishForm) -> bool:
    begins = form.cleaned_data["enforcement_date"]
    is_correction = bool(form.cleaned_data["correction_reason"].strip())
    present = neighbors(version=version, begins=begins).same_day if begins else None
    if present and not is_correction:
        said = _(
            "이 날 시행하는 판이 이미 게시되어 있습니다. 날을 고치거나 정정한 이유를 적어 주십시오."
        )
        form.add_error("enforcement_date", said)
        return False
    if is_correction and not present:
        form.add_error("correction_reason", NOTHING_TO_CORRECT)
        return False
    return True


def _confirm_page(
    request: HttpRequest, version: RegulationVersion, form: PublishForm
) -> HttpResponse:
    """What will follow from publishing, before it is done."""
    begins = form.cleaned_data["enforcement_date"]
    adjacent = neighbors(version=version, begins=begins) if begins else None
    context = version_context(request, version, "publish") | {
        "form": form,
        "begins": begins,
        "adjacent": adjacent,
        "repealed": adjacent.repeal_for(begins) if adjacent else None,
        "in_force": version_in_force(regulation=version.regulation, as_of=timezone.localdate()),
        "loss": loss_of(version.report),
        "previews": draft_previews(draft=version),
    }
    return render(request, "admin/curation/confirm.html", context)


def _publish(request: HttpRequest, version: RegulationVersion, form: PublishForm) -> bool:
    try:
        published = version_publish(
            version=version,
            now=timezone.now(),
            by=request.user,  # type: ignore[arg-type]
            enforcement_date=form.cleaned_data["enforcement_date"],
            loss_reason=form.cleaned_data.get("loss_reason", ""),
            correction_reason=form.cleaned_data["correction_reason"],
        )
    except NotPublishableError as error:
        form.add_error(None, str(error))
        version.refresh_from_db()
        return False
    log_admin_action(request, published, _("게시"))
    messages.success(request, _("게시했습니다: %s") % published)
    return True


def _published_page(request: HttpRequest, version: RegulationVersion) -> HttpResponse:
    following = version.regulation.versions.filter(enforcement_date=version.ends_on)
    context = version_context(request, version, "publish") | {
        "loss": loss_of(version.report),
        "index": index_progress(version=version),
        "may_reindex": request.user.has_perm(CHANGE_DRAFT) or request.user.has_perm(PUBLISH),
        "may_repeal": request.user.has_perm(PUBLISH) and version.state == State.PUBLISHED,
        "may_withdraw": request.user.has_perm(PUBLISH)
        and (version.state == State.PUBLISHED or TOOK_REPEAL in version.report),
        "may_undo_repeal": request.user.has_perm(PUBLISH)
        and version.state == State.REPEALED
        and version.repealed_date is not None,
        "following": following.filter(state__in=RegulationVersion.PUBLIC_STATES).first()
        if version.ends_on
        else None,
    }
    return render(request, "admin/curation/published.html", context)


def _already_published_message(version: RegulationVersion) -> str:
    if version.published_by is None:
        return _("이미 게시한 판입니다.")
    who = person_name(version.published_by)
    return _("이미 %s 님이 게시했습니다. 다시 게시하지 않았습니다.") % who


# -- many at once -----------------------------------------------------------------------------------------------------


@require_POST
@any_permission_required(PUBLISH)
def publish_many(request: HttpRequest) -> HttpResponse:
    """Show the drafts that were chosen or that came with a file; publish those that can be, and say what became of each."""
    if (run_id := whole_number(request.POST.get("run", ""))) is not None:
        run = get_object_or_404(ImportRun, pk=run_id)
        waiting = run.versions.filter(state=State.DRAFT).values_list("pk", flat=True)
        return publish_many_ask(request, list(waiting.order_by("pk")))
    if "ask" in request.POST:
        return publish_many_ask(request, _chosen(request))
    form = PublishManyForm(request.POST)
    if not form.is_valid():
        return publish_many_ask(request, _ids(request.POST.get("ids", "")), form)
    drafts = _drafts(_chosen(request) if "listed" in request.POST else _ids(request.POST["ids"]))
    now_published, later = drafts[:_MOST_AT_ONCE], drafts[_MOST_AT_ONCE:]
    outcomes = versions_publish(
        versions=now_published,
        now=timezone.now(),
        by=request.user,  # type: ignore[arg-type]
        loss_reasons=_loss_reasons(request, now_published, form.cleaned_data["loss_reason"]),
        correction_reasons=_typed(request, "correction"),
    )
    for outcome in outcomes:
        if not outcome.message:
            log_admin_action(request, outcome.version, _("여럿과 함께 게시"))
    context = curation_context(request, title=_("게시 결과")) | {
        "done": [one for one in outcomes if not one.message],
        "left_drafts": [one for one in outcomes if one.message],
        "later": later,
        "carried": _carried(request),
        "rest": PublishManyForm(
            initial=form.cleaned_data | {"ids": ",".join(str(one.pk) for one in later)}
        ),
    }
    return render(request, "admin/curation/published_many.html", context)


def publish_many_ask(
    request: HttpRequest, ids: Sequence[int], form: PublishManyForm | None = None
) -> HttpResponse:
    """What would become of each of these drafts, and the question."""
    rows: list[dict[str, Any]] = []
    drafts = sorted(_drafts(ids), key=lambda one: code_order(one.regulation.code))
    previews = previews_by_draft(drafts=drafts)
    conflicts = conflicts_of(drafts)
    typed = {name: _typed(request, name) for name in ("correction", "reason")}
    for version in drafts:
        loss = loss_of(version.report)
        hindrance = publishing_refusal(version=version, by=request.user)  # type: ignore[arg-type]
        conflict = conflicts.get(version.pk)
        if not hindrance and conflict and conflict.hinders:
            hindrance = conflict.said
        worse = [one.name for one in previews[version.pk] if one.lowered]
        rows.append(
            {
                "version": version,
                "loss": loss,
                "hindrance": hindrance,
                "worse": worse,
                "conflict": conflict,
                "correction": typed["correction"].get(version.pk, ""),
                "reason": typed["reason"].get(version.pk, ""),
            }
        )
    lossy = [row for row in rows if not row["hindrance"] and row["loss"].needs_reason]
    context = curation_context(request, title=_("여러 초안 게시")) | {
        "rows": rows,
        "clear": sum(
            not (row["hindrance"] or row["loss"].needs_reason or _is_fatal(row["conflict"]))
            for row in rows
        ),
        "lossy": len(lossy),
        "same_day": sum(_is_same_day(row["conflict"]) for row in rows),
        "has_shared": any(not row["loss"].is_text_missing for row in lossy),
        "hindered": sum(bool(row["hindrance"]) for row in rows),
        "worse": sum(bool(row["worse"]) for row in rows),
        "form": form or PublishManyForm(initial={"ids": ",".join(map(str, ids))}),
    }
    return render(request, "admin/curation/publish_many.html", context)


def _is_fatal(conflict: Conflict | None) -> bool:
    return conflict is not None and conflict.is_fatal


def _is_same_day(conflict: Conflict | None) -> bool:
    return conflict is not None and conflict.can_be_correction


def _chosen(request: HttpRequest) -> list[int]:
    return whole_numbers(request.POST.getlist("chosen"))


def _typed(request: HttpRequest, name: str) -> dict[int, str]:
    """The reasons that were typed beside single drafts, by the draft."""
    found = {key.removeprefix(f"{name}-"): str(value) for key, value in request.POST.items()}
    return {
        pk: said.strip()
        for key, said in found.items()
        if said.strip() and (pk := whole_number(key)) is not None
    }


def _carried(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed beside drafts that are published with the next press of the button."""
    return [
        (name, str(said))
        for name, said in request.POST.items()
        if name == "listed" or name.startswith(("reason-", "correction-"))
    ]


def _loss_reasons(
    request: HttpRequest, drafts: Sequence[RegulationVersion], shared: str
) -> dict[int, str]:
    """The reason of each draft: its own, else the shared one, which does not speak for text that is missing."""
    own = _typed(request, "reason")
    listed = "listed" in request.POST
    return {
        one.pk: own.get(one.pk, "")
        or ("" if listed and loss_of(one.report).is_text_missing else shared)
        for one in drafts
    }


def _ids(text: str) -> list[int]:
    return whole_numbers(text.split(","))


def _drafts(ids: Sequence[int]) -> list[RegulationVersion]:
    versions = RegulationVersion.objects.filter(pk__in=ids, state=State.DRAFT)
    return list(
        versions.select_related("regulation").order_by(
            "regulation__title", "enforcement_date", "pk"
        )
    )
