"""Words that one side has and the other lacks, and which of them speak against a claim.

A word alone refutes nothing. It is a fact where the evidence has another in its place and only one of the two can be:
another office, 석사 for 박사, another figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verification.grounding.language.polarity import ANTONYMS, EXCLUSIVE
from verification.grounding.proof.differences import Context, Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.omissions import name_of, same_part, together
from verification.grounding.proof.reading.lexicon import (
    EMPTY,
    LIGHT_PREDICATES,
    PERSON,
    PROTECTED,
    is_doer,
    meanings,
    same,
)
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.stances import NEGATIVE, ProofStance
from verification.grounding.proof.reading.words import Mark, Word, WordKind
from verification.grounding.proof.restrictions import (
    TURNING,
    is_head,
    names_more,
    says_nothing,
    stands_alone,
)
from verification.grounding.proof.results import ProofKind

_NAMED = frozenset({Mark.OBJECT, Mark.SUBJECT, Mark.TOPIC, Mark.RECIPIENT})
# A duty is no more than a duty where it is stressed.
_STRESS = frozenset({"반드시", "꼭", "이미", "직접적"})
_STRESSED = frozenset({ProofStance.MUST, ProofStance.FORBID, ProofStance.DENY})
# What answers say of the value in a row: it is paid, given, applied.
_ROW_PREDICATES = frozenset({"받", "내", "적용", "해당", "주어지", "지급", "부여", "필요", "납부"})


def added(
    claim: Proposition, given: Proposition, matches: Matches, context: Context
) -> Iterator[Difference]:
    """Words of the claim that the evidence does not have."""
    for place in matches.claimed:
        word = claim.words[place]
        if word.quantity is not None or _is_empty(place, claim):
            continue
        granted = _granted(word, claim, given, context) or _named_around(place, claim, context)
        granted = granted and not _is_put_beside(place, claim, given, matches)
        known = granted or _adds_nothing(word, claim, given, matches)
        known = known or _is_own_scope(place, claim, given, context)
        if not known or _is_turned(word, given, matches):
            yield _rival(word, claim, given, matches)
    for place, word in enumerate(claim.words):
        theirs = [
            given.words[spot]
            for spot in matches.of_claim(place)
            if given.words[spot].mark is Mark.OBJECT or matches.of_evidence(spot) == [place]
        ]
        named = word.key == PERSON and word.mark is Mark.OBJECT
        spots = matches.of_claim(place)
        if (named and not any(other.mark in _NAMED for other in theirs)) or any(
            of_kind(place, claim.words) and not any(of_kind(spot, given.words) for spot in spots)
            for of_kind in (stands_alone, names_more)
        ):
            yield Difference(ProofKind.LIST_MEMBERSHIP, written(claim, word), "")
    for place in _said_again(claim, matches):
        yield Difference(ProofKind.CONDITION, written(claim, claim.words[place]), "")


def _is_put_beside(place: int, claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether a word joins a list of which the evidence has another item, or stands before a name that it calls otherwise.

    A title of 복수전공과 부전공 lets nobody say of 부전공 what a rule says of 복수전공, nor of 일반휴학 what one says of 질병휴학.
    """
    name, words = name_of(place, claim), claim.words
    for one, link, other in (
        (name.start - 2, name.start - 1, name.start - 2),
        (name.stop - 1, name.stop, name.stop + 1),
    ):
        if other < 0 or other >= len(words) or words[link].kind is not WordKind.CONNECTOR:
            continue
        if words[one].mark is Mark.NONE and matches.of_claim(other):
            return True
    if place + 1 >= len(words) or not together(words[place], words[place + 1]):
        return False
    return any(
        spot
        and spot - 1 in matches.given
        and together(given.words[spot - 1], given.words[spot])
        and not says_nothing(given.words[spot - 1])
        for spot in matches.of_claim(place + 1)
    )


