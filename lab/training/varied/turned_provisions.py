"""Provisions that say the opposite: what was true beside them is false, and its opposite is true.

So every wording of a claim stands on both sides as often, and only comparing tells them apart.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from random import Random

from lab.grid.changes import politely
from lab.training.varied.rewording import other_modality, reworded, turned
from verification.grounding.facts.stances import (
    OPPOSITES,
    OTHER_MODALITIES,
    Predicate,
    Stance,
    predicate_of,
)
from verification.grounding.language.alignment import WordIndex, coverage
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import ClaimReading
from verification.grounding.language.units import ProvisionSentence, units_of
from verification.grounding.results import GroundingProvision

SUPPORTED, CONTRADICTED = 0, 1
# What a claim and a provision must share before turning the one turns the other.
_ALIKE = 0.5
# Statutes order what answers call a duty.
_CLASSES = (
    {Stance.OBLIGE, Stance.STATE},
    {Stance.PERMIT},
    {Stance.FORBID},
    {Stance.DENY, Stance.EXEMPT},
)
_PROVISO = re.compile(r"^다만,?\s*(?P<case>.{4,80}?(?:경우|때))에는 그러하지 아니하다")
_REFERRING = re.compile(r"다음 각|이 경우|다만|그러하지|이하 [\"“]|삭제")
_LENGTHS = range(20, 110)

Made = tuple[str, int, str]


def turned_premises(
    claim: str, reading: ClaimReading, random: Random
) -> Iterator[tuple[str, str, int, str]]:
    """A true claim and its opposites beside its provision turned round."""
    said = predicate_of(claim)
    sentence = _sentence(reading)
    given = predicate_of(sentence)
    if said is None or given is None or not _alike(said.stance, given.stance):
        return
    premise = premise_of(reading)
    if sentence not in premise:
        return
    for kind, stance in (
        ("polarity", OPPOSITES[given.stance]),
        ("modality", OTHER_MODALITIES.get(given.stance)),
    ):
        if stance is None:
            continue
        other = premise.replace(sentence, _as_regulation(given, stance, random))
        yield (
            reworded(claim, random) or claim if random.random() < 0.4 else claim,
            other,
            CONTRADICTED,
            kind,
        )
        opposite = said.said(_matching(said.stance, stance, kind), _number(random))
        yield opposite, other, SUPPORTED, kind


def _matching(claimed: Stance, given: Stance, kind: str) -> Stance:
    """What a claim says when it follows its turned provision."""
    if given in (Stance.DENY, Stance.EXEMPT, Stance.STATE) and kind == "polarity":
        return given if claimed in (Stance.STATE, Stance.DENY) else OPPOSITES[claimed]
    return given


def _alike(one: Stance, other: Stance) -> bool:
    return any(one in group and other in group for group in _CLASSES)


def _number(random: Random) -> int:
    return 0 if random.random() < 0.4 else random.randrange(8)


def _as_regulation(given: Predicate, stance: Stance, random: Random) -> str:
    """Mostly as regulations write: 할 수 있다, 하여야 한다, 하지 못한다."""
    number = random.choice((0, 0, 0, 1, 2, 3))
    return given.said(stance, number, politely=False)


def _sentence(reading: ClaimReading) -> str:
    """The sentence whose predicate the claim repeats in its words; empty where there is none."""
    if not reading.chosen:
        return ""
    best = reading.chosen[0]
    words = (
        WordIndex.of(best.analysis, best.lead_analysis)
        if best.item
        else WordIndex.of(best.analysis)
    )
    if coverage(reading.claim.terms, words, reading.lexicon) < _ALIKE:
        return ""
    return best.lead.strip() if best.item else best.text


def provision_pairs(provision: GroundingProvision, random: Random) -> Iterator[Made]:
    """Sentences of a provision as answers would say them, and turned; provisos said as rules."""
    units = [unit for unit in units_of([provision]) if not unit.item]
    plain = [
        unit for unit in units if len(unit.text) in _LENGTHS and not _REFERRING.search(unit.text)
    ]
    for unit in random.sample(plain, min(1, len(plain))):
        sentence = re.sub(r"^[①-⑳]\s*", "", unit.text)
        said = reworded(sentence, random) or politely(sentence)
        yield said, SUPPORTED, "sentence"
        change = turned if random.random() < 0.6 else other_modality
        opposite = change(sentence, random)
        if opposite:
            yield opposite, CONTRADICTED, "polarity" if change is turned else "modality"
    yield from _provisos(units, random)


def _provisos(units: list[ProvisionSentence], random: Random) -> Iterator[Made]:
    """In the case of "다만, …경우에는 그러하지 아니하다" the opposite holds."""
    for rule, exception in itertools.pairwise(units):
        found = _PROVISO.match(exception.text)
        given = predicate_of(re.sub(r"^[①-⑳]\s*", "", rule.text))
        if not found or given is None or len(rule.text) > 120:
            continue
        case, number = found["case"], _number(random)
        opposite = Stance.EXEMPT if given.stance is Stance.OBLIGE else OPPOSITES[given.stance]
        yield f"{case}에는 {given.said(opposite, number)}", SUPPORTED, "exception"
        yield f"{case}에도 {given.said(given.stance, number)}", CONTRADICTED, "exception"
        yield f"{case}가 아니면 {given.said(given.stance, number)}", SUPPORTED, "exception"
