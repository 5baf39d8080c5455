"""Find for each word of a claim the word of the evidence that it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity
from verification.grounding.proof.reading.lexicon import same
from verification.grounding.proof.reading.stances import NEGATIVE
from verification.grounding.proof.reading.words import Mark, Word, WordKind

# So many syllables are no accident.
_SURE = 3
# Measures that stand for whatever is counted: "5개 교과" is "다섯 과목".
_GENERIC = frozenset({"kind", "piece"})
_COUNTED = frozenset({"number", "kind", "piece", "course", "book", "copy", "place"})
_CALENDAR = frozenset({"date", "day of a year", "month of a year", "year", "month"})


@dataclass(slots=True)
class Matches:
    """Pairs of words by their places, and the places on both sides that have none."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    claimed: list[int] = field(default_factory=list)
    again: list[int] = field(default_factory=list)
    words: Sequence[Word] = ()
    direct: frozenset[int] = frozenset()
    given: list[int] = field(default_factory=list)

    def of_claim(self, place: int) -> list[int]:
        """The places in the evidence that a word of the claim stands for."""
        return [other for mine, other in self.pairs if mine == place]

    def words_after(self, place: int) -> Sequence[Word]:
        """The next two words of the claim."""
        return self.words[place + 1 : place + 3]

    def of_evidence(self, place: int) -> list[int]:
        """The places in the claim that stand for a word of the evidence."""
        return [mine for mine, other in self.pairs if other == place]


def match_words(claim: Sequence[Word], evidence: Sequence[Word]) -> Matches:
    """Pair the words; a word may stand for the same word in several places."""
    found = Matches(words=claim)
    taken: set[int] = set()
    for place, word in enumerate(claim):
        if word.kind in (WordKind.CONNECTOR, WordKind.ONLY):
            continue
        options = [other for other, given in enumerate(evidence) if _meets(word, given)]
        if not options:
            continue
        best = max(
            options,
            key=lambda other: (
                other not in taken,
                *_likeness(word, evidence[other]),
                -abs(other - place),
            ),
        )
        sharing = [claim[mine] for mine, other in found.pairs if other == best]
        if (
            sharing
            and any(one.restricting for one in (word, *sharing))
            and not evidence[best].restricting
        ):
            found.again.append(place)
        elif sharing and (word.restricting or word.quantity is not None):
            # A condition in words that the evidence says elsewhere is another condition.
            found.again.append(place)
        taken.add(best)
        found.pairs.append((place, best))
    found.direct = frozenset(taken)
    _repeated(claim, evidence, found, taken)
    _compounds(claim, evidence, found)
    met = {mine for mine, _ in found.pairs}
    given_met = {other for _, other in found.pairs}
    content = (WordKind.NOUN, WordKind.PREDICATE, WordKind.QUANTITY)
    found.claimed = [p for p, word in enumerate(claim) if p not in met and word.kind in content]
    found.given = [
        p for p, word in enumerate(evidence) if p not in given_met and word.kind in content
    ]
    return found


def _repeated(
    claim: Sequence[Word], evidence: Sequence[Word], found: Matches, taken: set[int]
) -> None:
    """A word that the evidence says twice is met where the claim says it once."""
    for other, given in enumerate(evidence):
        if other in taken or given.kind in (WordKind.CONNECTOR, WordKind.ONLY, WordKind.QUANTITY):
            continue
        for mine, _ in list(found.pairs):
            if claim[mine].kind is not WordKind.QUANTITY and _meets(claim[mine], given):
                found.pairs.append((mine, other))
                break


def _likeness(word: Word, given: Word) -> tuple[bool, ...]:
    return (
        (word.stance in NEGATIVE) is (given.stance in NEGATIVE),
        word.quantity is None or (word.bound == given.bound),
        word.kind == given.kind,
        word.mark == given.mark,
        word.restricting == given.restricting,
    )


def _meets(word: Word, given: Word) -> bool:
    if word.quantity and given.quantity:
        return same_amount(word.quantity, given.quantity)
    if (
        word.quantity
        or given.quantity
        or WordKind.CONNECTOR in (word.kind, given.kind)
        or WordKind.ONLY in (word.kind, given.kind)
    ):
        return False
    return same(word.key, given.key)


def same_amount(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are the same amount, whatever their limits."""
    if one.same_amount(other):
        return True
    if isinstance(one.value, Fraction) and isinstance(other.value, Fraction):
        measures = {one.measure, other.measure}
        alike = "number" in measures or (bool(measures & _GENERIC) and measures <= _COUNTED)
        return one.value == other.value and alike
    if isinstance(one.value, str) and isinstance(other.value, str):
        if {one.measure, other.measure} <= _CALENDAR:
            return one.value == other.value
        return one.measure == other.measure == "letter grade" and one.value.rstrip(
            "0"
        ) == other.value.rstrip("0")
    return False


def _compounds(claim: Sequence[Word], evidence: Sequence[Word], found: Matches) -> None:
    """평점평균 and 평점 평균 are one: a word may be met by several that stand together."""
    for mine_first, one, other in ((True, claim, evidence), (False, evidence, claim)):
        met = {pair[0 if mine_first else 1] for pair in found.pairs}
        for place, word in enumerate(one):
            if (
                place in met
                or word.kind not in (WordKind.NOUN, WordKind.PREDICATE)
                or len(word.key) < 2
            ):
                continue
            run = _run(word.key, other)
            for spot in run:
                found.pairs.append((place, spot) if mine_first else (spot, place))


def _run(key: str, words: Sequence[Word]) -> list[int]:
    for start in range(len(words)):
        joined = ""
        for end in range(start, min(start + 4, len(words))):
            if words[end].kind not in (WordKind.NOUN, WordKind.PREDICATE):
                break
            # Two single syllables are one word only where they are written as one: 음주 cut as 음 and 주.
            if len(key) < _SURE and joined and words[end].start != words[end - 1].end:
                break
            joined += words[end].key
            if joined == key and end > start:
                return list(range(start, end + 1))
            if not key.startswith(joined):
                break
    return []


def satisfies(value: Quantity, limit: Word) -> bool | None:
    """Whether an amount keeps a limit; None where the two cannot be compared."""
    given = limit.quantity
    if (
        given is None
        or given.measure != value.measure
        or isinstance(value.value, str)
        or isinstance(given.value, str)
    ):
        return None
    return {
        LimitBound.AT_MOST: value.value <= given.value,
        LimitBound.LESS: value.value < given.value,
        LimitBound.AT_LEAST: value.value >= given.value,
        LimitBound.MORE: value.value > given.value,
        LimitBound.NONE: value.value >= given.value if limit.mark is Mark.FROM else None,
    }[limit.bound]
