"""What of the evidence a claim may leave unsaid, and what restricts and has to be said."""

from __future__ import annotations

from collections.abc import Sequence

from verification.grounding.proof.matching import Matches
from verification.grounding.proof.reading.coordination import qualifiers
from verification.grounding.proof.reading.lexicon import (
    EMPTY,
    EVER,
    HEADS,
    LIGHT,
    MATTERS,
    PERSON,
    PROTECTED,
    same,
)
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.sentences import AND, LISTED, OR
from verification.grounding.proof.reading.stances import BINDING, NEGATIVE, PERMISSIVE, ProofStance
from verification.grounding.proof.reading.words import Link, Mark, Word, WordKind

# Words of which a list narrows with its items: who has A's and B's approval has not A's alone.
JOINT = frozenset(
    {"승인", "동의", "허가", "심의", "의결", "추천", "협의", "제출", "모두", "함께", "동시"}
)
CONDITIONAL = frozenset({Link.ONLY_IF, Link.CONDITION, Link.CONCESSION})
_CIRCUMSTANCES = frozenset({Mark.PLACE, Mark.MEANS, Mark.RECIPIENT})
_TOGETHER = frozenset({"모두", "함께", "동시"})
# What is done with all the parts of a thing; "하" in "종류는 A와 B로 한다".
_MADE_UP = frozenset(
    ["구성", "구성하", "구분", "구분하", "편성", "편성하", "나누", "이루어지", "하"]
)
_JOINING = frozenset({Link.ATTRIBUTE, Link.AND, Link.MANNER})
_KEPT_MARKS = frozenset({Mark.SUBJECT, Mark.TOPIC, Mark.FROM, Mark.UNTIL, Mark.THAN})


def says_nothing(word: Word) -> bool:
    """Whether a word carries no meaning of its own where it stands."""
    if word.mark in _NAMING_MARKS and word.kind is WordKind.NOUN and word.key not in EMPTY:
        return False
    return (word.key in LIGHT and word.key not in PROTECTED) or word.key == PERSON


def may_be_left_out(place: int, given: Proposition, matches: Matches, *, row: bool = False) -> bool:
    """Whether a word of the evidence that the claim lacks only explains."""
    word = given.words[place]
    if says_nothing(word) and not word.quantity and word.stance not in TURNING:
        return True
    if word is given.predicate and word.key in LIGHT:
        # What it says is compared as the predicate.
        return True
    rules = (_heads, _is_ever, _listed, _passed, _other_choice)
    if any(rule(place, given, matches) for rule in rules):
        return True
    is_one_of_all = _is_part_of_all(place, given)
    if is_one_of_all or word.key in PROTECTED or word.restricting or word.quantity is not None:
        return _despite(place, given)
    if given.stance in BINDING and not (row and given.predicate is None):
        return _explains_duty(place, given, matches)
    return given.stance is ProofStance.MAY and _is_circumstance(place, given)


def _is_circumstance(place: int, given: Proposition) -> bool:
    """Whether a word of the main clause belongs to whom, or by what means, something may be done."""
    phrase = _phrase(place, given)
    plain = not any(one.key in PROTECTED | JOINT or one.quantity for one in phrase)
    main = given.words[place].segment == _last(given)
    return main and plain and phrase[-1].mark in (Mark.RECIPIENT, Mark.MEANS)


