"""Pages for many cases at once: like ones with a preview, failed checks, the record of false alarms."""

from __future__ import annotations

import json
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from verification.faithfulness.rechecking import failed_checks_again
from verification.models import Review
from verification.pages.leading import chosen_cases
from verification.review.access import leads_only, reviewer_of, reviewers_only
from verification.review.alike import alarm_lines, cases_alike, cases_decide

_LONGEST_REASON = 2000
_DECISIONS = (Review.Decision.APPROVED, Review.Decision.WITHDRAWN, Review.Decision.SECOND)


@never_cache
@reviewers_only
@require_http_methods(["GET", "HEAD", "POST"])
def alike(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Like cases beside each other; a POST decides about the ticked ones."""
    if request.method == "POST":
        return _decided(request)
    found = cases_alike(answer_id=answer_id, now=timezone.now())
    if not (found.cases or found.left_out):
        raise Http404("no such case")
    context = {
        "alike": found,
        "decisions": [(one.value, one.label) for one in _DECISIONS],
        "causes": Review.Cause.choices,
    }
    return render(request, "verification/alike.html", context)


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


def _decided(request: HttpRequest) -> HttpResponse:
    seen = {
        answer_id: request.POST.get(f"seen-{answer_id}", "")
        for answer_id in chosen_cases(request.POST.getlist("case"))
    }
    decision, cause = request.POST.get("decision", ""), request.POST.get("cause", "")
    if decision == Review.Decision.APPROVED and not cause:
        messages.warning(request, _("왜 의심했는지 고르십시오. 오경보를 줄이는 데 씁니다."))
        return redirect(request.path)
    count, refused = cases_decide(
        seen=seen,
        reviewer=reviewer_of(request),
        decision=decision if decision in _DECISIONS else "",
        reason=request.POST.get("reason", "")[:_LONGEST_REASON],
        cause=cause,
    )
    if count:
        told = ngettext("답변 %d개를 결정했습니다.", "답변 %d개를 결정했습니다.", count) % count
        messages.success(request, told)
    for reason in dict.fromkeys(refused):
        messages.warning(request, reason)
    return redirect("verification:queue")
