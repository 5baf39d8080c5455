"""Compare the quantities of a claim with those of the evidence: amounts, limits, and values held against limits."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from verification.grounding.facts.limits import LimitBound, PeriodSide
from verification.grounding.proof.differences import Difference, written
from verification.grounding.proof.matching import Matches, satisfies
from verification.grounding.proof.omissions import digits
from verification.grounding.proof.predication import EXCEEDED
from verification.grounding.proof.reading.lexicon import LIGHT_PREDICATES
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.sentences import OR
from verification.grounding.proof.reading.stances import BINDING, ProofStance
from verification.grounding.proof.reading.words import Link, Mark, Word, WordKind
from verification.grounding.proof.results import ProofKind, ProofReason

_UPPER = frozenset({LimitBound.AT_MOST, LimitBound.LESS})
_LOWER = frozenset({LimitBound.AT_LEAST, LimitBound.MORE})
_ALLOWED = frozenset({"time", "course", "credit", "book", "piece", "kind"})
_FIXED = re.compile(r"(?:으)?로\s?[한하]")
_ONLY = re.compile(
    r"\s*(?:까지\s*|이내(?:에서)?\s*|이하\s*)?만(?![가-힣])|\s*에\s*(?:한하여|한해|한정하여|한정해)"
)
_LISTED_AS = frozenset({"kind", "piece"})
_CALENDAR = frozenset({"date", "day of a year", "month of a year", "year", "month", "time of day"})


def compare_quantities(
    claim: Proposition, given: Proposition, matches: Matches
) -> Iterator[Difference | ProofReason]:
    """The differences in figures; a value that keeps a limit is a reason of proof."""
    may = ProofStance.MAY in (claim.stance, given.stance)
    for place, word in enumerate(claim.words):
        if word.quantity is None:
            continue
        spots = matches.of_claim(place)
        if not spots:
            yield _unmet(word, claim, given, matches)
            continue
        other = given.words[spots[0]]
        if word.bound is not other.bound and word.bound is LimitBound.NONE:
            kept = _kept(word, claim, given)
            if kept is not None:
                yield kept
                continue
        if (word.mark is Mark.FROM) != (other.mark is Mark.FROM):
            yield Difference(
                ProofKind.LIMIT,
                _with_limit(claim, word),
                _with_limit(given, other),
                fact=Mark.UNTIL in (word.mark, other.mark)
                or LimitBound.AT_MOST in (word.bound, other.bound),
            )
        elif not _is_whole(word, other, given) and (
            not _same_limit(word, other, may=may) or _adds_only(word, other, claim)
        ):
            opposite = _opposite(word.bound, other.bound) or _denies_limit(
                word, other, claim, given
            )
            yield Difference(
                ProofKind.LIMIT, _with_limit(claim, word), _with_limit(given, other), opposite
            )
        elif word.side is not other.side and PeriodSide.NONE not in (word.side, other.side):
            yield Difference(
                ProofKind.TIME_ORDER, _with_limit(claim, word), _with_limit(given, other), fact=True
            )
        elif word.side is not other.side:
            yield Difference(
                ProofKind.TIME_ORDER, _with_limit(claim, word), _with_limit(given, other)
            )
    yield from _exchanged(claim, given, matches)


def _counts_list(word: Word, claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether a figure only counts the things named before it, all those of a list: "근신, 정학, 퇴학의 세 가지"."""
    if word.quantity is None or word.quantity.measure not in _LISTED_AS or word.restricting:
        return False
    place = next(spot for spot, other in enumerate(claim.words) if other is word)
    named = _list_before(place, claim)
    spots = sorted(spot for mine in named for spot in matches.of_claim(mine))
    if word.bound is not LimitBound.NONE or not spots or word.quantity.value != len(named):
        return False
    if not all(matches.of_claim(mine) for mine in named) or len(spots) != len(named):
        return False
    following = given.words[spots[-1] + 1 : spots[-1] + 2]
    goes_on = any(one.kind in (WordKind.CONNECTOR, WordKind.NOUN) for one in following)
    return not goes_on and _list_before(spots[-1] + 1, given) == spots


def _list_before(place: int, proposition: Proposition) -> list[int]:
    """The places of the single nouns of a list that ends just before a place."""
    words, found = proposition.words, []
    spot = place - 1
    while spot >= 0 and words[spot].kind is WordKind.NOUN:
        found.append(spot)
        before = words[spot - 1] if spot else None
        if before is None or before.kind is not WordKind.CONNECTOR or before.key == OR:
            break
        spot -= 2
    return sorted(found)


