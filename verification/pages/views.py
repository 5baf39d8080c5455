"""Pages of the staff: the flagged answers, and one case with the decision about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from portal.accounts.models import User
from verification.models import Flag, Review
from verification.pages.forms import DecisionForm
from verification.review.access import reviewer_of, reviewers
from verification.review.cases import ReviewCase, draft_text, review_case
from verification.review.deciding import (
    ReviewError,
    case_state,
    review_decide,
    without_personal_data,
)
from verification.review.filtering import QueueFilter, sort_choices
from verification.review.queue import case_assignment, reason_counts, review_queue
from verification.texts.corrections import correction_check

_PER_PAGE = 50
UNPROCESSABLE = 422
_OPENED = "cases-opened"
_MOST_OPENED = 50


@never_cache
@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The flagged answers; the filters are kept in the address."""
    reviewer = reviewer_of(request)
    chosen = QueueFilter.of(request.GET)
    entries = review_queue(now=timezone.now())
    within = chosen.within(entries, reviewer_id=reviewer.pk)
    alike = Counter(entry.likeness for entry in entries if not entry.is_replaced)
    page = Paginator(chosen.with_reason(within), _PER_PAGE).get_page(request.GET.get("page"))
    context = asdict(chosen) | {
        "page": page,
        "rows": [(entry, 0 if entry.is_replaced else alike[entry.likeness]) for entry in page],
        "query": chosen.query,
        "sort_choices": sort_choices(),
        "offices": sorted({entry.office for entry in entries} - {""}),
        "failed_checks": sum(
            flag.reason == Flag.Reason.CHECK_FAILED for entry in entries for flag in entry.flags
        ),
        "reasons": reason_counts(within),
        "hands_choices": [
            ("", _("맡은 사람: 모두")),
            ("free", _("맡은 사람 없음")),
            ("mine", _("내가 맡음")),
        ],
        "only_choices": [
            ("", _("급한 정도: 모두")),
            ("urgent", _("급한 것만")),
            ("late", _("목표를 넘긴 것만")),
            ("second", _("2차 검토를 요청한 것만")),
        ],
        "total": len(entries),
        "within": len(within),
        "late": sum(entry.is_late for entry in entries),
        "assignees": reviewers() if reviewer.may_lead else (),
        "target_hours": settings.REVIEW_TARGET_HOURS,
    }
    return render(request, "verification/queue.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """One case; a POST decides about it."""
    reviewer = reviewer_of(request)
    try:
        shown = review_case(answer_id=answer_id, on=timezone.localdate())
    except Flag.DoesNotExist as error:
        raise Http404("no such case") from error
    opened_at = _opened_at(request, answer_id)
    if request.method != "POST":
        draft = draft_text(answer_id=answer_id, draft_id=request.GET.get("draft", ""))
        begun = {"corrected_text": draft or shown.correction_start}
        chosen: dict[str, Any] = (
            {"decision": Review.Decision.CORRECTED} if draft or shown.is_handed_over else {}
        )
        chosen |= {"keep": shown.is_handed_over or shown.kept is not None}
        chosen |= {"phrasings": "\n".join(shown.kept.phrasings) if shown.kept else ""}
        return _case_page(request, shown, DecisionForm(initial=begun | chosen))
    form = DecisionForm(request.POST, doubted=shown.is_doubted)
    if not form.is_valid():
        return _case_page(request, shown, form)
    try:
        review = review_decide(
            answer_id=answer_id,
            reviewer=reviewer,
            opened_at=opened_at,
            **form.decision_fields(),
        )
    except ReviewError as error:
        form.add_error(error.field or None, str(error))
        # What another person did meanwhile is shown beside what could not be saved.
        return _case_page(request, review_case(answer_id=answer_id, on=timezone.localdate()), form)
    del request.session[_OPENED][str(answer_id)]
    told = _("결정을 저장했습니다. 질문한 사람에게 바로 보입니다.")
    messages.success(request, told if review.decides else _("2차 검토를 요청했습니다."))
    if shown.kept and review_case(answer_id=answer_id, on=timezone.localdate()).kept is None:
        messages.info(request, _("같은 질문에 먼저 보이던 답변은 이제 보이지 않습니다."))
    return _next_case(request, answer_id, reviewer)


def _opened_at(request: HttpRequest, answer_id: UUID) -> datetime:
    """When the reviewer first opened a case, as their session knows it; of the last so many cases."""
    opened: dict[str, str] = request.session.setdefault(_OPENED, {})
    opened.setdefault(str(answer_id), timezone.now().isoformat())
    request.session[_OPENED] = dict(list(opened.items())[-_MOST_OPENED:])
    return datetime.fromisoformat(opened[str(answer_id)])


def _next_case(request: HttpRequest, decided: UUID, reviewer: User) -> HttpResponse:
    """The next case in the order and with the filters of the queue from which this one was opened, else the queue."""
    chosen = QueueFilter.of(request.GET)
    entries = review_queue(now=timezone.now())
    found = chosen.next_after(entries, decided=decided, reviewer_id=reviewer.pk)
    query = f"?{chosen.query}" if chosen.query else ""
    if found is None or not request.GET.get("from"):
        return redirect(reverse("verification:queue") + query)
    going_on = urlencode({"from": "queue"})
    page = reverse("verification:case", args=[found.answer_id])
    return redirect(f"{page}?{'&'.join(filter(None, [going_on, chosen.query]))}")


def _case_page(request: HttpRequest, shown: ReviewCase, form: DecisionForm) -> HttpResponse:
    # What was sent is told with its check; the text that a correction begins with is checked when the page is there.
    text = without_personal_data(form["corrected_text"].value() or "") if form.is_bound else ""
    context = {
        "case": shown,
        "queue_query": QueueFilter.of(request.GET).query,
        "form": form,
        "needs_second": settings.REVIEW_FOUR_EYES and shown.second_review_request is None,
        # Their drafts in this tab are over with each.
        "own_decisions": sum(row.reviewer_id == request.user.pk for row in shown.reviews),
        "state": case_state(answer_id=shown.answer_id),
        "told_reason": without_personal_data(form["reason"].value() or ""),
        "holder": case_assignment(answer_id=shown.answer_id, now=timezone.now()),
        "checked": correction_check(text=text, on=timezone.localdate()) if text else None,
        "colleagues": reviewers().exclude(username=request.user.get_username()),
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "verification/case.html", context, status=status)
