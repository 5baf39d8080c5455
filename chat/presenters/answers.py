"""Answers as they are shown: whoever shows one, in whatever way, takes it from `answer_view`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from chat.conversations.amendments import amended_citations
from chat.models import Answer, AnswerSentence, Citation
from chat.presenters import wording
from chat.presenters.answer_parts import feedback_view, original_lines, share_path
from chat.presenters.citations import (
    checked_citations,
    citation_view,
    retrieved_view,
    sources_view,
    stored_url,
)
from chat.presenters.corrections import corrected_citations, correction_views
from chat.presenters.see_also import see_also_views
from chat.presenters.shapes import (
    AmendedCitation,
    AnswerView,
    CitationView,
    ClaimRow,
    ContactView,
    LogRow,
    SentenceView,
    WidenView,
)
from regulations.models import Department
from regulations.reading.labels import provision_label
from regulations.text.locators import Locator
from verification.checking import CheckedSentence
from verification.models import CitationCheck, Review, Verification


def sentence_view(
    sentence: CheckedSentence, *, position: int, numbers: Mapping[tuple[int, str], int]
) -> SentenceView:
    """A sentence that has just passed its check, before it is stored."""
    support = AnswerSentence.Support(sentence.support.value)
    return SentenceView(
        position,
        sentence.text,
        support.value,
        str(support.label),
        checked_citations(sentence, numbers),
    )


def answer_view(*, answer: Answer, now: datetime | None = None) -> AnswerView:
    """An answer as every page, the API, the stream and the export show it; `now` lets it say why it takes long."""
    status = Answer.Status(answer.status)
    verification = _verification(answer)
    decided = [row for row in answer.reviews.all() if row.decides]
    review = max(decided, key=lambda row: row.created_at, default=None)
    texts = {row.pk: row.text for row in answer.sentences.all()}
    citations = [citation_view(row, texts) for row in answer.message.citations.all()]
    checks = list(verification.citation_checks.all()) if verification else []
    shown_status, notice = wording.after_review(status, review)
    sentences = _sentence_views(answer, citations)
    as_checked = review is None or review.decision == Review.Decision.APPROVED
    return AnswerView(
        id=str(answer.pk),
        question=answer.question,
        status=shown_status.value,
        status_label=str(shown_status.label),
        status_sentence=wording.status_sentence(shown_status),
        is_pending=status in (Answer.Status.PENDING, Answer.Status.COMPOSING),
        is_refusal=shown_status.value.startswith("UNANSWERABLE"),
        is_error=shown_status.value.startswith("ERROR"),
        composer=answer.composer,
        composer_label=wording.composer_label(answer.composer, shown_status),
        as_of=answer.as_of,
        created_at=answer.created_at,
        finished_at=answer.finished_at,
        sentences=_after_review(sentences, review),
        sources=sources_view(citations) if as_checked else (),
        removed_citations=tuple(
            check.citation_text
            for check in checks
            if check.action in (CitationCheck.Action.REMOVED, CitationCheck.Action.GENERALIZED)
        ),
        verified_count=sum(citation.is_verified for citation in citations),
        citation_count=len(citations),
        accuracy_rate=verification.accuracy_rate if verification else None,
        faithfulness=verification.faithfulness if verification else "NOT_CHECKED",
        faithfulness_label=str(verification.get_faithfulness_display()) if verification else "",
        check_state=verification.shown_check_state if verification else "",
        check_state_label=str(verification.get_check_state_display()) if verification else "",
        check_method_label=str(verification.get_method_display()) if verification else "",
        log=tuple(_log_row(check) for check in checks),
        claims=_claim_rows(verification),
        retrieved=tuple(retrieved_view(row) for row in answer.passages.all()),
        related_questions=tuple(answer.related_questions),
        contact=_contact(answer.department_name),
        widen=_widen(answer.retrieval.get("outside")),
        see_also=see_also_views(answer.see_also)
        if as_checked and settings.ENABLE_CITATIONS
        else (),
        model_notice=wording.model_notice(answer.composer, answer.error),
        masked_notice=_masked_notice(answer),
        amendments=_amendments(answer, review),
        notice=notice,
        timings=answer.timings,
        is_stopped=shown_status == Answer.Status.STOPPED,
        is_stopping=answer.stop_requested_at is not None,
        waiting=wording.waiting_sentence(answer, now) if now else "",
        original=original_lines(verification=verification, sentences=sentences, review=review),
        share_path=share_path(answer),
        feedback=feedback_view(answer),
        decided_at=review.created_at if review and shown_status != status else None,
    )


def _amendments(answer: Answer, review: Review | None) -> tuple[AmendedCitation, ...]:
    """What became of the provisions that the text which is shown rests on."""
    citations: Iterable[Citation] = answer.message.citations.all()
    if review is not None and review.decision == Review.Decision.WITHDRAWN:
        return ()
    if review is not None and review.citations:
        citations = corrected_citations(review)
    return amended_citations(citations, on=timezone.localdate())


def _masked_notice(answer: Answer) -> str:
    asked = answer.message.in_reply_to
    return wording.masked_notice(asked.masked_kinds) if asked else ""


def _verification(answer: Answer) -> Verification | None:
    try:
        return answer.verification
    except Verification.DoesNotExist:
        return None


def _sentence_views(answer: Answer, citations: Sequence[CitationView]) -> tuple[SentenceView, ...]:
    by_sentence: dict[int, list[CitationView]] = {}
    for row, view in zip(answer.message.citations.all(), citations, strict=True):
        by_sentence.setdefault(row.sentence_id or 0, []).append(view)
    return tuple(
        SentenceView(
            position=row.position,
            text=row.text,
            support=row.support,
            support_label=str(row.get_support_display()),
            citations=tuple(by_sentence.get(row.pk, ())) if settings.ENABLE_CITATIONS else (),
        )
        for row in answer.sentences.all()
    )


def _after_review(
    sentences: tuple[SentenceView, ...], review: Review | None
) -> tuple[SentenceView, ...]:
    """A withdrawn answer shows nothing, a corrected one what the staff wrote."""
    if review is None or review.decision == Review.Decision.APPROVED:
        return sentences
    if review.decision == Review.Decision.WITHDRAWN:
        return ()
    support = AnswerSentence.Support.NO_CLAIM
    lines = [line for line in review.corrected_text.splitlines() if line.strip()]
    return tuple(
        SentenceView(
            position, line, support.value, str(support.label), correction_views(review, position)
        )
        for position, line in enumerate(lines, start=1)
    )


def _widen(outside: Mapping[str, Any] | None) -> WidenView | None:
    if not outside:
        return None
    return WidenView(outside["title"], outside["slug"], outside["relevance"])


def _log_row(check: CitationCheck) -> LogRow:
    label = ""
    if check.locator_key:
        label = provision_label(check.regulation_title, Locator.parse(check.locator_key))
    return LogRow(
        citation_number=check.citation_number,
        citation_text=check.citation_text,
        statement=check.statement,
        status=check.status,
        status_label=str(check.get_status_display()),
        verdict=check.verdict,
        verdict_label=str(check.get_verdict_display()),
        action=check.action,
        action_label=str(check.get_action_display()),
        reason=check.reason,
        evidence=check.evidence,
        label=label,
        url=stored_url(check),
        confidence=check.confidence,
        model_label=str(check.get_model_verdict_display())
        if check.model_reason or check.model_verdict != CitationCheck.Verdict.NOT_RUN
        else "",
        model_reason=check.model_reason,
    )


def _claim_rows(verification: Verification | None) -> tuple[ClaimRow, ...]:
    if verification is None:
        return ()
    return tuple(
        ClaimRow(
            claim=row.claim,
            verdict=row.verdict,
            verdict_label=str(row.get_verdict_display()),
            reason=row.reason,
            evidence=row.evidence,
            method_label=str(row.get_method_display()),
        )
        for row in sorted(verification.claim_checks.all(), key=lambda row: row.position)
    )


def _contact(name: str) -> ContactView | None:
    if not name:
        return None
    department = Department.objects.filter(name=name).first()
    if department is None:
        return None
    return ContactView(
        department.name,
        department.phone,
        department.email,
        department.location,
        department.hours,
    )
