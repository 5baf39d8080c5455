"""Pages for many cases at once: like ones with a preview, failed checks, the record of false alarms."""

from __future__ import annotations

import json
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from verification.faithfulness.rechecking import failed_checks_again
from verification.pages.forms import AlikeDecisionForm
from verification.pages.leading import chosen_cases
from verification.review.access import leads_only, reviewer_of, reviewers_only
from verification.review.alike import AlikeCases, alarm_lines, cases_alike, cases_decide

_UNPROCESSABLE = 422


@never_cache
@reviewers_only
@require_http_methods(["GET", "HEAD", "POST"])
def alike(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Like cases beside each other; a POST decides about the ticked ones."""
    if request.method == "POST":
        return _decided(request, answer_id)
    found = cases_alike(answer_id=answer_id, now=timezone.now())
    if not (found.cases or found.left_out):
        raise Http404("no such case")
    pks = [case.answer_id for case in found.cases]
    form = AlikeDecisionForm(cases=pks, initial={"case": [str(pk) for pk in pks]})
    return _alike_page(request, found, form)


@reviewers_only
@require_POST
def recheck_failed(request: HttpRequest) -> HttpResponse:
    """Make the checks that failed once more."""
    count = failed_checks_again()
    told = ngettext("확인 %d개를 다시 실행합니다.", "확인 %d개를 다시 실행합니다.", count) % count
    messages.success(request, told)
    return redirect("verification:queue")


@leads_only
@require_safe
def alarms(request: HttpRequest) -> HttpResponse:
    """Approved answers with the cause of their doubt, a JSON object a line."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in alarm_lines())
    response = HttpResponse(text, content_type="application/x-ndjson; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="false-alarms.jsonl"'
    return response


def _decided(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Decide about the ticked ones, as they were seen; what was entered comes back where nothing was decided."""
    ticked = chosen_cases(request.POST.getlist("case"))
    form = AlikeDecisionForm(request.POST, cases=ticked)
    count, refused = 0, list[str]()
    if form.is_valid():
        count, refused = cases_decide(
            seen={pk: request.POST.get(f"seen-{pk}", "") for pk in ticked},
            reviewer=reviewer_of(request),
            decision=form.cleaned_data["decision"],
            reason=form.cleaned_data["reason"],
            cause=form.cleaned_data["cause"],
        )
    found = AlikeCases() if count else cases_alike(answer_id=answer_id, now=timezone.now())
    if found.cases or found.left_out:
        for reason in dict.fromkeys(refused):
            form.add_error(None, reason)
        return _alike_page(request, found, form)
    if count:
        told = ngettext("답변 %d개를 결정했습니다.", "답변 %d개를 결정했습니다.", count) % count
        messages.success(request, told)
    for reason in dict.fromkeys(refused):
        messages.warning(request, reason)
    return redirect("verification:queue")


def _alike_page(request: HttpRequest, found: AlikeCases, form: AlikeDecisionForm) -> HttpResponse:
    context = {"alike": found, "form": form, "ticked": form["case"].value() or []}
    status = _UNPROCESSABLE if form.errors else 200
    return render(request, "verification/alike.html", context, status=status)
