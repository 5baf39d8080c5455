"""Weights in four bits, as the base has them, and learning that keeps to them.

A block of 32 weights has one scale; a weight is one of sixteen steps of it. Learned are the scales alone (and what is
not rounded: biases and norms): the steps stay, so what is learned is stored exactly. Of a weight itself, what is less
than half a step would be lost in rounding.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

BLOCK = 32
_LOWEST, _HIGHEST = -8, 7


class QuantizedWeight(nn.Module):
    """A matrix as the steps of its blocks and their scales; learned is by how much each scale grows."""

    steps: Tensor
    scales: Tensor

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        blocks = weight.detach().view(-1, BLOCK)
        # The weight farthest from zero is the lowest step.
        scales = blocks.gather(1, blocks.abs().argmax(1, keepdim=True)) / _LOWEST
        scales = torch.where(scales == 0, torch.ones_like(scales), scales)
        self.shape = weight.shape
        self.register_buffer("steps", torch.round(blocks / scales).clamp_(_LOWEST, _HIGHEST))
        self.register_buffer("scales", scales)

    def forward(self, growth: Tensor) -> Tensor:
        """The matrix."""
        return (self.steps * self.grown(growth)).view(self.shape)

    def right_inverse(self, weight: Tensor) -> Tensor:
        """No growth at first."""
        return torch.zeros_like(self.scales, dtype=weight.dtype)

    def grown(self, growth: Tensor) -> Tensor:
        """The scales as they are now."""
        return self.scales * (1 + growth)


def learn_scales(matrix: nn.Module) -> None:
    """Learn the scales of a matrix from now on, instead of its weights."""
    weight = matrix.get_parameter("weight")
    parametrize.register_parametrization(matrix, "weight", QuantizedWeight(weight), unsafe=True)
