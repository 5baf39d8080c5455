"""Fit how much the rules and the verifier count where both are asked: verification/grounding/joining.json.

    python -m lab.training.fit_joining MATERIAL --cache RULES.jsonl \
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
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.training.claims_written import is_own
from lab.training.kept_apart import FOLDS, RuleVerdict, Shares, rule_verdicts
from portal.llm.pair_model import PairModel
from verification.grounding.decision import LABELS
from verification.grounding.joining import LEAST
from verification.grounding.negation import log_odds

Array = NDArray[np.float64]
STEPS = 4000
RATE = 0.05
# Pulls towards the rules alone: a few hundred claims must not carry the model further than they can.
PENALTY = 2.0
# Chosen on the development set, where a half accepts too little; written into the biases, so that
# whoever reads the joined probability still finds the border at a half.
THRESHOLD = 0.45
HALF = 0.5
# Borders of the contrast that are compared; the one in use is verification.grounding.negation.CLEARLY.
BORDERS = (0.0, 0.5, 1.0, 1.5)
START = (1.0, 0.3, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class JoiningExample:
    """The same with what the verifier says."""

    by_rules: RuleVerdict
    model: Shares
    opposites: tuple[Shares, ...] = ()


def main() -> None:
    """Fit the rules without the regulations kept apart, ask both judges there, weigh them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("material", type=Path)
    parser.add_argument("--cache", type=Path, required=True, help="what the rules say, once fitted")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    by_rules = rule_verdicts(arguments.material, arguments.cache)
    if arguments.model is None:
        return
    every = judged(by_rules, PairModel(arguments.model))
    claims = [claim for claim in every if claim.by_rules.origin == "written"]
    open_claims = [claim for claim in claims if not claim.by_rules.refused]
    _report(claims, open_claims)
    _report_changes(every)
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


def _report(claims: Sequence[JoiningExample], open_claims: Sequence[JoiningExample]) -> None:
    """Each judge and both, on the claims of the material and on our own."""
    labels, both = _labels(claims), crossed(open_claims)
    own = np.array([is_own(claim.by_rules.id) for claim in claims])
    for name, table in (
        ("rules", _rules(claims)),
        ("rules and vetoes", _with_vetoes(claims, _rules(open_claims))),
        ("model", _models(claims)),
        ("both and vetoes", _with_vetoes(claims, both)),
        ("both at the threshold", _with_vetoes(claims, _shifted(both))),
    ):
        for title, chosen in (("material", ~own), ("own", own)):
            sys.stdout.write(f"{name}, {title}: {measured(table[chosen], labels[chosen])}\n")


def judged(claims: Sequence[RuleVerdict], verifier: PairModel) -> list[JoiningExample]:
    """What the verifier says of the same claims."""

    def asked(claim: str, premise: str) -> Shares:
        score_pair = verifier.entailment((claim, premise))
        return score_pair.supported, score_pair.contradicted, score_pair.absent

    return [
        JoiningExample(
            claim,
            asked(claim.claim, claim.premise),
            tuple(asked(opposite, premise) for _kind, opposite, premise, _rules in claim.opposites),
        )
        for claim in claims
    ]


def weighed(claims: Sequence[JoiningExample]) -> Array:
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


def crossed(claims: Sequence[JoiningExample]) -> Array:
    """Probabilities of both together, each claim by weights fitted without its regulation."""
    folds = np.array([claim.by_rules.fold for claim in claims])
    rules, model = _logarithms(_rules(claims)), _logarithms(_models(claims))
    found = np.zeros((len(claims), len(LABELS)))
    for number in range(FOLDS):
        fitted = weighed([c for c, f in zip(claims, folds, strict=True) if f != number])
        lines = folds == number
        found[lines] = _softmax(fitted[0] * rules[lines] + fitted[1] * model[lines] + fitted[2:])
    return found


def _report_changes(claims: Sequence[JoiningExample]) -> None:
    """How many are accepted of each origin by rules and by both, without and with the contrast."""
    written = [c for c in claims if c.by_rules.origin == "written" and not c.by_rules.refused]
    folds = sorted({claim.by_rules.fold for claim in claims})
    weights = {f: weighed([c for c in written if c.by_rules.fold != f]) for f in folds}
    counts: dict[str, list[list[bool]]] = {}
    for claim in claims:
        name = f"{'own' if is_own(claim.by_rules.id) else 'material'}, {claim.by_rules.origin}"
        if claim.by_rules.origin == "written":
            name = f"{name}, {LABELS[claim.by_rules.label]}"
        counts.setdefault(name, []).append(_by_border(claim, weights[claim.by_rules.fold]))
    titles = [f"{who} {b}" for who in ("rules", "both") for b in ("alone", *map(str, BORDERS))]
    sys.stdout.write(f"accepted, by the border of the contrast: {', '.join(titles)}\n")
    for name, rows in sorted(counts.items()):
        shares = " ".join(f"{share:.3f}" for share in np.mean(rows, axis=0))
        sys.stdout.write(f"  {name} ({len(rows)}): {shares}\n")


def _by_border(claim: JoiningExample, fitted: Array) -> list[bool]:
    """Whether a claim is accepted: by rules, then by both; each without the contrast, then by border."""
    rules = [given for _kind, _text, _premise, given in claim.by_rules.opposites]
    both = [
        _joined(fitted, ours, theirs) for ours, theirs in zip(rules, claim.opposites, strict=True)
    ]
    found = []
    for own, others in (
        (claim.by_rules.rules, rules),
        (_joined(fitted, claim.by_rules.rules, claim.model), both),
    ):
        accepted = own[0] >= HALF and not claim.by_rules.refused
        gap = max((log_odds(other[0]) - log_odds(own[0]) for other in others), default=-math.inf)
        found += [accepted, *(accepted and gap <= border for border in BORDERS)]
    return found


def _joined(fitted: Array, rules: Shares, model: Shares) -> Shares:
    logs = [_logarithms(np.array([side])) for side in (rules, model)]
    table = _shifted(_softmax(fitted[0] * logs[0] + fitted[1] * logs[1] + fitted[2:]))
    supported, contradicted, absent = map(float, table[0])
    return supported, contradicted, absent


def _with_vetoes(claims: Sequence[JoiningExample], found: Array) -> Array:
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


def _rules(claims: Sequence[JoiningExample]) -> Array:
    return np.array([claim.by_rules.rules for claim in claims])


def _models(claims: Sequence[JoiningExample]) -> Array:
    return np.array([claim.model for claim in claims])


def _logarithms(table: Array) -> Array:
    return np.asarray(np.log(np.maximum(LEAST, table)))


def _labels(claims: Sequence[JoiningExample]) -> NDArray[np.int_]:
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
