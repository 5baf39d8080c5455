"""What the pair models learn from: the label of a claim beside its premise, and which passage answers a question."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from lab.training.questions.cross_encoding import QuestionPassages

SMOOTHING = 0.01
# What the border of the gate needs: right claims above wrong ones, by so much in the log-odds of "supported".
RANKED, MARGIN = 0.2, 1.0
# One of four passages answers.
ANSWERED_WEIGHT = 2.0


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
