"""Fit how much the rules and the verifier count where both are asked: verification/grounding/joining.json.

    python -m training.fit_joining MATERIAL --model portal/llm/models/verifier.onnx --out verification/grounding

Fitted on the regulations kept apart, which the verifier has not seen; for this the rules are fitted
again without them. Claims that copy a sentence or go against a plain fact take no part: they are
decided before. What is printed for "both" is by cross-validation over these regulations.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from portal.llm.entailment import Model as Verifier
from training.fit_grounding import CLAIM_PENALTY, fit, fold, provisions_of, rarity_of
from training.fit_grounding import _claims as rule_examples
from training.material import Row, rows_of
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
START = (1.0, 0.3, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A claim that neither a copy nor a veto decides, as both judges see it."""

    row: Row
    rules: tuple[float, float, float]
    model: tuple[float, float, float]
    refused: bool


def main() -> None:
    """Fit the rules without the regulations kept apart, ask both judges there, weigh them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("material", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    rows = rows_of(sorted(arguments.material.glob("support_*.jsonl")))
    rarity = rarity_of(row for row in rows if fold(row))
    lexicon = Lexicon(rarity, default_lexicon().paraphrases)
    learned = [example for example in rule_examples(rows, lexicon) if not example.apart]
    weights = fit(learned, CLAIM_PENALTY, len(LABELS))
    apart = [row for row in rows if fold(row) == 0 and not row.get("claim_is_refusal")]
    claims = judged(apart, lexicon, weights, Verifier(arguments.model))
    open_claims = [claim for claim in claims if not claim.refused]
    found = crossed(open_claims)
    labels = _labels(claims)
    for name, table in (
        ("rules", np.array([claim.rules for claim in claims])),
        ("model", np.array([claim.model for claim in claims])),
        ("both", _with_vetoes(claims, found)),
    ):
        sys.stdout.write(f"{name}: {measured(table, labels)}\n")
    fitted = weighed(open_claims)
    content = {
        "rules": round(float(fitted[0]), 3),
        "model": round(float(fitted[1]), 3),
        "bias": [round(float(value - fitted[2]), 3) for value in fitted[2:]],
    }
    path = arguments.out / "joining.json"
    path.write_text(json.dumps(content, indent=0) + "\n", encoding="utf-8")
    sys.stdout.write(f"{content}\n")


def judged(
    rows: Sequence[Row],
    lexicon: Lexicon,
    weights: Mapping[str, Sequence[float]],
    verifier: Verifier,
) -> list[Undecided]:
    """What both judges say of claims."""
    rules = Model(weights, {}, 0.5, 0.5)
    found = []
    for row in rows:
        reading = read(row["claim"], provisions_of(row), lexicon)
        seen = features(reading)
        ours = probabilities(seen, rules)
        theirs = verifier.opinion((row["claim"], premise_of(reading)))
        found.append(
            Undecided(
                row,
                (ours.supported, ours.contradicted, ours.absent),
                (theirs.supported, theirs.contradicted, theirs.absent),
                bool(vetoes(reading, seen)),
            )
        )
    return found


def weighed(claims: Sequence[Undecided]) -> Array:
    """Weights of the rules, of the model, and a bias for each label."""
    rules = np.log(np.maximum(LEAST, np.array([claim.rules for claim in claims])))
    model = np.log(np.maximum(LEAST, np.array([claim.model for claim in claims])))
    wanted = np.eye(len(LABELS))[_labels(claims)]
    found = np.array(START)
    for _ in range(STEPS):
        error = _softmax(found[0] * rules + found[1] * model + found[2:]) - wanted
        slope = np.array([(error * rules).sum(), (error * model).sum(), *error.sum(axis=0)])
        slope += PENALTY * (found - np.array(START))
        found = found - RATE * slope / len(claims)
    return found


def crossed(claims: Sequence[Undecided]) -> Array:
    """Probabilities of both together, each claim by weights fitted without its regulation."""
    folds = np.array([fold(claim.row, 10 * FOLDS) // 10 for claim in claims])
    found = np.zeros((len(claims), len(LABELS)))
    for number in range(FOLDS):
        fitted = weighed([c for c, f in zip(claims, folds, strict=True) if f != number])
        for line in np.flatnonzero(folds == number):
            found[line] = _joined(claims[line], fitted)
    return found


def _joined(claim: Undecided, fitted: Array) -> Array:
    rules = np.log(np.maximum(LEAST, np.array(claim.rules)))
    model = np.log(np.maximum(LEAST, np.array(claim.model)))
    result: Array = _softmax((fitted[0] * rules + fitted[1] * model + fitted[2:])[None])[0]
    return result


def _with_vetoes(claims: Sequence[Undecided], found: Array) -> Array:
    """What was refused by a plain fact keeps the label of the rules and is never supported."""
    rows = iter(found)
    return np.array(
        [(0.0, *claim.rules[1:]) if claim.refused else tuple(next(rows)) for claim in claims]
    )


def _labels(claims: Sequence[Undecided]) -> NDArray[np.int_]:
    return np.array([LABELS.index(claim.row["label"]) for claim in claims])


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
