"""Turn a claim and its evidence into named numbers that the decision weighs."""

from __future__ import annotations

from verification.grounding.features.figures import figure_features
from verification.grounding.features.scope import enumeration_features, scope_features
from verification.grounding.features.senses import (
    agent_features,
    modality_features,
    polarity_features,
)
from verification.grounding.language.overlap import overlap_features, wording_features
from verification.grounding.language.reading import ClaimReading
from verification.grounding.language.sources import citation_features, contact_features

_PARTS = (
    overlap_features,
    figure_features,
    polarity_features,
    modality_features,
    agent_features,
    scope_features,
    enumeration_features,
    citation_features,
    contact_features,
    wording_features,
)


def features(reading: ClaimReading) -> dict[str, float]:
    """All features of a claim; one that is absent is 0, one that is met twice counts twice."""
    found: dict[str, float] = {}
    for part in _PARTS:
        for name, value in part(reading):
            if value:
                found[name] = found.get(name, 0.0) + value
    return found
