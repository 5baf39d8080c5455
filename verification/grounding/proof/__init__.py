"""What may be called confirmed without a judge: a proof by alignment. Pure: no Django and no model.

A claim is unwrapped from its frame, claim and provision are cut into propositions, and these are compared word by word.
Every difference needs a rule that explains it; what restricts can neither be left out nor added.
"""

from __future__ import annotations

from verification.grounding.proof.proving import prove
from verification.grounding.proof.reading.frames import is_of_a_title
from verification.grounding.proof.results import MOST_UNITS, Outcome, Proof, ProofKind, ProofReason

__all__ = ["MOST_UNITS", "Outcome", "Proof", "ProofKind", "ProofReason", "is_of_a_title", "prove"]
