"""An answer's row in the hands of a worker: lease, extend, release, store."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from chat.composing.outcomes import AnswerOutcome, citation_numbers
from chat.models import Answer, AnswerPassage, AnswerSentence, Citation
from chat.storing.content import answer_text
from chat.storing.see_also import see_also_rows
from chat.verified_answers.confirming import verified_answer_use
from portal.privacy.masking import personal_data_mask
from verification.checking import CheckedCitation, CheckedSentence, SentenceOutcome
from verification.citations.states import CitationStatus
from verification.faithfulness.first_check import AnswerCheck, verification_record
from verification.faithfulness.marks import JUDGED
from verification.models import Flag
from verification.review.flags import flag_raise

_REFUSED_WITH_SOURCES = (
    Answer.FallbackReason.COMPOSER_REFUSED,
    Answer.FallbackReason.NOTHING_CLAIMED,
)
_SAMPLE_OF = 10_000
_MARKER = re.compile(r"\s*\[†[^\]]*\]")


def lease_answer(*, answer_id: UUID | str, now: datetime) -> Answer | None:
    """Lease an answer, so that a message delivered twice composes once; None if another worker has it or it is finished."""
    return Answer.lease(now=now, pk=answer_id)


def extend_answer_lease(*, answer: Answer, now: datetime) -> bool:
    """Extend the lease. False if the asker stopped the answer or the lease is lost."""
    return answer.extend(now=now, only=Q(stop_requested_at=None))


def release_answer_lease(*, answer: Answer) -> None:
    """Release the lease; the answer is composed later."""
    answer.release()


@transaction.atomic(savepoint=False)
def answer_store(*, answer: Answer, outcome: AnswerOutcome, now: datetime) -> Answer:
    """Store an outcome with everything that led to it, and order the asynchronous check; all or nothing."""
    variant = outcome.variant
    is_own = answer.finish(
        state=outcome.status,
        composer=outcome.composer,
        model=outcome.model,
        prompt_hash=variant.prompt_hash if variant else "",
        temperature=variant.temperature if variant else None,
        best_relevance=outcome.best_relevance,
        retrieval=outcome.retrieval,
        generations=outcome.generations,
        fallback_reason=outcome.fallback_reason or "",
        related_questions=list(outcome.related_questions),
        department_name=outcome.department_name,
        see_also=see_also_rows(outcome, as_of=answer.as_of),
        timings=outcome.timings,
        # Why the model did not write it, where it is an excerpt instead (chat.asking.answering).
        error=(outcome.error or answer.error)[:300],
        finished_at=now,
        updated_at=now,
    )
    stored = Answer.objects.get(pk=answer.pk)
    if not is_own:
        return stored
    _store_passages(stored, outcome)
    _store_sentences(stored, outcome)
    _store_check(stored, outcome)
    if outcome.verified_id is not None:
        verified_answer_use(verified_id=outcome.verified_id, answer=stored, now=now)
    _flag_for_review(stored, outcome)
    return stored


def _flag_for_review(answer: Answer, outcome: AnswerOutcome) -> None:
    """Flag answers that were refused although provisions were found, and a random sample of the rest."""
    relevance = outcome.best_relevance or 0.0
    if (
        outcome.fallback_reason in _REFUSED_WITH_SOURCES
        and relevance >= settings.ABSTENTION_RELEVANCE
    ):
        flag_raise(answer_id=answer.pk, reason=Flag.Reason.ABSTAINED)
    # The identifier is random, so it draws the sample, and the same answer is always in it or never.
    elif answer.pk.int % _SAMPLE_OF < settings.REVIEW_SAMPLE_RATE * _SAMPLE_OF:
        flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)


def _store_passages(answer: Answer, outcome: AnswerOutcome) -> None:
    cited = {
        (citation.source.number if citation.source else None)
        for sentence in outcome.shown
        for citation in sentence.shown_citations
    }
    near = {one.number: one for one in outcome.near}
    AnswerPassage.objects.bulk_create(
        AnswerPassage(
            answer=answer,
            passage_id=source.passage_id,
            version_id=source.version_id,
            locator_key=source.locator_key,
            regulation_title=source.regulation_title,
            title=source.title,
            text=source.text,
            rank=source.number,
            score=source.score,
            relevance=source.relevance,
            used=source.number in cited,
            excerpt=near[source.number].text if source.number in near else "",
            excerpt_key=near[source.number].locator_key if source.number in near else "",
            words=list(near[source.number].words) if source.number in near else [],
        )
        for source in outcome.sources
    )


def _store_sentences(answer: Answer, outcome: AnswerOutcome) -> None:
    numbers = citation_numbers(outcome.shown)
    rows = AnswerSentence.objects.bulk_create(
        AnswerSentence(
            answer=answer,
            position=position,
            text=_composed(sentence),
            outcome=sentence.outcome,
            score=sentence.confidence,
            method=sentence.method,
            quote=sentence.quote,
            reason="\n".join(sentence.reasons),
        )
        for position, sentence in enumerate(outcome.shown, start=1)
    )
    citations: list[Citation] = []
    for row, sentence in zip(rows, outcome.shown, strict=True):
        for check in sentence.citations_beside.values():
            citations.append(_citation(answer, row, check, numbers, len(citations)))
    Citation.objects.bulk_create(citations)
    answer.message.content = answer_text(rows, citations)
    answer.message.save(update_fields=["content", "updated_at"])


def _composed(sentence: CheckedSentence) -> str:
    """What the composer wrote; of a sentence that differs the shown text is the provision's."""
    if sentence.outcome is SentenceOutcome.DIFFERS:
        return _MARKER.sub("", sentence.draft).strip()
    return sentence.text


