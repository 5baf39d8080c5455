"""What a predicate says of its action (may, must, is denied), and which sayings agree."""

from __future__ import annotations

from enum import StrEnum


class Stance(StrEnum):
    """Polarity and modality of a predicate in one value."""

    STATE = "state"
    DENY = "deny"
    MAY = "may"
    FORBID = "forbid"
    MUST = "must"
    NEED_NOT = "need_not"


_NEGATED = {
    Stance.STATE: Stance.DENY,
    Stance.DENY: Stance.STATE,
    Stance.MAY: Stance.FORBID,
    Stance.FORBID: Stance.MAY,
    Stance.MUST: Stance.NEED_NOT,
    Stance.NEED_NOT: Stance.MUST,
}
NEGATIVE = frozenset({Stance.DENY, Stance.FORBID})
BINDING = frozenset({Stance.STATE, Stance.MUST})
PERMISSIVE = frozenset({Stance.MAY, Stance.NEED_NOT})
_AGREEING = (BINDING, NEGATIVE)
# A plain statement of a permission may be loose speech: no proof, but no fact against it either.
_UNDECIDED = (frozenset({Stance.MAY, Stance.STATE}), frozenset({Stance.NEED_NOT, Stance.DENY}))


def negated(stance: Stance) -> Stance:
    """The stance under one more "not"."""
    return _NEGATED[stance]


def permitted(stance: Stance, *, possible: bool) -> Stance:
    """The stance under "can" or "cannot": what cannot but be done must be done."""
    if stance is Stance.DENY:
        return Stance.NEED_NOT if possible else Stance.MUST
    if stance is Stance.STATE:
        return Stance.MAY if possible else Stance.FORBID
    return stance if possible else negated(stance)


def agree(one: Stance, other: Stance) -> bool:
    """Whether two stances say the same of an action: a rule's "한다" is a duty."""
    return one is other or any({one, other} <= group for group in _AGREEING)


def opposed(one: Stance, other: Stance) -> bool:
    """Whether one stance affirms what the other denies."""
    if {one, other} in ({Stance.MAY, Stance.NEED_NOT}, {Stance.DENY, Stance.NEED_NOT}):
        return False
    denying = NEGATIVE | {Stance.NEED_NOT}
    return (one in denying) != (other in denying)


def undecided(one: Stance, other: Stance) -> bool:
    """Whether the difference of two stances is neither agreement nor a plain contradiction."""
    return {one, other} in _UNDECIDED
