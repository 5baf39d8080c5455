"""Compare what two propositions say of doing: the predicate, whether it is denied, whether it may or must be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verification.grounding.facts.limits import LimitBound
from verification.grounding.proof.differences import Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.reading.lexicon import LIGHT_PREDICATES, same
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.stances import NEGATIVE, ProofStance, agree, opposed
from verification.grounding.proof.reading.words import Mark, Word, WordKind
from verification.grounding.proof.restrictions import says_nothing
from verification.grounding.proof.results import ProofKind

# Of the light predicates, those that say themselves what is done: giving is no receiving.
_OWN_LIGHT = frozenset(["받", "주", "두", "드리", "필요", "적용", "해당", "처리"])
# What "3년을 초과할 수 있다" says, and "3년까지 할 수 있다" denies.
EXCEEDED = frozenset({LimitBound.MORE, LimitBound.AT_MOST})
# What somebody may ask for within a time he has to ask for within it, if he asks.
_ASKS = frozenset(["신청", "청구", "제기"])
_STRESSED = frozenset(["반드시", "꼭"])
_PASSIVE = frozenset(["받", "얻", "득하", "정해지", "이루어지", "주어지", "나누어지", "열리"])
_TAKING = frozenset(["받", "얻", "돌려받", "수령"])
_DONE_TO = re.compile(
    r"\s*(?:을|를|이|가)?\s*(?:되|된|될|됩|됐|돼|받|얻)|(?:져|졌|집니다|진다|지며|지고)"
)


def compare_predicates(
    claim: Proposition, given: Proposition, matches: Matches
) -> Iterator[Difference]:
    """The differences in polarity, modality and predicate, of the main clause and of those inside."""
    if _is_limit(claim, given, matches):
        yield from _limits(claim, given, matches)
    else:
        about_same = _same_predicate(claim, given, matches)
        if not agree(claim.stance, given.stance):
            yield _stance_difference(claim, given, fact=about_same)
        if not about_same:
            yield Difference(ProofKind.UNEXPLAINED, said(claim), said(given))
    yield from _inside(claim, given, matches)


def compare_row(
    claim: Proposition, given: Proposition, introduced_as: ProofStance | None
) -> Iterator[Difference]:
    """A row of a table has no predicate: a claim may only affirm it, as its introduction does."""
    done = claim.predicate.key if claim.predicate is not None else ""
    set_only = introduced_as is ProofStance.STATE and claim.stance is ProofStance.MUST
    added = done not in LIGHT_PREDICATES and not any(same(done, word.key) for word in given.words)
    if introduced_as is not None and (
        not agree(claim.stance, introduced_as) or (set_only and done and added)
    ):
        yield Difference(ProofKind.MODALITY, said(claim), written(given, given.words[-1]))
    denying = claim.stance in NEGATIVE or claim.stance is ProofStance.NEED_NOT
    if denying or any(word.stance in NEGATIVE for word in claim.words):
        yield Difference(ProofKind.POLARITY, said(claim), written(given, given.words[-1]))


def _limits(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    """ "까지로 한다" and "까지 할 수 있다" set one limit; "하여야 한다" and "하지 아니할 수 있다" do not."""
    stances = (claim.stance, given.stance)
    if (claim.stance in NEGATIVE) != (given.stance in NEGATIVE):
        yield Difference(ProofKind.POLARITY, said(claim), said(given))
    elif not agree(*stances) and ProofStance.STATE not in stances:
        fact = _same_predicate(claim, given, matches) and not _is_asked_in_time(claim, given)
        yield Difference(ProofKind.MODALITY, said(claim), said(given), fact=fact)


def _stance_difference(claim: Proposition, given: Proposition, *, fact: bool) -> Difference:
    """ "May" for "must" is a fact; "does" for "may" is loose speech."""
    if opposed(claim.stance, given.stance):
        return Difference(ProofKind.POLARITY, said(claim), said(given), fact=fact)
    plain = {claim.stance, given.stance} == {ProofStance.MAY, ProofStance.MUST}
    # What has to be issued to somebody he may be given.
    given_to = claim.predicate is not None and claim.predicate.key in _TAKING
    plain &= not (given_to and claim.stance is ProofStance.MAY)
    plain &= not _is_asked_in_time(claim, given)
    return Difference(ProofKind.MODALITY, said(claim), said(given), fact=fact and plain)


def _is_asked_in_time(claim: Proposition, given: Proposition) -> bool:
    """Whether "10일 이내에 신청하여야 합니다" says of "10일 이내에 신청할 수 있다" how long there is: no proof, and nothing against it."""
    return (
        (claim.stance, given.stance) == (ProofStance.MUST, ProofStance.MAY)
        and any(word.key in _ASKS for word in (claim.predicate, given.predicate) if word)
        and not any(word.key in _STRESSED for word in claim.words)
        and all(
            any(word.quantity and word.bound is LimitBound.AT_MOST for word in one.words)
            for one in (claim, given)
        )
    )


def _inside(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    for first, second in matches.pairs:
        one, other = claim.words[first], given.words[second]
        if one is claim.predicate or other is given.predicate:
            continue
        if (one.stance in NEGATIVE) != (other.stance in NEGATIVE):
            yield Difference(ProofKind.POLARITY, written(claim, one), written(given, other))
        elif {one.kind, other.kind} == {WordKind.PREDICATE} and not agree(one.stance, other.stance):
            yield Difference(ProofKind.MODALITY, written(claim, one), written(given, other))


def said(proposition: Proposition) -> str:
    """The end of a proposition, from its predicate on."""
    start = proposition.predicate.start if proposition.predicate else proposition.words[-1].start
    last = max(word.end for word in proposition.words)
    text = proposition.sentence.text
    return text[start : max(last, min(len(text), start + 14))].strip()


def _is_limit(claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether both say how much there may be: "3년을 초과할 수 없다", "3년까지 할 수 있습니다"."""
    for one, two in _same_bounds(claim, given, matches):
        named = any(given.words[spot] is given.predicate for _, spot in matches.pairs)
        if _light(claim.predicate) and named and given.stance is ProofStance.MAY:
            return True
        if _light(given.predicate) or given.words[-1] is two:
            closing = _light(claim.predicate) or claim.words[-1] is one
            return closing or bool(_met(claim.predicate, claim, matches))
    return False


