"""From features to relevance in [0, 1]. Pure.

Two questions are answered apart, because they are different questions: whether what was found answers at all (a chance,
by logistic regression over the best few passages and the question's wording), and how far a passage falls behind the
best one. The best passage's relevance is that chance; the others' is less by their distance in score.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from regulations.retrieval.rerank import Scored

FITTED_FILE = Path(__file__).with_name("weights.json")
LOOKED_AT = 3

GREATEST = (
    "lexical",
    "dense",
    "said_covered",
    "covered",
    "title_covered",
    "title_precision",
    "regulation_precision",
    "letters",
    "numbers",
    "regulation_strength",
    "named",
)
LEAST = ("answer_missing", "money_missing")
OF_FIRST = ("answer_missing", "money_missing", "purpose", "addenda")
OF_QUESTION = (
    "unknown_words",
    "unknown_share",
    "known_terms",
    "foreign",
    "doubt_present",
    "doubt_fact",
    "doubt_task",
    "doubt_elsewhere",
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """What training/fit_reranking.py fitted for one way of searching."""

    order: Mapping[str, float]
    answer: Mapping[str, float]
    constant: float
    distance: float

    def answer_chance(self, ordered: Sequence[Scored]) -> float:
        """The chance that the first passages answer the question."""
        if not ordered:
            return 0.0
        total = self.constant + sum(
            self.answer.get(name, 0.0) * value for name, value in answer_features(ordered).items()
        )
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))

    def relevances(self, ordered: Sequence[Scored]) -> list[float]:
        """The relevance of each passage; the best score's is the chance that there is an answer at all."""
        chance = self.answer_chance(ordered)
        best = max((scored.score for scored in ordered), default=0.0)
        return [chance * math.exp((scored.score - best) / self.distance) for scored in ordered]


def answer_features(ordered: Sequence[Scored]) -> dict[str, float]:
    """What the first passages and the question say about whether there is an answer."""
    rows = [scored.features for scored in ordered[:LOOKED_AT]]
    first = rows[0]
    return (
        {f"greatest_{name}": max(row[name] for row in rows) for name in GREATEST}
        | {f"least_{name}": min(row[name] for row in rows) for name in LEAST}
        | {f"first_{name}": first[name] for name in OF_FIRST}
        | {name: first[name] for name in OF_QUESTION}
    )


@cache
def fitted(name: str) -> Fitted:
    """The weights of one way of searching: `hybrid`, or `keyword` where there is no vector."""
    return Fitted(**json.loads(FITTED_FILE.read_text(encoding="utf-8"))[name])
