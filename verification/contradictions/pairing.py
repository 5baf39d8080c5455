"""Two sentences on the same matter of which one says another amount, or allows what the other forbids. Pure.

Rules of one kind are written alike: every institute has a committee of so many members for so many years. So likeness of
words says little; what tells is a name that hardly any other regulation uses, and that both sentences have.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from verification.contradictions.statements import RuleStatement, StatedAmount
from verification.grounding.language.polarity import Modality

# In so many regulations a name that tells may stand; in more where one of the two refers to the other.
_FEW, _FEW_OF_RELATED = 3, 30
# Share of the words, by their rarity, that two sentences must have in common; more within one regulation, where two numbers
# are mostly two matters, and where only the duty differs.
_ALIKE, _ALIKE_WITHIN, _ALIKE_IN_DUTY = 0.5, 0.9, 0.7
_CITATION = re.compile(r"제\d+(?:조(?:의\d+)?|항|호)")
# What holds from this share on is said of the same thing in the same words.
_SURE = 0.75
_FORBIDDING = frozenset({Modality.MUST_NOT})
_ALLOWING = frozenset({Modality.MAY, Modality.MUST})


@dataclass(frozen=True, slots=True)
class StatementConflict:
    """Two sentences that do not fit; `differing` are the words in which they do not, `score` (0 to 1) ranks."""

    first: RuleStatement
    second: RuleStatement
    names: tuple[str, ...]
    differing: tuple[str, str]
    is_duty: bool
    score: float


def statement_pairs(
    found: Sequence[RuleStatement],
    *,
    texts: Mapping[int, str],
    related: Collection[tuple[int, int]],
) -> list[StatementConflict]:
    """The pairs, the likeliest first, one for two articles.

    `texts` are the whole regulations by their id, `related` the pairs of which the first refers to the second.
    """
    spread = _spread(found, texts)
    rarity = _rarity(found)
    best: dict[tuple[int, str, int, str], StatementConflict] = {}
    for first, second in _candidates(found, spread):
        one, other = first.rule, second.rule
        ids = one.regulation_id, other.regulation_id
        is_related = ids in related or ids[::-1] in related or _is_family(first, second)
        pair = _pair(first, second, rarity, spread, is_related=is_related)
        if pair is not None:
            place = ids[0], one.article, ids[1], other.article
            if place not in best or best[place].score < pair.score:
                best[place] = pair
    return sorted(best.values(), key=lambda one: -one.score)


def _spread(found: Sequence[RuleStatement], texts: Mapping[int, str]) -> dict[str, int]:
    """In how many regulations each name stands, however it is spaced."""
    compact = [re.sub(r"\s", "", text) for text in texts.values()]
    names = {name for one in found for name in one.names}
    return {name: sum(name in text for text in compact) for name in names}


def _rarity(found: Sequence[RuleStatement]) -> dict[str, float]:
    where: dict[str, set[int]] = defaultdict(set)
    for one in found:
        for word in one.words:
            where[word].add(one.rule.regulation_id)
    whole = len({one.rule.regulation_id for one in found}) + 1
    return {word: math.log(whole / len(places)) + 0.1 for word, places in where.items()}


def _candidates(
    found: Sequence[RuleStatement], spread: Mapping[str, int]
) -> Iterator[tuple[RuleStatement, RuleStatement]]:
    places: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(found):
        for name in one.names:
            if spread[name] <= _FEW_OF_RELATED:
                places[name].append(number)
    pairs = {pair for numbers in places.values() for pair in combinations(numbers, 2)}
    for first, second in sorted(pairs):
        yield found[first], found[second]


def _is_family(first: RuleStatement, second: RuleStatement) -> bool:
    one, other = first.rule.family, second.rule.family
    return one in other or other in one


def _pair(
    first: RuleStatement,
    second: RuleStatement,
    rarity: Mapping[str, float],
    spread: Mapping[str, int],
    *,
    is_related: bool,
) -> StatementConflict | None:
    is_within = first.rule.regulation_id == second.rule.regulation_id
    if is_within and first.rule.article == second.rule.article:
        return None
    differing = _other_amount(first, second)
    duty = None if differing else _other_duty(first, second)
    said = differing or duty
    if said is None or first.cases != second.cases or _citations(first) != _citations(second):
        return None
    names = [name for name in first.names & second.names if spread[name] <= _FEW_OF_RELATED]
    if not is_related:
        names = [name for name in names if spread[name] <= _FEW]
    shared = sum(rarity[word] for word in first.words & second.words)
    alike = shared / (sum(rarity[word] for word in first.words | second.words) or 1.0)
    needed = _ALIKE_WITHIN if is_within else _ALIKE
    if not names or alike < max(needed, _ALIKE_IN_DUTY if duty else 0.0):
        return None
    names.sort(key=lambda name: (spread[name], -len(name)))
    score = min(alike, _SURE) + (0.1 if is_related and not is_within else 0.0)
    return StatementConflict(
        first, second, tuple(names[:3]), said, is_duty=duty is not None, score=round(score, 3)
    )


def _other_amount(first: RuleStatement, second: RuleStatement) -> tuple[str, str] | None:
    """The amounts of one thing that differ, where neither sentence has the other's amount as well."""
    for one in first.amounts:
        for other in second.amounts:
            if not one.is_of_the_same(other) or one.value == other.value:
                continue
            if not (_has(second, one) or _has(first, other)):
                return one.text, other.text
    return None


def _has(statement: RuleStatement, amount: StatedAmount) -> bool:
    return any(
        (one.measure, one.value) == (amount.measure, amount.value) for one in statement.amounts
    )


def _other_duty(first: RuleStatement, second: RuleStatement) -> tuple[str, str] | None:
    """The ends of two sentences of which one forbids what the other allows or orders."""
    kinds = {first.modality}, {second.modality}
    is_opposite = (kinds[0] <= _FORBIDDING and kinds[1] <= _ALLOWING) or (
        kinds[1] <= _FORBIDDING and kinds[0] <= _ALLOWING
    )
    return (_end(first.text), _end(second.text)) if is_opposite else None


def _end(text: str) -> str:
    return " ".join(text.rstrip(". ").split()[-3:])


def _citations(statement: RuleStatement) -> frozenset[str]:
    return frozenset(_CITATION.findall(re.sub(r"\s", "", statement.text)))
