"""From features to relevance in [0, 1]. Pure.

Three questions are answered apart, because they are different questions. Whether what was found answers at all: a chance,
by logistic regression over the best few passages and the question's wording. How far a passage falls behind the best one:
by its distance in score. And how often a passage of whom both say so much is in fact the right one: a curve, read off what
was so for questions that the regression had not seen. The curve is bound at the relevances that decide something: near
(`NEAR_RELEVANCE`), 0.4 a source, 0.5 an answer.

`weights.json` (training/fit_reranking.py) holds the order, `answering.json` (training/fit_answering.py) chance and curve.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from regulations.search.retrieval.rerank import ScoredCandidate

FITTED_FILE = Path(__file__).with_name("weights.json")
ANSWERING_FILE = Path(__file__).with_name("answering.json")
TOP_PASSAGES = 3
# Below this no provision that was found is worth a look; `lab.training.fit_answering` binds the curve to it.
NEAR_RELEVANCE = 0.2
# A figure that is asked for and stands nowhere makes of an answer something near, never none.
LOWERING = "figure_not_given"

# What by its wording a phone book, a map or a notice board says (`Doubt.FACT`) is shown nothing where the chance is less: of
# the labelled questions of five universities no answerable one lies below 0.18, of those without an answer most (docs/retrieval.md).
FACT_CHANCE = 0.12
_LESS = 0.99
# In another language a question is answered on meaning and on the words that the thesaurus has for it alone: where its chance was
# just over the border the first article was the right one in 62 %, farther above it in 85 % (docs/retrieval.md).
FOREIGN_DOUBT = 0.22

# Few, on purpose: with everything that re-ranking knows the fit learned its questions by heart.
GREATEST = (
    "concepts_covered",
    "dense",
    "title_covered",
    "lexical",
    "letters",
    "regulation_strength",
    "named",
    "asked_alike",
    "cross_encoder",
)
LEAST = ("rarest_missing", "answer_missing", "money_missing")
OF_FIRST = ("answer_missing", "purpose", "dense", "cross_encoder")
OF_QUESTION = (
    "unknown_share",
    "foreign",
    "doubt_present",
    "doubt_fact",
    "doubt_task",
    "doubt_elsewhere",
)


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """Weights of one search mode; `curve` holds rising points (predicted, observed) from 0 to 1."""

    order: Mapping[str, float]
    distance: float
    answer: Mapping[str, float]
    constant: float
    curve: tuple[tuple[float, float], ...]

    def answer_chance(self, ordered: Sequence[ScoredCandidate]) -> float:
        """The chance that the first passages answer the question."""
        if not ordered:
            return 0.0
        parts = {
            name: self.answer.get(name, 0.0) * value
            for name, value in answer_features(ordered).items()
        }
        lowering = parts.pop(LOWERING) - FOREIGN_DOUBT * ordered[0].features["foreign"]
        total = self.constant + sum(parts.values())
        near = interpolate([(so, said) for said, so in self.curve], NEAR_RELEVANCE)
        chance = max(_logistic(total + lowering), min(_logistic(total), near))
        is_fact = ordered[0].features["doubt_fact"] and chance < FACT_CHANCE
        return min(chance, near * _LESS) if is_fact else chance

    def relevances(self, ordered: Sequence[ScoredCandidate]) -> list[float]:
        """The relevance of each passage; the best score's is read off the curve at the chance of an answer."""
        chance = self.answer_chance(ordered)
        best = max((scored.score for scored in ordered), default=0.0)
        return [
            interpolate(self.curve, chance * math.exp((scored.score - best) / self.distance))
            for scored in ordered
        ]


def _logistic(total: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def interpolate(curve: Sequence[tuple[float, float]], said: float) -> float:
    """The observed value at a predicted one, by linear interpolation of the curve."""
    for (left, low), (right, high) in pairwise(curve):
        if said <= right:
            return low + (high - low) * (said - left) / (right - left)
    return curve[-1][1]


def answer_features(ordered: Sequence[ScoredCandidate]) -> dict[str, float]:
    """What the first passages and the question say about whether there is an answer."""
    rows = [scored.features for scored in ordered[:TOP_PASSAGES]]
    first = rows[0]
    most = max(row["concepts_covered"] for row in rows)
    # A figure that stands in a passage about something else is not the one asked for.
    given = min(
        max(row["figure_missing"], 1 - row["concepts_covered"] / most if most else 0.0)
        for row in rows
    )
    return {LOWERING: given} | (
        {f"greatest_{name}": max(row[name] for row in rows) for name in GREATEST}
        | {f"least_{name}": min(row[name] for row in rows) for name in LEAST}
        | {f"first_{name}": first[name] for name in OF_FIRST}
        | {name: first[name] for name in OF_QUESTION}
    )


@cache
def fitted_weights(name: str) -> FittedWeights:
    """The weights of a search mode: `cross_encoder`, `hybrid` where there is none, or `keyword` without a vector."""
    ranking = json.loads(FITTED_FILE.read_text(encoding="utf-8"))[name]
    answering = json.loads(ANSWERING_FILE.read_text(encoding="utf-8"))[name]
    return FittedWeights(
        order=ranking["order"],
        distance=ranking["distance"],
        answer=answering["answer"],
        constant=answering["constant"],
        curve=tuple((said, so) for said, so in answering["curve"]),
    )
