"""What proof and verifier do not see in a sentence of nearly its provision's own words: they weigh how much is alike. Pure."""

from __future__ import annotations

from verification.grounding.guards.altered import altered_from
from verification.grounding.guards.cells import another_cell
from verification.grounding.guards.exchanged import exchanges
from verification.grounding.guards.places import misplaced
from verification.grounding.guards.settled import settled_otherwise

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
    )
