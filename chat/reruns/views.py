"""Pages beside a case for the staff: searching and composing again, and questions like it. Parts of the case page with htmx."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chat.models import Answer, Conversation
from chat.reruns.enqueueing import casework_of, composition_enqueue, search_enqueue
from chat.reruns.leases import RerunRefusedError
from chat.reruns.similar import similar_questions
from portal.http.limits import RateLimitedError, caller_of, question_count
from portal.http.numbers import whole_number, whole_numbers
from portal.http.pages import wants_fragment
from regulations.models import Passage, PassageQuestion
from regulations.search.questions.services import NotAQuestionError, question_add
from verification.models import Flag
from verification.review.access import reviewer_of, reviewers_only

TODAY = "today"


@never_cache
@reviewers_only
@require_safe
def casework(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """What was run for a case, how far it is, and what can be run."""
    return _casework(request, answer_id)


@never_cache
@reviewers_only
@require_POST
def search(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Search for the case again, today or as of the answer's day."""
    answer = _case(answer_id)
    try:
        question_count(caller_of(request))
        search_enqueue(
            answer=answer,
            day=_day(request, answer),
            reviewer=reviewer_of(request),
            now=timezone.now(),
        )
    except (RerunRefusedError, RateLimitedError) as error:
        return _casework(request, answer_id, problem=str(error))
    return _casework(request, answer_id, is_new=True)


@never_cache
@reviewers_only
@require_POST
def compose(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Compose an answer to the case again from the sources that are ticked."""
    answer = _case(answer_id)
    ticked = whole_numbers(request.POST.getlist("source"))
    try:
        question_count(caller_of(request))
        composition_enqueue(
            answer=answer,
            day=_day(request, answer),
            reviewer=reviewer_of(request),
            now=timezone.now(),
            passage_ids=[number for number in ticked if number],
            added=request.POST.get("added", "")[:500],
        )
    except (RerunRefusedError, RateLimitedError) as error:
        return _casework(request, answer_id, problem=str(error))
    return _casework(request, answer_id, is_new=True)


@never_cache
@reviewers_only
@require_POST
def belongs(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Let the question of the case lead to a provision from now on."""
    answer = _case(answer_id)
    chosen = request.POST.get("belongs", "")
    found = Passage.objects.select_related("version").filter(pk=whole_number(chosen) or 0)
    passage = get_object_or_404(found)
    if answer.question == Conversation.FORGOTTEN:
        return _casework(request, answer_id, problem=_("질문이 삭제되어 조문에 붙일 수 없습니다."))
    try:
        question_add(
            passage=passage, text=answer.searched_question, origin=PassageQuestion.Origin.STAFF
        )
    except NotAQuestionError as error:
        return _casework(request, answer_id, problem=str(error))
    return _casework(request, answer_id, is_new=True)


@never_cache
@reviewers_only
@require_safe
def similar(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Questions like the one of the case, with what became of them."""
    answer = _case(answer_id)
    context = {"answer": answer, "found": similar_questions(answer=answer)}
    part = "chat/casework/_similar.html"
    return render(
        request, part if wants_fragment(request) else "chat/casework/similar.html", context
    )


def _case(answer_id: UUID) -> Answer:
    """An answer that is a case; others are none of the staff's business."""
    cases = Answer.objects.filter(pk__in=Flag.objects.filter(answer=answer_id).values("answer"))
    return get_object_or_404(cases.select_related("message__in_reply_to"))


def _day(request: HttpRequest, answer: Answer) -> date:
    return timezone.localdate() if request.POST.get("day") == TODAY else answer.as_of


def _casework(
    request: HttpRequest, answer_id: UUID, *, problem: str = "", is_new: bool = False
) -> HttpResponse:
    """The part of the page for htmx, else the page; after a POST without htmx the page is asked for anew."""
    if not wants_fragment(request) and (problem or is_new):
        if problem:
            messages.warning(request, problem)
        return redirect("chat:casework", answer_id=answer_id)
    try:
        work = casework_of(answer_id=answer_id, now=timezone.now())
    except Answer.DoesNotExist as error:
        raise Http404("no such case") from error
    is_open = Flag.objects.filter(answer=answer_id, resolved_at__isnull=True).exists()
    belonging = PassageQuestion.objects.select_related("regulation").filter(
        text=" ".join(work.answer.searched_question.split()), state=PassageQuestion.State.ACTIVE
    )
    context = {
        "work": work,
        "problem": problem,
        "is_open": is_open,
        "today": timezone.localdate(),
        "belonging": list(belonging.order_by("pk")),
    }
    part = "chat/casework/_casework.html"
    return render(request, part if wants_fragment(request) else "chat/casework/page.html", context)
