"""One of several requirements is needed by all and is enough for nobody."""

from __future__ import annotations

from collections.abc import Iterator

from verification.grounding.proof.differences import Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.reading.lexicon import LIGHT_PREDICATES
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.words import Link, Mark, Word
from verification.grounding.proof.restrictions import says_nothing
from verification.grounding.proof.results import ProofKind

_ASIDE = frozenset({Mark.OBJECT, Mark.RECIPIENT})


def taken_as_enough(claim: Proposition, matches: Matches) -> Iterator[Difference]:
    """An item of requirements that are needed together, of which a claim makes more than a duty or an "only if"."""
    met = [mine for mine, _ in matches.pairs if not says_nothing(claim.words[mine])]
    if met and not _is_needed(claim.words[max(met)], claim, set(met)):
        yield Difference(ProofKind.CONDITION, written(claim, claim.words[max(met)]), "")


def _is_needed(word: Word, claim: Proposition, met: set[int]) -> bool:
    """Whether a claim says of the last word of a requirement that nothing goes without it."""
    if claim.link_of(word) is Link.ONLY_IF:
        return True
    last = max(other.segment for other in claim.words)
    if claim.stance is not ProofStance.MUST or word.restricting or word.segment != last:
        return False
    asked = [
        place
        for place, other in enumerate(claim.words)
        if other.segment == last and not other.restricting and not says_nothing(other)
    ]
    return all(
        place in met
        or (claim.words[place] is claim.predicate and claim.predicate.key in LIGHT_PREDICATES)
        for place in asked
        if claim.words[place].mark in _ASIDE or claim.words[place] is claim.predicate
    )
