"""Numbers of citations, and what of an answer may be shown."""

from __future__ import annotations

from chat.composing.outcomes import AnswerVariant, citation_numbers
from verification.checking import CheckedCitation, CheckedSentence, Support
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus
from verification.models import CitationCheck


def _citation(key: str, *, shown: bool = True) -> CheckedCitation:
    return CheckedCitation(
        statement="",
        written="",
        marker=None,
        status=CitationStatus.VERIFIED if shown else CitationStatus.MISATTRIBUTED,
        verdict=CitationCheck.Verdict.ACCURATE,
        action=CitationCheck.Action.KEPT,
        provision=FoundProvision(1, 1, "학칙", "학칙", 1, None, True, key, "", "", False),
        shown=shown,
    )


def _sentence(support: Support, *citations: CheckedCitation) -> CheckedSentence:
    return CheckedSentence("문장", "문장", support, None, citations)


def test_citations_are_numbered_in_order_and_without_gaps() -> None:
    sentences = [
        _sentence(Support.SUPPORTED, _citation("art-9"), _citation("art-2")),
        _sentence(Support.SUPPORTED, _citation("art-5", shown=False), _citation("art-9")),
        _sentence(Support.SUPPORTED, _citation("art-7")),
    ]

    assert citation_numbers(sentences) == {(1, "art-9"): 1, (1, "art-2"): 2, (1, "art-7"): 3}


def test_only_what_was_held_against_a_provision_may_be_shown() -> None:
    sentences = tuple(_sentence(support) for support in Support)

    shown = AnswerVariant(sentences).showable

    assert {sentence.support for sentence in shown} == {Support.SUPPORTED, Support.UNSUPPORTED}


def test_an_answer_that_claims_nothing_has_no_score() -> None:
    variant = AnswerVariant((_sentence(Support.REFUSAL), _sentence(Support.NO_CLAIM)))

    assert variant.score is None
    assert variant.is_refusal


def test_the_score_is_the_share_of_claims_that_hold() -> None:
    held = [Support.SUPPORTED] * 3 + [Support.UNSUPPORTED, Support.CONTRADICTED]
    variant = AnswerVariant(tuple(map(_sentence, [*held, Support.REFUSAL])))

    assert variant.score == 0.6
