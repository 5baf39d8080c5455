"""The propositions of a sentence: each with one predicate, and with the topic and conditions that they share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verification.grounding.facts.limits import LimitBound
from verification.grounding.proof.reading.coordination import is_time, leads_to, shares_next
from verification.grounding.proof.reading.lexicon import PERSON
from verification.grounding.proof.reading.sentences import read_sentence
from verification.grounding.proof.reading.stances import BINDING, NEGATIVE, PERMISSIVE, ProofStance
from verification.grounding.proof.reading.words import (
    ClauseSegment,
    Link,
    Mark,
    Sentence,
    Word,
    WordKind,
)

_RESTRICTING = frozenset({Link.CONDITION, Link.ONLY_IF, Link.CONCESSION})
_SPLITTING = frozenset({Link.AND, Link.BUT})


@dataclass(frozen=True, slots=True)
class Proposition:
    """Words with the predicate that is said of them. ``segments`` are those of the whole sentence."""

    sentence: Sentence
    words: tuple[Word, ...]
    segments: tuple[ClauseSegment, ...]
    stance: ProofStance
    predicate: Word | None
    partial: bool = False

    def link_of(self, word: Word) -> Link:
        """How the clause of a word goes on."""
        return self.segments[word.segment].link


def propositions_of(text: str, *, parts: bool = False) -> list[Proposition]:
    """Cut a sentence; with ``parts`` also what is said on the way ("…를 첨부하여 신청하여야 한다")."""
    sentence = read_sentence(text)
    words = [_copied(word) for word in sentence.words]
    segments = _normalised(words, _only_who(words, list(sentence.segments)))
    found: list[Proposition] = []
    shared: list[Word] = []
    for first, last in _ranges(text, words, segments):
        own = [word for word in words if first <= word.segment <= last]
        if not own:
            continue
        _mark_restricting(own, segments)
        whole = own if not found or _has_topic(own) else [*shared, *own]
        if not found:
            shared = [word for word in own if word.restricting]
        found.append(_proposition(sentence, whole, segments, last))
        if parts and len(found) > 1 and whole is own:
            found += _under(sentence, own, words, segments, (first, last))
        if parts:
            found += _tails(sentence, whole, segments, last)
            found += _parts(sentence, whole, segments, last)
    return found


def _copied(word: Word) -> Word:
    return Word(**{name: getattr(word, name) for name in Word.__slots__})


def _only_who(words: list[Word], segments: list[ClauseSegment]) -> list[ClauseSegment]:
    """ "허가를 받은 사람만 출입할 수 있다" says "허가를 받은 경우에만 출입할 수 있다"."""
    for place in range(len(words) - 1, 1, -1):
        if place >= len(words):
            continue
        only, who = words[place], words[place - 1]
        first = place - 1
        while first > 1 and words[first - 1].kind is WordKind.ONLY:
            first -= 1
        before = words[first - 1]
        segment = segments[before.segment]
        # A figure alone ("3.0 이상인 사람만") has no predicate by which the "only" would be missed.
        at = segment.predicate
        verb = at is not None and words[at].kind is WordKind.PREDICATE
        bare = who.mark is Mark.NONE
        relative = (
            verb and bare and segment.link is Link.ATTRIBUTE and before.segment == who.segment - 1
        )
        if only.kind is WordKind.ONLY and who.key == PERSON and relative:
            segments[before.segment] = replace(segment, link=Link.ONLY_IF)
            gone = place + 1 - first
            del words[first : place + 1]
            for later in range(who.segment, len(segments)):
                at = segments[later].predicate
                if at is not None:
                    segments[later] = replace(segments[later], predicate=at - gone)
    return segments


def _normalised(words: list[Word], segments: list[ClauseSegment]) -> list[ClauseSegment]:
    """Say double negation plainly: "하지 아니하고는 할 수 없다", "3회를 초과하여 할 수 없다"."""
    for index in range(len(segments) - 1):
        here = segments[index]
        end = _closing(segments, index)
        there = segments[end]
        if there.stance not in NEGATIVE or end == index:
            continue
        if here.link is Link.CONDITION and here.stance is ProofStance.DENY:
            segments[index] = ClauseSegment(Link.ONLY_IF, ProofStance.STATE, here.predicate)
            segments[end] = ClauseSegment(there.link, ProofStance.MAY, there.predicate)
            _restance(words, here, ProofStance.STATE)
            _restance(words, there, ProofStance.MAY)
        elif here.predicate is None and end == index + 1:
            limits = [word for word in words if word.segment == index and word.quantity]
            if limits and limits[-1].bound is LimitBound.MORE and here.link is Link.MANNER:
                limits[-1].bound = LimitBound.AT_MOST
                segments[end] = ClauseSegment(there.link, ProofStance.MAY, there.predicate)
                _restance(words, there, ProofStance.MAY)
    return segments


def _restance(words: list[Word], segment: ClauseSegment, stance: ProofStance) -> None:
    if segment.predicate is not None and segment.predicate < len(words):
        words[segment.predicate].stance = stance


def _closing(segments: list[ClauseSegment], index: int) -> int:
    """The segment that closes the proposition of another."""
    for place in range(index, len(segments)):
        if segments[place].link is Link.MAIN or (
            segments[place].link in _SPLITTING and place > index
        ):
            return place
    return len(segments) - 1


def _ranges(
    text: str, words: list[Word], segments: list[ClauseSegment]
) -> Iterator[tuple[int, int]]:
    first = 0
    last = len(segments) - 1
    for index, segment in enumerate(segments):
        if index == last:
            yield first, last
        elif shares_next(text, words, segments, first, index):
            continue
        elif segment.link in _SPLITTING and _separable(words, segments, first, index):
            yield first, index
            first = index + 1


def _separable(words: list[Word], segments: list[ClauseSegment], first: int, index: int) -> bool:
    """Whether a clause in "고" stands by itself: not where both qualify one noun, or share one "not"."""
    before = [word for word in words if first <= word.segment <= index]
    after = [word for word in words if word.segment > index]
    closed_before = _closes(before, segments, first, index)
    closed_after = _closes(after, segments, index + 1, len(segments) - 1)
    if closed_after and not closed_before:
        return False
    end = segments[_closing(segments, index + 1)].stance
    return (
        segments[index].link is Link.BUT
        or (closed_before and closed_after and segments[index + 1].link is not Link.ATTRIBUTE)
        or segments[index].stance is not ProofStance.STATE
        or end in BINDING
    )


def _closes(words: list[Word], segments: list[ClauseSegment], first: int, last: int) -> bool:
    return any(word.topical for word in words) or any(
        segments[place].link in _RESTRICTING for place in range(first, last + 1)
    )


def _has_topic(words: list[Word]) -> bool:
    return any(
        word.topical or word.mark is Mark.SUBJECT
        for word in words
        if word.kind is not WordKind.PREDICATE
    )


def _mark_restricting(words: list[Word], segments: list[ClauseSegment]) -> None:
    """Everything up to a topic or to the end of a condition says for whom and when the rest holds."""
    last = -1
    for place, word in enumerate(words):
        ends_condition = segments[word.segment].link in _RESTRICTING
        if (
            (word.topical and word.kind is not WordKind.PREDICATE)
            or ends_condition
            or (word.topical and segments[word.segment].predicate is None)
        ):
            last = place
        elif word.topical:
            # "편입생의 조기졸업은 인정하지 않는다": whose graduation it is restricts.
            last = max(last, place - 1)
    for place, word in enumerate(words):
        if place <= last or (word.mark is Mark.SUBJECT and word.kind is WordKind.NOUN):
            word.restricting = True


def _proposition(
    sentence: Sentence,
    words: list[Word],
    segments: list[ClauseSegment],
    last: int,
    stance: ProofStance | None = None,
) -> Proposition:
    segment = segments[last]
    closing = [word for word in words if word.segment == last and word.kind is WordKind.PREDICATE]
    predicate = closing[-1] if closing and segment.predicate is not None else None
    said = stance or segment.stance
    return Proposition(sentence, tuple(words), tuple(segments), said, predicate, stance is not None)


def _parts(
    sentence: Sentence, words: list[Word], segments: list[ClauseSegment], last: int
) -> Iterator[Proposition]:
    """What has to be done on the way to a duty is a duty as well; of "A하거나 B할 수 없다" each holds."""
    each = segments[last].stance in NEGATIVE | PERMISSIVE
    for place in range(words[0].segment, last):
        segment = segments[place]
        if segment.predicate is None:
            continue
        if _stands_alone(segments, place, last):
            chosen = _own_clause(words, segments, place)
            if any(not word.restricting for word in chosen):
                yield _proposition(
                    sentence, chosen, segments, place, _carried(segments, place, last)
                )
        on_the_way = segment.link in (Link.MANNER, Link.AND) and segment.stance in BINDING
        on_the_way = on_the_way and not _qualifies(words, segments, place)
        if (segment.link is Link.OR and each) or (
            on_the_way and not each and segments[last].stance in BINDING
        ):
            chosen = [word for word in words if word.segment <= place]
            if any(not word.restricting for word in chosen):
                yield _proposition(sentence, chosen, segments, place, segments[last].stance)


def _qualifies(words: list[Word], segments: list[ClauseSegment], place: int) -> bool:
    """Whether a clause tells how what a noun names came about: "법령을 위반하여 취득한 학점을 취소하여야 한다"."""
    qualified = leads_to(segments, place, steps=True)
    return qualified is not None and not is_time(words, qualified)


_SET = frozenset({"하", "이", "되"})


def _sets(words: list[Word], segment: ClauseSegment, number: int) -> list[Word]:
    """The figures of a clause that does no more than set them: "1회에 1학기로 하며"."""
    inside = [word for word in words if word.segment == number]
    closing = [word for word in inside if word.kind is WordKind.PREDICATE]
    light = segment.stance is ProofStance.STATE and all(word.key in _SET for word in closing)
    return [word for word in inside if word.quantity] if light else []


def _tails(
    sentence: Sentence, words: list[Word], segments: list[ClauseSegment], last: int
) -> Iterator[Proposition]:
    """What is allowed after a clause that only sets a figure: "1회에 1학기로 하며 2회까지 신청할 수 있다"."""
    first = words[0].segment
    if segments[last].stance is not ProofStance.MAY or last != first + 1:
        return
    if segments[first].link in _SPLITTING and _sets(words, segments[first], first):
        topic = [word for word in words if word.segment == first and word.restricting]
        rest = [word for word in words if word.segment == last]
        if topic and not any(word.quantity for word in topic):
            yield _proposition(sentence, [*topic, *rest], segments, last)


def _under(
    sentence: Sentence,
    own: list[Word],
    words: list[Word],
    segments: list[ClauseSegment],
    span: tuple[int, int],
) -> Iterator[Proposition]:
    """A case under the topic of the clause before: "수강료는 4만원으로 하되, 실습 과목은 6만원으로 한다"."""
    first, last = span
    before = first - 1
    mine, theirs = (_sets(words, segments[at], at) for at in (last, before))
    if first != last or not mine or not theirs:
        return
    if mine[-1].quantity and theirs[-1].quantity:
        alike = mine[-1].quantity.measure == theirs[-1].quantity.measure
        topic = [one for one in words if one.segment == before and one.restricting]
        if alike and topic and not any(one.quantity for one in topic):
            yield _proposition(sentence, [*map(_copied, topic), *own], segments, last)


_SUBORDINATE = frozenset({Link.ATTRIBUTE, Link.NOMINAL}) | _RESTRICTING


def _stands_alone(segments: list[ClauseSegment], place: int, last: int) -> bool:
    """Whether a clause in "고" or "며" is joined to what the sentence says in the end, and says something by itself."""
    if segments[place].link not in _SPLITTING:
        return False
    if segments[place].stance not in BINDING:
        return True
    if segments[place + 1].link in _SUBORDINATE or leads_to(segments, place) is not None:
        return False
    final = segments[last].stance
    return segments[place].stance is not ProofStance.STATE or final not in NEGATIVE


def _carried(segments: list[ClauseSegment], place: int, last: int) -> ProofStance:
    """The stance of such a clause: its own, or the one that the sentence ends in."""
    own = segments[place].stance
    return segments[last].stance if own is ProofStance.STATE else own


def _own_clause(words: list[Word], segments: list[ClauseSegment], place: int) -> list[Word]:
    """The words of a clause with the topic and conditions before it, without the clauses that it is joined to."""
    first = place
    while first > 0 and segments[first - 1].link not in _SPLITTING:
        first -= 1
    return [
        word
        for word in words
        if first <= word.segment <= place or (word.restricting and word.segment < first)
    ]
