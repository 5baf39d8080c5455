"""Fit how much the rules and the verifier count where both are asked: verification/grounding/joining.json.

    python -m training.fit_joining MATERIAL --cache RULES.jsonl \
        --model portal/llm/models/verifier.onnx --out verification/grounding

Fitted on the regulations kept apart, which the verifier has not seen; for this the rules are fitted
again without them. Claims that copy a sentence or go against a plain fact take no part: they are
decided before. What is printed for "both" is by cross-validation over these regulations.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from portal.llm.entailment import Model as Verifier
from training.fit_grounding import (
    CLAIM_PENALTY,
    claim_examples,
    fit,
    fold,
    provisions_of,
    rarity_of,
)
from training.material import rows_of
from verification.grounding.alignment import Lexicon, default_lexicon
from verification.grounding.decision import LABELS, Model, probabilities
from verification.grounding.explanations import vetoes
from verification.grounding.features import features
from verification.grounding.joining import LEAST
from verification.grounding.premises import premise_of
from verification.grounding.reading import read

Array = NDArray[np.float64]
FOLDS = 5
STEPS = 4000
RATE = 0.05
# Pulls towards the rules alone: a few hundred claims must not carry the model further than they can.
PENALTY = 2.0
# Chosen on the development set, where a half accepts too little; written into the biases, so that
# whoever reads the joined probability still finds the border at a half.
THRESHOLD = 0.45
START = (1.0, 0.3, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ByRules:
    """A claim kept apart as the rules see it that were fitted without its regulation."""

    id: str
    claim: str
    premise: str
    label: int
    fold: int
    rules: tuple[float, float, float]
    refused: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """The same with what the verifier says."""

    by_rules: ByRules
    model: tuple[float, float, float]


def main() -> None:
    """Fit the rules without the regulations kept apart, ask both judges there, weigh them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("material", type=Path)
    parser.add_argument("--cache", type=Path, required=True, help="what the rules say, once fitted")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    by_rules = kept_by_rules(arguments.material, arguments.cache)
    if arguments.model is None:
        return
    claims = judged(by_rules, Verifier(arguments.model))
    open_claims = [claim for claim in claims if not claim.by_rules.refused]
    labels = _labels(claims)
    for name, table in (
        ("rules", np.array([claim.by_rules.rules for claim in claims])),
        ("rules and vetoes", _with_vetoes(claims, _rules(open_claims))),
        ("model", np.array([claim.model for claim in claims])),
        ("both and vetoes", _with_vetoes(claims, crossed(open_claims))),
        ("both at the threshold", _with_vetoes(claims, _shifted(crossed(open_claims)))),
    ):
        sys.stdout.write(f"{name}: {measured(table, labels)}\n")
    fitted = weighed(open_claims)
    shift = math.log((1 - THRESHOLD) / THRESHOLD)
    content = {
        "rules": round(float(fitted[0]), 3),
        "model": round(float(fitted[1]), 3),
        "bias": [round(float(value), 3) for value in fitted[2:] - fitted[2] - [0, shift, shift]],
    }
    sys.stdout.write(f"{content}\n")
    if arguments.out:
        path = arguments.out / "joining.json"
        path.write_text(json.dumps(content, indent=0) + "\n", encoding="utf-8")


def kept_by_rules(material: Path, cache: Path) -> list[ByRules]:
    """What the rules say, fitted once and kept: it takes minutes and does not change."""
    if not cache.exists():
        lines = [json.dumps(asdict(claim), ensure_ascii=False) for claim in _by_rules(material)]
        cache.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [ByRules(**json.loads(line)) for line in cache.open(encoding="utf-8")]


