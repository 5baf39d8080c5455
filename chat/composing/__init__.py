"""Ways of composing an answer from sources, behind one interface: `Composer`.

Which one is used follows from the settings alone: the generative one where a language model is configured, else the
extractive one. Neither is trusted: every sentence of both goes through the same check.
"""

from __future__ import annotations

from chat.composing.contract import Composer, Failure
from chat.composing.extractive import ExtractiveComposer
from chat.composing.generative import GenerativeComposer
from portal import llm

__all__ = [
    "Composer",
    "ExtractiveComposer",
    "Failure",
    "GenerativeComposer",
    "composer_for_settings",
]


def composer_for_settings() -> Composer:
    """Return the composer that this installation uses."""
    return GenerativeComposer() if llm.available() else ExtractiveComposer()
