"""How states look: the name of their colours and their icon. What is not in the list looks unchecked."""

from __future__ import annotations

from typing import NamedTuple

from django import template

register = template.Library()


class Look(NamedTuple):
    """The suffix of the CSS class `state-…` and the symbol in icons.svg."""

    name: str
    icon: str


_UNCHECKED = Look("unchecked", "dash")
_VERIFIED = Look("verified", "check")
_MISMATCH = Look("mismatch", "unequal")
_MISSING = Look("missing", "cross")
_GONE = Look("gone", "hourglass")

_LOOKS = {
    # citations
    "VERIFIED": _VERIFIED,
    "MISATTRIBUTED": _MISMATCH,
    "NOT_FOUND": _MISSING,
    "UNKNOWN_REGULATION": _MISSING,
    "DELETED": _GONE,
    "NOT_IN_FORCE": _GONE,
    "AMBIGUOUS": Look("many", "question"),
    "OUT_OF_CONTEXT": Look("unchecked", "outside"),
    # pairs of statement and citation
    "ACCURATE": _VERIFIED,
    "INACCURATE": _MISMATCH,
    "UNCERTAIN": Look("unchecked", "question"),
    # sentences and claims
    "SUPPORTED": _VERIFIED,
    "UNSUPPORTED": Look("unchecked", "question"),
    "CONTRADICTED": _MISMATCH,
    "NOT_IN_CONTEXT": Look("mismatch", "outside"),
    # answers
    "FAITHFUL": _VERIFIED,
    "PARTLY": _MISMATCH,
    "UNFAITHFUL": _MISMATCH,
}


@register.filter
def look(state: str) -> Look:
    """Return the look of a state."""
    return _LOOKS.get(str(state), _UNCHECKED)
