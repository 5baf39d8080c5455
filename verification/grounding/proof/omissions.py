"""Words of the evidence that a claim does not have: which of them the question, the title or the matter makes good."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verification.grounding.facts.limits import LimitBound
from verification.grounding.language.polarity import EXCLUSIVE
from verification.grounding.proof.differences import Context, Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.predication import is_passive
from verification.grounding.proof.reading.lexicon import PERSON, PROTECTED, is_doer, meanings, same
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.stances import NEGATIVE, ProofStance
from verification.grounding.proof.reading.words import Link, Mark, Word, WordKind
from verification.grounding.proof.restrictions import (
    CONDITIONAL,
    TURNING,
    is_head,
    may_be_left_out,
    says_nothing,
)
from verification.grounding.proof.results import ProofKind


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
        if _heads_row(word, context):
            yield Difference(ProofKind.CONDITION, "", written(given, word))
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
        # Of whom a sentence speaks is no part of the condition behind it.
        topics = [at for at, spot in enumerate(inside[:-1]) if given.words[spot].mark is Mark.TOPIC]
        inside = inside[topics[-1] + 1 :] if topics else inside
        told = [spot for spot in inside if not says_nothing(given.words[spot])]
        if told and not any(
            (spot in matches.direct and _is_own(spot, inside, given, matches))
            or _asked(given.words[spot], context)
            or _in_short(spot, given, matches, context)
            for spot in told
        ):
            yield Difference(
                ProofKind.CONDITION, "", written(given, *(given.words[spot] for spot in told))
            )


def _is_own(place: int, inside: Sequence[int], given: Proposition, matches: Matches) -> bool:
    """Whether a claim has a word for the condition: one that the evidence says outside of it, too, has to be said as often, or in one."""
    word = given.words[place]
    outside = [
        spot
        for spot, other in enumerate(given.words)
        if spot not in inside and other.quantity is None and same(word.key, other.key)
    ]
    if not outside or word.quantity is not None:
        return True
    said = [one for one in matches.words if one.quantity is None and same(word.key, one.key)]
    return len(said) > len(outside) or any(one.restricting for one in said)


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
    return any(matches.of_evidence(spot) for spot in name_of(place, given) if spot != place)


def name_of(place: int, given: Proposition) -> range:
    """The nouns that stand together without a particle."""
    words = given.words
    first = last = place
    while first > 0 and together(words[first - 1], words[first]):
        first -= 1
    while last < len(words) - 1 and together(words[last], words[last + 1]):
        last += 1
    return range(first, last + 1)


def together(word: Word, following: Word) -> bool:
    """Whether two words belong to one name."""
    nouns = word.kind is WordKind.NOUN and following.kind in (WordKind.NOUN, WordKind.PREDICATE)
    return nouns and word.mark is Mark.NONE and word.segment == following.segment


def _unnamed_doer(place: int, claim: Proposition, given: Proposition, matches: Matches) -> bool:
    """Whether a word names who acts, and the claim says in the passive, or of all, what is done."""
    name = name_of(place, given)
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


def _heads_row(word: Word, context: Context) -> bool:
    """Whether a word says whose row of a table it is, and nobody asked for that."""
    if word.end > context.head or word.quantity is not None or says_nothing(word):
        return False
    return not _asked(word, context)


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
        return any(is_doer(other.key) and same_part(other, word) for other in unmet)
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


def same_part(word: Word, other: Word) -> bool:
    """Whether two words have one part in their clauses."""
    return word.mark is other.mark or {word.mark, other.mark} <= {Mark.TOPIC, Mark.SUBJECT}
