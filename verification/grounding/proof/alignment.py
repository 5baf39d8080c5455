"""Lay a proposition of a claim beside one of the evidence and list what no rule explains."""

from __future__ import annotations

from dataclasses import dataclass

from verification.grounding.proof.connections import compare_connections
from verification.grounding.proof.differences import Context, Difference
from verification.grounding.proof.directions import compare_directions
from verification.grounding.proof.equalities import compare_quantities, is_denied_by_arithmetic
from verification.grounding.proof.matching import match_words
from verification.grounding.proof.omissions import conditions_left_out, left_out
from verification.grounding.proof.predication import compare_predicates, compare_row, said
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.words import WordKind
from verification.grounding.proof.refutation import added
from verification.grounding.proof.requirements import taken_as_enough
from verification.grounding.proof.restrictions import says_nothing
from verification.grounding.proof.results import ProofKind, ProofReason

_RATE = frozenset({"매", "학기", "학년", "년"})
_NO_CONTENT = frozenset({WordKind.CONNECTOR, WordKind.ONLY})


@dataclass(frozen=True, slots=True)
class Alignment:
    """The differences between two propositions, what proves, and how many words the claim says and finds met."""

    differences: tuple[Difference, ...]
    explained: tuple[ProofReason, ...]
    said: int
    content: int
    whole: bool = False

    @property
    def proves(self) -> bool:
        """Whether everything is explained and something was said: two words, or the very same."""
        return not self.differences and (self.content + len(self.explained) >= 2 or self.whole)


def align(claim: Proposition, given: Proposition, context: Context) -> Alignment:
    """Compare two propositions."""
    matches = match_words(claim.words, given.words)
    figures = list(compare_quantities(claim, given, matches))
    found = [one for one in figures if isinstance(one, Difference)]
    explained = [one for one in figures if isinstance(one, ProofReason)]
    if context.row and given.predicate is None:
        found += compare_row(claim, given, context.introduced_as)
    else:
        found += compare_predicates(claim, given, matches)
    found += added(claim, given, matches, context)
    thresholds = any(one.kind is ProofKind.THRESHOLD for one in figures)
    missing = list(left_out(claim, given, matches, context, limits_used=thresholds))
    if is_denied_by_arithmetic(given, explained, found):
        found = [one for one in found if one.kind is not ProofKind.POLARITY]
        found += [Difference(one.kind, said(claim), one.evidence_span, True) for one in explained]
        # What may be done each term may be done at all.
        missing = [one for one in missing if one.given not in _RATE]
    found += missing
    found += conditions_left_out(given, matches, context)
    found += compare_connections(claim, given, matches)
    found += compare_directions(claim, given, matches)
    if context.together:
        found += taken_as_enough(claim, matches)
    spoken = [w for w in claim.words if w.kind not in _NO_CONTENT and not says_nothing(w)]
    met = {mine for mine, _ in matches.pairs if not says_nothing(claim.words[mine])}
    whole = bool(met) and not matches.given and not matches.claimed
    return Alignment(tuple(found), tuple(explained), len(spoken), len(met), whole)
