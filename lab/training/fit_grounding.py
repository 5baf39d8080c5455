"""Fit the weights of verification.grounding from labelled claims.

    python -m lab.training.fit_grounding DATA.jsonl [DATA.jsonl …] --out verification/grounding

Each line holds ``context`` (provisions), ``claim``, ``label`` and, for refusals, ``question`` and
``claim_is_refusal``. Two files are written: ``rarity.json`` (how rare a word is) and
``weights.json`` (what each feature is worth). A tenth of the regulations, chosen by the hash of
their names, is kept apart and only measured. The result depends on nothing but the data.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.grid.changes import CHANGES
from verification.grounding.decision import LABELS
from verification.grounding.features import features
from verification.grounding.language.alignment import Lexicon, default_lexicon
from verification.grounding.language.analysis import analyse
from verification.grounding.language.answering import refusal_features
from verification.grounding.language.reading import read_claim
from verification.grounding.language.units import units_of
from verification.grounding.results import GroundingProvision

Matrix = NDArray[np.float32]
Row = dict[str, Any]

# Where the product reads them, in `verification/grounding`.
RARITY, WEIGHTS = Path("language") / "rarity.json", Path("weights.json")
SEED = 3
SEEN_AT_LEAST = 6
STEPS = 800
CLAIM_PENALTY = 5.0
REFUSAL_PENALTY = 0.33
SMALLEST_WEIGHT = 0.02
# Chosen on the development set: more makes the model see single changed facts better and
# hand-written faults worse.
MUTATION_WEIGHT = 0.015
THRESHOLD = 0.5
REFUSAL_THRESHOLD = 0.4
CONTRADICTED = 1
COMMONEST_WORDS_WEIGH = 0.1


def main() -> None:
    """Read the data, fit, measure on the regulations kept apart, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    rows = [json.loads(line) for path in arguments.data for line in path.open(encoding="utf-8")]
    rarity = rarity_of(rows)
    _write(arguments.out / RARITY, rarity)
    lexicon = Lexicon(rarity, default_lexicon().paraphrases)
    examples = list(claim_examples(rows, lexicon))
    _report(examples)
    weights = fit(examples, CLAIM_PENALTY, len(LABELS))
    refusals = fit(list(_refusals(rows, lexicon)), REFUSAL_PENALTY, 2, seen_at_least=1)
    content = {
        "threshold": THRESHOLD,
        "refusal_threshold": REFUSAL_THRESHOLD,
        "refusals": {name: round(w[1] - w[0], 3) for name, w in sorted(refusals.items())},
        "claims": {
            name: [round(value, 3) for value in w]
            for name, w in sorted(weights.items())
            if not name or max(map(abs, w)) >= SMALLEST_WEIGHT
        },
    }
    _write(arguments.out / WEIGHTS, content)


@dataclass(frozen=True, slots=True)
class GroundingExample:
    """The features of one claim with its label; mutated ones weigh little."""

    features: Mapping[str, float]
    label: int
    apart: bool
    weight: float = 1.0


def claim_examples(rows: Iterable[Row], lexicon: Lexicon) -> Iterator[GroundingExample]:
    """The features of every claim, and of the faithful ones with a fact changed."""
    random = Random(SEED)  # noqa: S311 - it only has to be the same each time
    for row in rows:
        if row.get("claim_is_refusal"):
            continue
        provisions, apart = provisions_of(row), fold(row) == 0
        label = LABELS.index(row["label"])
        yield GroundingExample(
            features(read_claim(row["claim"], provisions, lexicon)), label, apart
        )
        if label:
            continue
        for change in CHANGES.values():
            changed = change(row["claim"], random)
            if changed and changed != row["claim"]:
                found = features(read_claim(changed, provisions, lexicon))
                yield GroundingExample(found, CONTRADICTED, apart, MUTATION_WEIGHT)


def _refusals(rows: Iterable[Row], lexicon: Lexicon) -> Iterator[GroundingExample]:
    for row in rows:
        if row.get("claim_is_refusal"):
            found = refusal_features(row["claim"], row.get("question"), provisions_of(row), lexicon)
            yield GroundingExample(found, int(row["label"] == "supported"), fold(row) == 0)


def _report(examples: Sequence[GroundingExample]) -> None:
    trial = fit([e for e in examples if not e.apart], CLAIM_PENALTY, len(LABELS))
    for name, apart in (("fitted", False), ("kept apart", True)):
        chosen = [e for e in examples if e.apart == apart]
        sys.stdout.write(f"{name}: {measure(chosen, trial)}\n")


def provisions_of(row: Row) -> list[GroundingProvision]:
    """The context of a labelled line."""
    return [
        GroundingProvision(
            entry["regulation"],
            entry["article"],
            entry.get("article_sub", entry.get("branch")),
            entry["paragraph"],
            entry["text"],
        )
        for entry in row["context"]
    ]


def fold(row: Row, count: int = 10) -> int:
    """A number that is the same for all claims about a regulation, or about what the line says itself; 0 is kept apart."""
    if "apart" in row:
        return 0 if row["apart"] else 1
    name = row.get("apart_by", row["context"][0]["regulation"]).encode()
    return int(hashlib.md5(name, usedforsecurity=False).hexdigest(), 16) % count


