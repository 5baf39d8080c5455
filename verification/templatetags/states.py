"""Colour and icon of a state; an unknown state is styled as unchecked."""

from __future__ import annotations

from typing import NamedTuple

from django import template

register = template.Library()


class StateStyle(NamedTuple):
    """The suffix of the CSS class `state-…` and the symbol in icons.svg."""

    name: str
    icon: str


_UNCHECKED = StateStyle("unchecked", "dash")
_VERIFIED = StateStyle("verified", "check")
_MISMATCH = StateStyle("mismatch", "unequal")
_MISSING = StateStyle("missing", "cross")
_GONE = StateStyle("gone", "hourglass")

_STYLES = {
    # citations
    "VERIFIED": _VERIFIED,
    "MISATTRIBUTED": _MISMATCH,
    "NOT_FOUND": _MISSING,
    "UNKNOWN_REGULATION": _MISSING,
    "DELETED": _GONE,
    "NOT_IN_FORCE": _GONE,
    "AMBIGUOUS": StateStyle("many", "question"),
    "OUT_OF_CONTEXT": StateStyle("unchecked", "outside"),
    # sentences
    "CONFIRMED": _VERIFIED,
    "BESIDE_SOURCE": StateStyle("unchecked", "question"),
    "DIFFERS": _MISMATCH,
    "WITHDRAWN": _MISSING,
    "NOT_SAID": StateStyle("unchecked", "outside"),
    # claims, and pairs of statement and citation
    "SUPPORTED": _VERIFIED,
    "CONTRADICTED": _MISMATCH,
    "NOT_IN_CONTEXT": StateStyle("unchecked", "question"),
    # answers
    "FAITHFUL": _VERIFIED,
    "PARTLY": _MISMATCH,
    "UNFAITHFUL": _MISMATCH,
}


@register.filter
def state_style(state: str) -> StateStyle:
    """Return the style of a state."""
    return _STYLES.get(str(state), _UNCHECKED)