def _heads(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether a word only says what kind of thing the one before it is, which the claim names: "휴학 기간은"."""
    word, before = given.words[place], given.words[place - 1] if place else None
    if not is_head(word) or before is None or before.segment != word.segment:
        return False
    named = before.kind in (WordKind.NOUN, WordKind.QUANTITY) or before.mark is Mark.NONE
    return named and before.mark in (Mark.NONE, Mark.OWNER) and bool(matches.of_evidence(place - 1))


def is_head(word: Word) -> bool:
    """Whether a word may say only of what kind the word before it is, where it stands."""
    acted_on = word.mark in (Mark.OBJECT, Mark.RECIPIENT)
    return word.key in HEADS and not (acted_on and word.key in MATTERS)


def _is_ever(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether a word says of a thing that the claim names what is true of every such thing."""
    word = given.words[place]
    if word.stance in TURNING or word.kind not in (WordKind.NOUN, WordKind.PREDICATE):
        return False
    for spot in range(place + 1, min(place + 4, len(given.words))):
        other = given.words[spot]
        if word.key in EVER.get(other.key, ()) and matches.of_evidence(spot):
            return word.segment == other.segment or given.link_of(word) is Link.ATTRIBUTE
        if other.mark not in (Mark.NONE, Mark.OWNER) or other.kind is WordKind.CONNECTOR:
            return False
    return False


_NAMING_MARKS = frozenset({Mark.OBJECT, Mark.SUBJECT, Mark.TOPIC, Mark.RECIPIENT})
TURNING = NEGATIVE | {ProofStance.NEED_NOT}
_AFTER = frozenset({"후", "이후", "뒤"})
_PASSED = ("경과", "지나", "종료", "끝나")


def _passed(place: int, given: Proposition, matches: Matches) -> bool:
    """ "경과일 이후" and "경과하면" are one time."""
    if given.words[place].key not in _AFTER:
        return False
    before = [spot for spot in range(max(0, place - 2), place) if matches.of_evidence(spot)]
    return any(same(given.words[spot].key, one) for spot in before for one in _PASSED)


def _other_choice(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether the word belongs to one of two actions joined by "or" of which each is allowed, or each forbidden."""
    word = given.words[place]
    if given.stance in BINDING or given.link_of(word) is not Link.OR or word.restricting:
        return False
    return not any(
        matches.of_evidence(spot)
        for spot, other in enumerate(given.words)
        if other.segment == word.segment
        and not other.restricting
        and other.kind is WordKind.PREDICATE
    )


def _despite(place: int, given: Proposition) -> bool:
    """ "…에도 불구하고" says that another rule stands back, not when this one holds."""
    word = given.words[place]
    return any(
        other.key in ("불구", "불구하")
        and other.segment >= word.segment
        and not any(between.topical for between in given.words[place:spot])
        for spot, other in enumerate(given.words)
        if spot > place
    )


def _explains_duty(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether what must be done stays a duty without the word: another step, means, place, a quality of a thing."""
    word = given.words[place]
    link = given.link_of(word)
    if word is given.predicate or word.mark in _KEPT_MARKS or link in CONDITIONAL:
        return False
    if _joined_by(place, given.words) == OR or link is Link.OR:
        return False
    if _says_who_with_others(word, given, matches):
        return False
    phrase = _phrase(place, given)
    if any(other.key in PROTECTED or other.quantity for other in phrase):
        return False
    if not _segment_met(word, given, matches):
        return word.segment != _last(given)
    return _head_met(place, phrase, matches) or (
        phrase[-1].mark in _CIRCUMSTANCES and not says_nothing(_closing(word, given))
    )


def _says_who_with_others(word: Word, given: Proposition, matches: Matches) -> bool:
    """Whether the claim names a person or thing by one of several clauses that the word's belongs to."""
    if given.link_of(word) not in _JOINING:
        return False
    together = qualifiers(given.sentence.text, given.words, given.segments, word.segment)
    others = [
        spot
        for spot, other in enumerate(given.words)
        if other.segment in together - {word.segment} and other.kind is WordKind.PREDICATE
    ]
    return any(matches.of_evidence(spot) for spot in others)


def _last(given: Proposition) -> int:
    return max(word.segment for word in given.words)


def _closing(word: Word, given: Proposition) -> Word:
    return [other for other in given.words if other.segment == word.segment][-1]


def _segment_met(word: Word, given: Proposition, matches: Matches) -> bool:
    """Whether the claim has the predicate of the clause that a word stands in."""
    return any(
        other.segment == word.segment
        and other.kind is WordKind.PREDICATE
        and matches.of_evidence(spot)
        for spot, other in enumerate(given.words)
    )


def _head_met(place: int, phrase: Sequence[Word], matches: Matches) -> bool:
    """Whether the word only qualifies another that the claim has."""
    head = phrase[-1]
    if head.mark in _KEPT_MARKS or says_nothing(head):
        return False
    return len(phrase) > 1 and bool(matches.of_evidence(place + len(phrase) - 1))


def _phrase(place: int, given: Proposition) -> Sequence[Word]:
    """The words of the same segment around a word, up to the next that has a part of its own."""
    word = given.words[place]
    end = place
    while (
        end < len(given.words) - 1
        and given.words[end].mark in (Mark.NONE, Mark.OWNER)
        and given.words[end].segment == word.segment
    ):
        end += 1
    return given.words[place : end + 1]


def _joined_by(place: int, words: Sequence[Word]) -> str | None:
    group = _group(place, words)
    kinds = {words[spot].key for spot in group if words[spot].kind is WordKind.CONNECTOR}
    return OR if OR in kinds else AND if AND in kinds else LISTED if kinds else None


def _group(place: int, words: Sequence[Word]) -> range:
    """The list that a word is an item of: nouns and connectors without a particle between."""
    first = last = place
    while first > 0 and _continues(words[first - 1], words[first]):
        first -= 1
    while last < len(words) - 1 and _continues(words[last], words[last + 1]):
        last += 1
    return range(first, last + 1)


def _continues(word: Word, following: Word) -> bool:
    if following.kind is WordKind.CONNECTOR:
        return (
            word.kind in (WordKind.NOUN, WordKind.PREDICATE) and word.segment == following.segment
        )
    if word.kind is WordKind.CONNECTOR:
        return following.kind in (WordKind.NOUN, WordKind.PREDICATE)
    if word.kind is WordKind.PREDICATE and following.kind is WordKind.NOUN:
        # "1학년, 폐지된 학과": the item is what the clause before it qualifies.
        return following.segment == word.segment + 1 and not word.topical
    return (
        word.kind is WordKind.NOUN
        and word.mark in (Mark.NONE, Mark.OWNER)
        and following.kind is WordKind.NOUN
        and word.segment == following.segment
    )


def _listed(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether the word is an item of a list of which the claim names another, and the rule holds for each."""
    words = given.words
    group = _group(place, words)
    if not any(words[spot].kind is WordKind.CONNECTOR for spot in group):
        return False
    item = _item(place, group, words)
    others = [
        spot for spot in group if spot not in item and words[spot].kind is not WordKind.CONNECTOR
    ]
    named = [
        spot
        for spot in others
        if matches.of_evidence(spot)
        and (not says_nothing(words[spot]) or stands_alone(spot, words))
    ]
    if not named or any(_list_goes_on(spot, group, matches) for spot in named):
        return False
    if _is_named_otherwise(item, words, matches) or _is_part_of_all(place, given):
        return False
    nearby = {word.key for word in words[group.start : group.stop + 3]}
    kept = any(words[spot].key in PROTECTED or words[spot].quantity for spot in item)
    if kept or nearby & JOINT:
        each = _joined_by(place, words) == OR and words[place].restricting
        return each and not nearby & _TOGETHER
    return words[place].restricting or _holds_for_each(given, _joined_by(place, words))


def _is_part_of_all(place: int, given: Proposition) -> bool:
    """Whether the word stands in a list of all there is: "A, B 및 C로 구성한다" is not "A와 B로 구성한다"."""
    words, group = given.words, _group(place, given.words)
    if not any(words[spot].kind is WordKind.CONNECTOR for spot in group):
        return False
    closing = _phrase(group.stop - 1, given)[-1]
    following = words[words.index(closing) + 1 :]
    predicate = next((one for one in following if one.kind is WordKind.PREDICATE), None)
    return closing.mark is Mark.MEANS and predicate is not None and predicate.key in _MADE_UP


def _is_named_otherwise(item: range, words: Sequence[Word], matches: Matches) -> bool:
    """Whether the claim has the head of an item by itself or with another word before it: 휴학 or 일반휴학 for 질병휴학, 휴학생 for 질병휴학생."""
    told = [words[spot] for spot in item if not says_nothing(words[spot])]
    head = told[-1] if told else words[item.stop - 1]
    if len(told) < 2 or head.kind is not WordKind.NOUN:
        return False
    said = [place for place, word in enumerate(matches.words) if same(word.key, head.key)]
    before = [matches.words[place - 1] if place else None for place in said]
    named = [one is not None and any(same(one.key, other.key) for other in words) for one in before]
    return any(
        one is None
        or (
            (
                one.kind is WordKind.CONNECTOR
                or (one.kind is WordKind.NOUN and one.mark is Mark.NONE and not says_nothing(one))
            )
            and not is_listed
        )
        for one, is_listed in zip(before, named, strict=True)
    )


def _holds_for_each(given: Proposition, joined: str | None) -> bool:
    """Whether what is said of a list is said of each: a duty of "A and B", a permission of "A or B"."""
    if given.stance in BINDING:
        return joined != OR
    return given.stance in NEGATIVE | PERMISSIVE and joined != AND


def _list_goes_on(spot: int, group: range, matches: Matches) -> bool:
    """Whether the claim goes on after the item with what is no item of the list."""
    for mine in matches.of_evidence(spot):
        following = matches.words_after(mine)
        if following and following[0].kind is WordKind.CONNECTOR and len(following) > 1:
            spots = matches.of_claim(mine + 2)
            if not any(other in group for other in spots):
                return True
    return False


def stands_alone(place: int, words: Sequence[Word]) -> bool:
    """Whether a word for people is an item of a list by itself: "학생 및 교원은"."""
    if words[place].key != PERSON:
        return False
    before, after = words[max(0, place - 1) : place], words[place + 1 : place + 2]
    if any(w.kind is WordKind.NOUN and w.mark is Mark.NONE for w in before):
        return False
    return any(w.kind is WordKind.CONNECTOR for w in (*before, *after))


def names_more(place: int, words: Sequence[Word]) -> bool:
    """Whether a word for people is part of a name: 학생 in 학생처."""
    word, after = words[place], words[place + 1 : place + 2]
    joined = any(one.kind is WordKind.NOUN and one.start == word.end for one in after)
    return word.key == PERSON and word.mark is Mark.NONE and joined


def _item(place: int, group: range, words: Sequence[Word]) -> range:
    first = last = place
    while first > group.start and words[first - 1].kind is not WordKind.CONNECTOR:
        first -= 1
    while last < group.stop - 1 and words[last + 1].kind is not WordKind.CONNECTOR:
        last += 1
    return range(first, last + 1)
