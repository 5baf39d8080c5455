"""Whether a claim leaves what may be done a permission, and what must a duty, where a table sets the figures."""

from __future__ import annotations

from collections.abc import Sequence

from verification.grounding.facts.limits import LimitBound
from verification.grounding.proof.cells.claims import MetCell, keys_of, measures_of
from verification.grounding.proof.reading.lexicon import meanings
from verification.grounding.proof.reading.propositions import Proposition, propositions_of
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.tables import ProvisionTable
from verification.grounding.proof.restrictions import TURNING

# Under such a head stands by when something is due, or what has to be handed in.
_DUE = frozenset(["기한", "시기", "마감", "제출", "납부", "신청"])
_HANDED_IN = frozenset(["제출", "납부"])
_DONE = frozenset(["하", "되"])
_REQUIRED = frozenset(["요건", "조건", "자격", "기준"])
# What sets a figure, and what is done with one that is paid.
COPULA = frozenset(["이", "이다", "되"])
PAID = frozenset(["내", "내다", "납부", "납입", "받", "붙", "물", "부담", "부과"])


def may_say(claim: Proposition, met: Sequence[MetCell], table: ProvisionTable) -> bool:
    """Whether a claim leaves what may be done a permission, and what must a duty."""
    introduced = propositions_of(table.lead)
    stance = introduced[-1].stance if introduced else ProofStance.STATE
    heads = frozenset[str]().union(*(keys_of(one.cell.head) for one in met))
    predicate = claim.predicate.key if claim.predicate is not None else ""
    plain = not predicate or predicate in COPULA
    if stance in TURNING or (
        predicate in PAID and not _is_paid(claim, met, heads | keys_of(table.lead))
    ):
        return False
    if claim.stance is ProofStance.MAY:
        return stance is ProofStance.MAY or (
            stance is ProofStance.STATE and heads.isdisjoint(_HANDED_IN)
        )
    if claim.stance is ProofStance.MUST and stance is not ProofStance.MUST:
        due = not heads.isdisjoint(_DUE) and not meanings(predicate).isdisjoint(heads | _DONE)
        needed = not _REQUIRED.isdisjoint(keys_of(table.lead) | heads)
        return plain or due or needed or (stance is ProofStance.STATE and predicate in PAID)
    return plain or stance is not ProofStance.MAY or predicate in PAID


def _is_paid(claim: Proposition, met: Sequence[MetCell], named: frozenset[str]) -> bool:
    """Whether a cell has something to pay, or by when to hand something in, where a claim says that it is paid."""
    predicate = claim.predicate.key if claim.predicate is not None else ""
    measures = set[str]().union(*(measures_of(one.cell.value) for one in met))
    due = any(word.bound is not LimitBound.NONE for word in claim.words if word.quantity)
    return (
        bool(measures & {"won", "share"})
        or ("day" in measures and due)
        or not meanings(predicate).isdisjoint(named)
    )
