"""Fits what the cross-encoder weighs beside the order of `hybrid`: regulations/search/retrieval/weights.json.

    python -m lab.training.fit_cross_encoder --rulebooks A.json B.json …
    python -m lab.training.fit_answering --ways cross_encoder --rulebooks A.json B.json … --without-answers … --unanswerable …

Each file is what `manage.py retrieval_pools FILE --cross-encoder` printed. One weight is fitted, where the first right
passage stands highest (mean reciprocal rank), each rulebook counting as much as another; and the distance by which a passage
is less relevant. Where the right passages are likeliest (softmax) the weight is half of it, and fewer are first. Run it again after `lab.training.fit_reranking`, whose order it joins.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lab.training.fit_reranking import (
    CROSS_ENCODER,
    WEIGHTS,
    Array,
    FeatureLayout,
    LabelledPool,
    first_right,
    read_pools,
)

TRIED = np.arange(0.0, 2.01, 0.05)
CUTS = (1, 3, 5)


class JoinedOrder:
    """An order that is fitted, and one weight more."""

    def __init__(self, layout: FeatureLayout, order: Mapping[str, float]) -> None:
        self.weights = np.array([order.get(name, 0.0) for name in layout.names])
        self.column = np.array([float(name == CROSS_ENCODER) for name in layout.names])

    def scores(self, pool: LabelledPool, weight: float) -> Array:
        """The sums of a pool's candidates."""
        return np.asarray(pool.features @ (self.weights + weight * self.column))

    def best(self, rulebooks: Sequence[Sequence[LabelledPool]]) -> float:
        """The weight under which the first right passage stands highest: the mean of its reciprocal ranks."""

        def height(weight: float) -> float:
            return float(
                np.mean([np.mean(1 / (1 + self._ranks(pools, weight))) for pools in rulebooks])
            )

        return round(float(max(TRIED, key=height)), 2)

    def _ranks(self, pools: Sequence[LabelledPool], weight: float) -> Array:
        answered = (p for p in pools if p.answerable)
        return np.array([first_right(p, self._order(p, weight)) for p in answered], float)

    def recall(self, pools: Sequence[LabelledPool], weight: float) -> list[float]:
        """The shares of questions whose right passage is among the first 1, 3 and 5."""
        ranks = self._ranks(pools, weight)
        return [round(float((ranks < cut).mean()), 3) for cut in CUTS]

    def distance(self, rulebooks: Sequence[Sequence[LabelledPool]], weight: float) -> float:
        """As `lab.training.fit_reranking.RerankingFit.distance`, by the joined order."""
        gaps: list[float] = []
        for pool in (p for pools in rulebooks for p in pools if p.answerable):
            order, scores = self._order(pool, weight), self.scores(pool, weight)
            gaps += [float(scores[order[0]] - scores[i]) for i in order[1:6] if not pool.right[i]]
        return round(float(np.median(gaps) / np.log(2)), 4)

    def _order(self, pool: LabelledPool, weight: float) -> list[int]:
        return [int(i) for i in np.argsort(-self.scores(pool, weight), kind="stable")]


def fitted(
    layout: FeatureLayout,
    rulebooks: Sequence[tuple[str, Sequence[LabelledPool]]],
    order: Mapping[str, float],
) -> dict[str, Any]:
    """Order and distance in the form that the search reads; prints each rulebook by the weight fitted without it."""
    joined = JoinedOrder(layout, order)
    every = [pools for _, pools in rulebooks]
    for at, (name, pools) in enumerate(rulebooks):
        weight = joined.best([*every[:at], *every[at + 1 :]])
        before, after = joined.recall(pools, 0.0), joined.recall(pools, weight)
        print(f"{name}: recall@1, 3, 5 {before}, with a weight of {weight:.2f} {after}")  # noqa: T201
    weight = joined.best(every)
    return {
        "order": {**order, CROSS_ENCODER: weight},
        "distance": joined.distance(every, weight),
    }


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebooks", type=Path, nargs="+", required=True)
    paths = parser.parse_args()
    layout = read_pools(paths.rulebooks[0])[0]
    rulebooks = [(path.stem, read_pools(path)[1]) for path in paths.rulebooks]
    written = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    written[CROSS_ENCODER] = fitted(layout, rulebooks, written["hybrid"]["order"])
    WEIGHTS.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
