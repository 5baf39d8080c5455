"""How a language writes figures, and what each of them is called in Korean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from verification.grounding.translation.numerals import multiplied

# One figure in Korean, in each way that it may be meant: twice is 2회 or 2배.
Readings = tuple[str, ...]
Reader = Callable[[re.Match[str]], tuple[Readings, ...]]
DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_ALONE = r"(?<![A-Za-z\d][.,:/-])(?<![A-Za-z\d])", r"(?![.,:/-]?[A-Za-z\d])"
_GRADE = r"(?<![A-Za-z\d])[A-D][+0](?![A-Za-z\d])"
_LAST_MONTH, _LAST_DAY = 12, 31


@dataclass(frozen=True)
class Grammar:
    """Number words, units, limits before and after, dates, shares, words that are figures, and what counts nothing.

    `named` are units that stand before their number (TOPIK 4, KRW 1,000). In patterns NUMBER is any number. An `article` counts
    in a limit alone: within a week, not 20 hours a week.
    """

    digits: str
    multipliers: str
    words: str
    number: Callable[[str], Fraction]
    gap: str
    half: str
    units: Mapping[str, str | Readings]
    named: Mapping[str, str]
    before: tuple[tuple[str, str], ...]
    after: tuple[tuple[str, str], ...]
    months: Mapping[str, int]
    dates: tuple[str, ...]
    shares: tuple[tuple[str, str | Readings], ...]
    fixed: tuple[tuple[str, str | Readings], ...]
    ordinals: str
    month_first: bool = True
    article: str = r"(?!)"

    def readers(self) -> Iterator[tuple[re.Pattern[str], Reader]]:
        """The patterns, the more special first, each with what its match is in Korean; nothing where it counts nothing."""
        number = rf"(?:{self.digits})(?:{self.multipliers})?|{self.words}"
        yield self._compiled(self.ordinals, number), lambda _match: ()
        for date in self.dates:
            yield self._compiled(date, number), self._date
        limit = rf"(?:{_any('b', self.before)})"
        before = rf"(?:{limit}{self.gap})?"
        after = rf"(?:\s*\([^)]*\))?(?:{self.gap}(?:{_any('a', self.after)}))?"
        for pattern, said in self.fixed:
            yield (
                self._compiled(rf"{before}(?:{pattern}){after}", number),
                self._limited(_readings(said)),
            )
        for pattern, said in self.shares:
            yield (
                self._compiled(rf"{before}(?:{pattern}){after}", number),
                self._limited(_readings(said)),
            )
        yield re.compile(r"(?<![\d/.,])(\d{1,2})/(\d{1,3})(?![\d/]|[.,]\d)"), self._slashed
        yield re.compile(rf"{before}{_GRADE}{after}"), self._grade
        named = "|".join(self.named)
        yield (
            self._compiled(rf"{before}(?P<name>{named})\s*(?P<number>{number}){after}", number),
            self._named,
        )
        unit = "|".join(sorted(self.units, key=len, reverse=True))
        counted = rf"{self.gap}(?P<unit>{unit})(?P<half>{self.half})?{after}"
        yield self._compiled(rf"{before}(?P<number>{number}){counted}", number), self._counted
        one = rf"{limit}{self.gap}(?P<number>{self.article}){counted}"
        yield self._compiled(one, number), self._counted
        start, end = _ALONE
        bare = rf"{before}{start}(?P<number>{self.digits}){end}{after}"
        yield self._compiled(bare, number), self._bare

    def _compiled(self, pattern: str, number: str) -> re.Pattern[str]:
        return re.compile(pattern.replace("NUMBER", number), re.IGNORECASE)

    def value(self, written: str) -> str:
        """A number in digits."""
        match = re.match(self.digits, written)
        if not match:
            return _decimal(self.number(written))
        digits = match.group()
        if self.month_first:
            digits = digits.replace(",", "")
        else:
            digits = re.sub(r"\.(?=\d{3}(?:\D|$))", "", digits).replace(",", ".")
        return _decimal(multiplied(digits, written[match.end() :]))

    def _date(self, match: re.Match[str]) -> tuple[Readings, ...]:
        parts = {name: part for name, part in match.groupdict().items() if part}
        if "month" in parts:
            written = parts["month"]
            month = self.months.get(written[:3].lower()) or int(float(self.value(written)))
            if not 1 <= month <= _LAST_MONTH:
                return ()
            parts["month"] = str(month)
        last = parts.pop("last", "")
        said = [_dated(parts, self.value)]
        if last:
            said.append(_dated({**parts, "day": last}, self.value))
        return tuple((one,) for one in said)

    def _slashed(self, match: re.Match[str]) -> tuple[Readings, ...]:
        """2/3 of the fee, or a day of a year."""
        one, other = int(match[1]), int(match[2])
        month, day = (one, other) if self.month_first else (other, one)
        if self.month_first and one > _LAST_MONTH:
            month, day = other, one
        readings = [f"{other}분의 {one}"] if 0 < one < other else []
        if 1 <= month <= _LAST_MONTH and 1 <= day <= _LAST_DAY and match.group() != "24/7":
            readings.append(f"{month}월 {day}일")
        return (tuple(readings),) if readings else ()

    def _limit(self, match: re.Match[str]) -> str:
        signs = {
            **{f"b{n}": sign for n, (_, sign) in enumerate(self.before)},
            **{f"a{n}": sign for n, (_, sign) in enumerate(self.after)},
        }
        return next((sign for name, sign in signs.items() if match[name]), "")

    def _limited(self, readings: Readings) -> Reader:
        def said(match: re.Match[str]) -> tuple[Readings, ...]:
            numbers = {
                name: self.value(part)
                for name, part in match.groupdict().items()
                if part and name in ("n", "d")
            }
            limit = self._limit(match)
            return (tuple(f"{one.format(**numbers)} {limit}".strip() for one in readings),)

        return said

    def _grade(self, match: re.Match[str]) -> tuple[Readings, ...]:
        grade = re.search(_GRADE, match.group())
        return ((f"{grade.group() if grade else ''} {self._limit(match)}".strip(),),)

    def _named(self, match: re.Match[str]) -> tuple[Readings, ...]:
        unit = next(
            u for name, u in self.named.items() if re.fullmatch(name, match["name"], re.IGNORECASE)
        )
        return ((f"{self.value(match['number'])}{unit} {self._limit(match)}".strip(),),)

    def _counted(self, match: re.Match[str]) -> tuple[Readings, ...]:
        units = next(
            u for name, u in self.units.items() if re.fullmatch(name, match["unit"], re.IGNORECASE)
        )
        value = Fraction(self.value(match["number"])) + (Fraction(1, 2) if match["half"] else 0)
        limit = self._limit(match)
        return (tuple(f"{_decimal(value)}{unit} {limit}".strip() for unit in _readings(units)),)

    def _bare(self, match: re.Match[str]) -> tuple[Readings, ...]:
        return ((f"{self.value(match['number'])} {self._limit(match)}".strip(),),)


def _any(prefix: str, patterns: tuple[tuple[str, str], ...]) -> str:
    return "|".join(f"(?P<{prefix}{n}>{pattern})" for n, (pattern, _) in enumerate(patterns))


def _readings(said: str | Readings) -> Readings:
    return (said,) if isinstance(said, str) else said


def _dated(parts: Mapping[str, str], value: Callable[[str], str]) -> str:
    named = (("year", "년"), ("month", "월"), ("day", "일"))
    return " ".join(f"{value(parts[name])}{unit}" for name, unit in named if parts.get(name))


def _decimal(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.6f}".rstrip("0")
