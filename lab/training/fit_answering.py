"""Fits the chance of an answer and the curve of relevance: regulations/retrieval/answering.json.

    python -m lab.training.fit_answering --rulebooks A.json B.json … --without-answers A0.json B0.json … \
        --unanswerable A1.json B1.json … --statutes S.json [--check C.json …]

Each file is what `manage.py retrieval_pools FILE` printed, rulebook by rulebook in the same order: for labeled questions,
for the same with `--without-answers`, and for lab/training/texts/unanswerable.txt; for the way `cross_encoder` with `--cross-encoder`. Statutes are those of lab.training.fit_reranking,
files to check labeled questions that are only measured.

AnswerChance: logistic regression over what the first passages and the question say (`regulations.search.retrieval.calibration`). What
looks most like an answer and is none is what a rulebook still has when the provision that answers is taken away.
Curve: every labeled question gets the chance that a fit without its rulebook gives, order included; how often the first
passage is right is read off these, in groups, rising with the chance. The curve is bound at the relevances that decide
something: 0.2 (near), 0.4 (a source) and 0.5 (an answer). The borders of near and answer are where COSTS are least on average of
the rulebooks, each by a fit without it.
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
    ANSWER_BY_HAND,
    BY_HAND,
    CROSS_ENCODER,
    FITTED_MODES,
    WEIGHTS,
    Array,
    FeatureLayout,
    LabelledPool,
    RerankingFit,
    first_right,
    read_pools,
)
from regulations.search.golden.metrics import calibration_error
from regulations.search.retrieval.calibration import NEAR_RELEVANCE

# The rank from 0 of the first right passage, and whether there is an answer, for each question.
Outcomes = tuple[Array, Array]
ANSWERING = WEIGHTS.with_name("answering.json")
WAYS = {**FITTED_MODES, CROSS_ENCODER: ()}
# A rulebook's questions without what answers them, and those that none answers, weigh as much as so many labeled ones.
WITHOUT_ANSWERS_WEIGHT = 20.0
UNANSWERABLE_WEIGHT = 24.0
PENALTY = 0.03
STEPS = 30
BOUND = (0.4, 0.5)
# What it costs, a question: to be told "none" while it is there, an answer to what is not there, an answer that rests on
# nothing right, and to be shown what is near where there is an answer, where what is shown is not it, and where there is none.
COSTS = {
    "false none": 10.0,
    "no answer": 5.0,
    "wrong": 3.0,
    "near": 0.7,
    "beside": 1.5,
    "idle": 0.6,
}
# The logarithms of the odds between which the two borders are looked for.
BORDERS = np.arange(-2.5, 1.55, 0.1)
# An answer quotes from about two articles, what is near are three.
ANSWERED_FROM, NEAR_SHOWN = 2, 3
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
        self.constant = float(found[-1] - (self.weights * mean).sum())

    def of(self, rows: Array) -> Array:
        """The logarithm of the odds of an answer for each row."""
        return np.asarray(rows @ self.weights + self.constant)


class AnsweringFit:
    """One way of searching: pools in the order that weights of re-ranking give them, and what is fitted on them."""

    def __init__(
        self, layout: FeatureLayout, order: Mapping[str, float], without: Sequence[str]
    ) -> None:
        self.layout = layout
        self.weights = np.array([order.get(name, 0.0) for name in layout.names])
        absent = {f"{of}_{name}" for name in (*without, *BY_HAND) for of in ("greatest", "first")}
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

    def ranks(self, pools: Sequence[LabelledPool]) -> Array:
        """The rank from 0 of the first passage that is right, for each pool."""
        return np.array([float(first_right(pool, self.order(pool))) for pool in pools])

    def fit(self, rulebooks: Sequence[RulebookQuestions]) -> AnswerChance:
        """Fit on all questions about some of the rulebooks."""
        parts = [(book.labeled, float(len(book.labeled))) for book in rulebooks]
        parts += [(book.without_answers, WITHOUT_ANSWERS_WEIGHT) for book in rulebooks]
        parts += [(book.unanswerable, UNANSWERABLE_WEIGHT) for book in rulebooks]
        pools = list(chain.from_iterable(pools for pools, _ in parts))
        shares = [np.full(len(pools), weight / len(pools)) for pools, weight in parts if pools]
        return AnswerChance(self.rows(pools), answerable(pools), np.concatenate(shares))

    def measured(self, pools: Sequence[LabelledPool]) -> Outcomes:
        """What is so, for each pool."""
        return self.ranks(pools), answerable(pools)


def answerable(pools: Sequence[LabelledPool]) -> Array:
    """1.0 for each pool whose question has an answer."""
    return np.array([float(pool.answerable) for pool in pools])


def cost(odds: Array, outcomes: Outcomes, near: float, answer: float) -> float:
    """What the two borders cost a question of one rulebook."""
    ranks, has_answer = outcomes[0], outcomes[1] > 0
    none, answered = odds < near, odds >= answer
    shown = ~none & ~answered
    counted = {
        "false none": none & has_answer,
        "no answer": answered & ~has_answer,
        "wrong": answered & has_answer & (ranks >= ANSWERED_FROM),
        "near": shown & has_answer & (ranks < NEAR_SHOWN),
        "beside": shown & has_answer & (ranks >= NEAR_SHOWN),
        "idle": shown & ~has_answer,
    }
    return sum(COSTS[name] * float(at.mean()) for name, at in counted.items())


def fit_borders(said: Sequence[Array], so: Sequence[Outcomes]) -> tuple[float, float]:
    """The two borders that cost least, each rulebook counting as much as another."""
    pairs = [(near, answer) for near in BORDERS for answer in BORDERS if near < answer]
    return min(pairs, key=lambda pair: sum(cost(*one, *pair) for one in zip(said, so, strict=True)))


def outcome_figures(odds: Array, outcomes: Outcomes, near: float, answer: float) -> str:
    """What the students of one rulebook are told."""
    ranks, has_answer = outcomes[0], outcomes[1] > 0
    answered = odds >= answer
    wrong = answered & ((ranks >= ANSWERED_FROM) | ~has_answer)
    return (
        f"answerable: none {float((odds < near)[has_answer].mean()):.3f}, "
        f"answered {float(answered[has_answer].mean()):.3f}; "
        f"unanswerable: answered {float(answered[~has_answer].mean()):.3f}; "
        f"answers on no right article {wrong.sum() / max(answered.sum(), 1):.3f}"
    )


def chances_of(odds: Array) -> Array:
    """Chances from the logarithms of odds."""
    return np.asarray(1 / (1 + np.exp(-odds)))


def fit_curve(chances: Array, right: Array, near: float) -> list[tuple[float, float]]:
    """Points (said, so) from (0, 0) through the bound ones; above these the share that is right, by groups."""
    order = np.argsort(chances)
    answered = order[chances[order] >= BOUND[-1]]
    points = [(0.0, 0.0), (round(near, 4), NEAR_RELEVANCE), *((bound, bound) for bound in BOUND)]
    for group in np.array_split(answered, GROUPS):
        said, so = float(chances[group].mean()), float(right[group].mean())
        points.append((round(said, 4), round(max(so, points[-1][1] + RISE), 4)))
    return [*points, (1.0, round(points[-1][1] + RISE, 4))]


def calibration(chances: Array, right: Array) -> float:
    """The mean distance by tenths between what is said and what is so."""
    tenths = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    return calibration_error(
        [
            (float(chances[at].mean()), float(right[at].mean()), int(at.sum()))
            for at in (tenths == tenth for tenth in range(TENTHS))
            if at.any()
        ]
    )


def fit_mode(
    paths: argparse.Namespace,
    rulebooks: Sequence[RulebookQuestions],
    without: Sequence[str],
    way: str,
) -> dict[str, object]:
    """Fit one way of searching, in the form that the search reads."""
    layout = read_pools(paths.rulebooks[0])[0]
    shipped = json.loads(WEIGHTS.read_text(encoding="utf-8"))[way]["order"]
    if way == CROSS_ENCODER and not any(
        pool.features[:, layout.names.index(way)].any()
        for book in rulebooks
        for pool in book.labeled
    ):
        raise SystemExit(
            "the pools hold nothing of the cross-encoder: retrieval_pools --cross-encoder"
        )
    # What the cross-encoder joined is no order of `RerankingFit`.
    refitted = bool(paths.statutes) and way != CROSS_ENCODER
    statutes = read_pools(paths.statutes)[1] if refitted else []
    fitting = RerankingFit(layout, [book.labeled for book in rulebooks], statutes, without)
    said: list[Array] = []
    so: list[Outcomes] = []
    for at, book in enumerate(rulebooks):
        # Without statutes the order is too poor to be measured by: it stays as it is.
        order = fitting.order(leave_out=at) if refitted else shipped
        unseen = AnsweringFit(layout, order, without)
        chance = unseen.fit([other for other in rulebooks if other is not book])
        said.append(chance.of(unseen.rows(book.labeled)))
        so.append(unseen.measured(book.labeled))
    near, answer = fit_borders(said, so)
    chances = [chances_of(odds - answer) for odds in said]
    right = [np.asarray(ranks < 1, float) for ranks, _ in so]
    bound = float(chances_of(np.array([near - answer]))[0])
    curve = fit_curve(np.concatenate(chances), np.concatenate(right), bound)
    for at, book in enumerate(rulebooks):
        others = [i for i in range(len(rulebooks)) if i != at]
        borders = fit_borders([said[i] for i in others], [so[i] for i in others])
        read = np.interp(chances[at], *zip(*curve, strict=True))
        print(  # noqa: T201
            f"{way}, {book.name} by a fit without it: "
            f"{outcome_figures(said[at], so[at], *borders)}; as shipped {outcome_figures(said[at], so[at], near, answer)}; "
            f"calibration error {calibration(read, right[at]):.3f}"
        )
    answering = AnsweringFit(layout, fitting.order() if refitted else shipped, without)
    chance = answering.fit(rulebooks)
    for path in paths.check:
        pools = read_pools(path)[1]
        odds = chance.of(answering.rows(pools))
        told = outcome_figures(odds, answering.measured(pools), near, answer)
        print(f"{way}, {path.stem}: {told}")  # noqa: T201
    weights = dict(zip(layout.answer_names, chance.weights * answering.used, strict=True))
    return {
        "answer": {name: round(float(weight), 4) for name, weight in weights.items() if weight}
        | ANSWER_BY_HAND,
        "constant": round(chance.constant - float(answer), 4),
        "curve": curve,
    }


def main() -> None:
    """Fit the ways of searching that are named, those without the cross-encoder unless any is, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--rulebooks", "--without-answers", "--unanswerable"):
        parser.add_argument(name, type=Path, nargs="+", required=True)
    parser.add_argument("--statutes", type=Path)
    parser.add_argument("--check", type=Path, nargs="*", default=[])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(FITTED_MODES))
    paths = parser.parse_args()
    rulebooks = [
        RulebookQuestions(files[0].stem, *(read_pools(path)[1] for path in files))
        for files in zip(paths.rulebooks, paths.without_answers, paths.unanswerable, strict=True)
    ]
    written = json.loads(ANSWERING.read_text(encoding="utf-8"))
    written |= {way: fit_mode(paths, rulebooks, WAYS[way], way) for way in paths.ways}
    ANSWERING.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
