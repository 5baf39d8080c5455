"""What the case page asks for while a reviewer works: the check of what they write, provisions to cite, who has the case."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from portal.accounts.models import User
from portal.http.pages import wants_fragment
from verification.faithfulness.rechecking import check_again, is_replaced
from verification.models import Flag
from verification.review.access import reviewer_of, reviewers, reviewers_only
from verification.review.citable import provisions_named
from verification.review.deciding import ReviewError, without_personal_data
from verification.review.golden import CASES, NotDecidedError, golden_add_case
from verification.review.queue import CaseTakenError, case_hand_over, case_release, case_take
from verification.review.reopening import case_reopen
from verification.texts.corrections import correction_check

_LONGEST = 10_000
_LONGEST_NAME = 200
_LONGEST_REASON = 2000


@never_cache
@reviewers_only
@require_POST
def check_correction_text(request: HttpRequest) -> HttpResponse:
    """The corrected text as the asker will see it, with the state of every citation."""
    text = without_personal_data(request.POST.get("corrected_text", "")[:_LONGEST])
    checked = correction_check(text=text, on=timezone.localdate())
    return render(request, "verification/_preview.html", {"checked": checked})


@never_cache
@reviewers_only
@require_POST
def check_reason(request: HttpRequest) -> HttpResponse:
    """The reason as it will be stored and shown."""
    reason = without_personal_data(request.POST.get("reason", "")[:_LONGEST_REASON])
    return HttpResponse(escape(reason) or "–")


@never_cache
@reviewers_only
@require_safe
def provisions(request: HttpRequest) -> HttpResponse:
    """Provisions in force whose regulation, number or title is named: proposals as one types, or a page that lists them."""
    text, today = request.GET.get("provision", "")[:_LONGEST_NAME], timezone.localdate()
    context = {"typed": text, "today": today, "provisions": provisions_named(text=text, on=today)}
    part, page = "verification/_provisions.html", "verification/provisions.html"
    return render(request, part if wants_fragment(request) else page, context)


@reviewers_only
@require_POST
def assign_case(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Take a case in hand, give it back, or hand it to a colleague."""
    reviewer = reviewer_of(request)
    _case_or_404(Flag.objects.filter(answer_id=answer_id, resolved_at__isnull=True))
    try:
        told = _moved(answer_id, reviewer, request.POST)
    except CaseTakenError as error:
        messages.warning(request, _("%s 님이 이미 맡고 있습니다.") % str(error))
    else:
        messages.success(request, told)
    return redirect("verification:case", answer_id=answer_id)


@reviewers_only
@require_POST
def add_case_to_golden_set(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Put a decided case into the golden set of cases."""
    try:
        row = golden_add_case(answer_id=answer_id)
    except NotDecidedError:
        messages.warning(request, _("승인하거나 수정한 답변만 평가 세트에 넣을 수 있습니다."))
    else:
        told = _("평가 세트 ‘%(name)s’에 넣었습니다. 찾아야 할 조문: %(count)s개")
        messages.success(request, told % {"name": CASES, "count": len(row.gold)})
    return redirect("verification:case", answer_id=answer_id)


@reviewers_only
@require_POST
def recheck(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Make the second reading of an answer again."""
    _case_or_404(Flag.objects.filter(answer_id=answer_id))
    if is_replaced(answer_id=answer_id):
        messages.warning(request, _("고치거나 철회한 답변은 다시 읽지 않습니다."))
    elif check_again(answer_id=answer_id):
        messages.success(
            request, _("다시 확인하고 있습니다. 끝나면 이 화면과 답변에 결과가 보입니다.")
        )
    else:
        messages.warning(request, _("이미 확인하고 있거나 확인할 주장이 없습니다."))
    return redirect("verification:case", answer_id=answer_id)


@reviewers_only
@require_POST
def reopen(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Put a decided case back into the queue."""
    reason = request.POST.get("reason", "")[:_LONGEST_REASON]
    _case_or_404(Flag.objects.filter(answer_id=answer_id))
    try:
        case_reopen(answer_id=answer_id, reviewer=reviewer_of(request), reason=reason)
    except ReviewError as error:
        messages.warning(request, str(error))
    else:
        messages.success(
            request, _("다시 열었습니다. 새로 결정할 때까지 지난 결정이 그대로 보입니다.")
        )
    return redirect("verification:case", answer_id=answer_id)


def _case_or_404(flags: QuerySet[Flag]) -> None:
    """Go on where one of these flags makes an answer a case; others are none of the staff's business."""
    if not flags.exists():
        raise Http404("no such case")


def _moved(answer_id: UUID, reviewer: User, said: QueryDict) -> str:
    now = timezone.now()
    if said.get("action") == "release":
        case_release(answer_id=answer_id, reviewer=reviewer)
        return _("맡은 것을 내려놓았습니다.")
    to = reviewers().filter(username=said.get("to", "")).first()
    if to is not None:
        case_hand_over(answer_id=answer_id, reviewer=reviewer, to=to, now=now)
        return _("%s 님에게 넘겼습니다.") % to.get_username()
    case_take(answer_id=answer_id, reviewer=reviewer, now=now)
    return _("이 답변을 맡았습니다.")
