"""The JSON interface: ask and get the checked answer in one call. It shows the same stored rows as the page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat.api.responses import VerifiedAnswerSerializer, verified_response
from chat.asking.answering import compose_or_excerpt
from chat.asking.askers import COURSES, ENROLLMENTS, UnknownAskerError, asker_scope
from chat.asking.scopes import SCOPE_HELP, UnknownScopeError, scope_read
from chat.asking.services import (
    InvalidQuestionError,
    conversation_start,
    question_ask,
    question_clean,
)
from chat.conversations.selectors import answers_with_everything
from chat.models import Answer, Conversation
from chat.storing.answers import lease_answer
from chat.storing.failing import answer_fail
from chat.tasks import answer_call
from portal import llm
from portal.controls.access import MayAsk
from portal.http.fields import NumberField, TextField
from portal.http.limits import RateLimitedError, caller_of, question_count
from portal.http.ordered_calls import (
    WAIT_SECONDS,
    OrderedCall,
    OrderedCallSerializer,
    Result,
    call_about,
    call_drop,
    call_get,
    call_order,
    call_response,
    call_shape,
)
from portal.http.slow_calls import slow_call
from portal.jobs.dispatch import send_on_commit
from regulations.search.retrieval import SEARCH_MODES


class AskerSerializer(serializers.Serializer[dict[str, Any]]):
    """Who asks, as far as the rules differ by it."""

    degree = serializers.ChoiceField(choices=list(COURSES), required=False)
    entry_year = serializers.IntegerField(required=False, help_text="the year of entry, 2024")
    enrollment = serializers.ChoiceField(choices=list(ENROLLMENTS), required=False)
    campus = TextField(required=False, max_length=100)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return what a scope stores of it."""
        try:
            return asker_scope(attrs)
        except UnknownAskerError as error:
            raise serializers.ValidationError(str(error)) from error


class QuestionSerializer(serializers.Serializer[dict[str, Any]]):
    """A question to be answered."""

    question = TextField(trim_whitespace=True, max_length=100_000)
    mode = serializers.ChoiceField(choices=SEARCH_MODES, default="hybrid")
    as_of = serializers.DateField(required=False)
    scope = TextField(
        required=False,
        help_text=SCOPE_HELP,
    )
    asker = AskerSerializer(required=False)
    history = serializers.ListField(
        child=TextField(max_length=100_000),
        required=False,
        max_length=20,
        help_text="questions asked before, the newest last: a follow-up is completed with them",
    )
    confidence_threshold = NumberField(
        required=False, min_value=0.0, max_value=1.0, help_text="default: 0.7"
    )

    def validate_scope(self, value: str) -> dict[str, Any]:
        """Refuse a scope that names nothing."""
        try:
            return scope_read(value)
        except UnknownScopeError as error:
            raise serializers.ValidationError(str(error)) from error

    def validate_question(self, value: str) -> str:
        """Refuse one that is empty or too long in the words of the page."""
        try:
            return question_clean(value)
        except InvalidQuestionError as error:
            raise serializers.ValidationError(str(error)) from error


class QueryVerifiedView(APIView):
    """Ask a question and wait for the answer."""

    # Whoever may ask on the page may ask here.
    permission_classes = (MayAsk,)

    @extend_schema(
        request=QuestionSerializer,
        responses={200: VerifiedAnswerSerializer, 202: OrderedCallSerializer},
        description=(
            f"Waits for at most {WAIT_SECONDS} seconds, or for as many as the header `Prefer: wait=…` says; then 202 with "
            "the address in Location where the result is asked for (GET /calls/{token})."
        ),
    )
    @slow_call
    def post(self, request: Request) -> Response:
        """Compose and check an answer; 400 for a question that cannot be asked."""
        form = QuestionSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        try:
            question_count(caller_of(request))
        except RateLimitedError as error:
            raise Throttled(wait=error.seconds, detail=str(error)) from error
        try:
            ordered = question_order(request, **_asked(form.validated_data))
        except InvalidQuestionError as error:
            return Response({"question": [str(error)]}, status=status.HTTP_400_BAD_REQUEST)
        if isinstance(ordered, Answer):
            return Response(verified_response(ordered))
        return call_response(request, ordered, call_result)


class CallView(APIView):
    """What became of a call that a worker does."""

    # Whoever made the call has its token, and is known by key, person or session.
    permission_classes = (AllowAny,)

    @extend_schema(responses=OrderedCallSerializer)
    def get(self, request: Request, token: str) -> Response:
        """The state of a call and its result; 404 for everybody else, and when its time is over."""
        call = call_get(token=token, caller=caller_of(request).key)
        if call is None:
            raise NotFound
        return Response(call_shape(call, call_result(call)))


def call_result(call: OrderedCall) -> Result | None:
    """What a call came to; an answer's stands in its row."""
    if not call.about:
        return call.result
    answer = answers_with_everything().filter(pk=call.about).first()
    if answer is None:
        return status.HTTP_404_NOT_FOUND, {"detail": NotFound.default_detail}
    if answer.finished_at is None:
        return None
    return status.HTTP_200_OK, verified_response(answer)


def _asked(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "question": data["question"],
        "as_of": data.get("as_of") or timezone.localdate(),
        "mode": data["mode"],
        "confidence_threshold": data.get("confidence_threshold"),
        "scope": data.get("scope", {}) | data.get("asker", {}),
        "history": data.get("history", ()),
    }


def question_order(request: Request, **asked: Any) -> OrderedCall | Answer:
    """Have a worker answer what `answer_now` would; the answer itself where no worker can be called. Raises Throttled."""
    call = call_order(request)
    try:
        answer = _ask(user=request.user if request.user.is_authenticated else None, **asked)
    except Exception:
        if call is not None:
            call_drop(call)
        raise
    call = call_about(call, answer.pk) if call is not None else None
    if call is None:
        return _composed_here(answer)
    send_on_commit(answer_call, answer_id=call.about, token=call.token)
    return call


def answer_now(**asked: Any) -> Answer:
    """Ask, compose and check in this process; the answer ends in a state whatever happens to the model."""
    return _composed_here(_ask(**asked))


def _ask(
    *,
    question: str,
    as_of: date,
    mode: str = "hybrid",
    confidence_threshold: float | None = None,
    user: Any = None,
    conversation: Conversation | None = None,
    **started: Any,
) -> Answer:
    return question_ask(
        conversation=conversation or conversation_start(user=user, **started),
        question=question,
        as_of=as_of,
        mode=mode,
        confidence_threshold=confidence_threshold,
        in_background=False,
    )


def _composed_here(asked: Answer) -> Answer:
    leased = lease_answer(answer_id=asked.pk, now=timezone.now())
    if leased is not None:
        _compose_now(leased)
    return answers_with_everything().get(pk=asked.pk)


def _compose_now(answer: Answer) -> None:
    try:
        compose_or_excerpt(answer=answer)
    except llm.LLMError as error:
        answer_fail(answer=answer, error=error)
    except Exception as error:
        answer_fail(answer=answer, error=error)
        raise
