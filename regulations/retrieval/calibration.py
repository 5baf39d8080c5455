"""From a sum of features to relevance in [0, 1]: the chance that a passage answers the question. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FITTED = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Fitted:
    """What training/fit_reranking.py fitted: the order's weights, and the relevance's weights with their constant."""

    order: Mapping[str, float]
    relevance: Mapping[str, float]
    constant: float

    def relevance_of(self, features: Mapping[str, float]) -> float:
        """The chance, by logistic regression."""
        total = self.constant + sum(
            self.relevance.get(name, 0.0) * value for name, value in features.items()
        )
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def fitted(name: str) -> Fitted:
    """The weights of one way of searching: `hybrid`, or `keyword` where there is no vector."""
    values = json.loads(_FITTED.read_text(encoding="utf-8"))[name]
    return Fitted(
        order=values["order"], relevance=values["relevance"], constant=values["constant"]
    )