def _is_turned(word: Word, given: Proposition, matches: Matches) -> bool:
    """Whether the evidence has the opposite of a word, which nothing in the claim meets: a title that has both explains neither."""
    opposites = ANTONYMS.get(word.key, frozenset())
    return any(given.words[spot].key in opposites for spot in matches.given)


def _is_empty(place: int, claim: Proposition) -> bool:
    """Whether a word says nothing here; the predicate of the sentence is compared by itself."""
    word = claim.words[place]
    if word is claim.predicate and word.key in LIGHT_PREDICATES:
        return True
    return says_nothing(word) and word.stance not in TURNING and not _is_item(place, claim)


def _named_around(place: int, claim: Proposition, context: Context) -> bool:
    """Whether a name of several nouns stands in the title or introduction, however it is cut: 생활관."""
    words = claim.words
    first = last = place
    while first > 0 and _joined(words[first - 1], words[first]):
        first -= 1
    while last < len(words) - 1 and _joined(words[last], words[last + 1]):
        last += 1
    name = claim.sentence.text[words[first].start : words[last].end].replace(" ", "")
    plain = all(word.key not in PROTECTED for word in words[first : last + 1])
    acting = words[last].mark in (Mark.SUBJECT, Mark.RECIPIENT)
    return last > first and plain and not acting and name in context.compact


def _joined(word: Word, following: Word) -> bool:
    nouns = word.kind is following.kind is WordKind.NOUN
    return nouns and word.end == following.start and word.mark is Mark.NONE


def _granted(word: Word, claim: Proposition, given: Proposition, context: Context) -> bool:
    """Whether what stands around the evidence allows a word: its title, its introduction, a row's header."""
    if context.row and word is claim.predicate and word.key in _ROW_PREDICATES:
        return True
    if word.key in PROTECTED or word.stance in NEGATIVE:
        return False
    if meanings(word.key) & context.asked and context.row != _qualifies(word, claim):
        is_named = word.mark is Mark.SUBJECT or word.key in EXCLUSIVE
        return not is_named and not _is_topic_elsewhere(word, given)
    name = [claim.words[spot] for spot in name_of(_place(word, claim), claim)]
    if name[-1].mark in (Mark.SUBJECT, Mark.RECIPIENT) or name[-1].key == PERSON:
        # Who does it, and to whom, has to stand in the rule itself.
        return False
    return bool(meanings(word.key) & context.words)


def _is_topic_elsewhere(word: Word, given: Proposition) -> bool:
    """Whether the sentence goes on to speak of a word that was asked about: 입학은 14일 이내, 재입학은 9일 이내로 한다."""
    last = max(one.start for one in given.words)
    after = (one for one in given.sentence.words if one.start > last)
    return any(one.topical and same(one.key, word.key) for one in after)


