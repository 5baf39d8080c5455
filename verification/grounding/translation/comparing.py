"""Compare what a sentence in another language says with the Korean words that were given for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from verification.grounding.facts.amounts import (
    AmountAgreement,
    AmountFinding,
    compare_amounts,
)
from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.language.languages import written_in
from verification.grounding.proof.results import ProofKind, ProofReason
from verification.grounding.translation.bounds import TranslatedSentence, is_other_limit
from verification.grounding.translation.clock import clock_times
from verification.grounding.translation.figures import ForeignFigure, figures_of
from verification.grounding.translation.manners import exchanged
from verification.grounding.translation.polarity import denies, denies_exceptions, is_opposite

_BRACKETS = re.compile(r"\([^()]*\)")
_IN_BRACKETS = re.compile(r"[(（][^()（）]*$")
# 4.5 만점 is a scale up to 4.5, not 45,000.
_FULL_MARKS = re.compile(r"(?<=\d)\s*만점")
_MINUTES = {"minute": 1, "hour": 60, "day": 24 * 60}
_DAYS_OF_A_MONTH = (28, 29, 30, 31)
_PERIODS = frozenset({"minute", "hour", "day", "month", "semester"})
_DATES = frozenset({"date", "day of a year", "month of a year", "year", "month"})
_COUNTS_OF_TIMES = frozenset({"time", "multiple"})
# 오후 1시부터 5시까지: nothing says that the second is an hour of the afternoon.
_EITHER_HALF = re.compile(r"\s*(?:[1-9]|1[01])\s*시")


def translation_differences(
    claim: str, words: Sequence[str], *, context: str = ""
) -> tuple[ProofReason, ...]:
    """What a translation says otherwise than its words; `context` is the provision that they stand in."""
    language, quoted = written_in(claim), " ".join(words)
    figures = figures_of(claim, language)
    plain = claim
    for start, end in sorted({(one.start, one.end) for one in figures}, reverse=True):
        plain = f"{plain[:start]} {plain[end:]}"
    sentence = TranslatedSentence(claim, plain, language, quoted)
    given, around = _given(quoted), _given(context)
    differences: list[ProofReason] = []
    if given:
        differences += filter(None, (_difference(one, given, around, sentence) for one in figures))
        differences += exchanged(claim, figures, _BRACKETS.sub("", quoted))
    if is_opposite(claim, plain, language, quoted) or denies_exceptions(
        claim, f"{quoted} {context}"
    ):
        differences.append(ProofReason(ProofKind.POLARITY, claim, quoted))
    return tuple(differences)


def _given(text: str) -> list[Quantity]:
    """The figures of Korean words; what stands in brackets keeps no figure from its limit: 3년(6학기)을 초과할 수 없다."""
    text = _FULL_MARKS.sub("점", text)
    bracketed = " ".join(_BRACKETS.findall(text))
    found = [*quantities(_BRACKETS.sub("", text)), *quantities(bracketed)]
    later = [
        replace(one, value=f"{int(str(one.value)[:2]) + 12}{str(one.value)[2:]}")
        for one in found
        if one.measure == "time of day" and _EITHER_HALF.match(one.text)
    ]
    return [*found, *later]


def _difference(
    figure: ForeignFigure,
    given: Sequence[Quantity],
    around: Sequence[Quantity],
    sentence: TranslatedSentence,
) -> ProofReason | None:
    """How a figure is another than those of the provision in every way that it may be meant."""
    findings = [
        _finding(one, given, around)
        for reading in figure.readings
        for one in (reading, *_equal_periods(reading))
    ]
    claimed = figure.text.strip()
    same = [one for one in findings if one.agreement is AmountAgreement.SAME]
    for one in same:
        if not one.given or not is_other_limit(one.claimed, one.given, one.limit, sentence):
            return None
    if same:
        return ProofReason(ProofKind.LIMIT, claimed, _written(same[0].given))
    if not _counts(figure, given, around, sentence):
        return None
    first = findings[0]
    kind = ProofKind.DATE if isinstance(first.claimed.value, str) else ProofKind.NUMBER
    if any(one.agreement is AmountAgreement.OTHER_UNIT for one in findings):
        kind = ProofKind.UNIT
    rival = next((one.given for one in findings if one.given), None)
    return ProofReason(kind, claimed, _written(rival))


def _written(given: Quantity | None) -> str:
    return given.text.strip() if given else ""


def _finding(
    claimed: Quantity, given: Sequence[Quantity], around: Sequence[Quantity]
) -> AmountFinding:
    """A figure beside the words, and where they do not have it beside the provision."""
    in_words = compare_amounts([claimed], given, ())[0]
    if in_words.agreement is AmountAgreement.SAME:
        return in_words
    return compare_amounts([claimed], [*given, *around], ())[0]


def _equal_periods(one: Quantity) -> Iterator[Quantity]:
    """The same time in other units: 24 hours for a day. A month in a word is about as many days as months have."""
    if isinstance(one.value, str):
        return
    if one.measure in _MINUTES:
        for measure, length in _MINUTES.items():
            if measure != one.measure:
                yield replace(
                    one, measure=measure, value=one.value * _MINUTES[one.measure] / length
                )
    if one.measure == "month" and not any(sign.isdigit() for sign in one.text) and one.value == 1:
        for days in _DAYS_OF_A_MONTH:
            yield replace(one, measure="day", value=Fraction(days))


def _counts(
    figure: ForeignFigure,
    given: Sequence[Quantity],
    around: Sequence[Quantity],
    sentence: TranslatedSentence,
) -> bool:
    """Whether a figure that the provision does not have speaks against the sentence."""
    one = figure.readings[0]
    measures = {reading.measure for reading in figure.readings}
    everywhere = (*given, *around)
    if "number" in measures:
        return _counts_without_unit(figure, one, given, sentence)
    if "letter grade" in measures or "time of day" in measures:
        return _counts_as_example(one, everywhere, sentence)
    if not any(sign.isdigit() for sign in figure.text):
        if one.value == 1:
            # One of something is hardly ever a figure of the rule, unless it is a limit.
            near = measures | _PERIODS if measures & _PERIODS else measures
            return one.bound is not LimitBound.NONE and any(
                rival.measure in near for rival in given
            )
        if measures <= _COUNTS_OF_TIMES:
            # Twice a year, where the rule names both months.
            return any(rival.measure in measures for rival in everywhere)
    if (isinstance(one.value, str) and one.measure == "month") or "/" in figure.text:
        # April alone, or what may as well be no date.
        return any(rival.measure in _DATES | measures for rival in everywhere)
    return True


def _counts_as_example(
    one: Quantity, given: Sequence[Quantity], sentence: TranslatedSentence
) -> bool:
    """A grade or a time beside a rule that has others: what falls under the rule, or is denied, may be an example."""
    rivals = [rival for rival in given if rival.measure == one.measure]
    if one.measure == "time of day":
        is_span = len(clock_times(sentence.text, sentence.language)) > 1
        return is_span or not denies(sentence.without_figures, sentence.language)
    if one.bound is not LimitBound.NONE:
        return bool(rivals)
    return (
        bool(rivals)
        and not denies(sentence.without_figures, sentence.language)
        and not any(_falls_under(_rank(one), rival.bound, _rank(rival)) for rival in rivals)
    )


def _rank(grade: Quantity) -> Fraction:
    """Grades as numbers, the better the higher."""
    letter, sign = str(grade.value)[0], str(grade.value)[1:]
    return Fraction("FDCBA".index(letter) * 2 + (sign == "+"))


def _falls_under(value: Fraction, bound: LimitBound, limit: Fraction) -> bool:
    return {
        LimitBound.AT_LEAST: value >= limit,
        LimitBound.MORE: value > limit,
        LimitBound.AT_MOST: value <= limit,
        LimitBound.LESS: value < limit,
    }.get(bound, False)


def _counts_without_unit(
    figure: ForeignFigure, one: Quantity, given: Sequence[Quantity], sentence: TranslatedSentence
) -> bool:
    """A number whose unit cannot be read leaves a sentence open, unless the words have such numbers or an average."""
    if _IN_BRACKETS.search(sentence.text[: figure.start]) or isinstance(one.value, str):
        return False
    is_average = one.value.denominator > 1 or "." in figure.text
    rivals = [
        (rival, rival.value)
        for rival in given
        if isinstance(rival.value, Fraction)
        and (
            rival.measure == "number"
            or (is_average and rival.measure == "point" and rival.value.denominator > 1)
        )
    ]
    if one.bound is LimitBound.NONE:
        is_example = any(_falls_under(one.value, rival.bound, value) for rival, value in rivals)
        is_denied = denies(sentence.without_figures, sentence.language)
        return is_average and bool(rivals) and not is_example and not is_denied
    return bool(rivals)
