"""What the pages for asking show around the answers: who asks, conversations, examples, categories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils import timezone

from chat.forms import QuestionForm
from chat.models import Answer, Conversation
from chat.selectors import answer_get, conversation_answers, conversation_get, conversation_list
from portal.accounts.models import User
from regulations.catalog import categories, latest_amendments

_AMENDMENTS = 5
# Questions that the sample regulations answer.
EXAMPLE_QUESTIONS = (
    "휴학은 최대 몇 년까지 할 수 있습니까?",
    "등록금을 나누어 낼 수 있습니까?",
    "성적장학금의 평점 기준은 무엇입니까?",
    "졸업논문의 심사기준과 합격 점수는 무엇입니까?",
    "학사경고를 받으면 어떻게 됩니까?",
    "생활관에서 벌점을 받으면 어떻게 됩니까?",
)


@dataclass(frozen=True)
class Asker:
    """Who asks: a person who is signed in, or else a browser session."""

    user: User | None
    session_key: str


def asker(request: HttpRequest, *, create: bool = False) -> Asker:
    """Return who asks; with `create` a browser that has no session yet gets one."""
    user = request.user if isinstance(request.user, User) else None
    if create and user is None and not request.session.session_key:
        request.session.create()
    return Asker(user=user, session_key=request.session.session_key or "")


def asked_conversation(request: HttpRequest, conversation_id: UUID) -> Conversation:
    """A conversation of who asks; Http404 for anybody else's."""
    person = asker(request)
    try:
        return conversation_get(
            conversation_id=conversation_id, user=person.user, session_key=person.session_key
        )
    except Conversation.DoesNotExist as error:
        raise Http404("no such conversation") from error


def asked_answer(request: HttpRequest, answer_id: UUID) -> Answer:
    """An answer to who asks; Http404 for anybody else's."""
    person = asker(request)
    try:
        return answer_get(answer_id=answer_id, user=person.user, session_key=person.session_key)
    except Answer.DoesNotExist as error:
        raise Http404("no such answer") from error


def ask_page(request: HttpRequest, form: QuestionForm) -> dict[str, Any]:
    """The context of the empty page."""
    today = timezone.localdate()
    return _around(request, form) | {
        "examples": EXAMPLE_QUESTIONS,
        "categories": categories(on=today),
        "amendments": latest_amendments(on=today, limit=_AMENDMENTS),
    }


def conversation_page(
    request: HttpRequest, conversation: Conversation, form: QuestionForm
) -> dict[str, Any]:
    """The context of a conversation with its answers."""
    answers = conversation_answers(conversation=conversation)
    return _around(request, form) | {
        "conversation": conversation,
        "answers": answers,
        "is_pending": any(answer.is_pending for answer in answers),
    }


def _around(request: HttpRequest, form: QuestionForm) -> dict[str, Any]:
    person = asker(request)
    return {
        "form": form,
        "action": request.path,
        "today": timezone.localdate(),
        "question_limit": settings.MAX_QUESTION_LENGTH,
        "conversations": conversation_list(user=person.user, session_key=person.session_key),
    }
