"""Ways of composing an answer from sources, behind one interface: `Composer`.

The generative one is used where a language model is configured, may be asked and answers; else the extractive one. Neither is trusted: every sentence of both goes through the same check.
"""

from __future__ import annotations

from django.conf import settings

from chat.composing.contract import Composer, FailedSentence
from chat.composing.extractive import ExtractiveComposer
from chat.composing.generative import GenerativeComposer
from portal import llm
from portal.controls.selectors import controls_get, is_budget_used

__all__ = [
    "BROKE_OFF",
    "BUDGET_USED",
    "Composer",
    "ExtractiveComposer",
    "FailedSentence",
    "GenerativeComposer",
    "composer_for_settings",
    "no_model_reason",
]


# Begins the note of an answer that was not written by a model because its budget is used up.
BUDGET_USED = "Budget"
# Begins that of an answer that a model began and did not end.
BROKE_OFF = "BrokeOff"


def composer_for_settings(*, asker: str = "") -> Composer:
    """Return the composer that this installation uses now: a model that is down makes answers excerpts, no outage.

    `asker` is who asks, in words, for a model.
    """
    can_ask = llm.available() and not llm.is_circuit_open()
    return GenerativeComposer(asker=asker) if can_ask else ExtractiveComposer()


def no_model_reason() -> str:
    """Why the model that there is writes nothing now; empty where it may, where there is none or it is switched off."""
    if not settings.LLM_BASE_URL or not controls_get().may_generate:
        return ""
    if is_budget_used():
        return f"{BUDGET_USED}: the tokens of the month are used up"
    return "Unavailable: the circuit breaker is open" if llm.is_circuit_open() else ""