def _with_limit(proposition: Proposition, word: Word) -> str:
    text = proposition.sentence.text
    return text[word.start : min(len(text), word.end + 6)].strip()


def _same_limit(word: Word, other: Word, *, may: bool) -> bool:
    if word.bound is other.bound:
        return True
    # "적어도 7일 전에" and "7일 전까지" are one limit.
    if may and {word.bound, other.bound} == {LimitBound.NONE, LimitBound.AT_MOST}:
        # What may be done twice may be done up to two times.
        counted = word.quantity is not None and word.quantity.measure in _ALLOWED
        return counted and not word.also and not other.also
    if word.side is other.side is PeriodSide.BEFORE:
        return {word.bound, other.bound} <= {
            LimitBound.NONE,
            LimitBound.AT_MOST,
            LimitBound.AT_LEAST,
        }
    return False


def _adds_only(word: Word, other: Word, claim: Proposition) -> bool:
    """Whether a claim says "only" of a figure that the evidence does not limit: "3학점만" for "3학점을".

    What may be done once may be done only once.
    """
    counts_times = word.quantity is not None and word.quantity.measure == "time"
    only = _ONLY.match(claim.sentence.text, word.end)
    return other.bound is LimitBound.NONE and not counts_times and only is not None


def _is_whole(word: Word, other: Word, given: Proposition) -> bool:
    """ "한 번만" for "1회로 한다": what there is once there is only once."""
    after = given.sentence.text[other.end : other.end + 4]
    counted = word.quantity is not None and word.quantity.measure in _ALLOWED
    fixed = given.stance in BINDING and _FIXED.match(after) is not None
    return counted and fixed and (word.bound, other.bound) == (LimitBound.AT_MOST, LimitBound.NONE)


def _opposite(one: LimitBound, other: LimitBound) -> bool:
    return LimitBound.NONE not in (one, other) and {one, other} not in (
        {LimitBound.AT_MOST, LimitBound.MORE},
        {LimitBound.LESS, LimitBound.AT_LEAST},
    )


def is_denied_by_arithmetic(
    given: Proposition,
    kept: Sequence[ProofReason],
    found: Sequence[Difference],
) -> bool:
    """Whether a claim denies of a value what the evidence allows up to a limit, or of the cases within one."""
    if not kept or any(one.kind is not ProofKind.THRESHOLD for one in kept):
        return False
    turned = [one for one in found if one.kind is ProofKind.POLARITY]
    limits = [word for word in given.words if word.bound is not LimitBound.NONE]
    allowed = given.stance is ProofStance.MAY and all(word.bound in _UPPER for word in limits)
    cases = all(word.restricting for word in limits)
    return len(turned) == 1 and turned[0].fact and (allowed or cases)


def _denies_limit(word: Word, other: Word, claim: Proposition, given: Proposition) -> bool:
    """Whether one side allows what is more than the limit that the other sets."""
    if {word.bound, other.bound} != EXCEEDED:
        return False
    more, side = (word, claim) if word.bound is LimitBound.MORE else (other, given)
    last = max(one.segment for one in side.words)
    return side.stance is ProofStance.MAY and more.segment == last and not more.restricting


def _kept(word: Word, claim: Proposition, given: Proposition) -> Difference | ProofReason | None:
    """A value held against all limits of its measure; None where it cannot be."""
    if word.bound is not LimitBound.NONE or word.quantity is None:
        return None
    limits = [
        other
        for other in given.words
        if other.quantity and other.quantity.measure == word.quantity.measure
    ]
    # "14세도" names a case of "15세 미만은", not of "15세 미만을".
    if not _valued(word, claim) and not (word.also and all(one.restricting for one in limits)):
        return None
    answers = [
        satisfies(word.quantity, other)
        for other in limits
        if other.bound is not LimitBound.NONE or other.mark is Mark.FROM
    ]
    if not answers or None in answers:
        return None
    shown = ", ".join(_with_limit(given, other) for other in limits)
    said = written(claim, word)
    if all(answers) and not _is_due(word, limits, claim, given):
        return ProofReason(ProofKind.THRESHOLD, said, shown)
    return Difference(ProofKind.THRESHOLD, said, shown)


