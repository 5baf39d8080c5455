"""Is each sentence what the provision says? Pure functions, no Django and no model.

An answer is cut into claims; each claim is laid beside the sentences of its provisions; typed facts
(numbers, units, dates, limits, polarity, modality, agents, conditions) are compared; a small
logistic model weighs what was found.
"""

from __future__ import annotations

from verification.grounding.checking import check_claim
from verification.grounding.language.refusals import is_refusal
from verification.grounding.language.sentences import (
    Claim,
    SentenceStream,
    TextSpan,
    split_claims,
    split_sentences,
)
from verification.grounding.results import (
    Entailment,
    EntailmentScores,
    EvidenceSpan,
    GroundingLabel,
    GroundingProvision,
    GroundingReason,
    GroundingResult,
    ReasonKind,
)

__all__ = [
    "Claim",
    "Entailment",
    "EntailmentScores",
    "EvidenceSpan",
    "GroundingLabel",
    "GroundingProvision",
    "GroundingReason",
    "GroundingResult",
    "ReasonKind",
    "SentenceStream",
    "TextSpan",
    "check_claim",
    "is_refusal",
    "split_claims",
    "split_sentences",
]
