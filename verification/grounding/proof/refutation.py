"""Words that one side has and the other lacks, and which of them speak against a claim.

A word alone refutes nothing. It is a fact where the evidence has another in its place and only one of the two can be:
another office, 석사 for 박사, another figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.polarity import EXCLUSIVE
from verification.grounding.proof.differences import Context, Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.predication import is_passive
from verification.grounding.proof.reading.lexicon import (
    EMPTY,
    LIGHT_PREDICATES,
    PERSON,
    PROTECTED,
    is_doer,
    meanings,
)
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.stances import NEGATIVE, ProofStance
from verification.grounding.proof.reading.words import Link, Mark, Word, WordKind
from verification.grounding.proof.restrictions import (
    CONDITIONAL,
    TURNING,
    is_head,
    may_be_left_out,
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
        known = _adds_nothing(word, claim, given, matches) or _granted(word, claim, context)
        if not known and not _named_around(place, claim, context):
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


def _granted(word: Word, claim: Proposition, context: Context) -> bool:
    """Whether what stands around the evidence allows a word: its title, its introduction, a row's header."""
    if context.row and word is claim.predicate and word.key in _ROW_PREDICATES:
        return True
    if word.key in PROTECTED or word.stance in NEGATIVE:
        return False
    if meanings(word.key) & context.asked and context.row != _qualifies(word, claim):
        return word.mark is not Mark.SUBJECT and word.key not in EXCLUSIVE
    name = [claim.words[spot] for spot in _name(_place(word, claim), claim)]
    if name[-1].mark in (Mark.SUBJECT, Mark.RECIPIENT) or name[-1].key == PERSON:
        # Who does it, and to whom, has to stand in the rule itself.
        return False
    return bool(meanings(word.key) & context.words)


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
    return _together(word, claim.words[place + 1])


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
        if len(doers) == 1 and _same_part(word, doers[0]):
            return Difference(ProofKind.SUBJECT, said, written(given, doers[0]), fact=True)
    return Difference(ProofKind.UNEXPLAINED, said, "")


def _same_part(word: Word, other: Word) -> bool:
    return word.mark is other.mark or {word.mark, other.mark} <= {Mark.TOPIC, Mark.SUBJECT}


def left_out(
    claim: Proposition, given: Proposition, matches: Matches, context: Context, *, limits_used: bool
) -> Iterator[Difference]:
    """Words of the evidence that the claim does not have and may not lack."""
    for place in matches.given:
        word = given.words[place]
        if limits_used and word.quantity is not None and word.bound is not LimitBound.NONE:
            continue
        if _other_end(place, given, matches):
            continue
        if may_be_left_out(place, given, matches, row=context.row) or _asked(word, context):
            continue
        if _is_asked_head(place, given, context) or _is_base(place, given, matches, context):
            continue
        if _in_short(place, given, matches, context) or _unnamed_doer(place, claim, given, matches):
            continue
        if _each_time(place, given, matches) or _applies_for(place, given, matches, context):
            continue
        kind = ProofKind.CONDITION if word.restricting else ProofKind.LEFT_OUT
        fact = _named_in_facts(word, claim, matches)
        yield Difference(kind, "", written(given, word), fact=fact)


def conditions_left_out(
    given: Proposition, matches: Matches, context: Context
) -> Iterator[Difference]:
    """Conditions of which the claim has only words that it needs for something else."""
    for number, segment in enumerate(given.segments):
        if segment.link not in CONDITIONAL:
            continue
        inside = [
            spot
            for spot, word in enumerate(given.words)
            if word.segment == number and word.restricting
        ]
        told = [spot for spot in inside if not says_nothing(given.words[spot])]
        if told and not any(
            spot in matches.direct
            or _asked(given.words[spot], context)
            or _in_short(spot, given, matches, context)
            for spot in told
        ):
            yield Difference(
                ProofKind.CONDITION, "", written(given, *(given.words[spot] for spot in told))
            )


_UP, _DOWN = (LimitBound.AT_MOST, LimitBound.LESS), (LimitBound.AT_LEAST, LimitBound.MORE)


