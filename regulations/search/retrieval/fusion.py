"""Joining ranked lists by rank alone, for scores that cannot be compared. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

RANK_CONSTANT = 60


def reciprocal_rank_fusion(
    *rankings: Sequence[T], constant: int = RANK_CONSTANT
) -> list[tuple[T, float]]:
    """Join rankings, best first: each adds 1 / (constant + rank). Equal sums keep the order of first sight."""
    scores: dict[T, float] = defaultdict(float)
    for ranking in rankings:
        for rank, key in enumerate(dict.fromkeys(ranking), 1):
            scores[key] += 1.0 / (constant + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])
