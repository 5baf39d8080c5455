"""The verifier in PyTorch: one encoder that reads two texts together, the heads on it, and what these learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from lab.training.base_model import Encoder, mean_of, retained_pieces, stored_model
from lab.training.material import TrainingPair
from lab.training.onnx_files import stored_weights
from lab.training.questions.cross_encoding import QuestionPassages
from portal.llm.pair_model import SIDES, encode
from portal.llm.pieces import Vocabulary

SEED = 11
LONGEST = 160
# The word table and the lowest layers are those of the base.
FROZEN_LAYERS = 2
SMOOTHING = 0.01
# What the border of the gate needs: right claims above wrong ones, by so much in the log-odds of "supported".
RANKED, MARGIN = 0.2, 1.0
# One of four passages answers.
ANSWERED_WEIGHT = 2.0


@dataclass(frozen=True, slots=True)
class EncodedPair:
    """A pair as numbers: pieces, and for each its side and whether the other side has it too."""

    words: list[int]
    sides: list[int]
    pair: TrainingPair


class Verifier(nn.Module):
    """The encoder with two heads on its first token and its mean: three labels, and one for an answer."""

    def __init__(self, encoder: Encoder, width: int = 384) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(2 * width, 3)
        self.answers = nn.Linear(2 * width, 1)

    def forward(self, words: Tensor, sides: Tensor, present: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of the labels, and of an answer."""
        hidden = self.encoder(words, sides, present)
        seen = self.dropout(torch.cat([hidden[:, 0], mean_of(hidden, present)], dim=1))
        return self.head(seen), self.answers(seen)


def coded(pair: TrainingPair, vocabulary: Vocabulary) -> EncodedPair:
    """Join claim and premise as the running product joins them."""
    words, sides = encode((pair.claim, pair.premise), vocabulary, LONGEST)
    return EncodedPair(words, sides, pair)


def tensors(batch: Sequence[EncodedPair]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Padded pieces, sides, presence and labels."""
    labels = torch.tensor([example.pair.label for example in batch])
    return *padded([(example.words, example.sides) for example in batch]), labels


def padded(rows: Sequence[tuple[list[int], list[int]]]) -> tuple[Tensor, Tensor, Tensor]:
    """Pieces and sides of unlike length as tensors, and where there is something."""
    longest = max(len(words) for words, _ in rows)
    words = torch.full((len(rows), longest), Vocabulary.PAD)
    sides = torch.zeros((len(rows), longest), dtype=torch.long)
    present = torch.zeros((len(rows), longest))
    for line, (own_words, own_sides) in enumerate(rows):
        size = len(own_words)
        words[line, :size] = torch.tensor(own_words)
        sides[line, :size] = torch.tensor(own_sides)
        present[line, :size] = 1.0
    return words, sides, present


def learned_weights(path: Path) -> dict[str, Tensor]:
    """What a run learned, or what a shipped file holds; a model that knew no questions had half as many sides."""
    learned: dict[str, Tensor] = (
        stored_weights(path) if path.suffix == ".onnx" else torch.load(path, weights_only=True)
    )
    sides = learned["encoder.sides"]
    missing = torch.zeros(2 * SIDES - len(sides), sides.shape[1])
    return {**learned, "encoder.sides": torch.cat([sides, missing])}


def new_model() -> tuple[Verifier, Vocabulary]:
    """An untrained verifier with its vocabulary."""
    torch.manual_seed(SEED)
    stored = stored_model()
    kept = retained_pieces(stored.pieces)
    model = Verifier(Encoder(stored, kept))
    model.encoder.freeze(FROZEN_LAYERS)
    return model, Vocabulary.of([stored.pieces[n] for n in kept])


def judged_loss(scores: Tensor, labels: Tensor) -> Tensor:
    """The label of each claim, and what is supported above what is not."""
    loss = functional.cross_entropy(scores, labels, label_smoothing=SMOOTHING)
    odds = scores[:, 0] - torch.logsumexp(scores[:, 1:], dim=1)
    right, wrong = odds[labels == 0], odds[labels != 0]
    if not len(right) or not len(wrong):
        return loss
    return loss + RANKED * functional.softplus(MARGIN - (right[:, None] - wrong[None, :])).mean()


def answering_loss(
    scores: Tensor, batch: Sequence[QuestionPassages], sizes: Sequence[int]
) -> Tensor:
    """The passage that answers before the others of its question, and each by itself right or not."""
    parts = []
    for one, scored in zip(batch, scores.split(list(sizes)), strict=True):
        wanted = torch.zeros(len(scored))
        if one.answered:
            wanted[0] = 1.0
            parts.append(functional.cross_entropy(scored[None], torch.zeros(1, dtype=torch.long)))
        weight = torch.tensor(ANSWERED_WEIGHT)
        alone = functional.binary_cross_entropy_with_logits(scored, wanted, pos_weight=weight)
        parts.append(0.5 * alone)
    return 0.5 * torch.stack(parts).sum() / len(batch)
