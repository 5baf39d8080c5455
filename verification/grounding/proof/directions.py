"""Who gives and who is given: "장학금을 받는다" is "장학금을 지급한다" only for another person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from verification.grounding.proof.differences import Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.reading.lexicon import LIGHT_PREDICATES, PERSON, is_doer
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.words import Link, Mark, Word, WordKind
from verification.grounding.proof.results import ProofKind

_RECEIVING = frozenset(
    ["받", "얻", "득하", "수혜", "수령", "돌려받", "징수", "걷", "거두", "접수", "취득", "따"]
)
_RECEIVED = re.compile(r"\s*(?:을|를)?\s*(?:받|얻|득하)")
_LENDING = re.compile(r"빌려\s*(?:주|줄|준|줍|줘|줬)")
_DONE = re.compile(r"\s*(?:이|가)?\s*(?:되|된|될|됩|됐|돼|이루어|이뤄)")
_PERSONS = ("생", "자", "원", "인", "수")
_ACTING = frozenset({Mark.SUBJECT, Mark.TOPIC})
_BESIDE = frozenset({Link.ATTRIBUTE, Link.CONDITION, Link.ONLY_IF, Link.CONCESSION})
_AFTER = frozenset({"후", "이후", "뒤", "다음"})
_SUBJECT = frozenset({Mark.SUBJECT})
_OBJECT = frozenset({Mark.OBJECT})
_RECIPIENT = frozenset({Mark.RECIPIENT})


class Direction(StrEnum):
    """How an action lies to the one that the sentence is about."""

    ACTIVE = "active"
    DONE = "done"
    RECEIVED = "received"


def compare_directions(
    claim: Proposition, given: Proposition, matches: Matches
) -> Iterator[Difference]:
    """Actions that one side gives and the other receives, with the same person in the same part, and turned orders."""
    for first_done, then in _orders(claim):
        for before, after in _orders(given):
            if after in matches.of_claim(first_done) and before in matches.of_claim(then):
                one, two = claim.words[first_done], given.words[before]
                yield Difference(
                    ProofKind.TIME_ORDER, written(claim, one), written(given, two), fact=True
                )
    for mine, other in matches.pairs:
        one, two = claim.words[mine], given.words[other]
        first, second = _acted(one, claim), _acted(two, given)
        if first is None or second is None:
            continue
        ours, theirs = _direction(first, claim), _direction(second, given)
        if ours is theirs or Direction.ACTIVE not in (ours, theirs):
            continue
        if first is not claim.predicate or second is not given.predicate:
            turned = Direction.RECEIVED in (ours, theirs)
        elif Direction.RECEIVED in (ours, theirs):
            turned = _gives_and_is_given(claim, given, matches)
        else:
            turned = _does_and_is_done(claim, given, matches, passive=ours is Direction.DONE)
        if turned:
            yield Difference(ProofKind.SUBJECT, written(claim, one), written(given, two))


def _orders(proposition: Proposition) -> Iterator[tuple[int, int]]:
    """What is done before what: "점검을 받은 후 반납한다"."""
    words = proposition.words
    last = [place for place, word in enumerate(words) if word is proposition.predicate]
    for place, word in enumerate(words[1:], 1):
        if word.key in _AFTER and words[place - 1].kind is WordKind.PREDICATE and last:
            yield place - 1, last[0]


def _acted(word: Word, proposition: Proposition) -> Word | None:
    """The predicate that a word is, or that only supports it: 실시 in "교육을 실시한다"."""
    if word.kind is WordKind.PREDICATE:
        return word
    predicate = proposition.predicate
    if predicate is None or predicate.key not in LIGHT_PREDICATES or word.mark is not Mark.OBJECT:
        return None
    return predicate if predicate.segment == word.segment else None


def _direction(word: Word, proposition: Proposition) -> Direction:
    after = proposition.sentence.text[word.end : word.end + 6]
    # Who lends stands on the other side of who borrows, and 대출 is said of the borrower.
    lends = word.key == "빌리" and _LENDING.match(proposition.sentence.text, word.start)
    if lends or word.key in _RECEIVING or _RECEIVED.match(after):
        return Direction.RECEIVED
    return Direction.DONE if _DONE.match(after) else Direction.ACTIVE


def _gives_and_is_given(claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether one person gives on one side and is given on the other; a thing may be the topic of both."""
    if _shared(claim, given, matches, _RECIPIENT):
        return True
    objects = _main(claim, _OBJECT) or _main(given, _OBJECT)
    if objects or _shared(claim, given, matches, _SUBJECT):
        return _shared(claim, given, matches, _ACTING)
    theirs = _main(given, _ACTING)
    return any(
        is_person(claim.words[place]) and spot in theirs
        for place in _main(claim, _ACTING)
        for spot in matches.of_claim(place)
    )


def is_person(word: Word) -> bool:
    """Whether a noun names somebody."""
    return word.key == PERSON or is_doer(word.key) or word.key.endswith(_PERSONS)


def _does_and_is_done(
    claim: Proposition, given: Proposition, matches: Matches, *, passive: bool
) -> bool:
    """Whether the one who does something to another is the one to whom it is done: "위원장은 선출된다"."""
    if passive:
        unmet = [spot for spot in _main(given, _OBJECT) if not matches.of_evidence(spot)]
    else:
        unmet = [place for place in _main(claim, _OBJECT) if not matches.of_claim(place)]
    return bool(unmet) and _shared(claim, given, matches, _ACTING)


def _shared(
    claim: Proposition, given: Proposition, matches: Matches, marks: frozenset[Mark]
) -> bool:
    theirs = _main(given, marks)
    return any(spot in theirs for place in _main(claim, marks) for spot in matches.of_claim(place))


def _main(proposition: Proposition, marks: frozenset[Mark]) -> list[int]:
    """The places of nouns in some parts of the main clause; a topic belongs to it wherever it stands."""
    return [
        place
        for place, word in enumerate(proposition.words)
        if word.mark in marks
        and word.kind is WordKind.NOUN
        and (
            proposition.link_of(word) not in _BESIDE
            or (word.mark is Mark.TOPIC and proposition.link_of(word) is not Link.ATTRIBUTE)
        )
    ]
