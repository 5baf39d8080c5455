"""Numbers of citations, and what of an answer may be shown."""

from __future__ import annotations

from chat.composing.outcomes import AnswerVariant, citation_numbers
from verification.checking import CheckedCitation, CheckedSentence, SentenceOutcome
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus, Verdict
from verification.models import CitationCheck


def _citation(key: str, *, shown: bool = True) -> CheckedCitation:
    return CheckedCitation(
        statement="",
        written="",
        marker=None,
        status=CitationStatus.VERIFIED if shown else CitationStatus.MISATTRIBUTED,
        verdict=Verdict.SUPPORTED,
        action=CitationCheck.Action.KEPT,
        provision=FoundProvision(1, 1, "학칙", "학칙", 1, None, True, key, "", "", False),
        shown=shown,
    )


def _sentence(outcome: SentenceOutcome, *citations: CheckedCitation) -> CheckedSentence:
    return CheckedSentence("문장", "문장", outcome, None, citations)


def test_citations_are_numbered_in_order_and_without_gaps() -> None:
    sentences = [
        _sentence(SentenceOutcome.CONFIRMED, _citation("art-9"), _citation("art-2")),
        _sentence(SentenceOutcome.CONFIRMED, _citation("art-5", shown=False), _citation("art-9")),
        _sentence(SentenceOutcome.CONFIRMED, _citation("art-7")),
    ]

    assert citation_numbers(sentences) == {(1, "art-9"): 1, (1, "art-2"): 2, (1, "art-7"): 3}


def test_only_what_was_held_against_a_provision_may_be_shown() -> None:
    sentences = tuple(_sentence(outcome) for outcome in SentenceOutcome)

    shown = AnswerVariant(sentences).showable

    # One that differs is shown only where the provision's words stand in its place.
    assert {sentence.outcome for sentence in shown} == {
        SentenceOutcome.CONFIRMED,
        SentenceOutcome.BESIDE_SOURCE,
    }


def test_an_answer_that_claims_nothing_has_no_score() -> None:
    variant = AnswerVariant(
        (_sentence(SentenceOutcome.REFUSAL), _sentence(SentenceOutcome.NO_CLAIM))
    )

    assert variant.score is None
    assert variant.is_refusal


def test_the_score_is_the_share_of_claims_that_hold() -> None:
    held = [SentenceOutcome.CONFIRMED] * 3 + [
        SentenceOutcome.BESIDE_SOURCE,
        SentenceOutcome.DIFFERS,
    ]
    variant = AnswerVariant(tuple(map(_sentence, [*held, SentenceOutcome.REFUSAL])))

    assert variant.score == 0.6
