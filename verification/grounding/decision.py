"""Weigh the features of a claim and say what they amount to.

The weights are those of a multinomial logistic regression (lab/training/fit_grounding.py); each is the
pull of one named feature towards a label, so a verdict can be taken apart. On top of it stand a few
vetoes: facts so plain that no agreement in words may outweigh them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from verification.grounding.results import EntailmentScores, GroundingLabel

LABELS = (GroundingLabel.SUPPORTED, GroundingLabel.CONTRADICTED, GroundingLabel.NOT_IN_CONTEXT)


@dataclass(frozen=True, slots=True)
class DecisionModel:
    """Weights of claims and of refusals, and the scores from which each is accepted."""

    weights: Mapping[str, Sequence[float]]
    refusal_weights: Mapping[str, float]
    threshold: float
    refusal_threshold: float


@lru_cache(maxsize=1)
def default_model() -> DecisionModel:
    """The model that is shipped beside this module."""
    stored = json.loads(
        resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    )
    return DecisionModel(
        stored["claims"], stored["refusals"], stored["threshold"], stored["refusal_threshold"]
    )


def probabilities(features: Mapping[str, float], model: DecisionModel) -> EntailmentScores:
    """Probability of each label."""
    totals = list(model.weights.get("", (0.0, 0.0, 0.0)))
    for name, value in features.items():
        for index, weight in enumerate(model.weights.get(name, ())):
            totals[index] += weight * value
    largest = max(totals)
    powers = [math.exp(total - largest) for total in totals]
    whole = sum(powers)
    return EntailmentScores(powers[0] / whole, powers[1] / whole, powers[2] / whole)


def refusal_probability(features: Mapping[str, float], model: DecisionModel) -> float:
    """Probability that a refusal is right."""
    total = model.refusal_weights.get("", 0.0)
    total += sum(model.refusal_weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-total))
