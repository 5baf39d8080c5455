"""Writes of the synchronous check, which order the second reading: what was found, and what a person should look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from portal.jobs.dispatch import send_on_commit
from verification.checking import CheckedCitation
from verification.checking.pairs import accuracy_rate
from verification.citations.states import CitationStatus
from verification.faithfulness.tasks import check_faithfulness
from verification.models import CitationCheck, Flag, Verification
from verification.review.flags import flag_raise


@dataclass(frozen=True)
class AnswerCheck:
    """What the synchronous check of an answer found, to be stored with it.

    `score` is the share of supported claims, None where nothing was claimed. `has_claims` says whether there is something
    for the asynchronous check.
    """

    original_text: str
    corrected_text: str
    citations: Sequence[CheckedCitation]
    score: float | None
    rejected: Sequence[dict[str, Any]]
    has_claims: bool
    is_unsupported: bool
    # Nothing of it is shown: whatever was checked, there is no confidence in it.
    is_refused: bool = False
    confidence_threshold: float | None = None
    # Whether every sentence that is shown and claims something was confirmed.
    is_all_confirmed: bool = False


def verification_record(*, answer_id: UUID, check: AnswerCheck) -> Verification:
    """Store the synchronous check and order the asynchronous one. Call it in the transaction that stores the answer."""
    state = (
        Verification.CheckState.PENDING if check.has_claims else Verification.CheckState.NOT_NEEDED
    )
    verification = Verification.objects.create(
        answer_id=answer_id,
        original_text=check.original_text,
        corrected_text=check.corrected_text,
        confidence=0.0 if check.is_refused else _confidence(check.citations),
        accuracy_rate=accuracy_rate(check.citations),
        grounding_score=check.score,
        variants=list(check.rejected),
        confidence_threshold=check.confidence_threshold,
        check_state=state,
    )
    CitationCheck.objects.bulk_create(
        _row(verification, position, citation)
        for position, citation in enumerate(check.citations, start=1)
    )
    _flag(answer_id, check)
    if check.has_claims:
        send_on_commit(check_faithfulness, answer_id=str(answer_id))
    return verification


def _row(verification: Verification, position: int, citation: CheckedCitation) -> CitationCheck:
    provision = citation.provision
    return CitationCheck(
        verification=verification,
        position=position,
        statement=citation.statement,
        citation_text=citation.written[:300],
        citation_number=citation.marker,
        version_id=provision.version_id if provision else None,
        regulation_title=provision.regulation_title if provision else "",
        locator_key=provision.locator_key if provision else "",
        status=citation.status,
        verdict=citation.verdict,
        action=citation.action,
        reason=citation.reason,
        evidence=citation.evidence,
        confidence=citation.confidence,
    )


def _flag(answer_id: UUID, check: AnswerCheck) -> None:
    doubted = wrong_citations(check.citations, is_all_confirmed=check.is_all_confirmed)
    if doubted:
        flag_raise(answer_id=answer_id, reason=Flag.Reason.CITATION_NOT_VERIFIED, detail=doubted)
    if check.is_unsupported:
        flag_raise(answer_id=answer_id, reason=Flag.Reason.UNSUPPORTED_ANSWER)


def wrong_citations(citations: Sequence[CheckedCitation], *, is_all_confirmed: bool) -> str:
    """The citations for which a person should look at an answer, a line each; empty where none is wrong."""
    rejected = [
        citation
        for citation in citations
        # One that could not be confirmed is seen at its sentence; a person looks at one that is wrong.
        if citation.status not in (CitationStatus.VERIFIED, CitationStatus.NOT_CHECKED)
        and citation.action != CitationCheck.Action.KEPT
    ]
    # Of an answer that is right as it stands nobody reads the citation that was taken out; the figures count it.
    if is_all_confirmed:
        return ""
    return "\n".join(f"{citation.written}: {_said_of(citation)}" for citation in rejected)


def _said_of(citation: CheckedCitation) -> str:
    said = (str(citation.status.label), citation.reason)
    return ". ".join(part for part in said if part)


def _confidence(citations: Sequence[CheckedCitation]) -> float | None:
    """The mean confidence of the citations that are shown; None where there is none."""
    values = [item.confidence for item in citations if item.shown and item.confidence is not None]
    return sum(values) / len(values) if values else None
