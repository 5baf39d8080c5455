"""Figures that a sentence gives to each other's case: five in a row or three in total for 연속 3회 또는 통산 5회."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.proof.results import ProofKind, ProofReason
from verification.grounding.translation.figures import ForeignFigure

_MANNERS = {
    "in a row": re.compile(r"연속|연달아|잇달아|in a row|consecutive|successive|running\b|连续|接连|liên tiếp|liên tục", re.IGNORECASE),
    "in total": re.compile(r"통산|합계|합산|누적|모두|총|in total|\btotal\b|altogether|overall|cumulative|累计|总计|合计|一共|共计|tổng cộng|cộng dồn|tổng số", re.IGNORECASE),
}  # fmt: skip
_PARTS = re.compile(r"[,，、;；]|\bor\b|\band\b|或者?|和|以及|hoặc|và(?=\s)|또는|이나|혹은|및")


def exchanged(claim: str, figures: Sequence[ForeignFigure], words: str) -> Iterator[ProofReason]:
    """The figures of a claim that the Korean words have for the other way of counting."""
    counted = [
        (one, manner) for one in quantities(words) if (manner := _manner(words, one.start, one.end))
    ]
    for figure in figures:
        claimed = _manner(claim, figure.start, figure.end)
        alike = [(one, manner) for one, manner in counted if _is_counted_as(one, figure)]
        same = {
            manner for one, manner in alike if any(it.value == one.value for it in figure.readings)
        }
        rival = next((one for one, manner in alike if manner == claimed), None)
        if claimed and same and claimed not in same and rival:
            yield ProofReason(ProofKind.NUMBER, figure.text.strip(), rival.text.strip())


def _is_counted_as(given: Quantity, figure: ForeignFigure) -> bool:
    return any(
        {one.measure, given.measure} & {"number"} or one.measure == given.measure
        for one in figure.readings
    )


def _manner(text: str, start: int, end: int) -> str:
    before = [one.end() for one in _PARTS.finditer(text, 0, start)]
    after = _PARTS.search(text, end)
    part = text[before[-1] if before else 0 : after.start() if after else len(text)]
    named = [name for name, pattern in _MANNERS.items() if pattern.search(part)]
    return named[0] if len(named) == 1 else ""
