"""Entailment scores of a claim and a premise by the shipped model, in this process on the CPU.

The file holds the weights and the pieces; it is read at the first use, and only if it is the one
whose SHA-256 stands beside it. Learned by training/fit_verifier.py; docs/models.md says from what.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import structlog
from django.conf import settings

from portal.llm.errors import Unavailable
from portal.llm.onnx_models import OnnxModel
from portal.llm.pieces import Vocabulary

ClaimPremise = tuple[str, str]
OWN_MATCHED, OTHER_PLAIN, OTHER_MATCHED = 1, 2, 3

log = structlog.get_logger(__name__)

_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class PairScores:
    """Probabilities that add up to 1: the premise supports the claim, contradicts it, is silent."""

    supported: float
    contradicted: float
    absent: float


def encode(pair: ClaimPremise, vocabulary: Vocabulary, longest: int) -> tuple[list[int], list[int]]:
    """Claim and premise as pieces; each knows its side, and whether the other side has it too."""
    claim, premise = vocabulary.cut(pair[0])[: longest // 2], vocabulary.cut(pair[1])
    premise = premise[: longest - len(claim) - 4]
    words = [vocabulary.START, *claim, vocabulary.END, vocabulary.END, *premise, vocabulary.END]
    ours, theirs = set(claim), set(premise)
    sides = [
        0,
        *(OWN_MATCHED if number in theirs else 0 for number in claim),
        0,
        OTHER_PLAIN,
        *(OTHER_MATCHED if number in ours else OTHER_PLAIN for number in premise),
        OTHER_PLAIN,
    ]
    return words, sides


def score_pairs(pairs: Sequence[ClaimPremise]) -> list[PairScores]:
    """Score each (claim, premise); raises Unavailable without a model that matches its checksum."""
    if not settings.VERIFIER_MODEL:
        raise Unavailable("no verifier is configured: VERIFIER_MODEL is empty")
    with _loading:
        model = _loaded(Path(settings.VERIFIER_MODEL))
    if isinstance(model, Unavailable):
        raise model
    return [model.score_pair(pair) for pair in pairs]


def verifier_load() -> None:
    """Load the model where there is one; what keeps it from being loaded is logged once."""
    if settings.VERIFIER_MODEL:
        with _loading:
            _loaded(Path(settings.VERIFIER_MODEL))


class EntailmentModel(OnnxModel):
    """The loaded verifier."""

    def score_pair(self, pair: ClaimPremise) -> PairScores:
        """Score one pair."""
        words, sides = encode(pair, self.vocabulary, self.longest)
        given: dict[str, np.ndarray] = {
            "words": np.array([words], dtype=np.int64),
            "sides": np.array([sides], dtype=np.int64),
            "present": np.ones((1, len(words)), dtype=np.float32),
        }
        return PairScores(*(float(value) for value in self.row(given)))


@cache
def _loaded(path: Path) -> EntailmentModel | Unavailable:
    """The model, or the cached reason why it cannot be loaded; logged once."""
    try:
        return EntailmentModel(path)
    except Unavailable as error:
        log.warning("claims_checked_by_rules_alone", error=str(error))
        return error
