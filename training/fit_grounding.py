"""Fit the weights of verification.grounding from labelled claims.

    python -m training.fit_grounding DATA.jsonl [DATA.jsonl …] --out verification/grounding

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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verification.grounding.alignment import Lexicon, default_lexicon
from verification.grounding.analysis import analyse
from verification.grounding.answering import refusal_features
from verification.grounding.decision import LABELS
from verification.grounding.features import features
from verification.grounding.reading import read
from verification.grounding.results import GroundingProvision
from verification.grounding.units import units_of

Matrix = NDArray[np.float32]
Row = dict[str, Any]

SEEN_AT_LEAST = 6
CLAIM_PENALTY = 1 / 0.3
REFUSAL_PENALTY = 1.0
THRESHOLD = 0.5
REFUSAL_THRESHOLD = 0.35
COMMONEST_WORDS_WEIGH = 0.1


def main() -> None:
    """Read the data, fit, measure on the regulations kept apart, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    rows = [json.loads(line) for path in arguments.data for line in path.open(encoding="utf-8")]
    rarity = rarity_of(rows)
    _write(arguments.out / "rarity.json", rarity)
    lexicon = Lexicon(rarity, default_lexicon().paraphrases)
    refusals = [row for row in rows if row.get("claim_is_refusal")]
    claims = [row for row in rows if not row.get("claim_is_refusal")]
    kept_apart = [fold(row) == 0 for row in claims]
    found = [features(read(row["claim"], provisions_of(row), lexicon)) for row in claims]
    labels = [LABELS.index(row["label"]) for row in claims]
    train = [i for i, apart in enumerate(kept_apart) if not apart]
    trial = fit([found[i] for i in train], [labels[i] for i in train], CLAIM_PENALTY, len(LABELS))
    for name, wanted in (("fitted", False), ("kept apart", True)):
        chosen = [i for i, apart in enumerate(kept_apart) if apart == wanted]
        print(name, measure([found[i] for i in chosen], [labels[i] for i in chosen], trial))
    weights = fit(found, labels, CLAIM_PENALTY, len(LABELS))
    refusal_found = [
        refusal_features(row["claim"], row.get("question"), provisions_of(row), lexicon)
        for row in refusals
    ]
    right = [int(row["label"] == "supported") for row in refusals]
    both = fit(refusal_found, right, REFUSAL_PENALTY, 2, seen_at_least=1)
    _write(
        arguments.out / "weights.json",
        {
            "threshold": THRESHOLD,
            "refusal_threshold": REFUSAL_THRESHOLD,
            "refusals": {name: round(w[1] - w[0], 3) for name, w in sorted(both.items())},
            "claims": {
                name: [round(value, 3) for value in w]
                for name, w in sorted(weights.items())
                if not name or max(map(abs, w)) >= 0.02
            },
        },
    )


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
    """A number that is the same for all claims about a regulation."""
    name = row["context"][0]["regulation"].encode()
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
    rows: Sequence[Mapping[str, float]],
    labels: Sequence[int],
    penalty: float,
    classes: int,
    seen_at_least: int = SEEN_AT_LEAST,
) -> dict[str, list[float]]:
    """Fit a penalised multinomial logistic regression; the empty name is the bias."""
    counts = Counter(name for row in rows for name in row)
    names = sorted(name for name, count in counts.items() if count >= seen_at_least)
    index = {name: column for column, name in enumerate(names)}
    matrix: Matrix = np.zeros((len(rows), len(names) + 1), dtype=np.float32)
    matrix[:, -1] = 1.0
    for line, row in enumerate(rows):
        for name, value in row.items():
            if name in index:
                matrix[line, index[name]] = value
    scale = np.maximum(np.abs(matrix).max(axis=0), 1e-6)
    weights = _descend(matrix / scale, np.asarray(labels), penalty, classes) / scale[:, None]
    return {name: weights[column].tolist() for name, column in (*index.items(), ("", len(names)))}


def _descend(matrix: Matrix, labels: NDArray[np.int_], penalty: float, classes: int) -> Matrix:
    """Accelerated gradient descent on the whole of the data; deterministic."""
    count, width = matrix.shape
    wanted = np.eye(classes, dtype=np.float32)[labels]
    shrink = np.full((width, 1), penalty / count, dtype=np.float32)
    shrink[-1] = 0.0
    weights = np.zeros((width, classes), dtype=np.float32)
    ahead, momentum = weights.copy(), 1.0
    step = 2.0 / (_largest_eigenvalue(matrix) / count + penalty / count)
    for _ in range(1500):
        given = _softmax(matrix @ ahead)
        slope = matrix.T @ (given - wanted) / count + shrink * ahead
        following = ahead - step * slope
        grown = (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        ahead = following + ((momentum - 1) / grown) * (following - weights)
        weights, momentum = following, grown
    return weights


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


def measure(
    rows: Sequence[Mapping[str, float]], labels: Sequence[int], weights: Mapping[str, list[float]]
) -> str:
    """Accepted share of faithful claims, detected share of the others."""
    scores = np.array(
        [
            np.array(weights[""])
            + sum(
                (value * np.array(weights[name]) for name, value in row.items() if name in weights),
                np.zeros(3),
            )
            for row in rows
        ]
    )
    accepted = _softmax(scores.astype(np.float32))[:, 0] >= THRESHOLD
    faithful = np.asarray(labels) == 0
    kept, caught = accepted[faithful].mean(), (~accepted[~faithful]).mean()
    return f"n {len(rows)} accepted {kept:.3f} detected {caught:.3f} balanced {(kept + caught) / 2:.3f}"


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
