"""Fit what the signs of a claim amount to: verification/grounding/trees.json.

    VERIFIER_MODEL=ONE.onnx python -m lab.training.fit_weighing ANSWERS.jsonl … --cache SIGNS.jsonl
    VERIFIER_MODEL=OTHER.onnx python -m lab.training.fit_weighing OTHERS.jsonl … --cache SIGNS2.jsonl --with SIGNS.jsonl --out verification/grounding

(with Django set up: docs/models.md). Each file holds labelled answers (docs/commands.md, `evaluate written`), of which the
verifier must have learned none. First the trees are fitted for each file without it, and what they say of it is printed; then
with all. Signs are read once, in minutes, and kept in the cache beside the digest of the claims: begin it anew after a change
of the rules or of the verifier.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from lab.training.material import Row, digest_of
from lab.training.written.answers import answer_claims, paragraphs
from verification.checking.entailment import entailment_scores
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.reading import read_claim
from verification.grounding.signs import signs_of
from verification.grounding.weighing import Tree

Array = NDArray[np.float64]

# Single words would be learned by heart.
_WORDING = re.compile(r"rules: (?:(?:only|both) |missing (?!nouns?\b|verbs?\b|rarest|second))")
# A sign that fewer claims have tells nothing of others.
SEEN_AT_LEAST = 20
TREES = 300
LEARNING = {
    "objective": "binary",
    "learning_rate": 0.04,
    "num_leaves": 7,
    "min_data_in_leaf": 20,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "feature_fraction": 0.5,
    "lambda_l2": 5.0,
    "seed": 1,
    "num_threads": 2,
    "deterministic": True,
    "verbose": -1,
}
SCORES = (0.75, 0.9, 0.93, 0.95, 0.96, 0.97)


@dataclass(frozen=True, slots=True)
class SignedClaim:
    """A labelled claim with its signs and the file that it comes from."""

    file: str
    is_right: bool
    signs: Mapping[str, float]


def main() -> None:
    """Read the signs, fit with each file left out, print, fit with all, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("answers", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--with", dest="others", type=Path, nargs="*", default=[], metavar="SIGNS")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    claims = signed_claims(arguments.answers, arguments.cache)
    for path in arguments.others:
        claims += _stored(path.read_text(encoding="utf-8").splitlines())
    names = learned_signs(claims)
    report(claims, crossed(claims, names))
    if arguments.out:
        booster = fitted(claims, names)
        content = {"signs": names, "trees": trees_of(booster)}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        (arguments.out / "trees.json").write_text(text + "\n", encoding="utf-8")


def signed_claims(files: Sequence[Path], cache: Path) -> list[SignedClaim]:
    """The claims of the files with their signs, from the cache where it is of the same claims."""
    rows = [(path.parent.name, row) for path in files for row in answer_claims(path)]
    digest = digest_of([row for _name, row in rows])
    lines = cache.read_text(encoding="utf-8").splitlines() if cache.exists() else [""]
    if lines[0] != digest:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            found = [
                json.dumps(asdict(one), ensure_ascii=False)
                for one in pool.map(_signed, rows, chunksize=8)
                if one is not None
            ]
        lines = [digest, *found]
        cache.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return _stored(lines)


def _stored(lines: Sequence[str]) -> list[SignedClaim]:
    return [SignedClaim(**json.loads(line)) for line in lines[1:]]


def _signed(named: tuple[str, Row]) -> SignedClaim | None:
    file, row = named
    provisions = [one for entry in row["context"] for one in paragraphs(entry)]
    reading = read_claim(row["claim"], provisions, default_lexicon(), row["question"])
    signs = signs_of(reading, entailment_scores, question=row["question"])
    return None if signs is None else SignedClaim(file, row["label"] == "supported", signs)


def learned_signs(claims: Sequence[SignedClaim]) -> list[str]:
    """The names of the signs that are common enough and no single word, in order."""
    counts: dict[str, int] = {}
    for claim in claims:
        for name, value in claim.signs.items():
            counts[name] = counts.get(name, 0) + bool(value)
    return sorted(n for n, c in counts.items() if c >= SEEN_AT_LEAST and not _WORDING.match(n))


def fitted(claims: Sequence[SignedClaim], names: Sequence[str]) -> lightgbm.Booster:
    """The trees of these claims."""
    right = np.array([claim.is_right for claim in claims], dtype=float)
    return lightgbm.train(LEARNING, lightgbm.Dataset(_table(claims, names), right), TREES)


def crossed(claims: Sequence[SignedClaim], names: Sequence[str]) -> Array:
    """The probability of each claim by trees that were fitted without its file."""
    files = np.array([claim.file for claim in claims])
    found = np.zeros(len(claims))
    for file in sorted(set(files)):
        kept = files == file
        booster = fitted([c for c, k in zip(claims, kept, strict=True) if not k], names)
        apart = [c for c, k in zip(claims, kept, strict=True) if k]
        found[kept] = np.asarray(booster.predict(_table(apart, names)))
    return found


def report(claims: Sequence[SignedClaim], found: Array) -> None:
    """Right and wrong claims by the least probability, and how often a probability is right."""
    right = np.array([claim.is_right for claim in claims])
    files = np.array([claim.file for claim in claims])
    for file in (*sorted(set(files)), ""):
        kept = files == file if file else np.ones(len(files), dtype=bool)
        accepted = found[kept] >= SCORES[0]
        balanced = (accepted[right[kept]].mean() + (~accepted[~right[kept]]).mean()) / 2
        counts = " ".join(
            f"{least}: {(right & kept & (found >= least)).sum()}/{(~right & kept & (found >= least)).sum()}"
            for least in SCORES
        )
        sys.stdout.write(
            f"{file or 'all'} ({(right & kept).sum()}/{(~right & kept).sum()}) "
            f"balanced {balanced:.3f}, right/wrong from {counts}\n"
        )
    for low, high in ((0.0, 0.5), (0.5, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01)):
        band = (found >= low) & (found < high)
        sys.stdout.write(f"{low} to {high}: {band.sum()} claims, {right[band].mean():.3f} right\n")


def trees_of(booster: lightgbm.Booster) -> list[Tree]:
    """The trees as `verification.grounding.weighing` reads them."""
    return [_node(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]


def _node(node: Mapping[str, Any]) -> Tree:
    if "leaf_value" in node:
        return round(float(node["leaf_value"]), 6)
    below, above = _node(node["left_child"]), _node(node["right_child"])
    return int(node["split_feature"]), float(node["threshold"]), below, above


def _table(claims: Sequence[SignedClaim], names: Sequence[str]) -> Array:
    return np.array([[claim.signs.get(name, 0.0) for name in names] for claim in claims])


if __name__ == "__main__":
    main()
