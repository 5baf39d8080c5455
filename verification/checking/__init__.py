"""The gate: sentences go through it one by one, and only what passed is shown as verified."""

from __future__ import annotations

from verification.checking.sentences import SentenceChecker
from verification.checking.values import (
    CheckedCitation,
    CheckedSentence,
    Draft,
    DraftCitation,
    Source,
    Support,
)

__all__ = [
    "CheckedCitation",
    "CheckedSentence",
    "Draft",
    "DraftCitation",
    "SentenceChecker",
    "Source",
    "Support",
]
