"""An answer as JSON: the same stored rows as on the page, with the outcome of every sentence and why it is not confirmed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers

from chat.api.notes import NoteSerializer
from chat.asking.askers import asker_of
from chat.models import Answer, AnswerSentence
from chat.presenters.answers import answer_view
from chat.presenters.notes import notes_of
from chat.presenters.reasons import model_notes
from chat.presenters.records import CheckedBy, GeneratedBy
from chat.presenters.shapes import AnswerView, CitationView, SentenceView
from chat.storing.content import answer_text
from regulations.text.locators import eid_of
from verification.citations.states import Verdict
from verification.models import CitationCheck


class SourceSerializer(serializers.Serializer[dict[str, Any]]):
    """A provision that the answer cites; beside a sentence that is not CONFIRMED its words stand, and confirm nothing."""

    number = serializers.IntegerField()
    regulation = serializers.CharField()
    provision = serializers.CharField()
    locator = serializers.CharField()
    eid = serializers.CharField(help_text="as Akoma Ntoso names it")
    status = serializers.CharField()
    quote = serializers.CharField()
    url = serializers.CharField()
    enforcement_date = serializers.DateField(allow_null=True)
    course = serializers.CharField(help_text="the course of study it is for; empty where for all")
    outcome = serializers.ChoiceField(
        choices=AnswerSentence.Outcome.choices, help_text="of the sentence that it stands with"
    )
    method = serializers.ChoiceField(
        choices=AnswerSentence.Method.choices, help_text="by what that sentence was confirmed"
    )


class SentenceSerializer(serializers.Serializer[SentenceView]):
    """A sentence of the answer; only the outcome CONFIRMED means that it was confirmed.

    BESIDE_SOURCE: shown with the provision's words (`quote`), not confirmed. DIFFERS: not shown; `text` are the provision's.
    WITHDRAWN: was shown as confirmed and is no part of the answer any more; `withdrawn_text` names it.
    """

    position = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=AnswerSentence.Outcome.choices)
    text = serializers.CharField()
    quote = serializers.CharField()
    proviso = serializers.CharField(
        help_text="What the provision says behind the rule that the sentence tells (다만, …), where the answer leaves it out."
    )
    method = serializers.ChoiceField(choices=AnswerSentence.Method.choices)
    reason = serializers.CharField()
    citations = serializers.SerializerMethodField()
    withdrawn_text = serializers.CharField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)

    def get_citations(self, sentence: SentenceView) -> list[int]:
        """The numbers of the sources with which it stands."""
        return [one.number for one in sentence.citations] if sentence.text else []


class CountsSerializer(serializers.Serializer[dict[str, int]]):
    """How many sentences have which outcome."""

    total = serializers.IntegerField()
    confirmed = serializers.IntegerField()
    beside = serializers.IntegerField()
    replaced = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    unchecked = serializers.IntegerField()


class SeeAlsoSerializer(serializers.Serializer[dict[str, Any]]):
    """A provision that came in by a cross-reference; with a relevance where mode graph found it for the question."""

    regulation = serializers.CharField()
    locator = serializers.CharField()
    via = serializers.CharField()
    relevance = serializers.FloatField(allow_null=True)
    kind = serializers.CharField(help_text="REFERS, MUTATIS_MUTANDIS, DELEGATES; empty where found")
    url = serializers.CharField()


class TransitionalSerializer(serializers.Serializer[dict[str, Any]]):
    """A clause of addenda by which another text holds for who entered in a year."""

    message = serializers.CharField(source="sentence")
    clause = serializers.CharField()
    addenda = serializers.CharField()
    addenda_url = serializers.CharField()
    former_url = serializers.CharField(
        help_text="the text that holds; empty where it is not stored"
    )


class NearSerializer(serializers.Serializer[dict[str, Any]]):
    """A provision that may hold the answer; nothing is claimed of it."""

    number = serializers.IntegerField()
    regulation = serializers.CharField(source="regulation_title")
    provision = serializers.CharField(source="label")
    locator = serializers.CharField(source="locator_key")
    quote = serializers.CharField()
    words = serializers.ListField(
        child=serializers.CharField(), help_text="words in it that match the question"
    )
    url = serializers.CharField()
    is_answer = serializers.BooleanField(allow_null=True, help_text="what the asker said of it")


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
    outcome = serializers.CharField(
        help_text="of the search: answer, near (see near) or none; empty where nothing was searched"
    )
    message = serializers.CharField()
    near = NearSerializer(many=True)
    notes = NoteSerializer(many=True)
    named = serializers.ListField(
        child=serializers.DictField(),
        help_text="provisions that the question names and that do not hold: message, links",
    )
    left_open = serializers.CharField(
        help_text="that the rules do not give what was asked, and who does; empty where they do"
    )
    verified = serializers.BooleanField(help_text="every sentence was confirmed")
    confidence = serializers.FloatField(allow_null=True, help_text="0.0 for a refused answer")
    reason = serializers.CharField(
        help_text="why nothing was answered, faithfulness_below_threshold"
    )
    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="why the answer is not confirmed, in words"
    )
    sentences = SentenceSerializer(many=True)
    counts = CountsSerializer()
    composer = serializers.CharField()
    generated_by = serializers.ChoiceField(
        choices=[one.value for one in GeneratedBy],
        help_text="who wrote the words: an excerpt is the rule's own text and not generated",
    )
    model = serializers.CharField(help_text="the language model that wrote it; else empty")
    checked_by = serializers.ListField(
        child=serializers.ChoiceField(choices=[one.value for one in CheckedBy])
    )
    mode = serializers.CharField()
    as_of = serializers.DateField()
    asker = serializers.DictField(help_text="who asks, as it was sent; empty where nobody said")
    transitional = TransitionalSerializer(many=True)
    asks_course = serializers.BooleanField(
        help_text="rules of both courses of study may answer: ask again with asker.degree"
    )
    is_from_near = serializers.BooleanField(
        help_text="a model wrote it from provisions that the search was not sure of: see whether they speak of what was asked"
    )
    original_answer = serializers.CharField()
    corrected_answer = serializers.CharField()
    sources = SourceSerializer(many=True)
    removed_citations = serializers.ListField(child=serializers.CharField())
    removed_numbers = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="taken out after the answer was shown, as numbered then; the others were numbered anew",
    )
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


def verified_response(answer: Answer) -> dict[str, Any]:
    """Return the answer in the form of `POST /query/verified`."""
    view = answer_view(answer=answer)
    verification = getattr(answer, "verification", None)
    data = {
        "id": view.id,
        "question": view.question,
        "status": view.status,
        "outcome": view.outcome,
        "message": view.status_sentence,
        "near": view.near,
        "notes": notes_of(view),
        "named": [
            {"message": one.sentence, "links": [{"label": a, "url": b} for a, b in one.links]}
            for one in view.named
        ],
        "left_open": view.left_open,
        "verified": view.counts.is_all_confirmed,
        "confidence": view.confidence,
        "reason": answer.fallback_reason,
        "reasons": list(view.reasons),
        "sentences": view.sentences,
        "counts": vars(view.counts),
        "composer": view.composer,
        "generated_by": view.provenance.generated_by.value,
        "model": view.provenance.model,
        "checked_by": [one.value for one in view.provenance.checked_by],
        "mode": answer.mode,
        "as_of": view.as_of,
        "asker": asker_of(answer.message.conversation.scope),
        "transitional": view.transitional,
        "asks_course": view.asks_course,
        "is_from_near": bool(view.near_note),
        "original_answer": verification.original_text if verification else "",
        "corrected_answer": answer.message.content
        if settings.ENABLE_CITATIONS
        else answer_text(answer.sentences.order_by("position"), (), is_cited=False),
        "sources": [_source(row, view) for row in view.sources],
        "removed_citations": list(view.removed_citations),
        "removed_numbers": list(view.removed_numbers),
        "accuracy_rate": view.accuracy_rate,
        "grounding_score": verification.grounding_score if verification else None,
        "faithfulness": view.faithfulness,
        "verification_log": [
            _log_row(check) for check in (verification.checks_in_order if verification else ())
        ],
        "related_questions": list(view.related_questions),
        "contact": vars(view.contact) if view.contact else None,
        "outside_scope": view.widen is not None,
        "outside_regulation": view.widen.title if view.widen else "",
        "see_also": _see_also(answer, view),
        "retrieval_notes": [*answer.retrieval.get("notes", []), *model_notes(answer)],
        "processing_time_ms": view.timings.get("total"),
    }
    return dict(VerifiedAnswerSerializer(data).data)


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


def _source(row: CitationView, view: AnswerView) -> dict[str, Any]:
    methods = [
        one.method
        for one in view.sentences
        if one.outcome == row.outcome and row.number in [cited.number for cited in one.citations]
    ]
    return {
        "number": row.number,
        "regulation": row.regulation_title,
        "provision": row.provision_label,
        "locator": row.url.rpartition("#")[2],
        "eid": eid_of(row.url.rpartition("#")[2]),
        "status": row.status,
        "quote": row.quote,
        "url": row.url,
        "enforcement_date": row.enforcement_date,
        "course": row.course,
        "outcome": row.outcome,
        "method": methods[0] if methods else "NONE",
    }


def _log_row(check: CitationCheck) -> dict[str, Any]:
    verdict = check.final_verdict.of_a_pair
    return {
        "citation_number": check.citation_number,
        "citation": check.citation_text,
        "statement": check.statement,
        "source_file": check.regulation_title,
        "source_page": check.locator_key,
        "is_accurate": {"accurate": True, "inaccurate": False}.get(verdict),
        "confidence": check.confidence,
        "explanation": check.reason or _unjudged(check),
        "status": verdict,
        "citation_status": check.status,
        "model_status": Verdict(check.model_verdict).of_a_pair,
        "model_confidence": check.model_confidence,
        "model_explanation": check.model_reason,
        "action": check.action,
    }


def _unjudged(check: CitationCheck) -> str:
    """Why a pair was not judged; empty where it was."""
    if check.final_verdict != Verdict.NOT_CHECKED:
        return ""
    if len(check.statement.strip()) < settings.MIN_STATEMENT_LENGTH:
        return _("문장이 짧아 대조하지 않았습니다.")
    return _("대조하지 않았습니다.")
