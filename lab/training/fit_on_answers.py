"""Let a verifier learn on from the labelled answers of whole universities.

    python -m lab.training.fit_on_answers --start VERIFIER --out FOLDER [--answers FILE …] [--without NAME …] [--drafts]

(with Django set up: docs/models.md). Learned are `lab/universities/*/answers.jsonl` and the other files given, but for the universities
`--without`, which are measured; with `--drafts` what was written to be learned from of the others as well. What weighs the verifier's looks
(`fit_weighing`) must see it on answers that it has not learned: two runs, each without the other's universities, give these.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import torch

from lab.evaluation.registry import Row
from lab.training.fit_verifier import VerifierTraining, batches
from lab.training.verifier import SEED, EncodedPair, coded, learned_weights, new_model
from lab.training.written.answers import (
    ANSWERED,
    ANSWERED_NEAR,
    MADE,
    UNIVERSITIES,
    answer_claims,
    answered_pairs,
    drafted_claims,
    made_pairs,
)

# So many of the made claims a pass, and this share of the claims beside little of their provisions.
_MADE, _NEAR = 3000, 0.25
_RATE = 6e-5


def pass_of(examples: Sequence[EncodedPair], number: int) -> list[list[EncodedPair]]:
    """The batches of one pass: each claim beside much or little of its provisions, and some of the made ones."""
    random = Random(SEED * 1000 + number)  # noqa: S311 - it only has to be the same each time
    kinds: dict[str, list[EncodedPair]] = {ANSWERED: [], ANSWERED_NEAR: [], MADE: []}
    for example in examples:
        kinds[example.pair.origin].append(example)
    chosen = [
        near if random.random() < _NEAR else whole
        for whole, near in zip(kinds[ANSWERED], kinds[ANSWERED_NEAR], strict=True)
    ]
    chosen += random.sample(kinds[MADE], min(_MADE, len(kinds[MADE])))
    return list(batches(chosen, random))


def main() -> None:
    """Read the answers, learn, measure on what was kept apart."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--start", type=Path, required=True, help="weights to begin with")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--answers", type=Path, nargs="*", default=[])
    parser.add_argument("--without", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--drafts", action="store_true", help="what was written to be learned from")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    files = [*sorted(UNIVERSITIES.glob("*/answers.jsonl")), *arguments.answers]
    if unknown := set(arguments.without) - {path.parent.name for path in files}:
        sys.exit(f"No answers of {', '.join(sorted(unknown))}.")
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    model, vocabulary = new_model()
    model.load_state_dict(learned_weights(arguments.start), strict=False)
    apart: list[Row] = []
    learned = list(drafted_claims(without=arguments.without)) if arguments.drafts else []
    for path in files:
        (apart if path.parent.name in arguments.without else learned).extend(answer_claims(path))
    pairs = [*answered_pairs(learned), *made_pairs(arguments.passes * _MADE, SEED)]
    examples = [coded(pair, vocabulary) for pair in pairs]
    plan = [batch for number in range(arguments.passes) for batch in pass_of(examples, number)]
    run = VerifierTraining(model, plan, arguments.out, vocabulary, rate=_RATE)
    run.log(f"{dict(Counter(pair.origin for pair in pairs))}, {len(apart)} claims apart")
    run.resume()
    run.go([coded(pair, vocabulary) for pair in answered_pairs(apart) if pair.origin == ANSWERED])


if __name__ == "__main__":
    main()
