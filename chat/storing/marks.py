"""The second reading moves the marks of a stored answer: sentences, citations and their numbers, and the asker is told.

A citation that is taken out keeps its row with the number that it had, without a sentence; so does one of a sentence that was
withdrawn, which it still explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import chain

from django.utils import timezone

from chat.conversations.notices import notify_withdrawn
from chat.models import Answer, AnswerSentence, Citation
from chat.storing.content import answer_text, numbered
from regulations.models import Passage
from regulations.reading.units import passage_units
from regulations.text.locators import are_nested, article_key
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome
from verification.faithfulness.marks import Move
from verification.models import Review, Verification

_LONGEST_PARAGRAPH = 1_500


def marks_move(*, verification: Verification, moves: Sequence[Move], **_: object) -> None:
    """Move the marks; called in the transaction that stores the second reading. What a person confirmed is left."""
    answer = (
        Answer.objects.select_for_update(of=("self",))
        .select_related("message")
        .get(pk=verification.answer_id)
    )
    if not _is_confirmed_by_staff(answer):
        moves_apply(answer=answer, moves=moves)


def moves_apply(*, answer: Answer, moves: Sequence[Move]) -> None:
    """Move the marks of an answer that is locked, and tell its asker of those that were taken."""
    if not moves:
        return
    now = timezone.now()
    sentences = list(answer.sentences.order_by("position"))
    citations = list(answer.message.citations.order_by("position", "pk"))
    by_id = {row.pk: row for row in sentences}
    withdrawn = 0
    for move in moves:
        sentence = by_id[move.sentence_id]
        withdrawn += sentence.outcome == SentenceOutcome.CONFIRMED != move.outcome
        own = [row for row in citations if row.sentence_id == sentence.pk]
        _move_sentence(sentence, move, now, own)
        _move_citations(citations, move)
    for sentence in sentences:
        sentence.save(update_fields=["outcome", "method", "quote", "reason", "withdrawn_at"])
    _renumber(sentences, citations)
    answer.message.content = answer_text(sentences, citations)
    answer.message.save(update_fields=["content", "updated_at"])
    if withdrawn:
        notify_withdrawn(answer=answer, count=withdrawn, now=now)


def _is_confirmed_by_staff(answer: Answer) -> bool:
    decisions = answer.reviews.exclude(decision=Review.Decision.SECOND)
    return answer.composer == Answer.Composer.STAFF or decisions.exists()


def _move_sentence(
    sentence: AnswerSentence, move: Move, now: datetime, citations: Sequence[Citation]
) -> None:
    if move.outcome == sentence.outcome:
        return
    if move.outcome == SentenceOutcome.CONFIRMED:
        sentence.withdrawn_at = None
        sentence.reason = ""
    else:
        sentence.withdrawn_at = now
        sentence.reason = move.reason
        sentence.quote = whole_paragraph(move.quote or sentence.quote, citations)
    sentence.outcome = move.outcome
    sentence.method = ConfirmedBy.JUDGE


def whole_paragraph(words: str, citations: Sequence[Citation]) -> str:
    """The whole 항 in which words of a cited provision stand: by themselves they may say neither of whom nor on what condition.

    The words themselves where they stand in no 항 that is read at a glance.
    """
    for row in citations:
        passages = Passage.objects.filter(
            version=row.version_id, article__locator_key=article_key(row.locator_key)
        )
        for unit in chain.from_iterable(passage_units(passages).values()):
            is_cited = are_nested(unit.locator_key, row.locator_key)
            if is_cited and words in unit.text and len(unit.text) <= _LONGEST_PARAGRAPH:
                return unit.text
    return words


def _move_citations(citations: Sequence[Citation], move: Move) -> None:
    for row in citations:
        if row.pk in move.gained:
            row.status = CitationStatus.VERIFIED
        elif row.pk in move.lost:
            row.status = CitationStatus.MISATTRIBUTED
            if move.outcome == SentenceOutcome.CONFIRMED:
                row.sentence = None


def _renumber(sentences: Sequence[AnswerSentence], citations: Sequence[Citation]) -> None:
    """Close the gaps; a citation that is no longer among the sources keeps its old number."""
    numbers = numbered(sentences, citations)
    shown = {row.pk for row in sentences if row.outcome != SentenceOutcome.WITHDRAWN}
    for row in citations:
        if row.sentence_id in shown:
            row.number = numbers[row.version_id, row.locator_key]
    Citation.objects.bulk_update(citations, ["status", "sentence", "number"])