def _citation(
    answer: Answer,
    sentence: AnswerSentence,
    check: CheckedCitation,
    numbers: Mapping[tuple[int, str], int],
    position: int,
) -> Citation:
    provision = check.provision
    if provision is None:  # pragma: no cover - only resolved citations are shown
        raise ValueError("a citation without a provision is not shown")
    return Citation(
        message=answer.message,
        sentence=sentence,
        passage_id=check.source.passage_id if check.source else None,
        version_id=provision.version_id,
        regulation_title=provision.regulation_title,
        locator_key=provision.locator_key,
        number=numbers[provision.place],
        position=position,
        written=check.written[:300],
        score=check.source.relevance if check.source else None,
        quote=check.evidence,
        status=_status(sentence, check),
    )


def _status(sentence: AnswerSentence, check: CheckedCitation) -> CitationStatus:
    """A provision whose words only stand beside a sentence does not confirm it."""
    if check.status == CitationStatus.VERIFIED and sentence.outcome != SentenceOutcome.CONFIRMED:
        return CitationStatus.NOT_CHECKED
    return check.status


def _store_check(answer: Answer, outcome: AnswerOutcome) -> None:
    checks = outcome.variant.checks if outcome.variant else ()
    verification_record(
        answer_id=answer.pk,
        check=AnswerCheck(
            original_text=outcome.variant.original_text if outcome.variant else "",
            corrected_text=answer.message.content,
            citations=checks,
            score=outcome.variant.score if outcome.variant else None,
            rejected=[
                {
                    # Nobody published what a discarded draft says: a number in it may be anybody's.
                    "text": personal_data_mask(variant.original_text).text,
                    "score": variant.score,
                    "temperature": variant.temperature,
                    "failing": [
                        {
                            "text": personal_data_mask(sentence.draft).text,
                            "reasons": [
                                personal_data_mask(reason).text for reason in sentence.reasons
                            ],
                        }
                        for sentence in variant.failing
                    ],
                }
                for variant in outcome.rejected
            ],
            has_claims=any(sentence.outcome in JUDGED for sentence in outcome.shown),
            confidence_threshold=outcome.confidence_threshold,
            is_all_confirmed=is_all_confirmed(outcome.shown),
            is_unsupported=outcome.status == Answer.Status.UNANSWERABLE_UNSUPPORTED,
            is_refused=outcome.status.is_refusal,
        ),
    )


def is_all_confirmed(shown: Sequence[CheckedSentence]) -> bool:
    """Whether every sentence that is shown and claims something was confirmed."""
    judged = [one.outcome for one in shown if one.outcome in JUDGED]
    return bool(judged) and set(judged) == {SentenceOutcome.CONFIRMED}
