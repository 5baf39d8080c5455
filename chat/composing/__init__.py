"""Ways of composing an answer from sources, behind one interface: `Composer`.

The generative one is used where a language model is configured, may be asked and answers; else the extractive one. Neither is trusted: every sentence of both goes through the same check.
"""

from __future__ import annotations

from chat.composing.contract import Composer, FailedSentence
from chat.composing.extractive import ExtractiveComposer
from chat.composing.generative import GenerativeComposer
from portal import llm

__all__ = [
    "Composer",
    "ExtractiveComposer",
    "FailedSentence",
    "GenerativeComposer",
    "composer_for_settings",
]


def composer_for_settings() -> Composer:
    """Return the composer that this installation uses now: a model that is down makes answers excerpts, no outage."""
    can_ask = llm.available() and not llm.is_circuit_open()
    return GenerativeComposer() if can_ask else ExtractiveComposer()
