"""What the pages for asking show around the answers: conversations, examples, categories."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from chat.asking.examples import example_groups
from chat.asking.scopes import scope_groups, scope_label, scope_regulations, topic_groups
from chat.conversations.owners import owner_of
from chat.conversations.selectors import (
    answer_get,
    answers_decided,
    answers_unmarked,
    conversation_answers,
    conversation_get,
    conversation_list,
)
from chat.models import Answer, Conversation
from chat.pages.forms import QuestionForm
from chat.presenters.shapes import AnswerView
from regulations.reading.catalog import categories, latest_amendments
from regulations.reading.corpus_cache import corpus_cache

_AMENDMENTS = 5
_UNDER_WAY = ("PENDING", "RUNNING")
_CHECKED_WITHIN = timedelta(minutes=2)


def asked_conversation(request: HttpRequest, conversation_id: UUID) -> Conversation:
    """A conversation that the request owns; Http404 for anybody else's."""
    owner = owner_of(request)
    try:
        return conversation_get(
            conversation_id=conversation_id, user=owner.user, session_key=owner.session_key
        )
    except Conversation.DoesNotExist as error:
        raise Http404("no such conversation") from error


def asked_answer(request: HttpRequest, answer_id: UUID) -> Answer:
    """An answer in a conversation that the request owns; Http404 for anybody else's."""
    owner = owner_of(request)
    try:
        return answer_get(answer_id=answer_id, user=owner.user, session_key=owner.session_key)
    except Answer.DoesNotExist as error:
        raise Http404("no such answer") from error


def ask_page(request: HttpRequest, form: QuestionForm) -> dict[str, Any]:
    """The context of the empty page."""
    today, language = timezone.localdate(), get_language()
    return _around(request, form) | {
        "examples": example_groups(),
        "scope_groups": corpus_cache(
            "scopes", today, language, make=partial(scope_groups, on=today)
        )
        + topic_groups(),
        "scope_regulations": corpus_cache(
            "scope-regulations", today, language, make=partial(scope_regulations, on=today)
        ),
        "chosen_regulations": {str(value) for value in form["regulation"].value() or ()},
        "welcome_columns": corpus_cache(
            "welcome", today, language, make=partial(_welcome_columns, today)
        ),
    }


def conversation_page(
    request: HttpRequest, conversation: Conversation, form: QuestionForm
) -> dict[str, Any]:
    """The context of a conversation with its answers."""
    shown_at = timezone.now()
    answers = conversation_answers(conversation=conversation, now=shown_at)
    return (
        _around(request, form)
        | {
            "conversation": conversation,
            "scope_label": scope_label(conversation.scope),
            "answers": answers,
            "shown_at": int(shown_at.timestamp() * 1000),
        }
        | _refreshed(answers, request.path, shown_at)
    )


def _refreshed(answers: Sequence[AnswerView], path: str, now: datetime) -> dict[str, Any]:
    """How a page without scripts comes to the end: until the last answer and its check are there.

    The address changes each time: one that differs only behind the # is not loaded again.
    """
    pending = [answer for answer in answers if answer.is_pending]
    checked = [
        answer
        for answer in answers
        if answer.check_state in _UNDER_WAY and now - answer.created_at < _CHECKED_WITHIN
    ]
    if not pending and not checked:
        return {}
    shown = (pending or checked)[-1]
    return {
        "refresh_seconds": 2 if pending else 5,
        "refresh_url": f"{path}?at={now:%H%M%S}#answer-{shown.id}",
    }


def history(request: HttpRequest, *, search: str = "") -> dict[str, Any]:
    """The conversations of who asks, and the answers of theirs that the staff has changed since."""
    owner = owner_of(request)
    return {
        "find": search,
        "conversations": conversation_list(
            user=owner.user, session_key=owner.session_key, search=search
        ),
        "decided": answers_decided(user=owner.user, session_key=owner.session_key),
        "unmarked": answers_unmarked(user=owner.user, session_key=owner.session_key),
    }


def _welcome_columns(today: date) -> str:
    """What the empty page says of the regulations."""
    context = {
        "categories": categories(on=today),
        "amendments": latest_amendments(on=today, limit=_AMENDMENTS),
    }
    return render_to_string("chat/_welcome_columns.html", context)


def _around(request: HttpRequest, form: QuestionForm) -> dict[str, Any]:
    return history(request) | {
        "form": form,
        "action": request.path,
        "once": secrets.token_urlsafe(16),
        "today": timezone.localdate(),
        "question_limit": settings.MAX_QUESTION_LENGTH,
    }
