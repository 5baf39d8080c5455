"""What a predicate says of its action (may, must, is denied), and which sayings agree."""

from __future__ import annotations

from enum import StrEnum


class ProofStance(StrEnum):
    """Polarity and modality of a predicate in one value."""

    STATE = "state"
    DENY = "deny"
    MAY = "may"
    FORBID = "forbid"
    MUST = "must"
    NEED_NOT = "need_not"


_NEGATED = {
    ProofStance.STATE: ProofStance.DENY,
    ProofStance.DENY: ProofStance.STATE,
    ProofStance.MAY: ProofStance.FORBID,
    ProofStance.FORBID: ProofStance.MAY,
    ProofStance.MUST: ProofStance.NEED_NOT,
    ProofStance.NEED_NOT: ProofStance.MUST,
}
NEGATIVE = frozenset({ProofStance.DENY, ProofStance.FORBID})
BINDING = frozenset({ProofStance.STATE, ProofStance.MUST})
PERMISSIVE = frozenset({ProofStance.MAY, ProofStance.NEED_NOT})
_AGREEING = (BINDING, NEGATIVE)
# A plain statement of a permission may be loose speech: no proof, but no fact against it either.
_UNDECIDED = (
    frozenset({ProofStance.MAY, ProofStance.STATE}),
    frozenset({ProofStance.NEED_NOT, ProofStance.DENY}),
)


def negated(stance: ProofStance) -> ProofStance:
    """The stance under one more "not"."""
    return _NEGATED[stance]


def permitted(stance: ProofStance, *, possible: bool) -> ProofStance:
    """The stance under "can" or "cannot": what cannot but be done must be done."""
    if stance is ProofStance.DENY:
        return ProofStance.NEED_NOT if possible else ProofStance.MUST
    if stance is ProofStance.STATE:
        return ProofStance.MAY if possible else ProofStance.FORBID
    return stance if possible else negated(stance)


def agree(one: ProofStance, other: ProofStance) -> bool:
    """Whether two stances say the same of an action: a rule's "한다" is a duty."""
    return one is other or any({one, other} <= group for group in _AGREEING)


def opposed(one: ProofStance, other: ProofStance) -> bool:
    """Whether one stance affirms what the other denies."""
    if {one, other} in (
        {ProofStance.MAY, ProofStance.NEED_NOT},
        {ProofStance.DENY, ProofStance.NEED_NOT},
    ):
        return False
    denying = NEGATIVE | {ProofStance.NEED_NOT}
    return (one in denying) != (other in denying)


def undecided(one: ProofStance, other: ProofStance) -> bool:
    """Whether the difference of two stances is neither agreement nor a plain contradiction."""
    return {one, other} in _UNDECIDED
