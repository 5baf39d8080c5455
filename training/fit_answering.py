"""Fits the chance of an answer and the curve of relevance: regulations/retrieval/answering.json.

    python -m training.fit_answering --labeled A.json … --unanswerable B.json … [--check C.json …]

Each file is what `manage.py retrieval_pools FILE` printed after the weights of re-ranking were fitted: for labeled
questions about several rulebooks, for questions that the searched rulebook does not answer (training/unanswerable.txt, and
questions about statutes), and for labeled questions that are only measured.

Chance: logistic regression over what the first passages and the question say (`regulations.retrieval.calibration`).
Curve: by cross-validation every labeled question gets the chance that a fit without it gives; how often the first passage
is right is read off these, in groups, rising with the chance. The curve is bound at the two relevances that decide
something, 0.4 (a source) and 0.5 (an answer).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from regulations.evaluation.metrics import calibration_error
from training.fit_reranking import (
    BY_HAND,
    NEEDS_VECTOR,
    WEIGHTS,
    Array,
    Layout,
    Pool,
    read_pools,
)

# Whether the first passage is right, and whether there is an answer, for each question.
Measured = tuple[Array, Array]
ANSWERING = WEIGHTS.with_name("answering.json")
# A file of questions without an answer weighs as much as so many labeled ones.
UNANSWERABLE_WEIGHT = 12.0
PENALTY = 0.03
STEPS = 30
# Answering wrongly and abstaining wrongly cost the same where this chance, as fitted, is taken for even.
EVEN = -0.2
BOUND = (0.4, 0.5)
FOLDS = 10
GROUPS = 3
# More said is never less: the curve rises everywhere, if only by so much from group to group.
RISE = 0.01
TENTHS = 10


class Chance:
    """A logistic regression in the features' own units."""

    def __init__(self, rows: Array, answerable: Array, shares: Array) -> None:
        mean, width = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-3)
        scaled = np.c_[(rows - mean) / width, np.ones(len(rows))]
        shares = shares / shares.sum()
        penalty = PENALTY * np.r_[np.ones(rows.shape[1]), 0.0]
        found = np.zeros(scaled.shape[1])
        for _ in range(STEPS):
            chances = 1 / (1 + np.exp(-scaled @ found))
            slope = scaled.T @ (shares * (chances - answerable)) + penalty * found
            bend = (scaled.T * (shares * chances * (1 - chances))) @ scaled + np.diag(penalty)
            found -= np.linalg.solve(bend + 1e-9 * np.eye(len(found)), slope)
        self.weights = found[:-1] / width
        self.constant = float(found[-1] - (self.weights * mean).sum() - EVEN)

    def of(self, rows: Array) -> Array:
        """The chance of an answer for each row."""
        return np.asarray(1 / (1 + np.exp(-(rows @ self.weights + self.constant))))


class Answering:
    """One way of searching: its pools in the order that re-ranking gives them, and what is fitted on them."""

    def __init__(self, layout: Layout, way: str, without: Sequence[str]) -> None:
        self.layout = layout
        weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))[way]["order"]
        self.weights = np.array([weights.get(name, 0.0) for name in layout.names])
        absent = {f"greatest_{name}" for name in (*without, *BY_HAND)}
        self.used = np.array([float(name not in absent) for name in layout.answer_names])

    def order(self, pool: Pool) -> list[int]:
        """The candidates' indices, best first, one an article."""
        best: dict[str, int] = {}
        for index in np.argsort(-(pool.features @ self.weights), kind="stable"):
            best.setdefault(pool.places[index], int(index))
        return list(best.values())

    def rows(self, pools: Sequence[Pool]) -> Array:
        """What the first passages and the question say, for each pool."""
        return np.array([self.layout.answer_row(p, self.order(p)) for p in pools]) * self.used

    def right(self, pools: Sequence[Pool]) -> Array:
        """Whether the first passage is right, for each pool."""
        return np.array([pool.right[self.order(pool)[0]] for pool in pools])

    def fit(self, labeled: Sequence[Pool], without_answer: Sequence[Sequence[Pool]]) -> Chance:
        """Fit on some of the labeled questions and all that have no answer."""
        shares = [np.full(len(pools), UNANSWERABLE_WEIGHT / len(pools)) for pools in without_answer]
        pools = [*labeled, *chain.from_iterable(without_answer)]
        every = np.concatenate([np.ones(len(labeled)), *shares])
        return Chance(self.rows(pools), answerable(pools), every)

    def unseen(self, labeled: Sequence[Pool], without_answer: Sequence[Sequence[Pool]]) -> Array:
        """The chance of each labeled question by a fit that has not seen it."""
        places = np.random.default_rng(0).permutation(len(labeled))
        rows = self.rows(labeled)
        chances = np.zeros(len(labeled))
        for fold in range(FOLDS):
            held = set(places[fold::FOLDS].tolist())
            others = [pool for index, pool in enumerate(labeled) if index not in held]
            at = sorted(held)
            chances[at] = self.fit(others, without_answer).of(rows[at])
        return chances


