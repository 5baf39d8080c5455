"""How words and clauses are joined: and or or, only, who does what to whom, condition and consequence."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

from verification.grounding.proof.choices import compare_choices, compare_ranks, given_word, joined
from verification.grounding.proof.counts import compare_counted, counted
from verification.grounding.proof.differences import Difference, written
from verification.grounding.proof.matching import Matches
from verification.grounding.proof.predication import is_turned
from verification.grounding.proof.reading.lexicon import same
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.sentences import AND, LISTED, OR
from verification.grounding.proof.reading.words import Link, Mark, Word, WordKind
from verification.grounding.proof.restrictions import JOINT, says_nothing
from verification.grounding.proof.results import ProofKind

_CORE = frozenset(
    {
        Mark.SUBJECT,
        Mark.OBJECT,
        Mark.TOPIC,
        Mark.RECIPIENT,
        Mark.OWNER,
        Mark.FROM,
        Mark.UNTIL,
        Mark.THAN,
    }
)
_LOWER = frozenset({Mark.OBJECT, Mark.RECIPIENT, Mark.OWNER})
_CONDITIONS = frozenset({Link.CONDITION, Link.ONLY_IF})


def compare_connections(
    claim: Proposition, given: Proposition, matches: Matches
) -> Iterator[Difference]:
    """The differences in how what is said is joined."""
    yield from _and_or(claim, given, matches)
    yield from compare_choices(claim, given, matches)
    yield from compare_ranks(claim, given, matches)
    yield from _only(claim, given, matches)
    parts = list(_parts(claim, given, matches))
    yield from parts
    yield from compare_counted(claim, given, matches)
    if not any(one.fact for one in parts):
        yield from _displaced(claim, given)
    yield from _links(claim, given, matches)


def _and_or(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    for place, word in enumerate(claim.words):
        if word.kind is WordKind.CONNECTOR and word.key in (AND, OR):
            theirs = _between(place, claim, given, matches.of_claim)
            if theirs is not None and not (
                _joins_alike(word, theirs, given) or _for_each(word, claim, given)
            ):
                fact = bool(theirs - {LISTED}) and not _particle(claim, word)
                yield Difference(
                    ProofKind.AND_OR, _around(claim, place), given_word(given, theirs), fact
                )
    for place, word in enumerate(given.words):
        if word.kind is WordKind.CONNECTOR and word.key in (AND, OR):
            mine = _between(place, given, claim, matches.of_evidence)
            if mine is not None and any(_for_each(w, claim, given) for w in claim.words):
                continue
            if (
                mine is not None
                and _items_met(place, given, matches)
                and not _joins_alike(word, mine, claim)
            ):
                fact = bool(mine - {LISTED}) and not any(
                    _particle(claim, other) for other in claim.words
                )
                yield Difference(ProofKind.AND_OR, "", _around(given, place), fact)


def _items_met(place: int, given: Proposition, matches: Matches) -> bool:
    """Whether the claim has the whole of both items beside a connector, not only a word that they share."""
    words = given.words
    for step in (-1, 1):
        spot = place + step
        while 0 <= spot < len(words) and words[spot].kind is WordKind.NOUN:
            if step < 0 and words[spot].mark is not Mark.NONE and spot != place - 1:
                break
            if not says_nothing(words[spot]) and not matches.of_evidence(spot):
                return False
            if step > 0 and words[spot].mark is not Mark.NONE:
                break
            spot += step
    return True


def _joins_alike(word: Word, others: set[str], proposition: Proposition) -> bool:
    """Whether what stands between two words on the other side joins them as a connector does.

    A comma takes the sense of its list; alone it says "and", or for whom a rule holds one by one.
    """
    typed = others - {LISTED}
    if typed:
        return typed == {word.key}
    if not others or (OR in _typed(proposition) and word.key == AND):
        return False
    if _typed(proposition) - {word.key, AND, LISTED}:
        return False
    return word.key == AND or word.restricting or OR in _typed(proposition)


def _particle(proposition: Proposition, word: Word) -> bool:
    """ "이나" and "나" after a noun list what holds for each of several just as often as they choose."""
    return word.kind is WordKind.CONNECTOR and proposition.sentence.written(word) in ("이나", "나")


def _for_each(word: Word, claim: Proposition, given: Proposition) -> bool:
    """ "질병이나 부상으로" lists cases of a condition as "및" does, where nothing has to come together."""
    joint = any(other.key in JOINT for other in (*claim.words, *given.words) if other.restricting)
    return word.key == OR and _particle(claim, word) and word.restricting and not joint


def _typed(proposition: Proposition) -> set[str]:
    return {word.key for word in proposition.words if word.kind is WordKind.CONNECTOR}


def _around(proposition: Proposition, place: int) -> str:
    words = proposition.words[max(0, place - 1) : place + 2]
    return proposition.sentence.text[words[0].start : words[-1].end]


def _between(
    place: int, one: Proposition, other: Proposition, matched: Callable[[int], list[int]]
) -> set[str] | None:
    """The connectors on the other side between the words that a connector joins; None where one of them is missing."""
    before, after = _neighbour(place, one, -1, matched), _neighbour(place, one, 1, matched)
    if before is None or after is None:
        return None
    firsts, seconds = matched(before), matched(after)
    if not firsts or not seconds:
        return None
    best = min(((a, b) for a in firsts for b in seconds), key=lambda pair: abs(pair[0] - pair[1]))
    return joined(other, *sorted(best))


def _neighbour(
    place: int,
    proposition: Proposition,
    step: int,
    matched: Callable[[int], list[int]] | None = None,
) -> int | None:
    """The next word that says something; a word that says nothing counts where it is met."""
    spot = place + step
    while 0 <= spot < len(proposition.words):
        word = proposition.words[spot]
        empty = says_nothing(word) and not word.quantity and not (matched and matched(spot))
        if word.kind not in (WordKind.CONNECTOR, WordKind.ONLY) and not empty:
            return spot
        spot += step
    return None


def _only(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    """ "만" holds its word apart from all others: both sides have it at the same word or neither."""
    if _count_only(claim) > _count_only(given):
        yield Difference(ProofKind.ONLY, "만", "")
    for place, word in enumerate(claim.words):
        if word.kind is WordKind.ONLY:
            anchor = _neighbour(place, claim, -1)
            spots = matches.of_claim(anchor) if anchor is not None else []
            if not any(_has_only(spot, given) for spot in spots):
                yield Difference(ProofKind.ONLY, _around(claim, place), "")
    for place, word in enumerate(given.words):
        if word.kind is WordKind.ONLY:
            anchor = _neighbour(place, given, -1)
            spots = matches.of_evidence(anchor) if anchor is not None else []
            if not any(_has_only(spot, claim) for spot in spots):
                yield Difference(ProofKind.ONLY, "", _around(given, place))


def _has_only(place: int, proposition: Proposition) -> bool:
    following = proposition.words[place + 1 : place + 3]
    return any(word.kind is WordKind.ONLY for word in following)


def _parts(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    """Two words that have exchanged their parts: who admonishes whom."""
    pairs = [
        (claim.words[mine], given.words[other])
        for mine, other in matches.pairs
        if claim.words[mine].kind is WordKind.NOUN
        and given.words[other].kind is WordKind.NOUN
        and (
            _part(claim.words[mine]) == _part(given.words[other])
            or not any(
                _part(claim.words[mine]) == _part(given.words[spot])
                for spot in matches.of_claim(mine)
            )
        )
    ]
    for one, other in pairs:
        if {one.mark, other.mark} == {Mark.FROM, Mark.UNTIL}:
            yield Difference(ProofKind.TIME_ORDER, written(claim, one), written(given, other))
    pairs = [(one, other) for one, other in pairs if not says_nothing(one)]
    for one, other in pairs:
        if (
            {_part(one), _part(other)} == {Mark.SUBJECT, Mark.OBJECT}
            and one.mark is not Mark.TOPIC
            and other.mark is not Mark.TOPIC
            and not is_turned(claim, given)
            and _same_clause(one, other, claim, given, matches)
        ):
            yield Difference(ProofKind.OBJECT, written(claim, one), written(given, other))
        if {one.mark, other.mark} == {Mark.OBJECT, Mark.RECIPIENT}:
            yield Difference(ProofKind.OBJECT, written(claim, one), written(given, other))
    for first, second in itertools.combinations(pairs, 2):
        if _swapped(first, second):
            said = written(claim, first[0], second[0])
            yield Difference(
                ProofKind.SUBJECT, said, written(given, first[1], second[1]), fact=True
            )


def _same_clause(
    one: Word, other: Word, claim: Proposition, given: Proposition, matches: Matches
) -> bool:
    """Whether two words are parts of one action: the predicates of their clauses stand for each other."""
    mine = _closing(one, claim)
    theirs = _closing(other, given)
    if not mine or not theirs:
        return True
    return any(spot in theirs for place in mine for spot in matches.of_claim(place))


def _closing(word: Word, proposition: Proposition) -> list[int]:
    return [
        place
        for place, other in enumerate(proposition.words)
        if other.segment == word.segment and other.kind is WordKind.PREDICATE
    ]


def _swapped(first: tuple[Word, Word], second: tuple[Word, Word]) -> bool:
    """Whether of two words each has the part that the other has in the evidence."""
    mine, theirs = (_part(first[0]), _part(second[0])), (_part(first[1]), _part(second[1]))
    return mine[0] != mine[1] and mine == (theirs[1], theirs[0]) and set(mine) <= _CORE


def _part(word: Word) -> Mark:
    return Mark.SUBJECT if word.mark is Mark.TOPIC else word.mark


def _count_only(proposition: Proposition) -> int:
    return sum(word.kind is WordKind.ONLY for word in proposition.words)


def _displaced(claim: Proposition, given: Proposition) -> Iterator[Difference]:
    """A word that takes the place of the one that acts, which then stands elsewhere."""
    if is_turned(claim, given):
        return
    ours, theirs = _acting(claim), _acting(given)
    risen = [word for word in ours if not _among(word, theirs)]
    lower = [word for word in claim.words if word.mark in _LOWER]
    fallen = [word for word in theirs if not _among(word, ours) and _among(word, lower)]
    if risen and fallen:
        yield Difference(ProofKind.SUBJECT, written(claim, risen[0]), written(given, fallen[0]))


def _acting(proposition: Proposition) -> list[Word]:
    """The words that a proposition is about, or that do what it says; in "위원 3명이" those that are counted."""
    return [
        counted(place, proposition.words)
        for place, word in enumerate(proposition.words)
        if word.mark in (Mark.SUBJECT, Mark.TOPIC) and word is not proposition.predicate
    ]


def _among(word: Word, others: Iterable[Word]) -> bool:
    return any(same(word.key, other.key) for other in others)


def _links(claim: Proposition, given: Proposition, matches: Matches) -> Iterator[Difference]:
    """A condition may not become what follows from it, nor "only if" a mere "if"."""
    for mine, other in matches.pairs:
        one, two = claim.words[mine], given.words[other]
        if WordKind.PREDICATE not in (one.kind, two.kind):
            continue
        ours, theirs = claim.link_of(one), given.link_of(two)
        if two is given.predicate and ours in _CONDITIONS and one is not claim.predicate:
            if not any(given.words[spot] is not two for spot in matches.of_claim(mine)):
                yield Difference(ProofKind.CONDITION, written(claim, one), written(given, two))
        elif (
            one.kind is two.kind is WordKind.PREDICATE
            and {ours, theirs} & {Link.ONLY_IF, Link.CONCESSION}
            and ours is not theirs
        ):
            kind = ProofKind.ONLY if Link.ONLY_IF in (ours, theirs) else ProofKind.CONDITION
            yield Difference(kind, written(claim, one), written(given, two))
        elif {ours, theirs} == {Link.OR, Link.AND} and one.kind is two.kind:
            yield Difference(ProofKind.AND_OR, written(claim, one), written(given, two), fact=True)
