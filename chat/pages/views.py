"""Pages and fragments for asking. Each works by plain POST and reload.

With htmx a page keeps a question that could not be sent; it is then led to the new conversation, or gets the fragment of one turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from chat.asking.askers import ASKER_PARTS, asker_known, asker_of
from chat.asking.services import conversation_asker_set, conversation_start, question_ask
from chat.conversations.owners import owner_of
from chat.insights.public import public_figures
from chat.pages.context import ask_page, asked_answer, asked_conversation, conversation_page
from chat.pages.forms import FirstQuestionForm, NextQuestionForm, QuestionForm
from chat.pages.languages import language_to_go_on
from chat.pages.once import asked_once
from chat.presenters.answers import answer_view
from chat.presenters.engines import answering_engines
from portal.controls.access import asking_permitted
from portal.http.languages import language_guess
from portal.http.limits import caller_of
from portal.http.pages import see_other, wants_fragment

# Where a browser's session has who asks; it is said once.
ASKER = "asker"


@never_cache
@asking_permitted
@require_http_methods(["GET", "HEAD", "POST"])
@asked_once
def ask(request: HttpRequest) -> HttpResponse:
    """The empty page; a question begins a conversation."""
    if request.method != "POST":
        chosen = {"regulation": request.GET.getlist("regulation")}
        form = FirstQuestionForm(
            initial=asker_known(request.session.get(ASKER))
            | request.GET.dict()
            | chosen
            | _asked_again(request)
        )
        return render(request, "chat/ask.html", ask_page(request, form))
    # With a session of its own a new browser is counted by itself, not with all others behind its address.
    owner = owner_of(request, create=True)
    known = asker_known(request.session.get(ASKER))
    form = FirstQuestionForm(_with_asker(request, known), caller=caller_of(request))
    if not form.is_valid():
        return refused(request, "chat/ask.html", ask_page(request, form), form)
    request.session[ASKER] = form.asker
    started = conversation_start(
        user=owner.user,
        session_key=owner.session_key,
        scope=form.cleaned_data["scope"],
        as_of=form.cleaned_data["as_of"],
    )
    question = form.cleaned_data["question"]
    language = language_to_go_on(request, question)
    with override(language or get_language()):
        question_ask(conversation=started, question=question, as_of=timezone.localdate())
    page = reverse("chat:conversation", kwargs={"conversation_id": started.pk})
    reply = HttpResponseClientRedirect(page) if wants_fragment(request) else see_other(page)
    if language:
        language_guess(reply, language)
    return reply


@never_cache
@asking_permitted
@require_http_methods(["GET", "HEAD", "POST"])
@asked_once
def conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """The questions and answers of a conversation; a question goes on with it."""
    shown = asked_conversation(request, conversation_id)
    if request.method != "POST":
        known = asker_of(shown.scope)
        context = conversation_page(request, shown, NextQuestionForm(initial=known))
        # "Edit and ask again" brings the question along; scripts fill it in without a new page.
        edited = [row.question for row in context["answers"] if row.id == request.GET.get("edit")]
        context["form"] = NextQuestionForm(initial=known | {"question": "".join(edited)})
        return render(request, "chat/conversation.html", context)
    form = NextQuestionForm(_with_asker(request, asker_of(shown.scope)), caller=caller_of(request))
    if not form.is_valid():
        context = conversation_page(request, shown, form)
        return refused(request, "chat/conversation.html", context, form)
    request.session[ASKER] = form.asker
    conversation_asker_set(conversation=shown, asker=form.asker)
    question = form.cleaned_data["question"]
    language = language_to_go_on(request, question)
    with override(language or get_language()):
        answer = question_ask(conversation=shown, question=question, as_of=timezone.localdate())
    if not wants_fragment(request):
        reply: HttpResponse = see_other(f"{request.path}#answer-{answer.pk}")
    elif language:
        # The whole page is in the other language.
        reply = HttpResponseClientRefresh()
    else:
        reply = render(request, "chat/_turn.html", {"answer": answer_view(answer=answer)})
    if language:
        language_guess(reply, language)
    return reply


@never_cache
@require_safe
def fragment(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """One answer as it stands, for a page whose stream does not work."""
    return _answer_fragment(request, answer_id, "chat/_answer.html")


@never_cache
@require_safe
def faithfulness(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """The badge and the claims of the asynchronous check, for a page that waits for them."""
    return _answer_fragment(request, answer_id, "chat/_faithfulness_update.html")


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """Which model may write the answers, how they are checked, and who is responsible."""
    figures = public_figures(today=timezone.localdate())
    return render(request, "chat/how.html", {"engines": answering_engines(), "figures": figures})


def _with_asker(request: HttpRequest, known: Mapping[str, Any]) -> QueryDict:
    """What was sent, with who asks where a form does not have it: an example, a link."""
    sent = request.POST.copy()
    for name in ASKER_PARTS:
        sent.setdefault(name, str(known.get(name, "")))
    return sent


def _asked_again(request: HttpRequest) -> dict[str, str]:
    """The question of an answer that the asker wants to ask anew; it is named by its id, so that no address holds its words."""
    try:
        return {"question": asked_answer(request, UUID(request.GET.get("again", ""))).question}
    except (ValueError, Http404):
        return {}


def _answer_fragment(request: HttpRequest, answer_id: UUID, template: str) -> HttpResponse:
    answer = asked_answer(request, answer_id)
    return render(request, template, {"answer": answer_view(answer=answer, now=timezone.now())})


def refused(
    request: HttpRequest, page: str, context: dict[str, object], form: QuestionForm
) -> HttpResponse:
    """The form again with the text and what is wrong with it, and when to come again where it came too soon."""
    is_part = wants_fragment(request)
    template = "chat/_question_form.html" if is_part else page
    response = render(request, template, context, status=form.refusal_status)
    if is_part:
        response["HX-Retarget"] = "#question-form"
        response["HX-Reswap"] = "outerHTML"
    if form.retry_seconds:
        response["Retry-After"] = str(form.retry_seconds)
    return response
