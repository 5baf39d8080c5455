"""Whether a claim says what stands in a cell: every word and figure of it, with its limit."""

from __future__ import annotations

from verification.grounding.facts.limits import LimitBound
from verification.grounding.proof.cells.claims import CONTENT, ClaimWords, means_same
from verification.grounding.proof.matching import same_amount
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.tables import ProvisionTable, TableCell, words_of
from verification.grounding.proof.reading.words import Mark, Word
from verification.grounding.proof.restrictions import TURNING, says_nothing

# A head with one of these makes a limit of a figure that has none.
UPPER = frozenset(["최대", "한도", "상한", "기한", "마감", "최고", "통산"])
LOWER = frozenset(["최소", "최저", "하한"])
# What may be done so often may be done up to so often.
_COUNTED = frozenset({"time", "course", "credit", "book", "piece", "kind"})


def value_met(claim: ClaimWords, cell: TableCell, table: ProvisionTable) -> frozenset[int] | None:
    """The places of a claim that say what stands in the cell; None where it does not say it all."""
    found: set[int] = set()
    stated = [word for word in words_of(cell.value) if word.quantity or not says_nothing(word)]
    if not stated:
        return None
    for given in stated:
        if given.kind not in CONTENT or given.stance in TURNING:
            return None
        for place, word in enumerate(claim.words):
            if place not in found and _meets(word, given, claim, cell, table):
                found.add(place)
                break
        else:
            return None
    return frozenset(found)


def _meets(
    word: Word, given: Word, claim: ClaimWords, cell: TableCell, table: ProvisionTable
) -> bool:
    if (word.mark is Mark.FROM) != (given.mark is Mark.FROM):
        return False
    if word.quantity is None or given.quantity is None:
        return means_same(word, given)
    if not same_amount(word.quantity, given.quantity) or word.side is not given.side:
        return False
    if word.bound is given.bound or given.bound is not LimitBound.NONE:
        return word.bound is given.bound
    named = {one.key for name in (cell.head, table.lead) for one in words_of(name)}
    named |= set(cell.head.split())
    if word.bound is LimitBound.AT_MOST:
        may = claim.stance is ProofStance.MAY and word.quantity.measure in _COUNTED
        return may or not named.isdisjoint(UPPER)
    least = word.bound is LimitBound.AT_LEAST and claim.stance is not ProofStance.MAY
    return least and not named.isdisjoint(LOWER)
