"""The verifier's opinion of a claim, for the grounding check: none where there is no sound model."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from portal import llm
from verification.grounding import Probabilities
from verification.grounding.language.languages import is_foreign


def opinion_of(claim: str, premises: Sequence[str]) -> Probabilities | None:
    """What the model makes of a claim beside the premise that supports it best.

    None leaves the claim to the rules, as strict as they are without a model. The verifier has
    learned Korean alone, so a claim in another language is none of its business.
    """
    pairs = [(claim, premise) for premise in premises if premise.strip()]
    if not settings.VERIFIER_MODEL or not pairs or is_foreign(claim):
        return None
    try:
        found = llm.entail(pairs)
    except llm.Unavailable:
        # The door said so in the log, and `manage.py check` says so too.
        return None
    best = max(found, key=lambda opinion: opinion.supported)
    return Probabilities(best.supported, best.contradicted, best.absent)
