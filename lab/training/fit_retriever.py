"""Train the retriever: a question near the provision that answers it, far from those that only look like it.

    python -m lab.training.fit_retriever MATERIAL --statutes STATUTES --out CHECKPOINTS [--start FILE.onnx]

MATERIAL holds `questions_*.jsonl`, `support_*.jsonl` and `klue-nli_dev.json`, STATUTES the texts in Markdown. Seeded and
resumable: started again with the same folder it goes on from the last checkpoint. `log.txt` tells how it went and, at
the end, what is found before and after for the questions about regulations kept apart.
`lab.training.export_retriever` makes the shipped file.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional
from torch.nn.utils import parametrize

from lab.training.questions.examples import (
    RetrievalExample,
    RetrievalMaterial,
    examples_of,
    material_of,
    plan_of,
)
from lab.training.retriever import PIECES_AT_ONCE, Retriever, new_model
from lab.training.rounding import learn_scales
from lab.training.runs import TrainingRun

SEED = 5
STEPS = 320
SCALE_LEARNING_RATE = 1e-3
LEARNING_RATE = 1e-4
DROPOUT = 0.05
WARM_UP = 0.06
TEMPERATURE = 0.01
GENERAL_A_BATCH = 12
DRIFT_WEIGHT = 2.0
MEASURE_EVERY = 80


class RetrieverTraining(TrainingRun):
    """A run of the retriever over a plan of batches."""

    def __init__(
        self,
        model: Retriever,
        material: RetrievalMaterial,
        plan: list[list[RetrievalExample]],
        folder: Path,
        seed: int,
    ) -> None:
        super().__init__(
            model, _groups(model), folder=folder, steps=len(plan), warm_up=WARM_UP, weight_decay=0.0
        )
        self.model, self.material, self.plan, self.seed = model, material, plan, seed

    def resume(self) -> None:
        """Go on from the last checkpoint of the folder, if there is one."""
        if self.restore() is None:
            self.log(f"before learning, among fewer passages: {json.dumps(self._glance())}")

    def go(self) -> None:
        """Run the rest of the plan."""
        while self.step < len(self.plan):
            torch.manual_seed(self.seed * 100_000 + self.step)
            self._one(self.plan[self.step])
            self.step += 1
            if self.step % 10 == 0:
                self.log_progress(last=20)
            if self.step % MEASURE_EVERY == 0 and self.step < len(self.plan):
                self.log(f"kept apart, among fewer passages: {json.dumps(self._glance())}")
            if self.is_save_due:
                self.save()
        self.save()

    def _one(self, batch: Sequence[RetrievalExample]) -> None:
        self.set_rates()
        with parametrize.cached():
            loss = self._loss(batch)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
        self.apply(loss)

    def _loss(self, batch: Sequence[RetrievalExample]) -> Tensor:
        random = Random(self.seed * 100_000 + self.step)  # noqa: S311 - the same each time
        material = self.material
        wrong = [random.choice(one.like) for one in batch]
        places = [*(one.right for one in batch), *wrong]
        general = random.sample(range(len(material.general.base)), GENERAL_A_BATCH)
        questions = material.questions.vectors(self.model, [one.question for one in batch])
        passages = material.passages.vectors(self.model, places)
        drifted = material.general.vectors(self.model, general)
        scores = questions @ passages.T / TEMPERATURE
        also_right = torch.tensor(
            [
                [place in one.all_right and at != line for at, place in enumerate(places)]
                for line, one in enumerate(batch)
            ]
        )
        scores = scores.masked_fill(also_right, -1e4)
        drift = 1 - (drifted * material.general.base[general]).sum(1)
        self.tokens += sum(material.passages.sizes[place] for place in places)
        return (
            functional.cross_entropy(scores, torch.arange(len(batch))) + DRIFT_WEIGHT * drift.mean()
        )

    def _glance(self) -> dict[str, float]:
        """Figures among the passages of the regulations kept apart alone: cheap enough to look at on the way."""
        material = self.material
        regulations = {key[0] for one in material.asked if one.apart for key in one.gold}
        places = [n for n, t in enumerate(material.library.texts) if t.article[0] in regulations]
        self.model.eval()
        with torch.no_grad(), parametrize.cached():
            found = material.passages.vectors(self.model, places, PIECES_AT_ONCE)
            passages = torch.full_like(material.passages.base, 0.0)
            passages[places] = found
            apart = [
                n for n, one in enumerate(material.asked) if one.apart and one.style != "claim"
            ]
            questions = torch.zeros_like(material.questions.base)
            questions[apart] = material.questions.vectors(self.model, apart, PIECES_AT_ONCE)
        self.model.train()
        return figures(material, questions, passages)["all"]

    def _figures(self) -> dict[str, dict[str, float]]:
        material = self.material
        apart = [number for number, one in enumerate(material.asked) if one.apart]
        questions = torch.zeros_like(material.questions.base)
        passages = material.passages.all_vectors(self.model)
        self.model.eval()
        with torch.no_grad(), parametrize.cached():
            questions[apart] = material.questions.vectors(self.model, apart, PIECES_AT_ONCE)
        return figures(material, questions, passages)

    def report(self) -> None:
        """What is found before and after for the questions about regulations kept apart."""
        before = figures(self.material, self.material.questions.base, self.material.passages.base)
        after = self._figures()
        for name in before:
            self.log(f"  {name}: before {json.dumps(before[name])}")
            self.log(f"  {name}: after  {json.dumps(after[name])}")
        (self.folder / "figures.json").write_text(
            json.dumps({"before": before, "after": after}, indent=1), encoding="utf-8"
        )


def figures(
    material: RetrievalMaterial, questions: Tensor, passages: Tensor
) -> dict[str, dict[str, float]]:
    """Recall and reciprocal rank among all passages of the home, by language and style; articles are counted once."""
    ranks: dict[str, list[int]] = defaultdict(list)
    texts = material.library.texts
    articles = [text.article for text in texts]
    elsewhere = {
        home: torch.tensor([text.home != home for text in texts])
        for home in {one.home for one in material.asked}
    }
    for number, asked in enumerate(material.asked):
        if not asked.apart:
            continue
        scores = (passages @ questions[number]).masked_fill(elsewhere[asked.home], -1.0)
        order = torch.argsort(scores, descending=True, stable=True).tolist()
        distinct = list(dict.fromkeys(articles[place] for place in order[:400]))
        rank = next((r for r, key in enumerate(distinct) if key in asked.gold), 10**6)
        names = [asked.style, f"{asked.style} {asked.lang}"]
        if asked.style != "claim":
            names += ["all", asked.lang]
        for name in names:
            ranks[name].append(rank)
    return {name: _summary(values) for name, values in sorted(ranks.items())}


def _summary(ranks: Sequence[int]) -> dict[str, float]:
    count = len(ranks)
    shares = {f"recall@{cut}": sum(rank < cut for rank in ranks) / count for cut in (1, 5, 10)}
    shares["MRR"] = sum(1 / (rank + 1) for rank in ranks) / count
    return {"questions": count} | {name: round(value, 4) for name, value in shares.items()}


def _groups(model: Retriever) -> list[dict[str, Any]]:
    """Scales grow by a share of themselves and learn faster than weights, biases and norms."""
    learned = [pair for pair in model.named_parameters() if pair[1].requires_grad]
    return [
        {
            "params": [value for name, value in learned if ("parametrizations" in name) == scales],
            "lr": SCALE_LEARNING_RATE if scales else LEARNING_RATE,
        }
        for scales in (True, False)
    ]


def main() -> None:
    """Read the material, train or go on training, measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("material", type=Path)
    parser.add_argument("--statutes", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a shipped file that learns on")
    parser.add_argument(
        "--cache", type=Path, help="where runs with the same start share what never changes"
    )
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    model, vocabulary = new_model(arguments.start)
    cache = arguments.cache or arguments.out
    material = material_of(model.eval(), vocabulary, arguments.material, arguments.statutes, cache)
    examples = examples_of(material, cache / "like_by_words.json")
    for layer in model.encoder.layers:
        layer.dropout.share = DROPOUT
        # What the shipped file keeps in the four bits of the base: see lab.training.export_retriever.
        learn_scales(layer.shrink)
    plan = plan_of(examples, material.asked, arguments.steps, arguments.seed)
    run = RetrieverTraining(model.train(), material, plan, arguments.out, arguments.seed)
    counts = Counter(f"{one.style} {one.lang}{' apart' * one.apart}" for one in material.asked)
    run.log(f"{len(material.library.texts)} passages, {dict(counts)}, {len(plan)} steps")
    run.resume()
    run.go()
    run.report()


if __name__ == "__main__":
    main()
