"""Fits the chance of an answer and the curve of relevance: regulations/retrieval/answering.json.

    python -m lab.training.fit_answering --rulebooks A.json B.json … --without-answers A0.json B0.json … \
        --unanswerable A1.json B1.json … --statutes S.json [--check C.json …]

Each file is what `manage.py retrieval_pools FILE` printed, rulebook by rulebook in the same order: for labeled questions,
for the same with `--without-answers`, and for training/unanswerable.txt. Statutes are those of lab.training.fit_reranking,
files to check labeled questions that are only measured.

AnswerChance: logistic regression over what the first passages and the question say (`regulations.search.retrieval.calibration`). What
looks most like an answer and is none is what a rulebook still has when the provision that answers is taken away.
Curve: every labeled question gets the chance that a fit without its rulebook gives, order included; how often the first
passage is right is read off these, in groups, rising with the chance. The curve is bound at the two relevances that decide
something, 0.4 (a source) and 0.5 (an answer).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from lab.training.fit_reranking import (
    BY_HAND,
    FITTED_MODES,
    WEIGHTS,
    Array,
    FeatureLayout,
    LabelledPool,
    RerankingFit,
    read_pools,
)
from regulations.search.golden.metrics import calibration_error

# Whether the first passage is right, and whether there is an answer, for each question.
Outcomes = tuple[Array, Array]
ANSWERING = WEIGHTS.with_name("answering.json")
# A rulebook's questions without what answers them, and those that none answers, weigh as much as so many labeled ones.
WITHOUT_ANSWERS_WEIGHT = 20.0
UNANSWERABLE_WEIGHT = 24.0
PENALTY = 0.03
STEPS = 30
# The logarithm of the odds, as fitted, at which a search begins to answer: where on rulebooks that a fit had not seen precision
# and recall of abstention are equal on average. It is low, for questions without an answer weigh more here than they are asked.
EVEN = {"hybrid": -0.6, "keyword": -0.5}
BOUND = (0.4, 0.5)
GROUPS = 4
# More said is never less: the curve rises everywhere, if only by so much from group to group.
RISE = 0.01
TENTHS = 10


@dataclass(frozen=True)
class RulebookQuestions:
    """What is asked about one rulebook: with labels, the same without what answers it, and what it does not answer."""

    name: str
    labeled: Sequence[LabelledPool]
    without_answers: Sequence[LabelledPool]
    unanswerable: Sequence[LabelledPool]


class AnswerChance:
    """A logistic regression in the features' own units."""

    def __init__(self, rows: Array, answerable: Array, shares: Array, even: float) -> None:
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
        self.constant = float(found[-1] - (self.weights * mean).sum() - even)

    def of(self, rows: Array) -> Array:
        """The chance of an answer for each row."""
        return np.asarray(1 / (1 + np.exp(-(rows @ self.weights + self.constant))))


class AnsweringFit:
    """One way of searching: pools in the order that weights of re-ranking give them, and what is fitted on them."""

    def __init__(
        self, layout: FeatureLayout, way: str, order: Mapping[str, float], without: Sequence[str]
    ) -> None:
        self.layout, self.even = layout, EVEN[way]
        self.weights = np.array([order.get(name, 0.0) for name in layout.names])
        absent = {f"greatest_{name}" for name in (*without, *BY_HAND)}
        self.used = np.array([float(name not in absent) for name in layout.answer_names])

    def order(self, pool: LabelledPool) -> list[int]:
        """The candidates' indices, best first, one an article."""
        best: dict[str, int] = {}
        for index in np.argsort(-(pool.features @ self.weights), kind="stable"):
            best.setdefault(pool.places[index], int(index))
        return list(best.values())

    def rows(self, pools: Sequence[LabelledPool]) -> Array:
        """What the first passages and the question say, for each pool."""
        return np.array([self.layout.answer_row(p, self.order(p)) for p in pools]) * self.used

    def right(self, pools: Sequence[LabelledPool]) -> Array:
        """Whether the first passage is right, for each pool."""
        return np.array([pool.right[self.order(pool)[0]] for pool in pools])

    def fit(self, rulebooks: Sequence[RulebookQuestions]) -> AnswerChance:
        """Fit on all questions about some of the rulebooks."""
        parts = [(book.labeled, float(len(book.labeled))) for book in rulebooks]
        parts += [(book.without_answers, WITHOUT_ANSWERS_WEIGHT) for book in rulebooks]
        parts += [(book.unanswerable, UNANSWERABLE_WEIGHT) for book in rulebooks]
        pools = list(chain.from_iterable(pools for pools, _ in parts))
        shares = [np.full(len(pools), weight / len(pools)) for pools, weight in parts if pools]
        return AnswerChance(self.rows(pools), answerable(pools), np.concatenate(shares), self.even)

    def measured(self, pools: Sequence[LabelledPool]) -> Outcomes:
        """What is so, for each pool."""
        return self.right(pools), answerable(pools)


