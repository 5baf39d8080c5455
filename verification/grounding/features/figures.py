"""Features of numbers: the same, other, elsewhere, said of another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verification.grounding.facts.amounts import AmountAgreement, compare_amounts
from verification.grounding.facts.quantities import Quantity
from verification.grounding.features.scope import list_sizes
from verification.grounding.language.alignment import Lexicon, WordIndex, coverage
from verification.grounding.language.analysis import ContentWord, TextAnalysis
from verification.grounding.language.reading import ClaimReading, analyses_of, quantities_of

_FRAMES = {
    "year": r"매년|해마다|연간|연\s|년에|년마다|한\s*해|1년에|년도마다|매\s*학?년도|학년도마다|연\d",
    "semester": r"매\s*학기|학기마다|학기당|학기에|학기별|한\s*학기",
    "month": r"매월|매달|달마다|월\s*\d|월간|한\s*달에|월\s*단위",
    "week": r"매주|주당|주마다|일주일에|한\s*주|주간",
    "day": r"매일|날마다|하루에|하루\s|일일|1일",
    "total": r"통산|통틀어|총\s|합쳐|합산|합하여|재학\s*중|재학하는\s*동안|최대|전\s*과정",
    "each": r"1인당|인당|한\s*사람당|과목당|과목마다|건당|1회",
}
_FRAME_PATTERNS = {name: re.compile(pattern) for name, pattern in _FRAMES.items()}
_ANCHORS = {
    "same day": r"당일|그날부터|첫째\s*날|첫날|되는\s*날\s*바로",
    "next day": r"다음\s*날|이튿날|익일",
    "start": r"시작|개시|개강|열리기|첫날|개회",
    "end": r"종료|만료|끝나|끝난|마감|말일|마친",
    "notice": r"통지|통보|알린|받은\s*날",
    "filing": r"신청|접수|제출|청구",
    "before": r"[일월년주간기]\s*(?:이)?전|앞서|전까지|전에|이전",
    "after": r"후|뒤|부터|지나|경과|이후",
}
_ANCHOR_PATTERNS = {name: re.compile(pattern) for name, pattern in _ANCHORS.items()}


# The share that words before an earlier number of the same measure still count.
_FAR = 0.6


def figure_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    near = quantities_of(reading.chosen)
    context = [q for unit in reading.units for q in unit.analysis.quantities]
    claimed = list(reading.claim.quantities)
    reading.amounts = compare_amounts(claimed, near, context, list_sizes(reading), reading.asked)
    yield "amounts", float(len(claimed))
    for finding in reading.amounts:
        small = finding.claimed.value == 1 and not finding.claimed.text[0].isdigit()
        kind = (
            "calendar"
            if isinstance(finding.claimed.value, str) and finding.claimed.measure != "letter grade"
            else "amount"
        )
        if small:
            yield f"one {finding.agreement}", 1.0
            continue
        if finding.agreement is AmountAgreement.ASKED:
            continue
        yield f"{kind} {finding.agreement}", 1.0
        if finding.agreement is AmountAgreement.UNFOUNDED and finding.claimed.measure in (
            "kind",
            "number",
        ):
            yield "amount unfounded count", 1.0
        if finding.limit:
            yield f"limit {finding.limit}", 1.0
            yield (
                f"limit {finding.claimed.bound}{finding.given.bound if finding.given else ''}",
                1.0,
            )
        if finding.other_side:
            yield "other side", 1.0
    all_same = reading.amounts and all(f.agreement is AmountAgreement.SAME for f in reading.amounts)
    yield "amounts all same", float(bool(all_same))
    yield from _clause_amounts(reading)


def _clause_amounts(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    """Whether the words around each number are those around the same number in the evidence."""
    worst, swapped = 1.0, 0.0
    for finding in reading.amounts:
        if finding.agreement is not AmountAgreement.SAME:
            continue
        place = _place(reading, finding.claimed)
        if place.near is not None:
            worst = min(worst, place.near)
            claimed = _window(reading.claim.text, finding.claimed)
            yield from _near_differences(claimed, place.window)
        swapped = max(swapped, place.others - place.mine)
    yield "amount surroundings", worst
    yield "amount surroundings poor", float(worst < 0.25)
    yield "amount swapped", max(0.0, swapped)
    yield "amount swapped clearly", float(swapped > 0.3)


@dataclass(slots=True)
class _NumberPlace:
    """Where a number of the claim stands in the evidence.

    ``mine`` and ``others``: how well what the claim says it of fits the same number, and the
    other numbers of the same measure; ``near``: how well the words on both sides fit.
    """

    mine: float = 0.0
    others: float = 0.0
    near: float | None = None
    window: str = ""


def _place(reading: ClaimReading, claimed: Quantity) -> _NumberPlace:
    place = _NumberPlace()
    before, around = _stretch(reading.claim, claimed), _around(reading.claim, claimed)
    for analysis in analyses_of(reading.chosen):
        for quantity in analysis.quantities:
            if quantity.measure != claimed.measure:
                continue
            fit = _fit(before, analysis, quantity, reading.lexicon)
            if not quantity.same_amount(claimed):
                place.others = max(place.others, fit)
                continue
            place.mine = max(place.mine, fit)
            near = _share(around, _around(analysis, quantity), reading.lexicon)
            if around and (place.near is None or near > place.near):
                place.near, place.window = near, _window(analysis.text, quantity)
    return place


def _stretch(analysis: TextAnalysis, quantity: Quantity) -> list[ContentWord]:
    """The words before a number up to the last comma or clause: what it is said of."""
    start = max(
        analysis.text.rfind(",", 0, quantity.start),
        *(clause.start for clause in analysis.clauses if clause.start <= quantity.start),
    )
    return [t for t in analysis.terms if start <= t.start and t.end <= quantity.start]


def _fit(
    said_of: Sequence[ContentWord], analysis: TextAnalysis, quantity: Quantity, lexicon: Lexicon
) -> float:
    """How well a number of the evidence is said of the same; words further off count less."""
    earlier = [
        q.end
        for q in analysis.quantities
        if q.measure == quantity.measure and q.end <= quantity.start
    ]
    start = max(earlier, default=0)
    close = [t for t in analysis.terms if start <= t.start and t.end <= quantity.start]
    whole = [t for t in analysis.terms if t.end <= quantity.start]
    return _FAR * _share(said_of, whole, lexicon) + (1 - _FAR) * _share(said_of, close, lexicon)


def _near_differences(claimed: str, given: str) -> Iterator[tuple[str, float]]:
    for group, patterns in (("frame", _FRAME_PATTERNS), ("anchor", _ANCHOR_PATTERNS)):
        for name, pattern in patterns.items():
            here, there = bool(pattern.search(claimed)), bool(pattern.search(given))
            if here != there:
                yield f"{group} {name} {'claimed' if here else 'given'}", 1.0


def _window(text: str, quantity: Quantity) -> str:
    return text[max(0, quantity.start - 18) : quantity.end + 10]


def _share(terms: Sequence[ContentWord], others: Sequence[ContentWord], lexicon: Lexicon) -> float:
    return coverage(terms, WordIndex(frozenset(t.lemma for t in others), ""), lexicon)


def _around(analysis: TextAnalysis, quantity: Quantity, reach: int = 18) -> list[ContentWord]:
    return [
        t
        for t in analysis.terms
        if quantity.start - reach <= t.start and t.end <= quantity.end + reach
    ]
