"""Save a decided answer as a verified answer, if every sentence passes the check."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from chat.models import Answer, AnswerSentence, VerifiedAnswer, VerifiedCitation, VerifiedPhrasing
from chat.verified_answers.confirming import (
    CitationToConfirm,
    NotConfirmedError,
    NotIndexedError,
    cited_sources,
    confirm_sentences,
    text_hash,
)
from chat.verified_answers.matching import sense_key, text_key
from chat.verified_answers.suspending import verified_answer_retire, verified_answers_replace
from portal.accounts.models import User
from portal.privacy.masking import personal_data_mask
from regulations.text.locators import Locator
from verification.checking.pairs import confidence_threshold
from verification.models import Review
from verification.review.deciding import ReviewError
from verification.texts.checking import TextStatus, text_verify
from verification.texts.reading import read_text

MOST_PHRASINGS = 20


def update_verified_answers(
    *,
    review: Review,
    verified_phrasings: Sequence[str] | None,
    ends_verified: bool,
    **_kwargs: object,
) -> None:
    """Runs in the transaction of a decision: retire the old verified answer, save a new one if asked.

    Where nobody was asked, an approval leaves the old one that says the same.
    """
    answer = Answer.objects.select_related("message__in_reply_to").get(pk=review.answer_id)
    verified_answers_replace(
        source_id=answer.pk,
        sentences=_shown(review, answer),
        reason=review.reason or review.get_decision_display(),
        now=review.created_at,
    )
    is_asked = ends_verified or verified_phrasings is not None
    if not is_asked and review.decision == Review.Decision.APPROVED and _is_kept_as_it_is(answer):
        return
    verified_answer_retire(source_id=answer.pk)
    if verified_phrasings is None or review.decision == Review.Decision.WITHDRAWN:
        return
    today = timezone.localdate()
    texts, kept = _corrected(review, today) if review.corrected_text else _approved(answer)
    phrasings = [answer.question, *verified_phrasings]
    try:
        verified_answer_create(
            answer=answer, kept_by=review.reviewer, texts=texts, kept=kept, phrasings=phrasings
        )
    except NotConfirmedError as error:
        raise ReviewError(_("같은 질문에 보일 답변으로 둘 수 없습니다. %s") % str(error)) from error
    except NotIndexedError as error:
        raise ReviewError(
            _("인용한 조문을 색인하고 있습니다. 잠시 뒤 다시 저장하십시오.")
        ) from error


@transaction.atomic
def verified_answer_create(
    *,
    answer: Answer,
    kept_by: User,
    texts: Sequence[str],
    kept: Sequence[CitationToConfirm],
    phrasings: Sequence[str],
) -> VerifiedAnswer:
    """Save sentences and citations as a verified answer to a question and its phrasings; raises NotConfirmedError."""
    if not texts or not kept:
        raise NotConfirmedError(_("확인된 인용이 없습니다."))
    today = timezone.localdate()
    sources = cited_sources(kept, on=today)
    confirm_sentences(
        texts,
        kept,
        sources,
        question=answer.question,
        on=today,
        threshold=confidence_threshold(),
    )
    by_key = {(source.regulation_id, source.locator_key): source for source in sources}
    verified = VerifiedAnswer.objects.create(source=answer, sentences=list(texts), kept_by=kept_by)
    VerifiedCitation.objects.bulk_create(
        VerifiedCitation(
            verified=verified,
            sentence=row.sentence,
            regulation_id=row.regulation_id,
            locator_key=row.locator_key,
            label=by_key[row.regulation_id, row.locator_key].label,
            text_hash=text_hash(by_key[row.regulation_id, row.locator_key].text),
        )
        for row in kept
    )
    phrasings_add(verified=verified, phrasings=phrasings)
    return verified


def phrasings_add(*, verified: VerifiedAnswer, phrasings: Sequence[str]) -> None:
    """Add phrasings of the question, personal data masked; duplicates are ignored."""
    texts = [personal_data_mask(text.strip()).text for text in phrasings if text.strip()]
    VerifiedPhrasing.objects.bulk_create(
        [
            VerifiedPhrasing(
                verified=verified, text=text, text_key=text_key(text), sense_key=sense_key(text)
            )
            for text in texts[:MOST_PHRASINGS]
        ],
        ignore_conflicts=True,
    )


def _shown(review: Review, answer: Answer) -> list[str]:
    """The sentences that the decision leaves there, as they would be kept; none where it withdraws them."""
    if review.decision == Review.Decision.APPROVED:
        return _own_sentences(answer)
    return _written(review)


def _written(review: Review) -> list[str]:
    texts = [sentence.text.strip() for sentence in read_text(review.corrected_text)]
    return [text for text in texts if text]


def _own_sentences(answer: Answer) -> list[str]:
    return list(answer.sentences.order_by("position").values_list("text", flat=True))


def _is_kept_as_it_is(answer: Answer) -> bool:
    return answer.kept.filter(retired_at__isnull=True, sentences=_own_sentences(answer)).exists()


def _approved(answer: Answer) -> tuple[list[str], list[CitationToConfirm]]:
    """The sentences of an answer as they were shown, with the citations that stand with them."""
    if answer.status != Answer.Status.ANSWERED:
        raise ReviewError(_("끝까지 답한 답변만 같은 질문에 보일 수 있습니다."))
    sentences = list(answer.sentences.order_by("position"))
    if any(row.outcome != AnswerSentence.Outcome.CONFIRMED for row in sentences):
        raise ReviewError(_("모든 문장이 확인된 답변만 같은 질문에 보일 수 있습니다."))
    places = {row.pk: place for place, row in enumerate(sentences, start=1)}
    cited = answer.message.citations.select_related("version").order_by("position", "pk")
    kept = [
        CitationToConfirm(
            places[row.sentence_id],
            row.version.regulation_id,
            row.locator_key,
            Locator.of_passage(row.locator_key).cited_in(row.regulation_title),
        )
        for row in cited
        if row.version is not None and row.sentence_id is not None
    ]
    return [row.text for row in sentences], kept


def _corrected(review: Review, today: date) -> tuple[list[str], list[CitationToConfirm]]:
    """The sentences that the staff wrote, with the provisions that they name."""
    checked = text_verify(text=review.corrected_text, as_of=today)
    if checked.status is not TextStatus.ALL_VERIFIED:
        raise ReviewError(_("같은 질문에 보일 답변은 인용이 있고 모두 확인되어야 합니다."))
    found = {
        (provision.regulation_id, provision.locator_key): provision
        for citation in checked.citations
        if (provision := citation.provision) is not None
    }
    kept = [
        CitationToConfirm(0, regulation_id, key, provision.label)
        for (regulation_id, key), provision in found.items()
    ]
    return _written(review), kept
