"""Is each sentence what the provision says? Pure functions: no Django, and models only as functions that are handed in.

An answer is cut into claims; each claim is laid beside the sentences of its provisions. What differs is explained by a closed
list of rules (`proof`), or it is not proved; guards hold back near copies with one thing changed; typed facts (numbers, units,
dates, limits, polarity, modality, agents, conditions) and the looks of a verifier, where there is one, are weighed (`signs`).
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