def answerable(pools: Sequence[Pool]) -> Array:
    """1.0 for each pool whose question has an answer."""
    return np.array([float(pool.answerable) for pool in pools])


def fit_curve(chances: Array, right: Array) -> list[tuple[float, float]]:
    """Points (said, so) from (0, 0) through the bound ones, above them the share that is right, group by group."""
    answered = np.argsort(chances)[np.searchsorted(np.sort(chances), BOUND[-1]) :]
    points = [(0.0, 0.0), *((bound, bound) for bound in BOUND)]
    for group in np.array_split(answered, GROUPS):
        said, so = float(chances[group].mean()), float(right[group].mean())
        points.append((round(said, 4), round(max(so, points[-1][1] + RISE), 4)))
    return [*points, (1.0, round(points[-1][1] + RISE, 4))]


def figures(chances: Array, right: Array, has_answer: Array) -> str:
    """Abstention, and the mean distance by tenths between what is said and what is so."""
    abstained = chances < BOUND[-1]
    good = float((abstained * (1 - has_answer)).sum())
    tenths = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    points = [
        (float(chances[at].mean()), float(right[at].mean()), int(at.sum()))
        for at in (tenths == tenth for tenth in range(TENTHS))
        if at.any()
    ]
    return (
        f"abstention precision {good / max(abstained.sum(), 1):.3f}, "
        f"recall {good / max((1 - has_answer).sum(), 1):.3f}, "
        f"calibration error {calibration_error(points):.3f}"
    )


def report(name: str, said: Array, curve: Sequence[tuple[float, float]], pools: Measured) -> None:
    """Print the figures before and after the curve."""
    read = np.interp(said, *zip(*curve, strict=True))
    for label, values in (("chance", said), ("curve", read)):
        print(f"{name}, {label}: {figures(values, *pools)}")  # noqa: T201


def fit_way(paths: argparse.Namespace, way: str, without: Sequence[str]) -> dict[str, object]:
    """Fit one way of searching, in the form that the search reads."""
    parts = [read_pools(path) for path in paths.labeled]
    layout, labeled = parts[0][0], [pool for _, pools in parts for pool in pools]
    without_answer = [read_pools(path)[1] for path in paths.unanswerable]
    answering = Answering(layout, way, without)
    unseen, right = answering.unseen(labeled, without_answer), answering.right(labeled)
    curve = fit_curve(unseen, right)
    begin = 0
    for path, (_, pools) in zip(paths.labeled, parts, strict=True):
        part = slice(begin, begin + len(pools))
        begin += len(pools)
        report(f"{way}, {path.stem} unseen", unseen[part], curve, (right[part], answerable(pools)))
    chance = answering.fit(labeled, without_answer)
    for path in paths.check:
        pools = read_pools(path)[1]
        measured = (answering.right(pools), answerable(pools))
        report(f"{way}, {path.stem}", chance.of(answering.rows(pools)), curve, measured)
    weights = dict(zip(layout.answer_names, chance.weights * answering.used, strict=True))
    return {
        "answer": {name: round(float(weight), 4) for name, weight in weights.items() if weight}
        | {f"greatest_{name}": 4.0 for name in BY_HAND},
        "constant": round(chance.constant, 4),
        "curve": curve,
    }


def main() -> None:
    """Fit both ways of searching and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labeled", type=Path, nargs="+", required=True)
    parser.add_argument("--unanswerable", type=Path, nargs="+", required=True)
    parser.add_argument("--check", type=Path, nargs="*", default=[])
    paths = parser.parse_args()
    ways = (("hybrid", ()), ("keyword", NEEDS_VECTOR))
    written = {way: fit_way(paths, way, without) for way, without in ways}
    ANSWERING.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
