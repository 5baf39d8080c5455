"""Numbers of people: who is counted, and what part those who are counted have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verification.grounding.proof.differences import Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.predication import is_turned
from verification.grounding.proof.reading.lexicon import LIGHT, PERSON, same
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.words import Mark, Word, WordKind
from verification.grounding.proof.results import ProofKind

_UNCOUNTED = LIGHT - {PERSON}


def counted(place: int, words: Sequence[Word]) -> Word:
    """Who is counted by a figure: 위원 in "위원 3명이" and in "3명의 위원이"; another word is itself."""
    word, before = words[place], words[place - 1] if place else words[place]
    if word.quantity is None:
        return word
    if before.kind is WordKind.NOUN and before.mark is Mark.NONE:
        return before
    name = []
    for after in words[place + 1 :] if word.mark is Mark.OWNER else ():
        if after.kind is not WordKind.NOUN:
            break
        name.append(after)
        if after.mark is not Mark.NONE:
            break
    return name[-1] if name else word


def compare_counted(
    claim: Proposition, given: Proposition, matches: Matches
) -> Iterator[Difference]:
    """A number of people that is said of others, or of the same people in another part."""
    for mine, other in matches.pairs:
        one, two = claim.words[mine], given.words[other]
        if one.quantity is None or two.quantity is None or one.quantity.measure != "person":
            continue
        ours, theirs = counted(mine, claim.words), counted(other, given.words)
        if ours is one or theirs is two or {ours.key, theirs.key} & _UNCOUNTED:
            continue
        parts = {_part(one, ours), _part(two, theirs)}
        exchanged = parts == {Mark.SUBJECT, Mark.OBJECT} and not is_turned(claim, given)
        if exchanged or not same(ours.key, theirs.key):
            yield Difference(ProofKind.NUMBER, written(claim, ours), written(given, theirs))


def _part(figure: Word, people: Word) -> Mark:
    """The part of those who are counted: its particle stands at the figure where that comes last."""
    return (figure if people.end <= figure.start else people).mark
