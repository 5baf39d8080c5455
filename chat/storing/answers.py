"""An answer's row in the hands of a worker: lease, extend, release, store."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from chat.composing.outcomes import AnswerOutcome, citation_numbers
from chat.models import Answer, AnswerPassage, AnswerSentence, Citation
from chat.presenters.see_also import see_also_rows
from chat.verified_answers.confirming import verified_answer_use
from portal.privacy.masking import personal_data_mask
from verification.checking import CheckedCitation, CheckedSentence, Support
from verification.checking.recording import AnswerCheck, verification_record
from verification.models import Flag
from verification.review.flags import flag_raise

_SUPPORT = {
    Support.SUPPORTED: AnswerSentence.Support.SUPPORTED,
    Support.UNSUPPORTED: AnswerSentence.Support.UNSUPPORTED,
}

_REFUSED_WITH_SOURCES = ("composer_refused", "nothing_claimed")
_SAMPLE_OF = 10_000
_LEASE_WORTH_RENEWING = timedelta(seconds=10)


def lease_answer(*, answer_id: UUID | str, now: datetime) -> Answer | None:
    """Lease an answer; None if another worker has it or it is finished.

    One conditional UPDATE decides, so that a message delivered twice composes once. A lease that has run out belongs to a
    worker that died.
    """
    free = Q(status=Answer.Status.PENDING) | Q(status=Answer.Status.COMPOSING, lease_until__lt=now)
    taken = Answer.objects.filter(free, pk=answer_id).update(
        status=Answer.Status.COMPOSING,
        lease_until=now + timedelta(seconds=settings.ANSWER_LEASE_SECONDS),
        claims=F("claims") + 1,
    )
    if not taken:
        return None
    return Answer.objects.select_related("message__conversation", "message__in_reply_to").get(
        pk=answer_id
    )


def extend_answer_lease(*, answer: Answer, now: datetime) -> bool:
    """Extend the lease. False if the asker stopped the answer or the lease is lost.

    A fresh lease is only read, to save one UPDATE for every sentence.
    """
    held = Answer.objects.filter(
        pk=answer.pk, status=Answer.Status.COMPOSING, stop_requested_at__isnull=True
    )
    until = now + timedelta(seconds=settings.ANSWER_LEASE_SECONDS)
    if answer.lease_until is not None and until - answer.lease_until < _LEASE_WORTH_RENEWING:
        return held.exists()
    answer.lease_until = until
    return bool(held.update(lease_until=until))


def release_answer_lease(*, answer: Answer) -> None:
    """Release the lease; the answer is composed later."""
    Answer.objects.filter(pk=answer.pk, status=Answer.Status.COMPOSING).update(
        status=Answer.Status.PENDING, lease_until=None
    )


@transaction.atomic(savepoint=False)
def answer_store(*, answer: Answer, outcome: AnswerOutcome, now: datetime) -> Answer:
    """Store an outcome with everything that led to it, and order the asynchronous check; all or nothing."""
    # The row is locked and looked at again: a worker whose lease ran out must not write over another's result.
    locked = Answer.objects.select_for_update().get(pk=answer.pk)
    if locked.status != Answer.Status.COMPOSING or locked.claims != answer.claims:
        return locked
    locked.status = outcome.status
    locked.composer = outcome.composer
    locked.model = outcome.model
    locked.prompt_hash = outcome.variant.prompt_hash if outcome.variant else ""
    locked.temperature = outcome.variant.temperature if outcome.variant else None
    locked.best_relevance = outcome.best_relevance
    locked.retrieval = outcome.retrieval
    locked.generations = outcome.generations
    locked.fallback_reason = outcome.fallback_reason
    locked.related_questions = list(outcome.related_questions)
    locked.department_name = outcome.department_name
    locked.see_also = see_also_rows(outcome, as_of=locked.as_of)
    locked.timings = outcome.timings
    # Why the model did not write it, where it is an excerpt instead (chat.excerpts).
    locked.error = (outcome.error or locked.error)[:300]
    locked.lease_until = None
    locked.finished_at = now
    locked.save()
    passages = _store_passages(locked, outcome)
    _store_sentences(locked, outcome, passages)
    _store_check(locked, outcome)
    if outcome.verified_id is not None:
        verified_answer_use(verified_id=outcome.verified_id, answer=locked, now=now)
    _flag_for_review(locked, outcome)
    return locked


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


def _store_passages(answer: Answer, outcome: AnswerOutcome) -> dict[int, AnswerPassage]:
    cited = {
        (citation.source.number if citation.source else None)
        for sentence in outcome.shown
        for citation in sentence.shown_citations
    }
    rows = AnswerPassage.objects.bulk_create(
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
        )
        for source in outcome.sources
    )
    return {row.rank: row for row in rows}


def _store_sentences(
    answer: Answer, outcome: AnswerOutcome, passages: Mapping[int, AnswerPassage]
) -> None:
    numbers = citation_numbers(outcome.shown)
    rows = AnswerSentence.objects.bulk_create(
        AnswerSentence(
            answer=answer,
            position=position,
            text=sentence.text,
            support=_SUPPORT[sentence.support],
            score=sentence.score,
        )
        for position, sentence in enumerate(outcome.shown, start=1)
    )
    citations: list[Citation] = []
    for row, sentence in zip(rows, outcome.shown, strict=True):
        for check in _once_each(sentence):
            citations.append(_citation(answer, row, check, numbers, len(citations)))
    Citation.objects.bulk_create(citations)
    answer.message.content = "\n".join(
        _with_markers(sentence, numbers) for sentence in outcome.shown
    )
    answer.message.save(update_fields=["content", "updated_at"])


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
        number=numbers[provision.version_id, provision.locator_key],
        position=position,
        written=check.written[:300],
        score=check.source.relevance if check.source else None,
        quote=check.evidence,
        status=check.status,
    )


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
                            "reasons": list(sentence.reasons),
                        }
                        for sentence in variant.failing
                    ],
                }
                for variant in outcome.rejected
            ],
            has_claims=bool(outcome.shown) and any(s.shown_citations for s in outcome.shown),
            confidence_threshold=outcome.confidence_threshold,
            is_unsupported=outcome.status == Answer.Status.UNANSWERABLE_UNSUPPORTED,
        ),
    )


def _once_each(sentence: CheckedSentence) -> list[CheckedCitation]:
    """A sentence's citations without repetition: a marker and a name in prose may mean the same provision."""
    seen: dict[tuple[int, str], CheckedCitation] = {}
    for check in sentence.shown_citations:
        if check.provision is not None:
            seen.setdefault((check.provision.version_id, check.provision.locator_key), check)
    return list(seen.values())


def _with_markers(sentence: CheckedSentence, numbers: Mapping[tuple[int, str], int]) -> str:
    markers = "".join(
        f"[†{numbers[check.provision.version_id, check.provision.locator_key]}]"
        for check in _once_each(sentence)
        if check.provision is not None
    )
    text = sentence.text
    if text.endswith((".", "。")):
        return f"{text[:-1]}{markers}{text[-1]}"
    return text + markers
