"""Figures and dates of a sentence in another language, as the typed facts of the Korean ones.

Each is said in Korean (不超过三年 as 3년 이하) and read like any other, so that one table knows what may be compared with what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE
from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.translation import chinese, english, vietnamese
from verification.grounding.translation.clock import clock_times
from verification.grounding.translation.grammar import Readings
from verification.grounding.translation.numerals import readable

_READERS = {
    language: tuple(grammar.readers())
    for language, grammar in (
        (CHINESE, chinese.GRAMMAR),
        (VIETNAMESE, vietnamese.GRAMMAR),
        (ENGLISH, english.GRAMMAR),
    )
}


@dataclass(frozen=True, slots=True)
class ForeignFigure:
    """A figure with the words in which it is said, in each way that they may be meant."""

    text: str
    start: int
    end: int
    readings: tuple[Quantity, ...]


def figures_of(text: str, language: str) -> tuple[ForeignFigure, ...]:
    """Every figure, date and time of a sentence in another language."""
    taken = bytearray(len(text))
    found: list[ForeignFigure] = []
    for start, end, figures in _said(readable(text), language):
        if any(taken[start:end]):
            continue
        taken[start:end] = b"\1" * (end - start)
        for readings in figures:
            read = tuple(
                replace(one, start=start, end=end, text=text[start:end])
                for said in readings
                for one in quantities(said)[:1]
            )
            if read:
                found.append(ForeignFigure(text[start:end], start, end, read))
    return tuple(sorted(found, key=lambda one: one.start))


def _said(text: str, language: str) -> Iterator[tuple[int, int, tuple[Readings, ...]]]:
    """What stands at each place in Korean, what is read more exactly first."""
    for time in clock_times(text, language):
        yield time.start, time.end, (time.readings,)
    for pattern, in_korean in _READERS[language]:
        for match in pattern.finditer(text):
            yield *match.span(), in_korean(match)
