"""What proof and verifier do not see in a sentence of nearly its provision's own words: they weigh how much is alike. Pure."""

from __future__ import annotations

from verification.grounding.guards.altered import altered_from
from verification.grounding.guards.cells import another_cell
from verification.grounding.guards.exchanged import exchanges
from verification.grounding.guards.places import misplaced
from verification.grounding.guards.settled import settled_otherwise
from verification.grounding.proof.in_place import word_in_place
from verification.grounding.proof.reading.frames import unwrap

__all__ = ["departs_from"]


def departs_from(statement: str, provision: str, known: str) -> str:
    """The sentence or the cell of a provision of which a statement changes one thing; empty where there is none.

    `known` is what question and answer say around the statement.
    """
    return (
        altered_from(statement, provision, known)
        or exchanges(statement, provision)
        or another_cell(statement, provision)
        or misplaced(statement, provision)
        or settled_otherwise(statement, provision)
        or _in_place(statement, provision, known)
    )


def _in_place(statement: str, provision: str, known: str) -> str:
    """The words of a repeated sentence that others stand for; those of the statement where it adds some."""
    # What a sentence says itself is not known from elsewhere; an answer as a whole has it, too.
    elsewhere = known.replace(statement, " ")
    changed = word_in_place(unwrap(statement).text, provision, known=elsewhere)
    return (changed.evidence_span or changed.claim_span) if changed else ""
