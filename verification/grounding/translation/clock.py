"""Times of day in another language: 12:30 a.m., half past midnight, 凌晨零点半, 9 giờ tối."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE
from verification.grounding.translation import numerals

_NOON, _MIDNIGHT, _DAY = 12, 24, 24
# At night the first hours are those of the next day; five at night may be either.
_FIRST_HOURS = 5
_MORNING, _MIDDAY, _AFTERNOON, _NIGHT = "morning", "midday", "afternoon", "night"


@dataclass(frozen=True)
class ClockWords:
    """How a language writes times. What ends in `loose` may as well be a number of hours: 5 giờ."""

    patterns: tuple[str, ...]
    parts: Mapping[str, str]
    noon: str
    number: Callable[[str], Fraction]
    loose: str = r"(?!)"


@dataclass(frozen=True)
class ClockTime:
    """A time of day in each way that it may be meant, in Korean."""

    start: int
    end: int
    readings: tuple[str, ...]


_HAN = r"(?:[〇零一二两三四五六七八九]|[二]?十[一二三]?)"
_HAN_PART = "(?P<part>凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜间|夜里|深夜|晚)"
_ENGLISH_HOUR = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_ENGLISH_PART = (
    r"(?:a\.?\s?m\b\.?|p\.?\s?m\b\.?|in the (?:early )?(?:morning|afternoon|evening)|at night)"
)
_VIETNAMESE_PART = r"(?:\s*(?P<part>sáng|trưa|chiều|tối|đêm|khuya)\b)"

_WORDS = {
    CHINESE: ClockWords(
        patterns=(
            rf"{_HAN_PART}?\s{{0,9}}(?<![\d.])(?P<hour>\d{{1,2}})\s*(?:点(?!建|要|意)|时(?!间|候|长|数|期))\s*(?:(?P<half>半)|(?P<minute>\d{{1,2}})分?|钟|整)?",
            rf"{_HAN_PART}?\s{{0,9}}(?<![\d:：])(?P<hour>\d{{1,2}})[:：](?P<minute>\d{{2}})(?!\d)",
            rf"{_HAN_PART}\s*(?P<hour>{_HAN})[点时](?:(?P<half>半)|(?P<minute>[一二三四五]?十?[零一二三四五六七八九]?)分|钟|整)?",
            rf"(?P<hour>{_HAN})点(?:(?P<half>半)|(?P<minute>[一二三四五]?十[一二三四五六七八九]?)分|钟|整)",
            rf"(?<=[从至到])(?P<hour>{_HAN})点(?!{numerals.HAN_DIGIT})",
            r"(?P<named>正午|午夜)",
        ),
        parts={
            _MORNING: "凌晨|早上|早晨|清晨|上午", _MIDDAY: "中午", _AFTERNOON: "下午",
            _NIGHT: "傍晚|晚上|夜间|夜里|深夜|晚",
        },
        noon="正午",
        number=numerals.han_number,
    ),
    VIETNAMESE: ClockWords(
        patterns=(
            rf"(?<![\d.,])(?P<hour>\d{{1,2}})\s*(?:giờ|h)\s*(?:(?P<minute>\d{{2}})(?!\d)(?:\s*phút)?|(?P<half>rưỡi)\b){_VIETNAMESE_PART}?",
            rf"(?<![\d.,])(?P<hour>\d{{1,2}}|\b{numerals.VIETNAMESE})\s*(?:giờ|h)\s*(?P<half>rưỡi\b)?{_VIETNAMESE_PART}",
            rf"(?<![\d.,:])(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?!\d){_VIETNAMESE_PART}?",
            r"(?<![\d.,])(?P<hour>\d{1,2})h\b",
            r"(?:(?<=từ )|(?<=đến )|(?<=lúc ))(?P<hour>\d{1,2}) giờ\b",
            r"(?P<named>giữa trưa|nửa đêm)",
        ),
        parts={_MORNING: "sáng", _MIDDAY: "trưa", _AFTERNOON: "chiều", _NIGHT: "tối|đêm|khuya"},
        noon="giữa trưa",
        number=numerals.vietnamese_number,
        loose=r"(?:giờ|h)$",
    ),
    ENGLISH: ClockWords(
        patterns=(
            rf"\b(?P<half>half past) (?:(?P<named>noon|midnight)|(?P<hour>{_ENGLISH_HOUR})\b(?:\s*(?P<part>{_ENGLISH_PART}))?)",
            rf"(?<![\w.,:])(?P<hour>{_ENGLISH_HOUR})(?:[:.](?P<minute>\d{{2}}))?\s*(?:(?P<part>{_ENGLISH_PART})|o'clock)",
            r"(?<![\d.,:])(?P<hour>\d{1,2}):(?P<minute>\d{2})(?![\d:])",
            rf"(?<![\w.,:])(?P<hour>{_ENGLISH_HOUR})(?=\s*(?:to|until|till|and|-|–|—|~)\s*{_ENGLISH_HOUR}(?:[:.]\d{{2}})?\s*{_ENGLISH_PART})",
            r"\b(?P<named>noon|midday|midnight)\b",
        ),
        parts={
            _MORNING: r"a.*|.*morning", _AFTERNOON: r"p.*|.*(?:afternoon|evening)",
            _NIGHT: r".*night",
        },
        noon="noon|midday",
        number=numerals.english_number,
    ),
}  # fmt: skip
_PATTERNS = {
    language: tuple(re.compile(pattern, re.IGNORECASE) for pattern in words.patterns)
    for language, words in _WORDS.items()
}


@lru_cache(maxsize=64)
def clock_times(text: str, language: str) -> tuple[ClockTime, ...]:
    """The times of day of a text, read once: each of its figures asks. Where nothing tells morning from evening, a time is meant in both ways."""
    words, text = _WORDS[language], numerals.readable(text)
    taken = bytearray(len(text))
    found: list[re.Match[str]] = []
    for pattern in _PATTERNS[language]:
        for match in pattern.finditer(text):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = b"\1" * len(match.group())
                found.append(match)
    hours = [_hour(match, words) for match in found]
    # Who writes 0:30 or 21:00 counts all hours of the day.
    counts_all = any(hour in (0, *range(_NOON + 1, _DAY + 1)) for hour in hours)
    return tuple(
        ClockTime(match.start(), match.end(), readings)
        for match, hour in zip(found, hours, strict=True)
        if (readings := tuple(_readings(match, hour, words, counts_all)))
    )


def _hour(match: re.Match[str], words: ClockWords) -> int | None:
    written = match.groupdict().get("hour")
    if not written:
        return None
    return int(written) if written.isdigit() else int(words.number(written))


def _readings(
    match: re.Match[str], hour: int | None, words: ClockWords, counts_all: bool
) -> list[str]:
    parts = match.groupdict()
    minute = 0
    if parts.get("half"):
        minute = 30
    elif written := parts.get("minute"):
        minute = int(written) if written.isdigit() else int(words.number(written))
    if hour is None:
        is_noon = re.fullmatch(words.noon, parts["named"], re.IGNORECASE)
        hours: tuple[int, ...] = (_NOON,) if is_noon else (0, _MIDNIGHT)
    else:
        hours = _hours(hour, _part(parts.get("part"), words), counts_all)
    said = [f"{one}시 {minute}분" for one in hours if one <= _DAY and not (one == _DAY and minute)]
    if re.search(words.loose, match.group()):
        said.append(f"{hour}시간")
    return said


def _part(written: str | None, words: ClockWords) -> str:
    fitting = (
        part
        for part, pattern in words.parts.items()
        if written and re.fullmatch(pattern, written, re.IGNORECASE)
    )
    return next(fitting, "")


def _hours(hour: int, part: str, counts_all: bool) -> tuple[int, ...]:
    """The hours of the day that one written as `hour` may be."""
    if hour > _NOON or not hour:
        return (hour,)
    later = hour % _NOON + _NOON
    is_early = hour <= _FIRST_HOURS
    either = (hour,) if counts_all or hour == _NOON else (hour, later)
    return {
        _MORNING: (hour % _NOON,),
        _MIDDAY: (later,) if is_early else (hour,),
        _AFTERNOON: (later,),
        _NIGHT: (0, _MIDNIGHT) if hour == _NOON else (hour, later) if is_early else (later,),
    }.get(part, either)
