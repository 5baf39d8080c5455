"""Clauses in "고" and "며": whether one is said by itself or only says with the next who or what is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from verification.grounding.proof.reading.lexicon import PERSON, is_doer
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.words import ClauseSegment, Link, Mark, Word, WordKind

_CONDITIONS = frozenset({Link.CONDITION, Link.ONLY_IF, Link.CONCESSION})
_QUALITIES = frozenset({ProofStance.STATE, ProofStance.DENY})
# What a clause before these says when something is done, not who or what is meant.
_TIMES = frozenset(
    {
        "후",
        "이후",
        "뒤",
        "다음",
        "전",
        "이전",
        "날",
        "날부터",
        "학기",
        "학년도",
        "때",
        "중",
        "기간",
        "시기",
        "기한",
    }
)
_WHILE = re.compile(r"[가-힣]*?(?:[을를이가]\s)?[가-힣]*?(?:면서|고서)(?![가-힣])")
_COMMA = re.compile(r"[,、]")


def qualifiers(
    text: str, words: Sequence[Word], segments: Sequence[ClauseSegment], number: int
) -> set[int]:
    """The clauses that say together who or what a noun names, where a clause is one of several."""
    place = number if segments[number].link is Link.ATTRIBUTE else None
    if place is None:
        place = leads_to(segments, number, steps=_ends_while(text, words, number))
    if place is None or segments[place].link is not Link.ATTRIBUTE or is_time(words, place):
        return set()
    present = {word.segment for word in words}
    return {place} | {
        spot
        for spot in present
        if spot < place and leads_to(segments, spot, steps=_ends_while(text, words, spot)) == place
    }


def _ends_while(text: str, words: Sequence[Word], number: int) -> bool:
    """Whether a clause ends in "면서" or "고서", which join as "고" does."""
    closing = [word for word in words if word.segment == number]
    return bool(closing) and bool(_WHILE.match(text, closing[-1].end))


def leads_to(segments: Sequence[ClauseSegment], place: int, *, steps: bool = False) -> int | None:
    """The clause that a clause joined by "고" qualifies a noun or a condition with; None where there is none.

    With ``steps`` one that only tells how something was done, too: "법령을 위반하여 취득한 학점".
    """
    if segments[place].link is not Link.AND and not (steps and segments[place].link is Link.MANNER):
        return None
    spot = place + 1
    while spot < len(segments) and segments[spot].link in (Link.AND, Link.MANNER, Link.OR):
        spot += 1
    found = spot < len(segments) and segments[spot].link in _CONDITIONS | {Link.ATTRIBUTE}
    return spot if found else None


def is_time(words: Sequence[Word], segment: int) -> bool:
    """Whether the noun that a clause qualifies is a time: "승인을 받은 후"."""
    head = next((word for word in words if word.segment > segment), None)
    return head is not None and (head.key in _TIMES or head.quantity is not None)


def shares_next(
    text: str, words: Sequence[Word], segments: Sequence[ClauseSegment], first: int, index: int
) -> bool:
    """Whether a clause says with the next who or when is meant: "성적이 우수하고 소득이 낮은 학생에게".

    A sentence of its own has a topic and, before a condition, a comma behind it.
    """
    place = leads_to(segments, index)
    if place is None or segments[index].stance not in _QUALITIES:
        return False
    before = [word for word in words if first <= word.segment <= index]
    after = [w for w in words if w.segment > index and w.kind is not WordKind.CONNECTOR]
    topics = [word for word in before if word.topical and word.kind is WordKind.NOUN]
    if not before or not after or (topics and _has_own_topic(after, segments)):
        return False
    apart = bool(_COMMA.search(text[before[-1].end : after[0].start]))
    if segments[place].link is not Link.ATTRIBUTE:
        return not apart and not _is_need(words, place)
    if is_time(words, place):
        return False
    people = any(word.key == PERSON for word in _head(words, place))
    acts = bool(topics) and is_doer(_name(words, topics[-1]))
    return not topics or not apart or (people and not acts)


def _name(words: Sequence[Word], last: Word) -> str:
    """A name with the nouns that it was cut into: 심사, 위원 and 회."""
    name, start = last.key, last.start
    for word in reversed(words):
        if word.end == start and word.kind is WordKind.NOUN:
            name, start = word.key + name, word.start
    return name


def _has_own_topic(words: Sequence[Word], segments: Sequence[ClauseSegment]) -> bool:
    return any(
        word.topical
        and word.mark is Mark.TOPIC
        and word.kind is WordKind.NOUN
        and segments[word.segment].link not in _CONDITIONS
        for word in words
    )


def _is_need(words: Sequence[Word], place: int) -> bool:
    """Whether a condition is only "필요하면", of which nothing is left out."""
    return all(word.key == "필요" for word in words if word.segment == place)


def _head(words: Sequence[Word], segment: int) -> list[Word]:
    """The noun that a clause qualifies, with those that name it."""
    found: list[Word] = []
    for word in words:
        if word.segment > segment:
            found.append(word)
            if word.mark is not Mark.NONE or word.kind is not WordKind.NOUN:
                break
    return found
