"""Answers as they are shown: whoever shows one, in whatever way, takes it from `answer_view`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from chat.composing.fallback import support_office
from chat.composing.named import NamedTruth
from chat.models import Answer, Citation
from chat.presenters import wording
from chat.presenters.amended import amended_citations
from chat.presenters.answer_parts import SharedNames, feedback_view, original_lines, share_path
from chat.presenters.asked_by import answer_asker, transitional_views
from chat.presenters.citations import (
    citation_view,
    near_view,
    removed_numbers,
    retrieved_view,
    sources_view,
    stored_url,
)
from chat.presenters.corrections import corrected_citations
from chat.presenters.decisions import (
    asked_office,
    can_check_again,
    can_hand_over,
    can_retry,
    confirmation_ended,
    decision_view,
    owner_of,
)
from chat.presenters.provenance import provenance_of
from chat.presenters.reasons import unconfirmed_reasons
from chat.presenters.records import ClaimRow, LogRow, TransitionalView
from chat.presenters.removed import check_label, removed_views
from chat.presenters.see_also import see_also_views
from chat.presenters.sentences import decided_sentences, stored_sentences
from chat.presenters.shapes import (
    AmendedCitation,
    AnswerView,
    ContactView,
    NamedView,
    SentenceCounts,
    SentenceView,
    WidenView,
)
from regulations.reading.labels import stored_label
from verification.citations.states import Verdict
from verification.models import CitationCheck, Review, Verification

_GONE = (CitationCheck.Action.REMOVED, CitationCheck.Action.GENERALIZED)


def answer_view(
    *, answer: Answer, now: datetime | None = None, names: SharedNames | None = None
) -> AnswerView:
    """An answer as every page, the API, the stream and the export show it; `now` lets it say why it takes long.

    Whoever shows several hands over the names that they share.
    """
    names = names or SharedNames.of([answer])
    status = Answer.Status(answer.status)
    verification = _verification(answer)
    decided = [row for row in answer.reviews.all() if row.decides]
    review = max(decided, key=lambda row: row.created_at, default=None)
    rows = {row.pk: row for row in answer.sentences.all()}
    citations = [citation_view(row, rows) for row in answer.message.citations.all()]
    checks = verification.checks_in_order if verification else []
    shown_status = wording.decided_status(status, review)
    sentences = stored_sentences(answer, citations)
    shown = decided_sentences(sentences, review)
    as_checked = review is None or review.decision == Review.Decision.APPROVED
    counts = SentenceCounts.of(sentences) if as_checked else SentenceCounts()
    crisis = wording.crisis_sentence(answer.question)
    return AnswerView(
        id=str(answer.pk),
        question=answer.question,
        status=shown_status.value,
        status_label=wording.status_label(shown_status, counts),
        status_sentence=crisis
        if crisis and (shown_status.is_refusal or not shown)
        else wording.shown_sentence(shown_status, sentences),
        is_pending=status in (Answer.Status.PENDING, Answer.Status.COMPOSING),
        is_refusal=shown_status.is_refusal,
        is_error=shown_status.is_error,
        outcome=wording.shown_outcome(shown_status, answer.retrieval.get("outcome", "")),
        composer=answer.composer,
        composer_label=wording.composer_label(
            answer.composer,
            shown_status,
            shown or sentences,
            is_taken_back=confirmation_ended(answer, review) is not None,
        ),
        as_of=answer.as_of,
        created_at=answer.created_at,
        finished_at=answer.finished_at,
        sentences=shown,
        sources=sources_view(citations) if as_checked else (),
        removed_citations=tuple(check.citation_text for check in checks if check.action in _GONE),
        removed=removed_views(
            checks,
            as_of=answer.as_of,
            withdrawn=[one.withdrawn_text for one in sentences if one.outcome == "WITHDRAWN"],
        )
        if as_checked
        else (),
        removed_numbers=removed_numbers(citations),
        counts=counts,
        state_line=wording.state_line(counts),
        confidence=_confidence(shown_status, verification),
        reasons=unconfirmed_reasons(answer, shown_status, sentences, verification),
        verified_count=sum(citation.is_verified for citation in citations),
        citation_count=len(citations),
        accuracy_rate=verification.accuracy_rate if verification else None,
        faithfulness=verification.faithfulness if verification else "NOT_CHECKED",
        faithfulness_label=str(verification.get_faithfulness_display()) if verification else "",
        check_state=verification.shown_check_state if verification else "",
        lacks_pairs=verification.lacks_pairs if verification else False,
        check_method_label=str(verification.get_method_display()) if verification else "",
        log=_log(checks),
        claims=_claim_rows(verification),
        retrieved=tuple(retrieved_view(row) for row in answer.passages.all()),
        near=tuple(near_view(row) for row in answer.passages.all() if row.excerpt)
        if shown_status == Answer.Status.NEAR
        else (),
        named=_named(answer.retrieval),
        left_open=wording.left_open_sentence(
            answer.retrieval.get("left_open"), citations[0].label if citations else ""
        )
        if as_checked and sentences
        else "",
        related_questions=tuple(answer.related_questions),
        crisis=crisis,
        contact=_contact(answer, names, shown_status),
        widen=_widen(answer.retrieval.get("outside")),
        see_also=see_also_views(answer.see_also)
        if as_checked and settings.ENABLE_CITATIONS
        else (),
        model_notice=wording.model_notice(answer.composer, answer.error) if as_checked else "",
        is_broken_off=wording.is_broken_off(answer.composer, answer.error),
        masked_notice=_masked_notice(answer),
        amendments=_amendments(answer, review),
        timings=answer.timings,
        is_stopped=shown_status == Answer.Status.STOPPED,
        is_stopping=answer.stop_requested_at is not None,
        waiting=wording.waiting_sentence(answer, now) if now else "",
        # Until it is stored, nothing but a question and a retry writes its message.
        waited=int((now - answer.message.updated_at).total_seconds()) if now else 0,
        original=original_lines(verification=verification, sentences=sentences, review=review),
        share_path=share_path(answer),
        certificates=tuple(row.code for row in answer.certificates.all()),
        feedback=feedback_view(answer),
        provenance=provenance_of(
            answer=answer, sentences=sentences, verification=verification, review=review
        ),
        decided_at=review.created_at if review and shown_status != status else None,
        decision=decision_view(answer, review),
        scope_label=names.scope_label(answer),
        asker_label=answer_asker(answer),
        transitional=_transitional(answer, sentences),
        asks_course=bool(answer.retrieval.get("courses_differ")),
        near_note=wording.near_note(answer.retrieval) if as_checked and sentences else "",
        model=answer.model if as_checked and answer.composer == Answer.Composer.GENERATIVE else "",
        asking_url=reverse("chat:conversation", args=[answer.message.conversation_id]),
        can_retry=can_retry(answer),
        can_recheck=can_check_again(answer),
        can_hand_over=can_hand_over(answer),
        office=asked_office(answer),
    )


def _transitional(
    answer: Answer, sentences: Sequence[SentenceView]
) -> tuple[TransitionalView, ...]:
    cited = [(row.regulation_title, row.locator_key) for row in answer.message.citations.all()]
    near = [(row.regulation_title, row.excerpt_key) for row in answer.passages.all() if row.excerpt]
    return transitional_views(
        answer.retrieval, places=cited + near, said=[sentence.text for sentence in sentences]
    )


def _amendments(answer: Answer, review: Review | None) -> tuple[AmendedCitation, ...]:
    """What became of the provisions that the text which is shown rests on."""
    citations: Iterable[Citation] = answer.message.citations.all()
    if review is not None and review.replaces:
        citations = corrected_citations(review)
    # What is cited of a former version that holds for who asked is not outdated.
    former = answer.former_version_ids
    cited = (citation for citation in citations if citation.version_id not in former)
    return amended_citations(cited, on=timezone.localdate())


def _confidence(status: Answer.Status, verification: Verification | None) -> float | None:
    """The confidence of the citations that are shown; a refused answer has none of it."""
    if status.is_refusal:
        return 0.0
    return verification.confidence if verification else None


def _masked_notice(answer: Answer) -> str:
    asked = answer.message.in_reply_to
    return wording.masked_notice(asked.masked_kinds) if asked else ""


def _verification(answer: Answer) -> Verification | None:
    try:
        return answer.verification
    except Verification.DoesNotExist:
        return None


def _named(retrieval: Mapping[str, Any]) -> tuple[NamedView, ...]:
    truths = [NamedTruth.from_json(row) for row in retrieval.get("named", ())]
    return tuple(
        NamedView(
            wording.named_sentence(truth),
            tuple((stored_label(link.label), link.url) for link in truth.links),
            leads_to_neighbors=any(link.is_neighbor for link in truth.links),
        )
        for truth in truths
    )


def _widen(outside: Mapping[str, Any] | None) -> WidenView | None:
    if not outside:
        return None
    return WidenView(outside["title"], outside["slug"], outside["relevance"])


def _log(checks: Iterable[CitationCheck]) -> tuple[LogRow, ...]:
    """Each pair once: a number and a name in prose may mean the same provision in the same sentence."""
    rows: dict[tuple[str, str, str], LogRow] = {}
    for row in map(_log_row, checks):
        rows.setdefault((row.statement, row.label or row.citation_text, row.action), row)
    return tuple(rows.values())


def _log_row(check: CitationCheck) -> LogRow:
    label = check_label(check)
    return LogRow(
        citation_number=check.citation_number,
        citation_text=check.citation_text,
        statement=check.statement,
        status=check.status,
        status_label=str(check.get_status_display()),
        verdict=check.final_verdict,
        verdict_label=str(check.final_verdict.label),
        action=check.action,
        action_label=str(check.get_action_display()),
        reason=check.reason,
        evidence=check.evidence,
        label=label,
        url=stored_url(check),
        confidence=check.confidence,
        model_label=str(check.get_model_verdict_display())
        if check.model_reason or check.model_verdict != Verdict.NOT_CHECKED
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


def _contact(answer: Answer, names: SharedNames, status: Answer.Status) -> ContactView | None:
    """The office that was named, or the one that helps who speaks of what was done to a person; who has no answer any more is told the owner's."""
    department = names.offices.get(answer.department_name) or support_office(answer.question)
    if department is None and status == Answer.Status.WITHDRAWN:
        department = owner_of(answer)
    if department is None:
        return None
    return ContactView(
        department.name,
        department.phone,
        department.email,
        department.location,
        department.hours,
    )
