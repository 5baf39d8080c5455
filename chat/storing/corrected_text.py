"""The text that an answer cites was read wrong and is corrected: what was confirmed by it is held against the corrected words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from chat.models import Answer, AnswerPassage, AnswerSentence, Citation
from chat.storing.content import answer_text
from chat.storing.marks import moves_apply
from regulations.models import Passage, RegulationVersion
from regulations.reading.comparison import is_affected
from verification.checking.engine import EvidenceFinding, check
from verification.checking.evidence import units_of
from verification.checking.values import Source, SourceUnit
from verification.citations.resolution import CitationTarget, as_evidence, resolve
from verification.citations.states import CitationStatus, SentenceOutcome, Verdict
from verification.faithfulness.marks import Move, about
from verification.faithfulness.settling import accuracy_of, shown_sentences
from verification.models import CitationCheck, Verification

# Stored in Korean, as all reasons of a check; verification.citations.reasons says it in the language of the page.
_CORRECTED = "근거 조문의 글이 잘못되어 정정되었습니다."


@dataclass(frozen=True)
class CorrectedText:
    """The text that was wrong, the one in its place, and the provisions that differ."""

    before: RegulationVersion
    after: RegulationVersion
    changed: frozenset[str]

    def concerns(self, version_id: int | None, locator_key: str) -> bool:
        """Whether a citation names words that were wrong."""
        return version_id == self.before.pk and is_affected(self.changed, locator_key)


def answer_takes_over(*, answer_id: UUID, text: CorrectedText) -> None:
    """Hold the confirmed sentences of an answer against corrected words; call it in the transaction that publishes them.

    What they prove stays as it is. What they refute is withdrawn, anything else is confirmed no more until somebody has read it
    again: the asker is told of both. The record of what was retrieved and checked follows, so that the second reading reads the
    corrected words.
    """
    answer = Answer.objects.select_for_update(of=("self",)).get(pk=answer_id)
    citations = list(Citation.objects.filter(message=answer.message_id).select_related("version"))
    moves = []
    for sentence in answer.sentences.filter(outcome=SentenceOutcome.CONFIRMED):
        own = [one for one in citations if one.sentence_id == sentence.pk]
        if any(text.concerns(one.version_id, one.locator_key) for one in own):
            move = _held_anew(answer, sentence, own, text)
            moves += [move] if move else []
    moves_apply(answer=answer, moves=moves)
    _words_follow(answer, text)
    _records_follow(answer, text, moves)


def _held_anew(
    answer: Answer, sentence: AnswerSentence, citations: Sequence[Citation], text: CorrectedText
) -> Move | None:
    """What becomes of a confirmed sentence; None where the corrected words prove it as well."""
    verified = [one for one in citations if one.status == CitationStatus.VERIFIED]
    units = _units(verified, text, answer.as_of)
    found = (
        check(sentence.text, units, question=answer.question)
        if units
        else EvidenceFinding(Verdict.NOT_IN_CONTEXT)
    )
    if found.verdict is Verdict.SUPPORTED:
        return None
    is_refuted = found.verdict is Verdict.CONTRADICTED
    return Move(
        sentence.pk,
        SentenceOutcome.WITHDRAWN if is_refuted else SentenceOutcome.BESIDE_SOURCE,
        reason="; ".join([_CORRECTED, *found.reasons]),
        quote=next((unit.text for unit in (*found.units, *units)), ""),
        lost=tuple(one.pk for one in verified),
    )


def _units(citations: Sequence[Citation], text: CorrectedText, on: date) -> list[SourceUnit]:
    """What the citations name, in the corrected text where they named the wrong one."""
    found = resolve(
        [
            _target(text.after if one.version == text.before else one.version, one.locator_key)
            for one in citations
            if one.version
        ],
        as_of=on,
    )
    provisions = [one.provision for one in as_evidence(found) if one.provision]
    sources = [Source.of(one, number=number) for number, one in enumerate(provisions, start=1)]
    return [unit for source in sources for unit in units_of(source)]


def _passage(version: RegulationVersion, locator_key: str) -> Passage | None:
    return Passage.objects.filter(version=version, locator_key=locator_key).first()


def _text(version: RegulationVersion, locator_key: str, answer: Answer) -> str:
    """What a provision says; nothing where there is none any more."""
    [found] = as_evidence(resolve([_target(version, locator_key)], as_of=answer.as_of))
    return found.provision.text if found.provision else ""


def _target(version: RegulationVersion, locator_key: str) -> CitationTarget:
    regulation = frozenset({version.regulation_id})
    return CitationTarget(regulation, pattern=locator_key, version_id=version.pk)


def _words_follow(answer: Answer, text: CorrectedText) -> None:
    """Let what stands as the rule's own words, on a card, beside a sentence or in its place, be the corrected ones."""
    sentences = {row.pk: row for row in answer.sentences.order_by("position")}
    citations = list(answer.message.citations.order_by("position", "pk"))
    for row in citations:
        if not text.concerns(row.version_id, row.locator_key):
            continue
        former, row.quote = row.quote, _text(text.after, row.locator_key, answer)
        beside = sentences.get(row.sentence_id) if row.sentence_id else None
        # The words beside a sentence are those of its citation, or a part of them.
        if beside and beside.quote and (beside.quote in former or former in beside.quote):
            beside.quote = row.quote
    Citation.objects.bulk_update(citations, ["quote"])
    AnswerSentence.objects.bulk_update(sentences.values(), ["quote"])
    answer.message.content = answer_text(sentences.values(), citations)
    answer.message.save(update_fields=["content", "updated_at"])


def _records_follow(answer: Answer, text: CorrectedText, moves: Collection[Move]) -> None:
    """Let citations, what was retrieved and what was checked lead to the corrected text."""
    Citation.objects.filter(message=answer.message_id, version=text.before).update(
        version=text.after
    )
    rows = list(AnswerPassage.objects.filter(answer=answer, version=text.before))
    for row in rows:
        row.version, row.passage = text.after, _passage(text.after, row.locator_key)
        row.text = row.passage.text if row.passage else _text(text.after, row.locator_key, answer)
    AnswerPassage.objects.bulk_update(rows, ["version", "passage", "text"])
    verification = Verification.objects.filter(answer=answer).first()
    if verification is None:
        return
    sentences = shown_sentences(verification)
    lost = {one.sentence_id for one in moves}
    checks = list(verification.citation_checks.order_by("position"))
    for one in checks:
        if one.version_id != text.before.pk:
            continue
        is_lost = any(sentence.id in lost for sentence in about(one.statement, sentences))
        if is_lost and one.status == CitationStatus.VERIFIED:
            one.status, one.action = CitationStatus.NOT_CHECKED, CitationCheck.Action.MARKED
            one.verdict = Verdict.NOT_CHECKED
        one.version = text.after
    CitationCheck.objects.bulk_update(checks, ["version", "status", "action", "verdict"])
    verification.accuracy_rate = accuracy_of(checks)
    verification.save(update_fields=["accuracy_rate", "updated_at"])
