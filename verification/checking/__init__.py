"""The sentence check: only a sentence that passes it is shown as verified."""

from __future__ import annotations

from verification.checking.sentences import SentenceChecker
from verification.checking.values import (
    CheckedCitation,
    CheckedSentence,
    DraftCitation,
    DraftSentence,
    Quote,
    Source,
)
from verification.citations.states import ConfirmedBy, SentenceOutcome

__all__ = [
    "CheckedCitation",
    "CheckedSentence",
    "ConfirmedBy",
    "DraftCitation",
    "DraftSentence",
    "Quote",
    "SentenceChecker",
    "SentenceOutcome",
    "Source",
]
