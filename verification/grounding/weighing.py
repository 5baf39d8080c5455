"""How probable it is that a claim is right, by all its signs: boosted trees, fitted on labelled answers of whole universities.

The trees are those of LightGBM, written as plain data by `lab.training.fit_weighing`: a leaf is a number, a fork the place of a
sign, a border, what follows up to the border and what follows above it. The sum of what the trees say is in log-odds.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TypeAlias

from verification.grounding.results import EntailmentScores

Tree: TypeAlias = "float | tuple[int, float, Tree, Tree]"


@dataclass(frozen=True, slots=True)
class WeighingTrees:
    """The names of the signs that count, in their places, and the trees that weigh them."""

    signs: Sequence[str]
    trees: Sequence[Tree]


@lru_cache(maxsize=1)
def default_trees() -> WeighingTrees:
    """The trees that are shipped beside this module."""
    stored = json.loads(
        resources.files(__package__).joinpath("trees.json").read_text(encoding="utf-8")
    )
    return WeighingTrees(stored["signs"], stored["trees"])


def weighed(signs: Mapping[str, float], weighing: WeighingTrees) -> EntailmentScores:
    """What all signs amount to: supported by the trees; what is left is shared out as rules and verifier see it."""
    supported = probability_of(signs, weighing)
    rules_absent = 1 - signs["rules supported"] - signs["rules contradicted"]
    against = math.sqrt(signs["rules contradicted"] * signs["whole contradicted"])
    absent = math.sqrt(max(0.0, rules_absent) * signs["whole absent"])
    share = against / (against + absent) if against + absent else 0.0
    return EntailmentScores(supported, (1 - supported) * share, (1 - supported) * (1 - share))


def probability_of(signs: Mapping[str, float], weighing: WeighingTrees) -> float:
    """The probability that a claim with these signs is right, from 0 to 1; a sign that is not there is 0."""
    values = [signs.get(name, 0.0) for name in weighing.signs]
    total = sum(_leaf(tree, values) for tree in weighing.trees)
    return 1 / (1 + math.exp(-total))


def _leaf(tree: Tree, values: Sequence[float]) -> float:
    while not isinstance(tree, float):
        place, border, below, above = tree
        tree = below if values[place] <= border else above
    return tree
