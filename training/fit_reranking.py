"""Fits the weights of re-ranking: regulations/retrieval/weights.json. Afterwards run training.fit_answering.

    python -m training.fit_reranking develop.json other.json

Each argument is what `manage.py retrieval_pools FILE` printed: the candidates' features for the development
questions, and for questions about another corpus.

The likelihood of the right provisions among a question's candidates (softmax over its pool, L2 penalty) is maximized over
the development questions together with those about the other corpus, so that no weight serves one rulebook alone.
Figures are printed by cross-validation over the development questions; what is written was then fitted on all of them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WEIGHTS = Path(__file__).resolve().parents[1] / "regulations" / "retrieval" / "weights.json"
# Without a vector nothing that is made of one may weigh; the strength of a regulation partly is.
NEEDS_VECTOR = ("dense", "dense_gap", "dense_rank", "regulation_strength")
# Both are rare in questions, and there is nothing to learn them from: set by hand, strong enough to lead.
BY_HAND = {"named": 6.0}
FOLDS = 5
OTHER_SHARE = 0.5
ORDER_PENALTY = 30.0

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Pool:
    """One question's candidates: features by row, which of them are right, and whether there is an answer at all."""

    features: Array
    right: Array
    places: tuple[str, ...]
    answerable: bool


@dataclass(frozen=True)
class Scale:
    """What makes features comparable while fitting; zero share for a feature that must not weigh."""

    mean: Array
    width: Array
    used: Array

    def of(self, features: Array) -> Array:
        """Features in units of their spread."""
        return np.asarray((features - self.mean) / self.width * self.used)


@dataclass(frozen=True)
class Layout:
    """The names of the features, and which of them say whether there is an answer (`regulations.retrieval.calibration`)."""

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

    def answer_row(self, pool: Pool, order: Sequence[int]) -> Array:
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


def read_pools(path: Path) -> tuple[Layout, list[Pool]]:
    """Read what `manage.py retrieval_pools` printed."""
    value = json.loads(path.read_text(encoding="utf-8"))
    pools = [
        Pool(
            np.asarray(row["features"], float),
            np.asarray(row["right"], float),
            tuple(row["places"]),
            row["answerable"],
        )
        for row in value["pools"]
        if row["features"]
    ]
    layout = {name: tuple(names) for name, names in value["layout"].items()}
    return Layout(names=tuple(value["names"]), looked_at=value["looked_at"], **layout), pools


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


def fit_order(groups: Sequence[tuple[Sequence[Pool], float]], scale: Scale) -> Array:
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


def ordered(pool: Pool, scale: Scale, weights: Array) -> list[int]:
    """The candidates' indices, best first."""
    return list(np.argsort(-(scale.of(pool.features) @ weights), kind="stable"))


class Fitting:
    """One way of searching: all that is fitted for it, on any part of the development questions."""

    def __init__(
        self,
        layout: Layout,
        develop: list[Pool],
        other: list[Pool],
        without: Sequence[str],
    ) -> None:
        self.layout, self.develop, self.other = layout, develop, other
        every = np.concatenate([pool.features for pool in (*develop, *other)])
        unused = {*without, *layout.of_question, *BY_HAND}
        self.scale = Scale(
            every.mean(axis=0),
            np.maximum(every.std(axis=0), 1e-3),
            np.array([float(name not in unused) for name in layout.names]),
        )

    def fit(self, develop: Sequence[Pool]) -> Array:
        """Fit on some of the development questions and all of the others; weights in scaled units."""
        return fit_order([(develop, 1.0), (self.other, OTHER_SHARE)], self.scale)

    def cross_validate(self) -> dict[str, float]:
        """Figures on development questions that the weights have not seen."""
        places = np.random.default_rng(0).permutation(len(self.develop))
        ranks: list[int] = []
        for fold in range(FOLDS):
            held = set(places[fold::FOLDS].tolist())
            order = self.fit([pool for i, pool in enumerate(self.develop) if i not in held])
            asked = [self.develop[i] for i in sorted(held) if self.develop[i].answerable]
            ranks += [first_right(pool, ordered(pool, self.scale, order)) for pool in asked]
        return {f"recall@{cut}": sum(r < cut for r in ranks) / len(ranks) for cut in (1, 3, 5, 10)}

    def distance(self, weights: Array) -> float:
        """The score by which a passage is e times less relevant: half as relevant at a wrong one's usual distance."""
        gaps = []
        for pool in (p for p in self.develop if p.answerable):
            order = ordered(pool, self.scale, weights)
            scores = self.scale.of(pool.features) @ weights
            gaps += [float(scores[order[0]] - scores[i]) for i in order[1:6] if not pool.right[i]]
        return float(np.median(gaps) / np.log(2))

    def value(self) -> dict[str, object]:
        """Fit on everything, in the form that the search reads."""
        weights = self.fit(self.develop)
        own_units = weights / self.scale.width * self.scale.used
        order = {
            n: round(float(w), 4) for n, w in zip(self.layout.names, own_units, strict=True) if w
        }
        return {"order": order | BY_HAND, "distance": round(self.distance(weights), 4)}


def first_right(pool: Pool, order: Sequence[int]) -> int:
    """The rank, from 0, of the first right place; places are counted once."""
    seen: list[str] = []
    for index in order:
        if pool.right[index]:
            return len(seen)
        if pool.places[index] not in seen:
            seen.append(pool.places[index])
    return 10**6


def main() -> None:
    """Fit both ways of searching and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("develop", type=Path)
    parser.add_argument("other", type=Path)
    paths = parser.parse_args()
    layout, develop = read_pools(paths.develop)
    _, other = read_pools(paths.other)
    written = {}
    for way, without in (("hybrid", ()), ("keyword", NEEDS_VECTOR)):
        fitting = Fitting(layout, develop, other, without)
        figures = fitting.cross_validate()
        print(way, {name: round(value, 3) for name, value in figures.items()})  # noqa: T201
        written[way] = fitting.value()
    WEIGHTS.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
