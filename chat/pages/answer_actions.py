"""What an asker does with an answer: stop it, share it, judge it. Each is a POST that works without scripts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chat.asking.askers import COURSES, asker_of
from chat.asking.handing_over import question_hand_over
from chat.asking.retrying import answer_retry
from chat.asking.services import (
    answer_stop,
    conversation_asker_set,
    conversation_widen,
    feedback_record,
    near_judge,
    question_ask,
)
from chat.conversations.reviewed import review_seen
from chat.conversations.sharing import answer_share, share_revoke, shared_answer
from chat.models import Answer
from chat.pages.context import asked_answer, conversation_page
from chat.pages.forms import FeedbackForm, NearForm, NextQuestionForm
from chat.pages.views import ASKER, refused
from chat.presenters.answers import answer_view
from chat.presenters.decisions import can_check_again, can_hand_over, can_retry
from portal.controls.access import asking_permitted
from portal.http.limits import RateLimitedError, caller_of, question_count
from portal.http.pages import see_other, unlisted, wants_fragment
from verification.faithfulness.rechecking import check_again

NO_CONTENT = 204


@require_POST
def stop(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """End an answer that is being composed; what has passed its check stays."""
    answer = asked_answer(request, answer_id)
    answer_stop(answer=answer, now=timezone.now())
    answer.refresh_from_db()
    if wants_fragment(request) and answer.finished_at is None:
        # The page goes on listening to the stream, which brings the end.
        return HttpResponse(status=NO_CONTENT)
    return _back(request, answer_id, "chat/_answer.html")


@require_POST
@asking_permitted
def retry(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Compose an answer once more in its place; it counts as a question, as it costs one."""
    answer = asked_answer(request, answer_id)
    if can_retry(answer) and _is_counted(request):
        answer_retry(answer_id=answer.pk)
    return _back(request, answer_id, "chat/_answer.html")


@require_POST
@asking_permitted
def recheck(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Make the second reading once more where it failed."""
    answer = asked_answer(request, answer_id)
    if can_check_again(answer) and _is_counted(request):
        check_again(answer_id=answer.pk)
    return _back(request, answer_id, "chat/_answer.html")


@require_POST
@asking_permitted
def hand_over(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Send the question to the office that owns the matter; it counts as a question, as a person reads it."""
    answer = asked_answer(request, answer_id)
    if can_hand_over(answer) and _is_counted(request):
        question_hand_over(answer=answer)
    return _back(request, answer_id, "chat/_answer.html")


@require_POST
def share(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Make a link to the answer, or show the one that there is."""
    answer_share(answer=asked_answer(request, answer_id))
    return _back(request, answer_id, "chat/_share.html")


@require_POST
def unshare(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Take the link back."""
    share_revoke(answer=asked_answer(request, answer_id), now=timezone.now())
    return _back(request, answer_id, "chat/_share.html")


@require_POST
@asking_permitted
def search_all_regulations(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Ask the question again, in the same conversation but in all regulations."""
    answer = asked_answer(request, answer_id)
    conversation = answer.message.conversation
    if conversation.scope == asker_of(conversation.scope):
        return see_other(_place(answer))
    return _ask_again(request, answer, partial(conversation_widen, conversation=conversation))


@require_POST
@asking_permitted
def ask_as(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Ask the question again for a course of study: the answer was that it depends on it."""
    answer = asked_answer(request, answer_id)
    degree = request.POST.get("degree", "")
    if degree not in COURSES:
        return see_other(_place(answer))
    conversation = answer.message.conversation
    asker = asker_of(conversation.scope) | {"degree": degree}

    def change() -> None:
        request.session[ASKER] = asker
        conversation_asker_set(conversation=conversation, asker=asker)

    return _ask_again(request, answer, change)


def _ask_again(request: HttpRequest, answer: Answer, change: Callable[[], None]) -> HttpResponse:
    """The same question in its conversation, changed before; refused where there were too many."""
    conversation = answer.message.conversation
    form = NextQuestionForm(
        asker_of(conversation.scope) | {"question": answer.question}, caller=caller_of(request)
    )
    if not form.is_valid():
        context = conversation_page(request, conversation, form)
        return refused(request, "chat/conversation.html", context, form)
    change()
    asked = question_ask(
        conversation=conversation,
        question=form.cleaned_data["question"],
        as_of=timezone.localdate(),
    )
    if not wants_fragment(request):
        return see_other(_place(asked))
    # The page says in several places what the conversation is limited to, so it comes anew.
    return HttpResponse(status=NO_CONTENT, headers={"HX-Refresh": "true"})


@require_POST
def feedback(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Keep what the asker thinks of the answer."""
    answer = asked_answer(request, answer_id)
    form = FeedbackForm(request.POST)
    if form.is_valid() and answer.finished_at is not None:
        feedback_record(answer=answer, **form.cleaned_data)
    return _back(request, answer_id, "chat/_feedback.html")


@require_POST
def near(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Keep whether a provision that was shown as near is the answer."""
    answer = asked_answer(request, answer_id)
    form = NearForm(request.POST)
    if form.is_valid():
        near_judge(answer=answer, **form.cleaned_data)
    if not wants_fragment(request):
        return see_other(_place(answer))
    view = answer_view(answer=asked_answer(request, answer_id))
    place = next((one for one in view.near if one.number == form.cleaned_data.get("number")), None)
    if place is None:
        raise Http404("no such provision was shown")
    return render(request, "chat/_near_provision.html", {"answer": view, "place": place})


@require_POST
def mark_review_seen(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """The asker has read what the staff decided."""
    answer = asked_answer(request, answer_id)
    review_seen(answer=answer, now=timezone.now())
    return see_other(_place(answer))


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """An answer for whoever has its link: the same rows, nothing to change, nothing for search engines."""
    try:
        answer = shared_answer(token=token)
    except Answer.DoesNotExist as error:
        raise Http404("no such link") from error
    context = {"answer": answer_view(answer=answer), "is_shared": True}
    return unlisted(render(request, "chat/shared.html", context))


def _back(request: HttpRequest, answer_id: UUID, template: str) -> HttpResponse:
    """The changed part for htmx, else the page at the answer."""
    answer = asked_answer(request, answer_id)
    if not wants_fragment(request):
        return see_other(_place(answer))
    view = answer_view(answer=answer, now=timezone.now())
    return render(request, template, {"answer": view})


def _is_counted(request: HttpRequest) -> bool:
    try:
        question_count(caller_of(request))
    except RateLimitedError as error:
        messages.warning(request, str(error))
        return False
    return True


def _place(answer: Answer) -> str:
    conversation_id = answer.message.conversation_id
    page = reverse("chat:conversation", kwargs={"conversation_id": conversation_id})
    return f"{page}#answer-{answer.pk}"
