"""The JSON interface of the three-layer verifier: any question, answer and context, whoever wrote them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from portal import llm
from portal.controls.access import MayVerify, may_spend
from portal.http.fields import NumberField, TextField
from portal.http.limits import RateLimitedError, caller_of, question_count
from portal.http.ordered_calls import OrderedCallSerializer, call_order, call_response
from portal.http.slow_calls import slow_call
from verification.answer_verifier.verifier import NOT_PERMITTED, default_threshold
from verification.api.calls import answer_result, verify_answer
from verification.api.responses import AnswerVerificationSerializer
from verification.checking.hallucinations.context import ContextRow
from verification.texts.checking import LONGEST_AT_ONCE

LONGEST_ANSWER = 5_000
LONGEST_SECTION = 10_000
MOST_SECTIONS = 20
LONGEST_CONTEXT = 100_000
# With an answer of LONGEST_AT_ONCE about a second of work; a worker does what is longer.
LONGEST_CONTEXT_AT_ONCE = 4_000
# What works in a web process leaves the others their time, also where no worker can be called.
SECONDS_AT_ONCE = 5.0


class ContextRowSerializer(serializers.Serializer[dict[str, str]]):
    """One section of the context."""

    section_title = TextField(allow_blank=True, max_length=500)
    section_content = TextField(allow_blank=True, max_length=LONGEST_SECTION)


class AnswerToVerifySerializer(serializers.Serializer[dict[str, Any]]):
    """An answer to be verified against the context that it was written from."""

    question = TextField(allow_blank=True, default="", max_length=100_000)
    answer = TextField(allow_blank=True, max_length=LONGEST_ANSWER)
    context = serializers.ListField(  # type: ignore[assignment]  # the field's name is in the specification
        child=ContextRowSerializer(),
        max_length=MOST_SECTIONS,
        help_text=f"At most {LONGEST_CONTEXT:,} characters together.",
    )
    use_llm = serializers.BooleanField(
        default=True,
        help_text="Ask a language model too; where none answers, nothing is verified. It counts as a question, and is "
        "asked only for who may ask one.",
    )
    confidence_threshold = NumberField(
        required=False,
        min_value=0,
        max_value=1,
        help_text="The setting ANSWER_CONFIDENCE_THRESHOLD where none is given.",
    )
    require_citations = serializers.BooleanField(default=True)

    def validate_question(self, value: str) -> str:
        """Refuse a question that is too long with the limit named."""
        if len(value) > settings.MAX_QUESTION_LENGTH:
            raise serializers.ValidationError(
                f"질문은 {settings.MAX_QUESTION_LENGTH:,}자까지 쓸 수 있습니다."
            )
        return value

    def validate_context(self, value: list[dict[str, str]]) -> list[dict[str, str]]:
        """Refuse a context that is too long with the limit named."""
        if context_length(value) > LONGEST_CONTEXT:
            raise serializers.ValidationError(
                f"문맥은 모두 {LONGEST_CONTEXT:,}자까지 쓸 수 있습니다."
            )
        return value


class VerifyAnswerView(APIView):
    """Verify an answer in three layers: its citations, signs of invention, a language model."""

    # The rules read what was sent and store nothing; a model costs what a question costs, and is open to who may ask one.
    permission_classes = (MayVerify,)

    @extend_schema(
        request=AnswerToVerifySerializer,
        responses={200: AnswerVerificationSerializer, 202: OrderedCallSerializer},
    )
    @slow_call
    def post(self, request: Request) -> Response:
        """Verify an answer; 400 for one that cannot be read, 202 where it takes longer than the caller waits."""
        form = AnswerToVerifySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        data = form.validated_data
        permitted = may_spend(request)
        asks_model = data["use_llm"] and permitted and llm.available()
        if asks_model:
            _count(request)
        work = {
            "question": data["question"],
            "answer": data["answer"],
            "context": data["context"],
            "options": {
                "use_llm": data["use_llm"],
                "confidence_threshold": data.get("confidence_threshold", default_threshold()),
                "require_citations": data["require_citations"],
                "model_withheld": "" if permitted else NOT_PERMITTED,
            },
        }
        is_long = (
            asks_model
            or len(data["answer"]) > LONGEST_AT_ONCE
            or context_length(data["context"]) > LONGEST_CONTEXT_AT_ONCE
        )
        call = call_order(request) if is_long else None
        if call is None:
            code, body = answer_result(**work, seconds=SECONDS_AT_ONCE)
            return Response(body, status=code)
        verify_answer.delay(token=call.token, language=get_language(), work=work)
        return call_response(request, call, lambda kept: kept.result)


def context_length(rows: Sequence[ContextRow]) -> int:
    """How many characters a context has."""
    return sum(len(text) for row in rows for text in row.values())


def _count(request: Request) -> None:
    try:
        question_count(caller_of(request))
    except RateLimitedError as error:
        raise Throttled(wait=error.seconds, detail=str(error)) from error
