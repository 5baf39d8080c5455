"""Train the verifier: does a premise support a claim, contradict it, or not speak of it? And does a passage answer a question?

    python -m lab.training.fit_verifier MATERIAL --out CHECKPOINTS [--start BEFORE/best.pt] [--epochs 2] [--statutes-only] [--varied] [--questions STATUTES]

Seeded and resumable: started again with the same folder it goes on from the last checkpoint. The
best model on the regulations kept apart is ``best.pt``; ``log.txt`` tells how it went. At the end
that model is measured. ``lab.training.export_models`` makes the shipped file of it.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from lab.training.material import cached_pairs
from lab.training.questions.cross_encoding import (
    QUESTIONS_A_BATCH,
    QuestionPassages,
    statute_questions,
    university_questions,
    windows_read,
)
from lab.training.runs import TrainingRun, half_precision, trained_state
from lab.training.verifier import (
    FROZEN_LAYERS,
    SEED,
    EncodedPair,
    Verifier,
    answering_loss,
    coded,
    judged_loss,
    learned_weights,
    new_model,
    padded,
    tensors,
)
from portal.llm.pair_model import LONGEST_ANSWERING, SIDES, encode
from portal.llm.pieces import Vocabulary

TOKENS_A_BATCH = 4096
LEARNING_RATE = 1e-4
HEAD_LEARNING_RATE = 3e-4
LAYER_DECAY = 0.93
WARM_UP = 0.06
MEASURE_EVERY = 500
QUESTIONS_APART = 200
# How many of the made pairs join the written ones: in the first pass, in every later one.
MADE: Mapping[str, tuple[int, int]] = {
    "mutated": (1400, 1400),
    "misplaced": (1300, 1300),
    "accompanied": (5000, 5000),
}
VARIED: Mapping[str, tuple[int, int]] = {
    "mutated": (800, 400),
    "reworded": (800, 500),
    "turned": (900, 600),
    "provision": (1200, 800),
    "sentence": (600, 400),
    "misplaced": (300, 150),
}


def batches(examples: Sequence[EncodedPair], random: Random | None) -> Iterator[list[EncodedPair]]:
    """Pairs of like length together; their order is drawn, what stands together nearly so."""
    jitter = (lambda: random.uniform(0, 12)) if random else (lambda: 0.0)
    ordered = sorted(examples, key=lambda example: len(example.words) + jitter())
    found: list[list[EncodedPair]] = [[]]
    for example in ordered:
        if (len(found[-1]) + 1) * len(example.words) > TOKENS_A_BATCH:
            found.append([])
        found[-1].append(example)
    if random:
        random.shuffle(found)
    return iter(found)


def probabilities(model: nn.Module, examples: Sequence[EncodedPair]) -> np.ndarray:
    """Probabilities of the labels, in the order of the examples."""
    model.eval()
    order = sorted(range(len(examples)), key=lambda index: len(examples[index].words))
    found = np.zeros((len(examples), 3), dtype=np.float32)
    with torch.no_grad():
        for start in range(0, len(order), 24):
            chosen = order[start : start + 24]
            words, sides, present, _ = tensors([examples[index] for index in chosen])
            with half_precision():
                scores, _ = model(words, sides, present)
            found[chosen] = functional.softmax(scores.float(), dim=1).numpy()
    model.train()
    return found


def measured(found: np.ndarray, labels: np.ndarray) -> dict[str, float]:
    """Balanced accuracy at the best threshold and at a half, macro-F1, loss."""
    true, score = labels == 0, found[:, 0]
    balanced = {
        float(limit): float(((score[true] >= limit).mean() + (score[~true] < limit).mean()) / 2)
        for limit in np.arange(0.05, 0.96, 0.05)
    }
    best = max(balanced, key=lambda limit: balanced[limit])
    chosen = found.argmax(1)
    f1 = []
    for label in range(3):
        hit = float(((chosen == label) & (labels == label)).sum())
        f1.append(2 * hit / max(1.0, float((chosen == label).sum() + (labels == label).sum())))
    loss = -float(np.log(found[np.arange(len(labels)), labels] + 1e-9).mean())
    return {
        "balanced": round(balanced[best], 4),
        "threshold": round(best, 2),
        "balanced_at_half": round(
            float(((score[true] >= 0.5).mean() + (score[~true] < 0.5).mean()) / 2), 4
        ),
        "macro_f1": round(float(np.mean(f1)), 4),
        "loss": round(loss, 4),
    }


def one_pass(examples: Sequence[EncodedPair], number: int, seed: int) -> list[list[EncodedPair]]:
    """The batches of one pass: all that was written, some of what was made, once the general."""
    random = Random(seed * 1000 + number)  # noqa: S311 - it only has to be the same each time
    by_origin: dict[str, list[EncodedPair]] = {}
    for example in examples:
        by_origin.setdefault(example.pair.origin, []).append(example)
    chosen = by_origin.get("written", []) + by_origin.get("refusal", [])
    for origin, counts in made_of(examples).items():
        made = by_origin.get(origin, [])
        chosen = chosen + random.sample(made, min(counts[min(number, 1)], len(made)))
    if number == 0:
        chosen = chosen + by_origin.get("general", [])
    return list(batches(chosen, random))


def made_of(examples: Sequence[EncodedPair]) -> Mapping[str, tuple[int, int]]:
    """How many of each origin: more kinds of made pairs leave less room for each."""
    varied = any(example.pair.origin in VARIED.keys() - MADE.keys() for example in examples)
    return VARIED if varied else MADE


class VerifierTraining(TrainingRun):
    """A run of the verifier over a plan of batches; the best model so far is kept apart."""

    def __init__(
        self,
        model: Verifier,
        plan: Sequence[list[EncodedPair] | list[QuestionPassages]],
        folder: Path,
        vocabulary: Vocabulary,
        asked: Sequence[QuestionPassages] = (),
        rate: float = LEARNING_RATE,
    ) -> None:
        super().__init__(
            model,
            _groups(model, rate),
            folder=folder,
            steps=len(plan),
            warm_up=WARM_UP,
            weight_decay=0.01,
        )
        self.model, self.plan, self.vocabulary, self.best = model, plan, vocabulary, -1.0
        self.asked = asked

    def resume(self) -> None:
        """Go on from the last checkpoint of the folder, if there is one."""
        if stored := self.restore():
            self.best = stored["best"]

    def go(self, apart: Sequence[EncodedPair]) -> None:
        """Run the rest of the plan."""
        while self.step < len(self.plan):
            torch.manual_seed(SEED * 100_000 + self.step)
            self._one(self.plan[self.step])
            self.step += 1
            if self.step % 25 == 0:
                self.log_progress(last=100)
            if self.step % MEASURE_EVERY == 0 or self.step == len(self.plan):
                self._measure(apart)
            if self.is_save_due:
                self.save(best=self.best)
        self.save(best=self.best)

    def _one(self, batch: list[EncodedPair] | list[QuestionPassages]) -> None:
        self.set_rates()
        questions = [one for one in batch if isinstance(one, QuestionPassages)]
        pairs = [one for one in batch if isinstance(one, EncodedPair)]
        loss = self._read(questions) if questions else self._judged(pairs)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.apply(loss)

    def _judged(self, batch: Sequence[EncodedPair]) -> Tensor:
        words, sides, present, labels = tensors(batch)
        with half_precision():
            scores, _ = self.model(words, sides, present)
        self.tokens += int(present.sum())
        return judged_loss(scores.float(), labels)

    def _read(self, batch: Sequence[QuestionPassages]) -> Tensor:
        random = Random(SEED * 100_000 + self.step)  # noqa: S311 - it only has to be the same each time
        read = [(one.question, one.drawn(random)) for one in batch]
        sizes = [len(passages) for _, passages in read]
        return answering_loss(self._answering(read), batch, sizes)

    def _answering(self, read: Sequence[tuple[str, Sequence[str]]]) -> Tensor:
        """The log-odds of each passage by the window that answers best, one question after the other."""
        windows = [
            [(question, window) for window in windows_read(text)]
            for question, passages in read
            for text in passages
        ]
        rows = [
            encode(pair, self.vocabulary, LONGEST_ANSWERING, keep_end=True)
            for pairs in windows
            for pair in pairs
        ]
        words, sides, present = padded(rows)
        with half_precision():
            _, scores = self.model(words, sides + SIDES, present)
        self.tokens += int(present.sum())
        return torch.stack(
            [part.max() for part in scores.float()[:, 0].split([*map(len, windows)])]
        )

    def _answered_first(self) -> float:
        """The share of the questions kept apart whose own passage comes before all that look like it; 0 without any."""
        answered = [one for one in self.asked if one.answered]
        self.model.eval()
        with torch.no_grad():
            best = [
                int(self._answering([(one.question, one.passages)]).argmax()) for one in answered
            ]
        self.model.train()
        return round(best.count(0) / max(1, len(best)), 4)

    def _measure(self, apart: Sequence[EncodedPair]) -> None:
        if not apart:
            torch.save(trained_state(self.model), self.folder / "best.pt")
            return
        labels = np.asarray([example.pair.label for example in apart])
        found = measured(probabilities(self.model, apart), labels)
        found["answered_first"] = self._answered_first()
        self.log(f"kept apart: {json.dumps(found)}")
        reached = found["balanced"] + found["macro_f1"] + found["answered_first"]
        if reached > self.best:
            self.best = reached
            torch.save(trained_state(self.model), self.folder / "best.pt")


def _groups(model: Verifier, rate: float) -> list[dict[str, Any]]:
    """Lower layers learn more slowly; the new parts fast."""
    fast = HEAD_LEARNING_RATE * rate / LEARNING_RATE
    groups: list[dict[str, Any]] = [
        {"params": [*model.head.parameters(), *model.answers.parameters()], "lr": fast},
        {"params": [model.encoder.sides], "lr": fast},
    ]
    count = len(model.encoder.layers)
    for number, layer in enumerate(model.encoder.layers):
        if number >= FROZEN_LAYERS:
            own = rate * LAYER_DECAY ** (count - 1 - number)
            groups.append({"params": list(layer.parameters()), "lr": own})
    return groups


def main() -> None:
    """Read the material, train or go on training, measure the best model by origin and fault."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("material", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights of an earlier run to begin with")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--steps", type=int, help="fewer than the passes have")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--statutes-only", action="store_true", help="no invented provisions")
    parser.add_argument("--varied", action="store_true", help="with claims and provisions turned")
    parser.add_argument(
        "--questions", type=Path, metavar="STATUTES", help="learn to read questions, too"
    )
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    model, vocabulary = new_model()
    if arguments.start:
        model.load_state_dict(learned_weights(arguments.start), strict=False)
    is_own, is_varied = not arguments.statutes_only, arguments.varied
    pairs = cached_pairs(arguments.material, SEED, arguments.out, own=is_own, varied=is_varied)
    examples = [coded(pair, vocabulary) for pair in pairs]
    learned = [example for example in examples if not example.pair.apart]
    apart = [e for e in examples if e.pair.apart and e.pair.origin == "written"]
    passes = [one_pass(learned, number, SEED) for number in range(arguments.epochs)]
    plan = [batch for one in passes for batch in one][: arguments.steps]
    steps: list[list[EncodedPair] | list[QuestionPassages]] = [*plan]
    asked: list[QuestionPassages] = []
    if arguments.questions:
        steps += question_batches(arguments.material, arguments.questions)
        Random(SEED).shuffle(steps)  # noqa: S311 - it only has to be the same each time
        asked = list(university_questions(apart=True))[:QUESTIONS_APART]
    run = VerifierTraining(model, steps, arguments.out, vocabulary, asked)
    sizes = Counter(example.pair.origin for example in learned)
    total = sum(len(example.words) for batch in plan for example in batch)
    run.log(f"{dict(sizes)}, {len(apart)} apart, {len(run.plan)} steps, {total} tokens")
    run.resume()
    run.go(apart)
    _report(run, examples)