def _by_rules(material: Path) -> Iterator[ByRules]:
    rows = rows_of(sorted(material.glob("support_*.jsonl")))
    rarity = rarity_of([row for row in rows if fold(row)])
    lexicon = Lexicon(rarity, default_lexicon().paraphrases)
    learned = [example for example in claim_examples(rows, lexicon) if not example.apart]
    rules = Model(fit(learned, CLAIM_PENALTY, len(LABELS)), {}, 0.5, 0.5)
    for row in rows:
        if fold(row) or row.get("claim_is_refusal"):
            continue
        reading = read(row["claim"], provisions_of(row), lexicon)
        seen = features(reading)
        given = probabilities(seen, rules)
        yield ByRules(
            row["id"],
            row["claim"],
            premise_of(reading),
            LABELS.index(row["label"]),
            fold(row, 10 * FOLDS) // 10,
            (given.supported, given.contradicted, given.absent),
            bool(vetoes(reading, seen)),
        )


def judged(claims: Sequence[ByRules], verifier: Verifier) -> list[Judged]:
    """What the verifier says of the same claims."""
    found = []
    for claim in claims:
        opinion = verifier.opinion((claim.claim, claim.premise))
        found.append(Judged(claim, (opinion.supported, opinion.contradicted, opinion.absent)))
    return found


def weighed(claims: Sequence[Judged]) -> Array:
    """Weights of the rules, of the model, and a bias for each label."""
    rules, model = _logarithms(_rules(claims)), _logarithms(_models(claims))
    wanted = np.eye(len(LABELS))[_labels(claims)]
    found = np.array(START)
    for _ in range(STEPS):
        error = _softmax(found[0] * rules + found[1] * model + found[2:]) - wanted
        slope = np.array([(error * rules).sum(), (error * model).sum(), *error.sum(axis=0)])
        slope += PENALTY * (found - np.array(START))
        found = found - RATE * slope / len(claims)
    return found


def crossed(claims: Sequence[Judged]) -> Array:
    """Probabilities of both together, each claim by weights fitted without its regulation."""
    folds = np.array([claim.by_rules.fold for claim in claims])
    rules, model = _logarithms(_rules(claims)), _logarithms(_models(claims))
    found = np.zeros((len(claims), len(LABELS)))
    for number in range(FOLDS):
        fitted = weighed([c for c, f in zip(claims, folds, strict=True) if f != number])
        lines = folds == number
        found[lines] = _softmax(fitted[0] * rules[lines] + fitted[1] * model[lines] + fitted[2:])
    return found


def _with_vetoes(claims: Sequence[Judged], found: Array) -> Array:
    """What a plain fact refused keeps the label of the rules and is never supported."""
    rows = iter(found)
    return np.array(
        [
            (0.0, *claim.by_rules.rules[1:]) if claim.by_rules.refused else tuple(next(rows))
            for claim in claims
        ]
    )


def _shifted(table: Array) -> Array:
    """The same probabilities with the threshold at a half."""
    odds = table * [(1 - THRESHOLD) / THRESHOLD, 1, 1]
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _rules(claims: Sequence[Judged]) -> Array:
    return np.array([claim.by_rules.rules for claim in claims])


def _models(claims: Sequence[Judged]) -> Array:
    return np.array([claim.model for claim in claims])


def _logarithms(table: Array) -> Array:
    return np.asarray(np.log(np.maximum(LEAST, table)))


def _labels(claims: Sequence[Judged]) -> NDArray[np.int_]:
    return np.array([claim.by_rules.label for claim in claims])


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def measured(table: Array, labels: NDArray[np.int_]) -> str:
    """Accepted, detected, balanced accuracy at a half and macro-F1."""
    accepted, true = table[:, 0] >= 0.5, labels == 0
    kept, caught = accepted[true].mean(), (~accepted[~true]).mean()
    chosen = np.where(accepted, 0, 1 + table[:, 1:].argmax(axis=1))
    f1 = [
        2
        * ((chosen == n) & (labels == n)).sum()
        / max(1, (chosen == n).sum() + (labels == n).sum())
        for n in range(len(LABELS))
    ]
    return (
        f"{len(labels)} claims, accepted {kept:.3f}, detected {caught:.3f}, "
        f"balanced {(kept + caught) / 2:.3f}, macro-F1 {np.mean(f1):.3f}"
    )


if __name__ == "__main__":
    main()
