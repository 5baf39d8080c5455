"""The sentence check: only a sentence that passes it is shown as verified."""

from __future__ import annotations

from verification.checking.sentences import SentenceChecker
from verification.checking.values import (
    CheckedCitation,
    CheckedSentence,
    DraftCitation,
    DraftSentence,
    Source,
    Support,
)

__all__ = [
    "CheckedCitation",
    "CheckedSentence",
    "DraftCitation",
    "DraftSentence",
    "SentenceChecker",
    "Source",
    "Support",
]
