"""From which day a text is in force, as its addenda say: the day of the newest of them, and every later day that a part of the
text has to itself.

A version has one day. Where a proviso (`다만, 제3조의 개정규정은 2027년 3월 1일부터 시행한다`) or a clause on application names a
later one, a person decides what readers see until then; where the newest addenda name a term (`2학기부터`) instead of a day,
the day of older addenda would be a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from regulations.text.parser.marks import dates_in
from regulations.text.parser.nodes import ParsedAddenda, ParsedUnit
from regulations.text.parser.report import TextWarning

_DAY = r"\d{4}\s*[년.]\s*\d{1,2}\s*[월.]\s*\d{1,2}\s*[일.]?(?:\s*\([월화수목금토일]\))?"
_FROM = re.compile(
    rf"(?P<day>{_DAY})\)?\s*(?:부터|자로)(?=[^.\n]{{0,60}}(?:시행|적용))|시행일(?:자)?(?:은|는)?\s*[:：]?\s*(?P<named>{_DAY})"
)
_ON_PROMULGATION = re.compile(r"(?:공포|개정|제정)(?:한|된)?\s*(?:날|일)(?:로)?\s*부터")
_NAMES = r"(?:규정|세칙|학칙|내규|지침|정관|규칙|요령|준칙|예규|강령|헌장|기준|회칙|요강|법|영|령)"
# The whole regulation is what the sentence is about: 이 변경 규정은, 본 개정학칙은, 개정 규정은, or nothing.
_WHOLE = re.compile(
    rf"(?:(?:이|본|동|위)\s?[^.]{{0,40}}?)?(?:변경|개정|신설|제정)?\s?{_NAMES}(?:의\s*시행일)?\s?(?:은|는)|$"
)
_OF_THE_WHOLE = re.compile(rf"(?:이|본|동|위)\s?[^.]{{0,40}}?{_NAMES}\s?(?:은|는)")
_COMMENCES = re.compile(r"부터\s*(?:이를\s*)?시행")
_PART = re.compile(r"제\s*\d+\s*[조장절관편항]|별\s*표|별\s*지|서식")
_PROVISO = re.compile(r"(?:다만|단)[\s,]")
_BEGINNING = re.compile(r"[\s①-⑳\d.)<>/A-Z]*(?:\((?P<title>[^()]{2,40})\))?[\s①-⑳\d.)]*")
_TRANSITIONAL = re.compile(r"적용|경과|특례|유효|폐지|다른")
# `다음 각 호의 개정규정은 그 구분에 따른 날부터`: the days stand in the list below.
_LISTED = re.compile(r"구분에\s*따른\s*날|각\s*호에서\s*정하는\s*날")
_SENTENCE_END = re.compile(r"(?<=[다함음임]\.)\s*|(?<=[다함음임])\s*\n")
_LONGEST_SAID = 200


@dataclass(frozen=True, slots=True)
class _Clause:
    """A sentence of addenda: where it stands, its words, and its days; `is_main` where it speaks of the whole text."""

    label: str
    text: str
    days: tuple[date, ...]
    is_main: bool
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Commencement:
    """The day from which a text is in force, None where it cannot be read, with what a person should look at."""

    day: date | None
    warnings: tuple[TextWarning, ...] = ()


def commencement(addenda: Sequence[ParsedAddenda], *, stated: date | None = None) -> Commencement:
    """Read the day of a text from its addenda; `stated` is the day that its head says, which holds."""
    if not addenda:
        return Commencement(stated)
    clauses = [list(_clauses(one)) for one in addenda]
    days = [_day(found) for found in clauses]
    newest = _newest(addenda, days)
    day = stated or days[newest]
    parts = [
        one
        for found in (clauses if day else clauses[newest : newest + 1])
        for one in found
        if any(day is None or other > day for other in one.days)
    ]
    warnings = [
        TextWarning("other_day", f"{_said(max(one.days))}: {one.text}", label=one.label)
        for one in parts
        if not (day is None and one.is_main)
    ]
    if day is None:
        said = next((one.text for one in reversed(clauses[newest]) if one.is_main), "")
        label = addenda[newest].locator.label
        warnings.insert(0, TextWarning("no_day", said or label, label=label))
    return Commencement(day, tuple(dict.fromkeys(warnings)))


def _said(day: date) -> str:
    return f"{day.year}. {day.month}. {day.day}."


def _newest(addenda: Sequence[ParsedAddenda], days: Sequence[date | None]) -> int:
    """The place of the newest addenda: by their days, or at the end of their order where those there have none."""
    known = [one.promulgated_date or day for one, day in zip(addenda, days, strict=True)]
    dated = [day for day in known if day]
    is_descending = bool(dated) and dated[0] > dated[-1]
    places = range(len(known))
    end = places[0] if is_descending else places[-1]
    if known[end] is None:
        return end
    ordered = reversed(places) if is_descending else places
    return max(((known[at] or date.min, n, at) for n, at in enumerate(ordered)))[2]


def _day(clauses: Sequence[_Clause]) -> date | None:
    """The day of one addenda; None where the last sentence that puts the whole text in force names none."""
    main = [one for one in clauses if one.is_main]
    if any(one.is_whole for one in main):
        main = [one for one in main if one.is_whole]
    if not main or not main[-1].days:
        return None
    return max(one.days[0] for one in main if one.days)


# -- sentences ------------------------------------------------------------------------------------------------------------


def _clauses(addenda: ParsedAddenda) -> Iterator[_Clause]:
    """The sentences that name a day or put the text in force, in their order."""
    yield from _of_text(addenda, addenda.locator.label, "", addenda.text)
    for unit in addenda.units:
        yield from _of_unit(addenda, unit, "", is_listed=False)
    for article in addenda.articles:
        yield from _of_text(addenda, article.locator.label, article.title, article.text)
        is_listed = bool(_LISTED.search(article.text))
        for unit in article.units:
            yield from _of_unit(addenda, unit, article.title, is_listed=is_listed)


def _of_unit(
    addenda: ParsedAddenda, unit: ParsedUnit, title: str, *, is_listed: bool
) -> Iterator[_Clause]:
    own = _BEGINNING.match(unit.text)
    title = (own and own["title"]) or title
    if is_listed and (days := dates_in(unit.text)):
        text = unit.text[:_LONGEST_SAID]
        yield _Clause(unit.locator.label, text, days, is_main=False, is_whole=False)
    else:
        yield from _of_text(addenda, unit.locator.label, title, unit.text)
    is_listed = is_listed or bool(_LISTED.search(unit.text))
    for below in unit.units:
        yield from _of_unit(addenda, below, title, is_listed=is_listed)


def _of_text(addenda: ParsedAddenda, label: str, title: str, text: str) -> Iterator[_Clause]:
    for sentence in _SENTENCE_END.split(text):
        if "시행" in sentence or "적용" in sentence:
            clause = _clause(addenda, label, title, " ".join(sentence.split()))
            if clause is not None:
                yield clause


def _clause(addenda: ParsedAddenda, label: str, title: str, sentence: str) -> _Clause | None:
    beginning = _BEGINNING.match(sentence)
    title = (beginning and beginning["title"]) or title
    words = sentence[beginning.end() :] if beginning else sentence
    found = list(_FROM.finditer(words))
    days = [day for one in found for day in dates_in(one["day"] or one["named"])[:1]]
    promulgation = _ON_PROMULGATION.search(words)
    starts = [one.start() for one in (*found[:1], *([promulgation] if promulgation else ()))]
    before = words[: min(starts, default=len(words))]
    is_transitional = bool(_TRANSITIONAL.search(title)) and "시행" not in title
    is_main = not (is_transitional or _PROVISO.match(words) or _PART.search(before))
    is_whole = is_main and bool(_OF_THE_WHOLE.match(words) or _WHOLE.match(before))
    if (
        is_main
        and promulgation
        and addenda.promulgated_date
        and before == words[: promulgation.start()]
    ):
        days.insert(0, addenda.promulgated_date)
    if not days and not (is_whole and _COMMENCES.search(words)):
        return None
    return _Clause(label, sentence[:_LONGEST_SAID], tuple(days), is_main, is_whole)