def answerable(pools: Sequence[LabelledPool]) -> Array:
    """1.0 for each pool whose question has an answer."""
    return np.array([float(pool.answerable) for pool in pools])


def fit_curve(chances: Array, right: Array) -> list[tuple[float, float]]:
    """Points (said, so) from (0, 0) through the bound ones; below and above these the share that is right, by groups."""
    low, high = BOUND
    order = np.argsort(chances)
    abstained, answered = order[chances[order] < low], order[chances[order] >= high]
    so = min(float(right[abstained].mean()), low - RISE)
    points = [(0.0, 0.0), (round(float(chances[abstained].mean()), 4), round(max(so, RISE), 4))]
    points += [(bound, bound) for bound in BOUND]
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


def report(name: str, said: Array, curve: Sequence[tuple[float, float]], pools: Outcomes) -> None:
    """Print the figures before and after the curve."""
    read = np.interp(said, *zip(*curve, strict=True))
    for label, values in (("chance", said), ("curve", read)):
        print(f"{name}, {label}: {figures(values, *pools)}")  # noqa: T201


def fit_mode(
    paths: argparse.Namespace,
    rulebooks: Sequence[RulebookQuestions],
    way: str,
    without: Sequence[str],
) -> dict[str, object]:
    """Fit one way of searching, in the form that the search reads."""
    layout, statutes = read_pools(paths.statutes)
    fitting = RerankingFit(layout, [book.labeled for book in rulebooks], statutes, without)
    said: list[Array] = []
    so: list[Outcomes] = []
    for at, book in enumerate(rulebooks):
        unseen = AnsweringFit(layout, way, fitting.order(leave_out=at), without)
        chance = unseen.fit([other for other in rulebooks if other is not book])
        said.append(chance.of(unseen.rows(book.labeled)))
        so.append(unseen.measured(book.labeled))
    curve = fit_curve(np.concatenate(said), np.concatenate([right for right, _ in so]))
    for book, chances, measured in zip(rulebooks, said, so, strict=True):
        report(f"{way}, {book.name} by a fit without it", chances, curve, measured)
    answering = AnsweringFit(layout, way, fitting.order(), without)
    chance = answering.fit(rulebooks)
    for path in paths.check:
        pools = read_pools(path)[1]
        chances = chance.of(answering.rows(pools))
        report(f"{way}, {path.stem}", chances, curve, answering.measured(pools))
    weights = dict(zip(layout.answer_names, chance.weights * answering.used, strict=True))
    return {
        "answer": {name: round(float(weight), 4) for name, weight in weights.items() if weight}
        | {f"greatest_{name}": 4.0 for name in BY_HAND},
        "constant": round(chance.constant, 4),
        "curve": curve,
    }


def main() -> None:
    """Fit the ways of searching that are named, both unless any is, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--rulebooks", "--without-answers", "--unanswerable"):
        parser.add_argument(name, type=Path, nargs="+", required=True)
    parser.add_argument("--statutes", type=Path, required=True)
    parser.add_argument("--check", type=Path, nargs="*", default=[])
    parser.add_argument("--ways", nargs="+", choices=FITTED_MODES, default=list(FITTED_MODES))
    paths = parser.parse_args()
    rulebooks = [
        RulebookQuestions(files[0].stem, *(read_pools(path)[1] for path in files))
        for files in zip(paths.rulebooks, paths.without_answers, paths.unanswerable, strict=True)
    ]
    written = json.loads(ANSWERING.read_text(encoding="utf-8"))
    written |= {way: fit_mode(paths, rulebooks, way, FITTED_MODES[way]) for way in paths.ways}
    ANSWERING.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