def _same_bounds(
    claim: Proposition, given: Proposition, matches: Matches
) -> Iterator[tuple[Word, Word]]:
    """Figures that are limited in one way: those that stand for each other, or in each other's place."""
    for mine in (*(place for place, _ in matches.pairs), *matches.claimed):
        one = claim.words[mine]
        if one.quantity is None or one.bound is LimitBound.NONE:
            continue
        met = matches.of_claim(mine)
        for two in (given.words[spot] for spot in met or matches.given):
            alike = two.quantity is not None and two.quantity.measure == one.quantity.measure
            bounds = {one.bound, two.bound}
            if (met or alike) and (len(bounds) == 1 or (met and bounds == EXCEEDED)):
                yield one, two


def _met(word: Word | None, proposition: Proposition, matches: Matches) -> list[int]:
    place = next((p for p, other in enumerate(proposition.words) if other is word), None)
    return [] if place is None else matches.of_claim(place)


def _light(word: Word | None) -> bool:
    return word is None or word.key in LIGHT_PREDICATES


def _same_predicate(claim: Proposition, given: Proposition, matches: Matches) -> bool:
    mine, theirs = claim.predicate, given.predicate
    if mine is None or theirs is None:
        return _light(mine) and _light(theirs)
    if {mine.key, theirs.key} & _OWN_LIGHT and _light(mine) and _light(theirs):
        return same(mine.key, theirs.key)
    if any(given.words[spot] is theirs for spot in _met(mine, claim, matches)):
        return True
    if _light(mine):
        # "승인은 학장이 합니다" for "학장이 승인한다": the predicate stands as a noun.
        return _light(theirs) or any(
            given.words[spot] is theirs
            for place, word in enumerate(claim.words)
            for spot in matches.of_claim(place)
            if not says_nothing(word) and word.mark is not Mark.SUBJECT
        )
    return _light(theirs) and bool(_met(mine, claim, matches))


def is_passive(proposition: Proposition) -> bool:
    """Whether a proposition says what is done to somebody, not who does it."""
    word = proposition.predicate
    if word is None:
        return False
    rest = proposition.sentence.text[word.end : word.end + 5]
    return bool(_DONE_TO.match(rest)) or word.key in _PASSIVE


def is_turned(claim: Proposition, given: Proposition) -> bool:
    """Whether one says in the passive what the other says in the active."""
    return is_passive(claim) != is_passive(given)