def question_batches(material: Path, statutes: Path) -> list[list[QuestionPassages]]:
    """One pass over the questions."""
    random = Random(SEED)  # noqa: S311 - it only has to be the same each time
    questions = [
        *statute_questions(material, statutes, random),
        *university_questions(),
    ]
    random.shuffle(questions)
    full = len(questions) // QUESTIONS_A_BATCH * QUESTIONS_A_BATCH
    return [questions[at : at + QUESTIONS_A_BATCH] for at in range(0, full, QUESTIONS_A_BATCH)]


def _report(run: VerifierTraining, examples: Sequence[EncodedPair]) -> None:
    """How the best model sees each kind of fault on the regulations kept apart."""
    run.model.load_state_dict(torch.load(run.folder / "best.pt", weights_only=True), strict=False)
    apart = [example for example in examples if example.pair.apart]
    found = probabilities(run.model, apart)
    hits: dict[str, list[bool]] = {}
    for example, row in zip(apart, found, strict=True):
        right = (row[0] >= 0.5) == (example.pair.label == 0)
        hits.setdefault(f"{example.pair.origin}/{example.pair.fault}", []).append(bool(right))
    for name, values in sorted(hits.items(), key=lambda item: -len(item[1])):
        run.log(f"  {name}: {sum(values)}/{len(values)} = {math.fsum(values) / len(values):.2f}")


if __name__ == "__main__":
    main()
