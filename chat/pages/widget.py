"""The widget: a light page of its own in a frame of another site. It needs no cookie; a signed token says what is whose.

Which sites may frame it is the operator's setting. Nobody is signed in here: a question counts against the visitor's token,
the address and the site, as everywhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from csp.constants import NONE
from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat.asking.services import conversation_start, question_ask
from chat.conversations.selectors import answers_with_everything
from chat.conversations.sharing import answer_share
from chat.models import Answer
from chat.pages.forms import QuestionForm
from chat.presenters.answers import answer_view
from chat.presenters.notes import notes_of
from portal.controls.selectors import controls_get
from portal.http.limits import Caller, address_of
from portal.http.pages import see_other

_FORBIDDEN = 403
_VISITOR, _ANSWER = "widget-visitor", "widget-answer"
# A page that is left open over night asks for a new one.
_LIVES_SECONDS = 24 * 3600
View = Callable[..., HttpResponse]


def framed(view: View) -> View:
    """Let the sites of the setting frame a page, in the language that its address names."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            language = translation.get_supported_language_variant(request.GET.get("lang", ""))
        except LookupError:
            language = settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = view(request, *args, **kwargs)
        origins = controls_get().widget_origins.split()
        response._csp_replace = {"frame-ancestors": origins or [NONE]}  # type: ignore[attr-defined]  # noqa: SLF001 - django-csp's own name
        response.xframe_options_exempt = True
        # A page of another origin must be able to load it whatever it isolates itself with.
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return shown


@csrf_exempt
@never_cache
@framed
@require_http_methods(["GET", "HEAD", "POST"])
def widget(request: HttpRequest) -> HttpResponse:
    """The question field; a POST asks and leads to the answer. The visitor's token stands for the one against forgery."""
    if request.method != "POST":
        return _page(request, QuestionForm())
    if not controls_get().takes_questions:
        return _page(request, QuestionForm(), status=HTTPStatus.SERVICE_UNAVAILABLE)
    if not controls_get().allows_anonymous:
        return _page(request, QuestionForm(), status=_FORBIDDEN)
    try:
        visitor = signing.loads(
            request.POST.get("visitor", ""), salt=_VISITOR, max_age=_LIVES_SECONDS
        )
    except signing.BadSignature:
        return _page(
            request, QuestionForm({"question": request.POST.get("question", "")}), status=_FORBIDDEN
        )
    caller = Caller(f"widget:{visitor}", address_of(request))
    form = QuestionForm(request.POST, caller=caller)
    if not form.is_valid():
        return _page(request, form, status=form.refusal_status)
    asked = question_ask(
        conversation=conversation_start(user=None),
        question=form.cleaned_data["question"],
        as_of=timezone.localdate(),
    )
    return see_other(f"{waiting_path(asked)}?lang={translation.get_language()}")


@never_cache
@framed
@require_safe
def widget_answer(request: HttpRequest, token: str) -> HttpResponse:
    """The answer as it stands; a page without scripts asks again by itself."""
    view = answer_view(answer=_answer(token), now=timezone.now())
    context = {
        "answer": view,
        "notes": notes_of(view),
        "token": token,
        "base": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "chat/widget/answer.html", context)


@csrf_exempt
@require_POST
def widget_open(request: HttpRequest, token: str) -> HttpResponse:
    """Open the answer in the portal, by a link as an asker shares it."""
    share = answer_share(answer=_answer(token))
    if share is None:
        raise Http404("not answered yet")
    return redirect("chat:shared", token=share.token)


def waiting_path(answer: Answer) -> str:
    """The path of the light page that waits for an answer and shows it."""
    return reverse("chat:widget-answer", args=[signing.dumps(str(answer.pk), salt=_ANSWER)])


def _answer(token: str) -> Answer:
    try:
        answer_id = signing.loads(token, salt=_ANSWER, max_age=_LIVES_SECONDS)
        return answers_with_everything().get(pk=answer_id)
    except (signing.BadSignature, Answer.DoesNotExist) as error:
        raise Http404("no such answer") from error


def _page(request: HttpRequest, form: QuestionForm, *, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "visitor": signing.dumps(secrets.token_urlsafe(12), salt=_VISITOR),
        "is_open": controls_get().allows_anonymous,
        "is_stale": status == _FORBIDDEN and controls_get().allows_anonymous,
    }
    return render(request, "chat/widget/ask.html", context, status=status)