def _adds_nothing(word: Word, claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether a word only stresses what is said, or says of what kind a named thing is."""
    if word.key == "더":
        return claim.stance in NEGATIVE or _says_more(claim)
    if word.key in _STRESS:
        return claim.stance in _STRESSED
    if word.key in _SCHOOL and word.mark in (Mark.SUBJECT, Mark.TOPIC):
        return _is_done_to_people(given)
    if word.key in _GAINED and _qualifies_gain(_place(word, claim), claim, given, matches):
        return True
    # What holds holds in principle as well; "2과목까지" says of what they are two.
    units = {one.quantity.unit for one in claim.words if one.quantity}
    return word.key == "원칙" or word.key in units or _is_head(word, claim, given, matches)


_SCHOOL = frozenset({"학교", "대학", "대학교", "본교"})
_GAINED = frozenset({"받", "취득", "이수", "얻", "따", "듣"})
_GAINS = frozenset({"학점", "성적", "과목", "교과목"})


# Whom the rules of a title or a provision are for, where it is not the undergraduates alone or among others.
_FOR_OTHERS = re.compile(r"대학원|석사|박사|교원|교수|강사|조교|직원|인사|복무|임용|연구원")


def _is_own_scope(place: int, claim: Proposition, given: Proposition, context: Context) -> bool:
    """Whether "학부생의" only says of whom all these rules speak: they are for nobody else."""
    following = claim.words[place + 1 : place + 2]
    if claim.words[place].key != "학부" or not following or following[0].key != PERSON:
        return False
    around = f"{context.compact} {given.sentence.text}"
    return bool(context.compact) and not _FOR_OTHERS.search(around)


def _is_done_to_people(given: Proposition) -> bool:
    """Whether the evidence names nobody who acts, and a person to whom it is done: then the school does it."""
    parts = [word for word in given.words if word.kind is WordKind.NOUN]
    named = any(is_doer(word.key) or word.mark is Mark.SUBJECT for word in parts)
    return not named and any(word.key == PERSON and word.mark is Mark.RECIPIENT for word in parts)


def _qualifies_gain(place: int, claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether "받은" stands before points for which the evidence says 취득 or 이수."""
    for spot in range(place + 1, min(place + 3, len(claim.words))):
        for theirs in matches.of_claim(spot) if claim.words[spot].key in _GAINS else ():
            before = given.words[theirs - 1] if theirs else None
            if before is not None and before.key in _GAINED:
                return True
    return False


def _says_more(claim: Proposition) -> bool:
    return any(word.key in ("연장", "추가", "늘리") for word in claim.words)


def _is_head(word: Word, claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether a word only says what kind of thing a named one is: "휴학 기간은" for "휴학은"."""
    place = _place(word, claim)
    if not is_head(word) or not place or claim.words[place - 1].kind is not WordKind.NOUN:
        return False
    if any(_has_other_head(spot, given, matches) for spot in matches.of_claim(place - 1)):
        return False
    named = claim.words[place - 1].mark in (Mark.NONE, Mark.OWNER)
    return named and bool(matches.of_claim(place - 1))


def _has_other_head(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether the evidence says of another kind what a word names: "반환 금액" for "반환 등급"."""
    if given.words[place].mark not in (Mark.NONE, Mark.OWNER):
        return False
    following = given.words[place + 1 : place + 2]
    nouns = [one for one in following if one.kind is WordKind.NOUN]
    return bool(nouns) and not matches.of_evidence(place + 1)


def _qualifies(word: Word, claim: Proposition) -> bool:
    """Whether a noun only names more fully what follows it: "졸업 유예" for "유예"."""
    place = _place(word, claim)
    if word.kind is not WordKind.NOUN or word.key in EXCLUSIVE or place + 1 >= len(claim.words):
        return False
    return together(word, claim.words[place + 1])


def _place(word: Word, proposition: Proposition) -> int:
    return next(spot for spot, other in enumerate(proposition.words) if other is word)


def _is_item(place: int, proposition: Proposition) -> bool:
    """Whether a word stands in a list by itself."""
    words = proposition.words
    beside = [words[spot] for spot in (place - 1, place + 1) if 0 <= spot < len(words)]
    return words[place].key not in EMPTY and any(
        other.kind is WordKind.CONNECTOR for other in beside
    )


def _said_again(claim: Proposition, matches: Matches) -> list[int]:
    """Words of a condition that stand for a word of the evidence that another word stands for already."""
    return [place for place in matches.again if not says_nothing(claim.words[place])]


def _rival(word: Word, claim: Proposition, given: Proposition, matches: Matches) -> Difference:
    """What the evidence says in the place of a word: a fact where only one of the two can be."""
    free = [given.words[spot] for spot in matches.given]
    said = written(claim, word)
    for other in free:
        if other.key in EXCLUSIVE.get(word.key, frozenset()):
            return Difference(ProofKind.EXCLUSIVE_WORDS, said, written(given, other), fact=True)
    if is_doer(word.key):
        doers = [other for other in free if is_doer(other.key)]
        if len(doers) == 1 and same_part(word, doers[0]):
            return Difference(ProofKind.SUBJECT, said, written(given, doers[0]), fact=True)
    return Difference(ProofKind.UNEXPLAINED, said, "")
