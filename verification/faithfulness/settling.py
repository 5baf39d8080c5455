"""After the second reading: the marks that move, the record of each pair, and the share of accurate ones."""

from __future__ import annotations

from collections.abc import Sequence

from verification.checking.pairs import share_accurate
from verification.citations.states import CitationStatus, SentenceOutcome, Verdict
from verification.faithfulness.marks import JUDGED, MarkedSentence, Move, about, moves_of
from verification.models import CitationCheck, Verification
from verification.signals import answer_judged

Action = CitationCheck.Action


def marks_settle(*, verification: Verification) -> tuple[Move, ...]:
    """Move what the second reading moves; call it in the transaction that stores the reading. Only a model is a second reader."""
    if verification.method != Verification.Method.MODEL:
        return ()
    sentences = shown_sentences(verification)
    checks = list(verification.citation_checks.order_by("position"))
    claims = verification.claim_checks.order_by("position")
    moves = moves_of(sentences, claims, checks, question=verification.answer.question)
    # The receiver may leave the marks as they are; the record then follows what is shown.
    answer_judged.send(sender=Verification, verification=verification, moves=moves)
    _record(checks, shown_sentences(verification), moves)
    verification.accuracy_rate = accuracy_of(checks)
    verification.save(update_fields=["accuracy_rate", "updated_at"])
    return moves


def shown_sentences(verification: Verification) -> tuple[MarkedSentence, ...]:
    """The sentences of the answer as they stand, with their citations."""
    answer = verification.answer
    cited = list(answer.message.citations.order_by("position", "pk"))
    return tuple(
        MarkedSentence(
            id=row.pk,
            text=row.text,
            outcome=row.outcome,
            method=row.method,
            quote=row.quote,
            citations=tuple(one for one in cited if one.sentence_id == row.pk),
        )
        for row in answer.sentences.order_by("position")
    )


def shown_texts(verification: Verification) -> list[str]:
    """The sentences that the second reader reads."""
    rows = verification.answer.sentences.filter(outcome__in=JUDGED).order_by("position")
    return list(rows.values_list("text", flat=True))


def accuracy_of(checks: Sequence[CitationCheck]) -> float | None:
    """Accurate pairs among those that were judged; None where none was: neither 0 nor 1 would be true."""
    return share_accurate(
        (
            (
                check.statement,
                (check.version_id, check.locator_key) if check.locator_key else check.citation_text,
                check.final_verdict,
            )
            for check in checks
        ),
        is_judged=any(_was_judged(check) for check in checks),
    )


def _was_judged(check: CitationCheck) -> bool:
    """Whether rules decided a pair or a model read it, also one that is uncertain now."""
    is_decided = check.verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED)
    return is_decided or check.model_verdict != Verdict.NOT_CHECKED


def _record(
    checks: Sequence[CitationCheck], sentences: Sequence[MarkedSentence], moves: Sequence[Move]
) -> None:
    """Let the row of each pair say what became of its citation."""
    moved = {move.sentence_id: move for move in moves}
    changed = []
    for check in checks:
        for sentence in about(check.statement, sentences):
            move = moved.get(sentence.id)
            if move is None or move.outcome != sentence.outcome:
                continue
            if _follows(check, move, sentence):
                changed.append(check)
    CitationCheck.objects.bulk_update(changed, ["status", "action"])


def _follows(check: CitationCheck, move: Move, sentence: MarkedSentence) -> bool:
    """Bring the row of a pair after its citation; False where nothing changes."""
    place = (check.version_id, check.locator_key)
    stays = any(
        (one.version_id, one.locator_key) == place and one.status == CitationStatus.VERIFIED
        for one in sentence.citations
    )
    if stays and check.status != CitationStatus.VERIFIED and move.gained:
        check.status, check.action = CitationStatus.VERIFIED, Action.KEPT
        return True
    if stays or check.status != CitationStatus.VERIFIED:
        return False
    is_beside = move.outcome == SentenceOutcome.BESIDE_SOURCE
    check.status = CitationStatus.MISATTRIBUTED
    check.action = Action.MARKED if is_beside else Action.REMOVED
    return True
