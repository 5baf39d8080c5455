"""The JSON interface: ask and get the checked answer in one call. It shows the same stored rows as the page."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat.asking.scopes import UnknownScopeError, scope_read
from chat.asking.services import InvalidQuestionError, conversation_start, question_ask
from chat.conversations.selectors import answers_with_everything
from chat.excerpts import answer_or_excerpt
from chat.models import Answer, Conversation
from chat.pipeline import answer_fail
from chat.presenters.answers import answer_view
from chat.presenters.shapes import AnswerView
from portal import llm
from portal.controls.access import MayAsk
from portal.http.fields import NumberField, TextField
from portal.http.limits import RateLimitedError, caller_of, question_count
from portal.http.slow_calls import slow_call
from regulations.search.retrieval import SEARCH_MODES
from verification.models import CitationCheck


class QuestionSerializer(serializers.Serializer[dict[str, Any]]):
    """A question to be answered."""

    question = TextField(trim_whitespace=True, max_length=100_000)
    mode = serializers.ChoiceField(choices=SEARCH_MODES, default="hybrid")
    as_of = serializers.DateField(required=False)
    scope = TextField(
        required=False,
        help_text="regulation:…, category:…, collection:…, topic:… or degree:undergraduate (graduate); "
        "several, separated by commas, hold together",
    )
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
        """Refuse a question that is too long with the limit named."""
        if len(value) > settings.MAX_QUESTION_LENGTH:
            raise serializers.ValidationError(
                f"질문은 {settings.MAX_QUESTION_LENGTH:,}자까지 쓸 수 있습니다."
            )
        return value


class SourceSerializer(serializers.Serializer[dict[str, Any]]):
    """A provision that the answer cites."""

    number = serializers.IntegerField()
    regulation = serializers.CharField()
    provision = serializers.CharField()
    locator = serializers.CharField()
    status = serializers.CharField()
    quote = serializers.CharField()
    url = serializers.CharField()
    enforcement_date = serializers.DateField(allow_null=True)


class SeeAlsoSerializer(serializers.Serializer[dict[str, Any]]):
    """A provision that came in by a cross-reference; with a relevance where mode graph found it for the question."""

    regulation = serializers.CharField()
    locator = serializers.CharField()
    via = serializers.CharField()
    relevance = serializers.FloatField(allow_null=True)
    kind = serializers.CharField(help_text="REFERS, MUTATIS_MUTANDIS, DELEGATES; empty where found")
    url = serializers.CharField()


class LogRowSerializer(serializers.Serializer[dict[str, Any]]):
    """One (statement, citation) pair; `status` is accurate, inaccurate, uncertain or not_run."""

    citation_number = serializers.IntegerField(allow_null=True)
    citation = serializers.CharField()
    statement = serializers.CharField()
    source_file = serializers.CharField()
    source_page = serializers.CharField()
    is_accurate = serializers.BooleanField(allow_null=True)
    confidence = serializers.FloatField(allow_null=True)
    explanation = serializers.CharField()
    status = serializers.CharField()
    citation_status = serializers.CharField()
    model_status = serializers.CharField(help_text="the later opinion of a language model")
    model_confidence = serializers.FloatField(allow_null=True)
    model_explanation = serializers.CharField()
    action = serializers.CharField()


class VerifiedAnswerSerializer(serializers.Serializer[dict[str, Any]]):
    """An answer with everything that was checked about it."""

    id = serializers.UUIDField()
    question = serializers.CharField()
    status = serializers.CharField()
    message = serializers.CharField()
    composer = serializers.CharField()
    mode = serializers.CharField()
    as_of = serializers.DateField()
    original_answer = serializers.CharField()
    corrected_answer = serializers.CharField()
    sources = SourceSerializer(many=True)
    removed_citations = serializers.ListField(child=serializers.CharField())
    accuracy_rate = serializers.FloatField(allow_null=True)
    grounding_score = serializers.FloatField(allow_null=True)
    faithfulness = serializers.CharField()
    verification_log = LogRowSerializer(many=True)
    related_questions = serializers.ListField(child=serializers.CharField())
    contact = serializers.DictField(allow_null=True)
    outside_scope = serializers.BooleanField(
        help_text="the scope holds no answer, but the rest of the regulations does"
    )
    outside_regulation = serializers.CharField(help_text="where; empty unless outside_scope")
    see_also = SeeAlsoSerializer(
        many=True, help_text="provisions that the cited ones refer to; no evidence, not checked"
    )
    retrieval_notes = serializers.ListField(
        child=serializers.CharField(), help_text="what did not work as configured, reranker_failed"
    )
    processing_time_ms = serializers.FloatField(allow_null=True)


class QueryVerifiedView(APIView):
    """Ask a question and wait for the answer."""

    # Whoever may ask on the page may ask here.
    permission_classes = (MayAsk,)

    @extend_schema(request=QuestionSerializer, responses=VerifiedAnswerSerializer)
    @slow_call
    def post(self, request: Request) -> Response:
        """Compose and check an answer; 400 for a question that cannot be asked."""
        form = QuestionSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        try:
            question_count(caller_of(request))
        except RateLimitedError as error:
            raise Throttled(wait=error.seconds, detail=str(error)) from error
        user = request.user if request.user.is_authenticated else None
        try:
            answer = answer_now(
                question=form.validated_data["question"],
                as_of=form.validated_data.get("as_of") or timezone.localdate(),
                mode=form.validated_data["mode"],
                confidence_threshold=form.validated_data.get("confidence_threshold"),
                user=user,
                scope=form.validated_data.get("scope"),
                history=form.validated_data.get("history", ()),
            )
        except InvalidQuestionError as error:
            return Response({"question": [str(error)]}, status=status.HTTP_400_BAD_REQUEST)
        return Response(verified_response(answer))


def answer_now(
    *,
    question: str,
    as_of: date,
    mode: str = "hybrid",
    confidence_threshold: float | None = None,
    user: Any = None,
    conversation: Conversation | None = None,
    **started: Any,
) -> Answer:
    """Ask, compose and check in this process; the answer ends in a state whatever happens to the model."""
    asked = question_ask(
        conversation=conversation or conversation_start(user=user, **started),
        question=question,
        as_of=as_of,
        mode=mode,
        in_background=False,
    )
    try:
        answer_or_excerpt(asked.pk, confidence_threshold=confidence_threshold)
    except llm.LLMError as error:
        answer_fail(answer=asked, error=error)
    except Exception as error:
        answer_fail(answer=asked, error=error)
        raise
    return answers_with_everything().get(pk=asked.pk)


def verified_response(answer: Answer) -> dict[str, Any]:
    """Return the answer in the form of `POST /query/verified`."""
    view = answer_view(answer=answer)
    verification = getattr(answer, "verification", None)
    data = {
        "id": view.id,
        "question": view.question,
        "status": view.status,
        "message": view.status_sentence,
        "composer": view.composer,
        "mode": answer.mode,
        "as_of": view.as_of,
        "original_answer": verification.original_text if verification else "",
        "corrected_answer": answer.message.content,
        "sources": [_source(row) for row in view.sources],
        "removed_citations": list(view.removed_citations),
        "accuracy_rate": view.accuracy_rate,
        "grounding_score": verification.grounding_score if verification else None,
        "faithfulness": view.faithfulness,
        "verification_log": [
            _log_row(check)
            for check in (verification.citation_checks.all() if verification else ())
        ],
        "related_questions": list(view.related_questions),
        "contact": vars(view.contact) if view.contact else None,
        "outside_scope": view.widen is not None,
        "outside_regulation": view.widen.title if view.widen else "",
        "see_also": _see_also(answer, view),
        "retrieval_notes": [*answer.retrieval.get("notes", []), *_model_notes(answer)],
        "processing_time_ms": view.timings.get("total"),
    }
    return dict(VerifiedAnswerSerializer(data).data)


def _model_notes(answer: Answer) -> list[str]:
    """Why the answer is an excerpt although there is a model."""
    is_excerpt = answer.composer == Answer.Composer.EXTRACTIVE and answer.error
    return [f"model_failed: {answer.error.partition(':')[0]}"] if is_excerpt else []


def _see_also(answer: Answer, view: AnswerView) -> list[dict[str, Any]]:
    """What mode graph brought into the search, then what the cited provisions lead to."""
    found = [
        {
            "regulation": row["regulation"],
            "locator": row["locator_key"],
            "via": row["via"],
            "relevance": row["relevance"],
            "kind": "",
            "url": "",
        }
        for row in answer.retrieval.get("results", ())
        if row["via"]
    ]
    known = {(row["regulation"], row["locator"]) for row in found}
    return found + [
        {
            "regulation": other.regulation_title,
            "locator": other.locator_key,
            "via": f"{other.via} → {other.kind_label}",
            "relevance": None,
            "kind": other.kind,
            "url": other.url,
        }
        for other in view.see_also
        if (other.regulation_title, other.locator_key) not in known
    ]


def _source(row: Any) -> dict[str, Any]:
    return {
        "number": row.number,
        "regulation": row.regulation_title,
        "provision": row.provision_label,
        "locator": row.url.rpartition("#")[2],
        "status": row.status,
        "quote": row.quote,
        "url": row.url,
        "enforcement_date": row.enforcement_date,
    }


def _log_row(check: CitationCheck) -> dict[str, Any]:
    verdict = check.verdict.lower()
    return {
        "citation_number": check.citation_number,
        "citation": check.citation_text,
        "statement": check.statement,
        "source_file": check.regulation_title,
        "source_page": check.locator_key,
        "is_accurate": {"accurate": True, "inaccurate": False}.get(verdict),
        "confidence": check.confidence,
        "explanation": check.reason,
        "status": verdict,
        "citation_status": check.status,
        "model_status": check.model_verdict.lower(),
        "model_confidence": check.model_confidence,
        "model_explanation": check.model_reason,
        "action": check.action,
    }
