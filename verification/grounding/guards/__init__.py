"""What proof and verifier do not see in a sentence of nearly its provision's own words: they weigh how much is alike. Pure."""

from __future__ import annotations

from verification.grounding.guards.limits import another_limit
from verification.grounding.guards.provisos import proviso_behind, proviso_left_out
from verification.grounding.guards.unseen import (
    DEPARTS,
    Surroundings,
    departs_from,
    misread_by_proof,
    unseen_by_proof,
    unseen_by_verifier,
)

__all__ = [
    "DEPARTS",
    "Surroundings",
    "another_limit",
    "departs_from",
    "misread_by_proof",
    "proviso_behind",
    "proviso_left_out",
    "unseen_by_proof",
    "unseen_by_verifier",
]
