"""Which of several things: one of two that have to come together is no choice, and what stands in an order keeps it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from verification.grounding.proof.differences import Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.sentences import AND, LISTED, OR
from verification.grounding.proof.reading.words import Link, WordKind
from verification.grounding.proof.restrictions import says_nothing
from verification.grounding.proof.results import ProofKind

_IN_ORDER = re.compile(r"순(?:으로|서)|순위")
_ONE_OF = re.compile(r"(?:중|가운데)(?:에서)?\s*(?:어느\s*)?(?:하나|한\s*가지)")
_CHOICE = re.compile(r"하나|한\s*가지|또는|이나\s|거나|(?:의|중)\s*1(?!\d)")


def compare_choices(
    claim: Proposition, given: Proposition, matches: Matches
) -> Iterator[Difference]:
    """What the claim leaves to choose, where the evidence does not."""
    chosen = _ONE_OF.search(claim.sentence.text)
    if chosen and not _CHOICE.search(given.sentence.text):
        yield Difference(ProofKind.AND_OR, chosen.group(), "")
    yield from _or_added(claim, given, matches)


def _or_added(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    """Clauses that the claim joins by "or" and the evidence by nothing, or by "and": "시민이거나" for "시민으로서"."""
    told = [
        (place, word)
        for place, word in enumerate(claim.words)
        if matches.of_claim(place)
        and not says_nothing(word)
        and word.kind is not WordKind.CONNECTOR
    ]
    for (place, word), (after, other) in itertools.pairwise(told):
        links = [one.link for one in claim.segments[word.segment : other.segment]]
        if Link.OR in links:
            low, high = sorted((matches.of_claim(place)[0], matches.of_claim(after)[0]))
            theirs = joined(given, low, high)
            if not theirs & {OR, LISTED}:
                yield Difference(
                    ProofKind.AND_OR,
                    claim.sentence.text[word.start : other.end],
                    given_word(given, theirs),
                )


def compare_ranks(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    """Things that stand in an order, "성적, 소득의 순으로", stand in the same order on both sides."""
    if not (_IN_ORDER.search(claim.sentence.text) and _IN_ORDER.search(given.sentence.text)):
        return
    spots = [
        matches.of_claim(place)[0]
        for place, word in enumerate(claim.words)
        if len(matches.of_claim(place)) == 1
        and not says_nothing(word)
        and word.kind in (WordKind.NOUN, WordKind.PREDICATE)
    ]
    if spots != sorted(spots):
        yield Difference(
            ProofKind.TIME_ORDER, claim.sentence.text.strip(), given.sentence.text.strip()
        )


def joined(proposition: Proposition, low: int, high: int) -> set[str]:
    """The connectors between two words, those of clauses among them."""
    between = proposition.words[low : high + 1]
    found = {word.key for word in between if word.kind is WordKind.CONNECTOR}
    for word in between[:-1]:
        if word.kind is WordKind.PREDICATE and proposition.link_of(word) in (Link.OR, Link.AND):
            found.add(OR if proposition.link_of(word) is Link.OR else AND)
    return found


def given_word(given: Proposition, keys: set[str]) -> str:
    """The first connector of a kind as it is written."""
    return next(
        (
            written(given, word)
            for word in given.words
            if word.kind is WordKind.CONNECTOR and word.key in keys
        ),
        "",
    )
