"""The JSON interface of the three-layer verifier: any question, answer and context, whoever wrote them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
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
from portal.http.slow_calls import slow_call
from verification.answer_verifier.claims import AnswerKind
from verification.answer_verifier.verifier import (
    NOT_PERMITTED,
    AnswerVerifier,
    SkippedLayer,
    VerificationLayer,
    VerificationResult,
    default_threshold,
)

LONGEST_ANSWER = 5_000
LONGEST_SECTION = 10_000
MOST_SECTIONS = 20


class ContextRowSerializer(serializers.Serializer[dict[str, str]]):
    """One section of the context."""

    section_title = TextField(allow_blank=True, max_length=500)
    section_content = TextField(allow_blank=True, max_length=LONGEST_SECTION)


class AnswerToVerifySerializer(serializers.Serializer[dict[str, Any]]):
    """An answer to be verified against the context that it was written from."""

    question = TextField(allow_blank=True, default="", max_length=100_000)
    answer = TextField(allow_blank=True, max_length=LONGEST_ANSWER)
    context = serializers.ListField(  # type: ignore[assignment]  # the field's name is in the specification
        child=ContextRowSerializer(), max_length=MOST_SECTIONS
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


class NotRunSerializer(serializers.Serializer[SkippedLayer]):
    """A layer that was asked for and did not run."""

    layer = serializers.ChoiceField(choices=[layer.value for layer in VerificationLayer])
    reason = serializers.CharField()


class AnswerVerificationSerializer(serializers.Serializer[VerificationResult]):
    """What the layers found. Only `verified` is a pass; `meets_threshold` is the arithmetic alone."""

    verified = serializers.BooleanField()
    confidence = serializers.FloatField()
    issues = serializers.ListField(child=serializers.CharField())
    reasoning = serializers.CharField()
    citations_valid = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in AnswerKind])
    meets_threshold = serializers.BooleanField()
    not_run = NotRunSerializer(many=True)


class VerifyAnswerView(APIView):
    """Verify an answer in three layers: its citations, signs of invention, a language model."""

    # The rules read what was sent and store nothing; a model costs what a question costs, and is open to who may ask one.
    permission_classes = (MayVerify,)

    @extend_schema(request=AnswerToVerifySerializer, responses=AnswerVerificationSerializer)
    @slow_call
    def post(self, request: Request) -> Response:
        """Verify an answer; 400 for one that cannot be read."""
        form = AnswerToVerifySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        data = form.validated_data
        permitted = may_spend(request)
        if data["use_llm"] and permitted and llm.available():
            _count(request)
        verifier = AnswerVerifier(
            use_llm=data["use_llm"],
            confidence_threshold=data.get("confidence_threshold", default_threshold()),
            require_citations=data["require_citations"],
            model_withheld="" if permitted else NOT_PERMITTED,
        )
        result = verifier.verify(data["question"], data["answer"], data["context"])
        return Response(AnswerVerificationSerializer(result).data)


def _count(request: Request) -> None:
    try:
        question_count(caller_of(request))
    except RateLimitedError as error:
        raise Throttled(wait=error.seconds, detail=str(error)) from error
