"""Numbers with their units and limits, as typed facts that can be compared.

Units are brought to a common measure only where everybody would: a week is seven days, a year is
twelve months, 100분의 30 is 30 %. A month is not thirty days and a semester is not six months
unless a provision says so; those never match by calculation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from regulations.text.spacing import compact
from verification.grounding.facts import dates
from verification.grounding.facts.limits import LimitBound, PeriodSide, bound_of, side_of
from verification.grounding.facts.measures import UNIT_PATTERN, UNITS
from verification.grounding.facts.overlong import without_overlong


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts. ``measure`` is what may be compared with each other."""

    measure: str
    value: Fraction | str
    unit: str
    bound: LimitBound
    side: PeriodSide
    start: int
    end: int
    text: str

    def same_amount(self, other: Quantity) -> bool:
        """Whether both name the same amount of the same thing, whatever the limit."""
        return self.measure == other.measure and self.value == other.value


# measure, value, unit as written, start, end
_Read = tuple[str, Fraction | str, str, int, int]

_NATIVE_TENS = {"열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60}
_NATIVE_ONES = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "석": 3, "넷": 4, "네": 4, "넉": 4,
    "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
_SINO = {"일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9}
_SINO_TENS = {"십": 10, "백": 100, "천": 1000}
_LARGE = {"만": 10_000, "억": 100_000_000, "조": 1_000_000_000_000}
_DAY_WORDS = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8,
    "아흐레": 9, "열흘": 10, "보름": 15,
}  # fmt: skip

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_MIXED = (
    rf"(?:{_DIGITS})(?:\s?(?:[천백십]?[만억조])(?:\s?(?:\d+)\s?[천백]?(?:\s?만)?)?|[천백](?:만)?)?"
)
_NATIVE = (
    r"(?:열|스물|서른|마흔|쉰)?(?:하나|한|둘|두|셋|세|석|넷|네|넉|다섯|여섯|일곱|여덟|아홉)"
    r"|열|스무|스물|서른|마흔|쉰|예순"
)
_SINO_WORD = r"[일이삼사오육칠팔구]?[백천](?:[일이삼사오육칠팔구]?[십백])?(?:만)?|[이삼사오육칠팔구]?십[일이삼사오육칠팔구]?|[일삼사오육칠팔구](?=년|개월|학기)"
_FRACTION = re.compile(
    rf"(?P<den>\d+\s*[만천백]?|[이삼사오육칠팔구십백천만]+)\s*분의\s*(?P<num>{_DIGITS}|[일이삼사오육칠팔구십]+)"
    r"|(?<![\d/.])(?P<num2>\d{1,3})\s*/\s*(?P<den2>\d{1,4})(?![\d/])"
)
_HALF = re.compile(r"절반|(?<![가-힣])반(?=으로|을|만|\s|이상|이하)|과반수|과반|(?:절)?반수")
_THIRDS = re.compile(r"(?P<den>셋|넷|다섯|열)\s*(?:중|가운데)\s*(?P<num>하나|둘|셋|넷|다섯)")
_DAY_WORD = re.compile(rf"(?<![가-힣])(?:{'|'.join(_DAY_WORDS)})(?![가-힣]*반)")
_WEEK_WORD = re.compile(r"(?<![가-힣\d])일주일|(?<![가-힣])반년|(?<![가-힣])반\s?학기|곱절|갑절")
# 한 주간학생 has one of no weeks: it is a student of the day.
_DAYTIME = r"(?<=주)간(?:학생|대학|과정|학부|학과)|(?<=주간)(?:학생|대학|과정|학부|학과)"
# Two grants are not two sheets.
_SHEETLESS = r"(?<=장)(?:학금|학생|학재단|애|소)"
_COUNTED = re.compile(
    rf"(?<![\d.,A-Za-z])(?P<number>{_MIXED})\s?(?P<thousand>천|백)?(?P<unit>{UNIT_PATTERN})(?![A-Za-z])"
    rf"|(?<![가-힣])(?P<native>{_NATIVE})\s?(?P<nunit>{UNIT_PATTERN})(?!째)(?![가-힣]*들)(?!{_DAYTIME}|{_SHEETLESS})"
    rf"|(?<![가-힣\d])(?P<sino>{_SINO_WORD})\s?(?P<sunit>년|개월|학기|회|명|인|점|학점|일간|퍼센트|시간|세|원|만\s?원|배|권)"
)
_YEARS_AND_HALF = re.compile(r"(?<![\d.])(?P<years>\d+)\s*년\s*반(?![가-힣])")
_ENGLISH_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12,
}  # fmt: skip
_ENGLISH = re.compile(
    rf"(?i)\b(?P<number>{'|'.join(_ENGLISH_NUMBERS)})\s(?P<unit>{UNIT_PATTERN})(?![A-Za-z])"
)
_BARE = re.compile(rf"(?<![\d.,A-Za-z조항호의제†\[])(?P<number>{_MIXED})(?![\d,]*[조항호목])")
_GRADE = re.compile(r"(?<![A-Za-z])(?P<grade>[A-DF](?:[+\-0]|\b|(?=[가-힣\s])))(?![A-Za-z])")
_ORDINAL = re.compile(
    r"제\s*\d+\s*(?:조(?:\s*의\s*\d+)?|항|호(?:\s*의\s*\d+)?|장|절|편|관|목|차|회|기)|별[표지]\s*(?:제?\s*\d+)?(?:호)?(?:의\s*\d+)?(?:\s*서식)?"
)