def _is_due(word: Word, limits: Sequence[Word], claim: Proposition, given: Proposition) -> bool:
    """Whether what must be kept is the limit, of which no value within is a duty: 17학점 of "12학점 이상을 이수하여야"."""
    done = given.predicate is not None and given.predicate.key not in LIGHT_PREDICATES
    if not done or not {claim.stance, given.stance} <= BINDING:
        return False
    last = max(other.segment for other in given.words)
    least = any(
        other.quantity and word.quantity and other.quantity.value == word.quantity.value
        for other in limits
        if other.bound is LimitBound.AT_LEAST
    )
    return not least and any(not one.restricting and one.segment == last for one in limits)


def _unmet(
    word: Word, claim: Proposition, given: Proposition, matches: Matches
) -> Difference | ProofReason:
    """A figure that the evidence lacks: a value held against a limit, another figure, or no fact at all."""
    if word.quantity is None:
        raise ValueError("only a figure can be unmet")
    said = written(claim, word)
    kept = _kept(word, claim, given)
    if kept is not None:
        return kept
    if _counts_list(word, claim, given, matches):
        return ProofReason(ProofKind.LIST_MEMBERSHIP, said, given.sentence.text.strip())
    free = [
        other
        for spot, other in enumerate(given.words)
        if other.quantity and not matches.of_evidence(spot)
    ]
    rivals = [
        other
        for other in free
        if other.quantity and other.quantity.measure == word.quantity.measure
    ]
    if len(rivals) == 1:
        kind = _kind(word, rivals[0])
        return Difference(
            kind,
            _with_limit(claim, word),
            _with_limit(given, rivals[0]),
            fact=_comparable(word, rivals[0]),
        )
    for other in free:
        if other.quantity and digits(other) == digits(word) != "":
            return Difference(
                ProofKind.UNIT, said, written(given, other), fact=_comparable(word, other)
            )
    return Difference(ProofKind.NUMBER, said, "")


def _kind(word: Word, other: Word) -> ProofKind:
    """What is wrong with a figure: the day, the unit of the same number, or the number."""
    if word.quantity is None or other.quantity is None:
        return ProofKind.NUMBER
    if word.quantity.measure in _CALENDAR and isinstance(word.quantity.value, str):
        return ProofKind.DATE
    same_number = digits(word) == digits(other) and word.quantity.unit != other.quantity.unit
    return ProofKind.UNIT if same_number else ProofKind.NUMBER


def _comparable(word: Word, other: Word) -> bool:
    """Whether the limits of two figures are of one kind, so that one figure excludes the other."""
    return word.bound is other.bound and word.side is other.side


def _valued(word: Word, claim: Proposition) -> bool:
    """Whether the claim speaks of a case with that value: "17학점은", "17학점이면"."""
    return word.topical or (
        word.restricting and claim.link_of(word) in (Link.CONDITION, Link.ATTRIBUTE)
    )


def _exchanged(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    """Figures of one kind that stand in another order than in the evidence, or beside another word."""
    pairs = [(mine, other) for mine, other in matches.pairs if claim.words[mine].quantity]
    for first, second in itertools.pairwise(pairs):
        one, two = claim.words[first[0]].quantity, claim.words[second[0]].quantity
        if one and two and one.measure == two.measure and first[1] > second[1]:
            yield Difference(
                ProofKind.NUMBER,
                written(claim, claim.words[first[0]]),
                written(given, given.words[second[1]]),
            )
    for mine, other in pairs:
        if _several(given, other) and not _same_neighbour(mine, other, claim, given, matches):
            yield Difference(
                ProofKind.NUMBER,
                written(claim, claim.words[mine]),
                written(given, given.words[other]),
            )


def _several(given: Proposition, place: int) -> bool:
    quantity = given.words[place].quantity
    alike = [
        word
        for word in given.words
        if word.quantity and quantity and word.quantity.measure == quantity.measure
    ]
    return len(alike) > 1


def _same_neighbour(
    mine: int, other: int, claim: Proposition, given: Proposition, matches: Matches
) -> bool:
    """Whether the noun before the figure in the claim is one of those just before it in the evidence."""
    before = [
        place
        for place in range(mine - 1, -1, -1)
        if claim.words[place].kind in (WordKind.NOUN, WordKind.PREDICATE)
        and matches.of_claim(place)
    ]
    if not before:
        return True
    spots = [
        spot
        for spot in range(other - 1, -1, -1)
        if given.words[spot].kind in (WordKind.NOUN, WordKind.PREDICATE)
    ]
    return (
        any(spot in spots[:3] for spot in matches.of_claim(before[0]))
        or claim.words[before[0]].restricting
    )
