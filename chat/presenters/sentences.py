"""Sentences as they are shown: one that has just passed its check, and those of a stored answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from django.conf import settings

from chat.composing.resting_on import paragraphs_referred_to
from chat.models import Answer, AnswerSentence
from chat.presenters.citations import checked_citations
from chat.presenters.corrections import correction_views
from chat.presenters.shapes import CitationView, SentenceView
from regulations.reading.labels import locator_label
from regulations.text.locators import Locator
from regulations.text.markdown import plain
from verification.checking import CheckedSentence
from verification.citations.states import ConfirmedBy, SentenceOutcome
from verification.grounding.guards import proviso_left_out
from verification.models import Review


def sentence_view(
    sentence: CheckedSentence, *, position: int, numbers: Mapping[tuple[int, str], int]
) -> SentenceView:
    """A sentence that has just been checked, before it is stored."""
    outcome = SentenceOutcome(sentence.outcome.value)
    is_copy = sentence.method is ConfirmedBy.COPY or outcome == SentenceOutcome.DIFFERS
    text = sentence.quote if outcome == SentenceOutcome.DIFFERS else sentence.text
    return SentenceView(
        position,
        text if is_copy else plain(text),
        outcome.value,
        str(outcome.label),
        checked_citations(sentence, numbers),
        quote=sentence.quote,
        reason="\n".join(sentence.reasons),
        method=sentence.method.value,
        markup="" if is_copy else text,
    )


def stored_sentences(answer: Answer, citations: Sequence[CitationView]) -> tuple[SentenceView, ...]:
    """The sentences of a stored answer; `citations` are its stored ones as they are shown, in their order."""
    by_sentence: dict[int, list[CitationView]] = {}
    for row, view in zip(answer.message.citations.all(), citations, strict=True):
        by_sentence.setdefault(row.sentence_id or 0, []).append(view)
    shown = [
        _stored(row, by_sentence.get(row.pk, ()), by_model=_is_by_model(answer))
        for row in answer.sentences.all()
    ]
    return tuple(_with_provisos([*_with_referrers(_with_beginnings(shown), answer)]))


def decided_sentences(
    sentences: tuple[SentenceView, ...], review: Review | None
) -> tuple[SentenceView, ...]:
    """A withdrawn answer shows nothing, a corrected one what the staff wrote."""
    if review is None or review.decision == Review.Decision.APPROVED:
        return sentences
    if review.decision == Review.Decision.WITHDRAWN:
        return ()
    outcome = SentenceOutcome.NO_CLAIM
    lines = [line for line in review.corrected_text.splitlines() if line.strip()]
    return tuple(
        SentenceView(
            position,
            line,
            outcome.value,
            str(outcome.label),
            correction_views(review, position),
        )
        for position, line in enumerate(lines, start=1)
    )


def _is_by_model(answer: Answer) -> bool:
    return answer.composer == Answer.Composer.GENERATIVE


def _stored(
    row: AnswerSentence, citations: Sequence[CitationView], *, by_model: bool
) -> SentenceView:
    is_copy = row.method == ConfirmedBy.COPY
    has_markup = by_model and not is_copy and row.outcome != SentenceOutcome.DIFFERS
    text = plain(row.shown_text) if has_markup else row.shown_text
    return SentenceView(
        position=row.position,
        text=text,
        outcome=row.outcome,
        outcome_label=str(row.get_outcome_display()),
        citations=tuple(citations) if settings.ENABLE_CITATIONS else (),
        quote=row.quote,
        quote_words=tuple(
            one.quote for one in citations if one.quote in row.quote and one.quote != row.quote
        ),
        reason=row.reason,
        method=row.method,
        markup=row.shown_text if has_markup else "",
        withdrawn_text=plain(row.text) if row.outcome == SentenceOutcome.WITHDRAWN else "",
        withdrawn_at=row.withdrawn_at,
        is_excerpt=by_model and is_copy,
    )


def _with_referrers(shown: Iterable[SentenceView], answer: Answer) -> Iterator[SentenceView]:
    """Say of each quoted paragraph by which other one that is quoted it is referred to."""
    copies = {row.pk: row for row in answer.sentences.all() if row.method == ConfirmedBy.COPY}
    places: dict[int, tuple[int | None, str]] = {}
    referrers: dict[tuple[int | None, str], str] = {}
    for cited in answer.message.citations.all():
        copy = copies.get(cited.sentence_id or 0)
        if copy is not None:
            places.setdefault(copy.position, (cited.version_id, cited.locator_key))
            by = locator_label(Locator.of_passage(cited.locator_key))
            for key in paragraphs_referred_to(cited.locator_key, copy.shown_text):
                referrers.setdefault((cited.version_id, key), by)
    for one in shown:
        place = places.get(one.position)
        yield replace(one, referred_by=referrers.get(place, "")) if place else one


def _with_beginnings(sentences: Sequence[SentenceView]) -> Iterator[SentenceView]:
    """Say of each run of excerpts, and of sentences beside the same words, where it begins."""
    for before, one in pairwise([None, *sentences]):
        if one is not None:
            begins = one.is_excerpt and not (before is not None and before.is_excerpt)
            is_again = before is not None and _beside(before) == _beside(one) != ()
            yield replace(one, begins_excerpt=begins, is_quote_again=is_again)


def _with_provisos(sentences: Sequence[SentenceView]) -> Iterator[SentenceView]:
    """Give each confirmed sentence the proviso of its rule that the answer leaves out, each proviso once."""
    told = "\n".join(one.text for one in sentences)
    for one in sentences:
        of_rules = (
            proviso_left_out(one.text, cited.quote, told)
            for cited in one.citations
            if one.is_confirmed and cited.is_verified
        )
        proviso = next(filter(None, of_rules), "")
        told += f"\n{proviso}"
        yield replace(one, proviso=proviso)


def _beside(sentence: SentenceView) -> tuple[object, ...]:
    """The provisions whose words stand beneath a sentence, and which of them are marked."""
    if sentence.outcome != SentenceOutcome.BESIDE_SOURCE or not sentence.quote:
        return ()
    places = tuple((one.label, one.url) for one in sentence.citations)
    return (sentence.quote, sentence.quote_words, places) if places else ()