def _other_end(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether a limit is the other end of one that the claim names: "1인 이상 2인 이하"."""
    word = given.words[place]
    for spot in (place - 1, place + 1):
        other = given.words[spot] if 0 <= spot < len(given.words) else None
        if other is None or word.quantity is None or other.quantity is None:
            continue
        ends = {word.bound in _UP, other.bound in _UP} == {True, False}
        limited = word.bound in (*_UP, *_DOWN) and other.bound in (*_UP, *_DOWN)
        if limited and ends and word.quantity.measure == other.quantity.measure:
            return bool(matches.of_evidence(spot))
    return False


def _in_short(place: int, given: Proposition, matches: Matches, context: Context) -> bool:
    """Whether a word is part of a name that the title has in full and the claim in short: "유예 기간"."""
    word = given.words[place]
    if word.key in PROTECTED or word.quantity is not None or word.stance in TURNING:
        return False
    if meanings(word.key).isdisjoint(context.titled) or word.key in EXCLUSIVE:
        return False
    return any(matches.of_evidence(spot) for spot in _name(place, given) if spot != place)


def _name(place: int, given: Proposition) -> range:
    """The nouns that stand together without a particle."""
    words = given.words
    first = last = place
    while first > 0 and _together(words[first - 1], words[first]):
        first -= 1
    while last < len(words) - 1 and _together(words[last], words[last + 1]):
        last += 1
    return range(first, last + 1)


def _together(word: Word, following: Word) -> bool:
    nouns = word.kind is WordKind.NOUN and following.kind in (WordKind.NOUN, WordKind.PREDICATE)
    return nouns and word.mark is Mark.NONE and word.segment == following.segment


def _unnamed_doer(place: int, claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether a word names who acts, and the claim says in the passive, or of all, what is done."""
    name = _name(place, given)
    last = given.words[name.stop - 1]
    if last.mark not in (Mark.SUBJECT, Mark.TOPIC) or not is_doer(last.key):
        return False
    if any(matches.of_evidence(spot) for spot in name):
        return False
    acting = any(is_doer(w.key) and w.mark in (Mark.SUBJECT, Mark.TOPIC) for w in claim.words)
    done_to = any(
        word.key == PERSON and word.mark in (Mark.RECIPIENT, Mark.FROM) and matches.of_claim(spot)
        for spot, word in enumerate(claim.words)
    )
    turned = is_passive(claim) > is_passive(given) or given.stance in NEGATIVE
    return not acting and (turned or done_to)


_TERM_TIMES = frozenset({"개시", "개강", "종강", "시작", "종료", "초", "말", "방학", "개학"})


def _each_time(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether "매 학기" only says that a day is in every term: "매 학기 종강 후 2주 이내"."""
    if given.words[place].key not in ("매", "학기"):
        return False
    after = place + (2 if given.words[place].key == "매" else 1)
    if any(one.quantity for one in given.words[after : after + 2]):
        return False
    following = range(after, len(given.words))
    return any(
        given.words[spot].key in _TERM_TIMES and matches.of_evidence(spot) for spot in following
    )


_SEEKING = frozenset({"인정받", "인정", "받", "신청", "이용", "희망", "원하"})
_INTENDS = re.compile(
    r"[가-힣]*?(?:려는|려고\s*하는|고자\s*하는|하는)\s*(?:학생|자|사람)[은는이가]"
)
_APPLIED = re.compile(r"(?:을\s*)?한\s*(?:학생|자|사람)[은는이가]")


def _applies_for(place: int, given: Proposition, matches: Matches, context: Context) -> bool:
    """Whether a verb only says that somebody seeks what the claim names: "공결을 인정받으려는 학생은"."""
    word = given.words[place]
    if word.key not in _SEEKING or word.kind is not WordKind.PREDICATE:
        return False
    if given.link_of(word) is not Link.ATTRIBUTE or word.stance is not ProofStance.STATE:
        return False
    sought = [spot for spot in range(place) if given.words[spot].segment == word.segment]
    text = given.sentence.text
    applied = word.key == "신청" and _APPLIED.match(text, word.end)
    return (
        bool(sought)
        and bool(applied or _INTENDS.match(text, word.end))
        and all(matches.of_evidence(at) or _asked(given.words[at], context) for at in sought)
    )


def _asked(word: Word, context: Context) -> bool:
    """Whether a circumstance was given by the question, so that the answer need not say it again."""
    if not (word.restricting or context.row) or word.quantity is not None:
        return False
    if word.key in PROTECTED or word.stance in TURNING:
        return False
    return bool(meanings(word.key) & context.asked)


def _is_asked_head(place: int, given: Proposition, context: Context) -> bool:
    """Whether a word only says what kind of thing the one before it is, which was asked for: 과목 in "수강과목의 철회"."""
    word, before = given.words[place], given.words[place - 1] if place else None
    if before is None or not is_head(word) or word.end == before.end:
        return False
    named = before.kind is WordKind.NOUN and before.mark in (Mark.NONE, Mark.OWNER)
    return word.restricting and named and _asked(before, context)


_FEES = frozenset({"수강료", "등록금", "수업료", "생활관비", "납부금", "납입금", "수강", "료"})


def _is_base(place: int, given: Proposition, matches: Matches, context: Context) -> bool:
    """Whether a row says of what its share is one, where it names no other: "수강료의 3분의 2"."""
    word = given.words[place]
    fees = [one for one in given.words if one.key in _FEES and one.mark is Mark.OWNER]
    following = place + 1
    if not context.row or len(fees) != 1 or word.key not in _FEES or following >= len(given.words):
        return False
    share = next(
        (s for s in (place + 1, place + 2) if given.words[s : s + 1] and given.words[s].quantity),
        None,
    )
    return share is not None and bool(matches.of_evidence(share))


def _named_in_facts(word: Word, claim: Proposition, matches: Matches) -> bool:
    """Whether the word is the other side of a fact that the claim's words already show."""
    unmet = [claim.words[place] for place in matches.claimed]
    if word.quantity is not None:
        return any(_rivals(word, other) for other in unmet)
    if is_doer(word.key):
        return any(is_doer(other.key) and _same_part(other, word) for other in unmet)
    return any(word.key in EXCLUSIVE.get(other.key, frozenset()) for other in unmet)


def _rivals(word: Word, other: Word) -> bool:
    """Whether two figures stand for each other: of one measure, or of one number."""
    if word.quantity is None or other.quantity is None:
        return False
    return word.quantity.measure == other.quantity.measure or digits(word) == digits(other)


def digits(word: Word) -> str:
    """The digits of a figure as they are written."""
    text = word.quantity.text if word.quantity else ""
    return "".join(character for character in text if character.isdigit())