def rarity_of(rows: Iterable[Row]) -> dict[str, float]:
    """How rare each word is in provisions and claims: 1 met once or never, less the commoner."""
    in_text, in_claims = Counter[str](), Counter[str]()
    texts = {entry["text"] for row in rows for entry in row["context"]}
    for text in texts:
        units = units_of([GroundingProvision("", None, None, None, text)])
        in_text.update({term.lemma for unit in units for term in unit.analysis.terms})
    claims = {row["claim"] for row in rows}
    for claim in claims:
        in_claims.update({term.lemma for term in analyse(claim).terms})
    rarity = {}
    for word in in_text.keys() | in_claims.keys():
        share = max(in_text[word] / len(texts), 2 * in_claims[word] / len(claims), 1 / len(texts))
        weight = round(max(COMMONEST_WORDS_WEIGH, -math.log(share) / math.log(len(texts))), 2)
        if in_text[word] + in_claims[word] > 3 and weight < 0.97:
            rarity[word] = weight
    return dict(sorted(rarity.items()))


def fit(
    examples: Sequence[GroundingExample],
    penalty: float,
    classes: int,
    seen_at_least: int = SEEN_AT_LEAST,
) -> dict[str, list[float]]:
    """Fit a penalised multinomial logistic regression; the empty name is the bias."""
    written = [example for example in examples if example.weight == 1.0]
    counts = Counter(name for example in written for name in example.features)
    names = sorted(name for name, count in counts.items() if count >= seen_at_least)
    index = {name: column for column, name in enumerate(names)}
    matrix: Matrix = np.zeros((len(examples), len(names) + 1), dtype=np.float32)
    matrix[:, -1] = 1.0
    for line, example in enumerate(examples):
        for name, value in example.features.items():
            if name in index:
                matrix[line, index[name]] = value
    scale = np.maximum(np.abs(matrix).max(axis=0), 1e-6)
    labels = np.asarray([example.label for example in examples])
    weights = _balanced(examples)
    fitted = _descend(matrix / scale, labels, weights, penalty, classes) / scale[:, None]
    return {name: fitted[column].tolist() for name, column in (*index.items(), ("", len(names)))}


def _balanced(examples: Sequence[GroundingExample]) -> Matrix:
    """Weights of the examples: what mutation adds to the false is added to the true as well."""
    weights = np.asarray([example.weight for example in examples], dtype=np.float32)
    first = np.asarray([example.label == 0 for example in examples])
    added = float(weights[weights < 1.0].sum())
    if added:
        weights[first] *= 1 + added / float(weights[first].sum())
    return weights[:, None]


def _descend(
    matrix: Matrix, labels: NDArray[np.int_], weights: Matrix, penalty: float, classes: int
) -> Matrix:
    """Accelerated gradient descent on the whole of the data; deterministic."""
    width = matrix.shape[1]
    total = float(weights.sum())
    wanted = np.eye(classes, dtype=np.float32)[labels]
    shrink = np.full((width, 1), penalty / total, dtype=np.float32)
    shrink[-1] = 0.0
    found: Matrix = np.zeros((width, classes), dtype=np.float32)
    ahead, momentum = found.copy(), 1.0
    step = 2.0 / (_largest_eigenvalue(matrix * np.sqrt(weights)) / total + penalty / total)
    for _ in range(STEPS):
        given = _softmax(matrix @ ahead)
        slope = matrix.T @ (weights * (given - wanted)) / total + shrink * ahead
        following: Matrix = (ahead - step * slope).astype(np.float32)
        grown = (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        ahead = (following + ((momentum - 1) / grown) * (following - found)).astype(np.float32)
        found, momentum = following, grown
    return found


def _largest_eigenvalue(matrix: Matrix) -> float:
    vector = np.ones(matrix.shape[1], dtype=np.float32)
    for _ in range(30):
        vector = matrix.T @ (matrix @ vector)
        vector /= np.linalg.norm(vector)
    return float(np.linalg.norm(matrix @ vector) ** 2)


def _softmax(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return result


def measure(examples: Sequence[GroundingExample], weights: Mapping[str, list[float]]) -> str:
    """Accepted share of faithful claims, detected share of the false and of the mutated."""
    scores = [
        sum(
            (
                value * np.asarray(weights[name])
                for name, value in e.features.items()
                if name in weights
            ),
            np.asarray(weights[""]),
        )
        for e in examples
    ]
    accepted = _softmax(np.asarray(scores, dtype=np.float32))[:, 0] >= THRESHOLD
    faithful = np.asarray([e.label == 0 for e in examples])
    mutated = np.asarray([e.weight < 1.0 for e in examples])
    kept = accepted[faithful].mean()
    caught, turned = (~accepted[~faithful & ~mutated]).mean(), (~accepted[mutated]).mean()
    return (
        f"{(~mutated).sum()} claims, accepted {kept:.3f}, detected {caught:.3f}, "
        f"balanced {(kept + caught) / 2:.3f}; {mutated.sum()} mutated, detected {turned:.3f}"
    )


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
