"""Pages of the staff: the flagged answers, and one case with the decision about it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from portal.accounts.models import User
from verification.cases import Case, reason_counts, review_case, review_queue
from verification.forms import DecisionForm
from verification.models import Flag
from verification.deciding import ReviewError, case_state, review_decide

_PER_PAGE = 50
UNPROCESSABLE = 422


@never_cache
@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The flagged answers; the filter is kept in the address."""
    _reviewer(request)
    reason = request.GET.get("reason", "")
    entries = review_queue()
    shown = [
        entry
        for entry in entries
        if not reason or any(flag.reason == reason for flag in entry.flags)
    ]
    context = {
        "page": Paginator(shown, _PER_PAGE).get_page(request.GET.get("page")),
        "reasons": reason_counts(entries),
        "reason": reason,
        "total": len(entries),
    }
    return render(request, "verification/queue.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """One case; a POST decides about it."""
    reviewer = _reviewer(request)
    try:
        shown = review_case(answer_id=answer_id)
    except Flag.DoesNotExist as error:
        raise Http404("no such case") from error
    if request.method != "POST":
        form = DecisionForm(initial={"corrected_text": shown.text})
        return _case_page(request, shown, form)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _case_page(request, shown, form)
    try:
        review_decide(answer_id=answer_id, reviewer=reviewer, **form.cleaned_data)
    except ReviewError as error:
        form.add_error(None, str(error))
        return _case_page(request, shown, form)
    messages.success(request, _("결정을 저장했습니다. 질문한 사람에게 바로 보입니다."))
    return redirect("verification:queue")


def _case_page(request: HttpRequest, shown: Case, form: DecisionForm) -> HttpResponse:
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "verification/case.html", {"case": shown, "form": form}, status=status)


def _reviewer(request: HttpRequest) -> User:
    """Return who reviews; everybody else is turned away."""
    if not isinstance(request.user, User) or not request.user.may_review:
        raise PermissionDenied
    return request.user
