"""Combine the scores of the rules and of the model into one set of probabilities.

Both are weighed on the scale of their logarithms, as a logistic regression does; the three weights
and the biases were fitted on regulations that neither had seen (training/fit_joining.py).
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from verification.grounding.results import EntailmentScores

# Neither may be so sure that the other cannot be heard.
LEAST = 0.002


@dataclass(frozen=True, slots=True)
class JoiningWeights:
    """How much the rules and the model count, and what is added for each label."""

    rules: float
    model: float
    bias: Sequence[float]


@lru_cache(maxsize=1)
def default_joining() -> JoiningWeights:
    """The weights that are shipped beside this module."""
    stored = json.loads(
        resources.files(__package__).joinpath("joining.json").read_text(encoding="utf-8")
    )
    return JoiningWeights(stored["rules"], stored["model"], stored["bias"])


def join_scores(
    rules: EntailmentScores, model: EntailmentScores, weights: JoiningWeights
) -> EntailmentScores:
    """The combined scores."""
    totals = [
        weights.rules * math.log(max(LEAST, ours))
        + weights.model * math.log(max(LEAST, theirs))
        + bias
        for ours, theirs, bias in zip(_values(rules), _values(model), weights.bias, strict=True)
    ]
    largest = max(totals)
    powers = [math.exp(total - largest) for total in totals]
    whole = sum(powers)
    return EntailmentScores(*(power / whole for power in powers))


def _values(given: EntailmentScores) -> tuple[float, float, float]:
    return given.supported, given.contradicted, given.absent