def quantities(text: str) -> tuple[Quantity, ...]:
    """Find every quantity and date of a text, in order; where two overlap the first read wins."""
    taken = bytearray(len(text))
    found = []
    read = without_overlong(text)
    for reader in _READERS:
        for measure, value, unit, start, end in reader(read):
            if any(taken[start:end]):
                continue
            taken[start:end] = b"\1" * (end - start)
            if measure:
                bound, side = bound_of(text, start, end), side_of(text, start, end)
                written = text[start:end]
                found.append(Quantity(measure, value, unit, bound, side, start, end, written))
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def _calendar(text: str) -> Iterator[_Read]:
    for date in dates.dates(text):
        yield date.measure, date.value, date.measure, date.start, date.end


def _provision_numbers(text: str) -> Iterator[_Read]:
    """제25조제1항, 별표 1: numbers that count nothing. They are only kept from being read."""
    for match in _ORDINAL.finditer(text):
        yield "", "", "", match.start(), match.end()


def _shares(text: str) -> Iterator[_Read]:
    for match in _FRACTION.finditer(text):
        numerator = _number(match["num"] or match["num2"])
        denominator = _number(match["den"] or match["den2"])
        if denominator:
            yield "share", numerator / denominator, "분수", match.start(), match.end()
    for match in _THIRDS.finditer(text):
        value = Fraction(_NATIVE_ONES[match["num"]], _NATIVE_ONES.get(match["den"], 10))
        yield "share", value, "분수", match.start(), match.end()
    for match in _HALF.finditer(text):
        yield "share", Fraction(1, 2), "절반", match.start(), match.end()


def _words(text: str) -> Iterator[_Read]:
    """Numbers that are one word: 열흘, 일주일, 반년, 3년 반."""
    for match in _DAY_WORD.finditer(text):
        yield "day", Fraction(_DAY_WORDS[match.group()]), "일", match.start(), match.end()
    for match in _WEEK_WORD.finditer(text):
        measure, value, unit = _FIXED[compact(match.group())]
        yield measure, value, unit, match.start(), match.end()
    for match in _ENGLISH.finditer(text):
        measure, factor = UNITS[compact(match["unit"]).lower()]
        value = factor * _ENGLISH_NUMBERS[match["number"].lower()]
        yield measure, value, match["unit"], match.start(), match.end()
    for match in _YEARS_AND_HALF.finditer(text):
        months = (_number(match["years"]) + Fraction(1, 2)) * 12
        yield "month", months, "년", match.start(), match.end()


def _counts(text: str) -> Iterator[_Read]:
    for match in _COUNTED.finditer(text):
        if match["native"] and (
            match["nunit"] in _NOT_WITH_NATIVE or compact(match.group()) in _NOT_COUNTS
        ):
            continue
        # 평점이 2.8인 학생: what is not whole counts no people.
        if match["unit"] == "인" and "." in match["number"]:
            continue
        if match["number"]:
            value, unit = _number(match["number"] + (match["thousand"] or "")), match["unit"]
        elif match["native"]:
            value, unit = Fraction(_native(match["native"])), match["nunit"]
        else:
            value, unit = _number(match["sino"]), match["sunit"]
        # A white space of any kind.
        unit = compact(unit)
        if unit == "분의" and match["number"]:
            # 30분의 휴식: only 두 분의 교수 counts people.
            unit = "분"
        if unit == "만원":
            value, unit = value * 10_000, "원"
        measure, factor = UNITS[unit]
        yield measure, value * factor, unit, match.start(), match.end()


def _grades_and_bare_numbers(text: str) -> Iterator[_Read]:
    for match in _GRADE.finditer(text):
        yield "letter grade", match["grade"], "등급", match.start(), match.end()
    for match in _BARE.finditer(text):
        yield "number", _number(match["number"]), "", match.start(), match.end()


_READERS = (_calendar, _provision_numbers, _shares, _words, _counts, _grades_and_bare_numbers)

_FIXED: dict[str, tuple[str, Fraction, str]] = {
    "일주일": ("day", Fraction(7), "주"),
    "반년": ("month", Fraction(6), "개월"),
    "반학기": ("semester", Fraction(1, 2), "학기"),
    "곱절": ("multiple", Fraction(2), "배"),
    "갑절": ("multiple", Fraction(2), "배"),
}


# "한 일", "두 분", "세 점" and the like are hardly ever counts; "쉰 학기" are semesters of leave.
_NOT_WITH_NATIVE = frozenset(
    {"일", "분", "점", "원", "월", "시", "주", "급", "기", "평", "호", "석", "매", "차", "인", "년"}
)
_NOT_COUNTS = frozenset({"한해", "세세", "세부", "세대", "한때", "한개", "석차", "네층", "쉰학기"})


def _native(word: str) -> int:
    if word in _NATIVE_ONES:
        return _NATIVE_ONES[word]
    for tens, value in _NATIVE_TENS.items():
        if word.startswith(tens):
            return value + _NATIVE_ONES.get(word.removeprefix(tens), 0)
    return 0


def _number(written: str) -> Fraction:
    """Read 1,200, 2만 5천, 500만, 오백, 만."""
    written = written.replace(",", "").replace(" ", "")
    total, section, current = Fraction(0), Fraction(0), Fraction(0)
    seen = False
    for token in re.findall(r"\d+(?:\.\d+)?|[가-힣]", written):
        if token in _LARGE:
            part = section + current
            total += (part if part or seen else Fraction(1)) * _LARGE[token]
            section, current = Fraction(0), Fraction(0)
        elif token in _SINO_TENS:
            section += (current or Fraction(1)) * _SINO_TENS[token]
            current = Fraction(0)
        elif token in _SINO:
            current = Fraction(_SINO[token])
        else:
            current = Fraction(token)
        seen = True
    return total + section + current
