"""Entailment scores from the verifier model for the grounding check; None without a working model."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from portal import llm
from verification.grounding import EntailmentScores
from verification.grounding.language.languages import is_foreign


def entailment_scores(claim: str, premises: Sequence[str]) -> EntailmentScores | None:
    """The scores of a claim with the premise that supports it best.

    None leaves the claim to the rules, as strict as they are without a model. The verifier has
    learned Korean alone, so a claim in another language is none of its business.
    """
    pairs = [(claim, premise) for premise in premises if premise.strip()]
    if not settings.VERIFIER_MODEL or not pairs or is_foreign(claim):
        return None
    try:
        found = llm.entail(pairs)
    except llm.Unavailable:
        # The client has logged it, and `manage.py check` reports it.
        return None
    best = max(found, key=lambda opinion: opinion.supported)
    return EntailmentScores(best.supported, best.contradicted, best.absent)
