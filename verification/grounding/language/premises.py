"""Put together what a claim is read beside: the sentences that cover it best, in their order.

The entailment model reads a short text, so a long provision comes down to its best sentences. A
list item keeps the sentence that introduces it. Training and the running product use this alike.
"""

from __future__ import annotations

from verification.grounding.language.reading import ClaimReading
from verification.grounding.language.units import ProvisionSentence

# About 100 word pieces of Korean: what the model was trained with.
PREMISE_SIZE = 180


def premise_of(reading: ClaimReading, size: int = PREMISE_SIZE) -> str:
    """The text that a claim is judged by."""
    ranked = [*reading.chosen, *(candidate.unit for candidate in reading.aligned)]
    taken: list[ProvisionSentence] = []
    used = 0
    for unit in ranked:
        if unit in taken:
            continue
        cost = len(unit.text) + _lead_cost(unit, taken)
        if taken and used + cost > size:
            continue
        taken.append(unit)
        used += cost
    return _written(sorted(taken, key=lambda unit: (unit.provision, unit.start)), reading)


def _lead_cost(unit: ProvisionSentence, taken: list[ProvisionSentence]) -> int:
    return len(unit.lead) if unit.item and _introduced(unit, taken) else 0


def _introduced(unit: ProvisionSentence, taken: list[ProvisionSentence]) -> bool:
    """Whether the introduction of a list item has still to be written."""
    return all(other.lead != unit.lead and not unit.lead.endswith(other.text) for other in taken)


def _written(units: list[ProvisionSentence], reading: ClaimReading) -> str:
    parts: list[str] = []
    before: list[ProvisionSentence] = []
    for unit in units:
        if reading.cited and all(other.provision != unit.provision for other in before):
            parts.append(f"{reading.provisions[unit.provision].label}:")
        if unit.item and _introduced(unit, before):
            parts.append(unit.lead)
        parts.append(unit.text)
        before.append(unit)
    return " ".join(parts)
