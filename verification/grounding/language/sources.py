"""Features of sources: the articles that a claim cites and the contacts that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verification.grounding.facts import conditions
from verification.grounding.language.cited import CitedArticle, named_in
from verification.grounding.language.reading import ClaimReading
from verification.grounding.language.units import ProvisionSentence
from verification.grounding.results import GroundingProvision


def citation_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    yield "cites", float(bool(reading.cited))
    if not reading.cited:
        return
    here = [c for c in reading.cited if any(c.matches(p) for p in reading.provisions)]
    absent = [c for c in reading.cited if c not in here and not named_in(c, reading.provisions)]
    yield "cites absent article", float(bool(absent))
    if absent:
        yield "absent article covered", reading.aligned[0].coverage if reading.aligned else 0.0
    best = reading.aligned[0].coverage if reading.aligned else 0.0
    if here:
        own = [
            a for a in reading.aligned if any(in_cited(c, a.unit, reading.provisions) for c in here)
        ]
        gap = best - (own[0].coverage if own else 0.0)
        yield "cited gap", gap
        yield "cited is best", float(bool(own) and own[0].unit is reading.aligned[0].unit)
        yield "cited paragraph missing", float(not own)
        yield "cites present article", 1.0
        yield "cited coverage", own[0].coverage if own else 0.0


def in_cited(
    cited: CitedArticle, unit: ProvisionSentence, provisions: Sequence[GroundingProvision]
) -> bool:
    """Whether a unit belongs to the provision that is cited, down to its paragraph."""
    if not cited.matches(provisions[unit.provision]):
        return False
    return cited.paragraph is None or unit.paragraph is None or unit.paragraph == cited.paragraph


def contact_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    compact = reading.context.compact
    numbers = [
        re.sub(r"\s", "", m.group()) for m in conditions.CONTACT_NUMBER.finditer(reading.claim.text)
    ]
    yield "contact number absent", float(any(number not in compact for number in numbers))
    words = {m.group() for m in conditions.CONTACT_WORD.finditer(reading.claim.text)}
    yield "contact words absent", float(sum(word.strip(")") not in compact for word in words))
