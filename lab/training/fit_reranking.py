"""Fits the weights of re-ranking: regulations/retrieval/weights.json. Afterwards run lab.training.fit_answering.

    python -m lab.training.fit_reranking --rulebooks A.json B.json … [--statutes S.json]

Each argument is what `manage.py retrieval_pools FILE` printed: the candidates' features for labeled questions about
several rulebooks, and, where they are few, for questions about statutes. These must be kept apart when the retriever is
trained (`lab.training.questions.passages.is_held_out`): on the others its vectors are better than they will be.

The likelihood of the right provisions among a question's candidates (softmax over its pool, L2 penalty) is maximized over
all of them together, so that no weight serves one rulebook alone. Figures are printed for each rulebook by weights that
were fitted without it; what is written was then fitted on all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WEIGHTS = (
    Path(__file__).resolve().parents[2] / "regulations" / "search" / "retrieval" / "weights.json"
)
# Without a vector nothing that is made of one may weigh; the strength of a regulation partly is.
NEEDS_VECTOR = ("dense", "dense_gap", "dense_rank", "regulation_strength")
# `lab.training.fit_cross_encoder` joins it to the order of hybrid.
CROSS_ENCODER = "cross_encoder"
# The ways of searching, each with the features that it does not have.
FITTED_MODES: dict[str, tuple[str, ...]] = {
    "hybrid": (CROSS_ENCODER,),
    "keyword": (*NEEDS_VECTOR, CROSS_ENCODER),
}
# These are rare in questions, and there is nothing to learn them from: set by hand, strong enough to lead or to end a list.
# Of attachments nothing can be learned where only articles are labelled as right.
BY_HAND = {"named": 6.0, "asked_alike": 6.0, "amends_others": -6.0, "attachment": -1.2}
# What of it speaks for an answer; against it, that nothing found has the figure that is asked for.
ANSWER_BY_HAND = {
    "greatest_named": 4.0,
    "greatest_asked_alike": 4.0,
    "figure_not_given": -1.2,
}
STATUTES_SHARE = 0.5
ORDER_PENALTY = 30.0

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LabelledPool:
    """One question's candidates: features by row, which of them are right, and whether there is an answer at all."""

    features: Array
    right: Array
    places: tuple[str, ...]
    answerable: bool


@dataclass(frozen=True)
class FeatureScale:
    """What makes features comparable while fitting; zero share for a feature that must not weigh."""

    mean: Array
    width: Array
    used: Array

    def of(self, features: Array) -> Array:
        """Features in units of their spread."""
        return np.asarray((features - self.mean) / self.width * self.used)


@dataclass(frozen=True)
class FeatureLayout:
    """The names of the features, and which of them say whether there is an answer (`regulations.search.retrieval.calibration`)."""

    names: tuple[str, ...]
    looked_at: int
    greatest: tuple[str, ...]
    least: tuple[str, ...]
    of_first: tuple[str, ...]
    of_question: tuple[str, ...]

    @property
    def answer_names(self) -> list[str]:
        """The names of an answer row, in its order."""
        return [
            *(f"greatest_{n}" for n in self.greatest),
            *(f"least_{n}" for n in self.least),
            *(f"first_{n}" for n in self.of_first),
            *self.of_question,
        ]

    def answer_row(self, pool: LabelledPool, order: Sequence[int]) -> Array:
        """What the first candidates and the question say about whether there is an answer."""
        at = {name: index for index, name in enumerate(self.names)}
        first = pool.features[list(order[: self.looked_at])]
        return np.concatenate(
            [
                first[:, [at[n] for n in self.greatest]].max(axis=0),
                first[:, [at[n] for n in self.least]].min(axis=0),
                first[0, [at[n] for n in (*self.of_first, *self.of_question)]],
            ]
        )


def read_pools(path: Path) -> tuple[FeatureLayout, list[LabelledPool]]:
    """Read what `manage.py retrieval_pools` printed."""
    value = json.loads(path.read_text(encoding="utf-8"))
    pools = [
        LabelledPool(
            np.asarray(row["features"], float),
            np.asarray(row["right"], float),
            tuple(row["places"]),
            row["answerable"],
        )
        for row in value["pools"]
        if row["features"]
    ]
    layout = {name: tuple(names) for name, names in value["layout"].items()}
    return FeatureLayout(names=tuple(value["names"]), looked_at=value["looked_at"], **layout), pools


def adam(gradient: Callable[[Array], Array], size: int, steps: int, rate: float) -> Array:
    """Minimize a smooth function by its gradient, from zero."""
    weights, first, second = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, steps + 1):
        slope = gradient(weights)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope * slope
        corrected = np.sqrt(second / (1 - 0.99**step)) + 1e-8
        weights = weights - rate * (first / (1 - 0.9**step)) / corrected
    return weights


def fit_order(groups: Sequence[tuple[Sequence[LabelledPool], float]], scale: FeatureScale) -> Array:
    """Weights, in scaled units, under which the right candidates are the likeliest of their pools."""
    rows = [
        (scale.of(pool.features), pool.right, share)
        for pools, share in groups
        for pool in pools
        if pool.right.any()
    ]
    whole = sum(share for _, _, share in rows)

    def gradient(weights: Array) -> Array:
        slope = ORDER_PENALTY * weights
        for features, right, share in rows:
            scores = features @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            wanted = chances * right
            slope = slope + share * (features.T @ (chances - wanted / wanted.sum()))
        return slope / whole

    return adam(gradient, len(scale.mean), 200, 0.05)


def ordered(pool: LabelledPool, scale: FeatureScale, weights: Array) -> list[int]:
    """The candidates' indices, best first."""
    return list(np.argsort(-(scale.of(pool.features) @ weights), kind="stable"))


class RerankingFit:
    """One way of searching: what is fitted for it, on all rulebooks or without one of them."""

    def __init__(
        self,
        layout: FeatureLayout,
        rulebooks: Sequence[Sequence[LabelledPool]],
        statutes: Sequence[LabelledPool],
        without: Sequence[str],
    ) -> None:
        self.layout, self.rulebooks, self.statutes = layout, rulebooks, statutes
        every = [pool.features for pools in (*rulebooks, statutes) for pool in pools]
        unused = {*without, *layout.of_question, *BY_HAND}
        self.scale = FeatureScale(
            np.concatenate(every).mean(axis=0),
            np.maximum(np.concatenate(every).std(axis=0), 1e-3),
            np.array([float(name not in unused) for name in layout.names]),
        )

    def fit(self, *, leave_out: int | None = None) -> Array:
        """Weights in scaled units, fitted without one of the rulebooks if its place is given."""
        groups = [(pools, 1.0) for at, pools in enumerate(self.rulebooks) if at != leave_out]
        return fit_order([*groups, (self.statutes, STATUTES_SHARE)], self.scale)

    def order(self, *, leave_out: int | None = None) -> dict[str, float]:
        """Weights by name in the features' own units."""
        own_units = self.fit(leave_out=leave_out) / self.scale.width * self.scale.used
        pairs = zip(self.layout.names, own_units, strict=True)
        return {name: round(float(weight), 4) for name, weight in pairs if weight} | BY_HAND

    def figures(self, at: int) -> dict[str, float]:
        """Recall on a rulebook by weights that were fitted without it."""
        weights = self.fit(leave_out=at)
        asked = [pool for pool in self.rulebooks[at] if pool.answerable]
        ranks = [first_right(pool, ordered(pool, self.scale, weights)) for pool in asked]
        return {f"recall@{cut}": sum(r < cut for r in ranks) / len(ranks) for cut in (1, 3, 5, 10)}

    def distance(self) -> float:
        """The score by which a passage is e times less relevant: half as relevant at a wrong one's usual distance."""
        weights, gaps = self.fit(), []
        for pool in (p for pools in self.rulebooks for p in pools if p.answerable):
            order = ordered(pool, self.scale, weights)
            scores = self.scale.of(pool.features) @ weights
            gaps += [float(scores[order[0]] - scores[i]) for i in order[1:6] if not pool.right[i]]
        return float(np.median(gaps) / np.log(2))


def first_right(pool: LabelledPool, order: Sequence[int]) -> int:
    """The rank, from 0, of the first right place; places are counted once."""
    seen: list[str] = []
    for index in order:
        if pool.right[index]:
            return len(seen)
        if pool.places[index] not in seen:
            seen.append(pool.places[index])
    return 10**6


def main() -> None:
    """Fit the ways of searching that are named, both unless any is, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebooks", type=Path, nargs="+", required=True)
    parser.add_argument("--statutes", type=Path)
    parser.add_argument("--ways", nargs="+", choices=FITTED_MODES, default=list(FITTED_MODES))
    paths = parser.parse_args()
    layout = read_pools(paths.rulebooks[0])[0]
    statutes = read_pools(paths.statutes)[1] if paths.statutes else []
    rulebooks = [read_pools(path)[1] for path in paths.rulebooks]
    written = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    for way in paths.ways:
        fitting = RerankingFit(layout, rulebooks, statutes, FITTED_MODES[way])
        for at, path in enumerate(paths.rulebooks):
            figures = {name: round(value, 3) for name, value in fitting.figures(at).items()}
            print(f"{way}, {path.stem} by a fit without it: {figures}")  # noqa: T201
        written[way] = {"order": fitting.order(), "distance": round(fitting.distance(), 4)}
    WEIGHTS.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
