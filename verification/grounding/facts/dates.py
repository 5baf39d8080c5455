"""Calendar dates and times of day, in the spellings of regulations and of answers."""

from __future__ import annotations

import re
from calendar import isleap
from dataclasses import dataclass

_PATTERNS = (
    (
        "date",
        re.compile(
            r"(?P<y>(?:19|20)\d{2})\s*년\s*(?P<m>\d{1,2})\s*월\s*(?P<d>\d{1,2}(?=\s*일)|말)\s*일?"
        ),
    ),
    (
        "date",
        re.compile(
            r"(?P<y>(?:19|20)\d{2})\s*[.\-/]\s*(?P<m>\d{1,2})\s*[.\-/]\s*(?P<d>\d{1,2})(?!\d)\.?"
        ),
    ),
    ("month of a year", re.compile(r"(?P<y>(?:19|20)\d{2})\s*년\s*(?P<m>\d{1,2})\s*월")),
    ("year", re.compile(r"(?P<y>(?:19|20)\d{2})\s*(?:년도|학년도|년)")),
    (
        "day of a year",
        re.compile(
            r"(?<!\d)(?P<m>\d{1,2})\s*월\s*(?P<d>\d{1,2}(?=\s*일)|말일?|마지막\s*날|첫\s*(?:째\s*)?날|초하루)\s*일?"
        ),
    ),
    (
        "month",
        re.compile(r"(?<![\d개])(?P<m>\d{1,2})\s*월(?!\s*간|\s*이내|\s*이상|\s*전|의\s*범위)"),
    ),
    (
        "time of day",
        re.compile(
            r"(?P<half>오전|오후|낮|밤|아침|저녁)?\s{0,9}(?<!\d)(?P<h>\d{1,2})\s*(?:시(?!간|험|도|ㆍ|·|행)|:)\s*(?:(?P<min>\d{1,2})\s*분?)?"
            # 정오표 is a list of misprints, and who makes 자정 노력 mends their own ways.
            r"|(?<![가-힣])(?P<named>정오(?!표|의\s*표)|자정(?!\s*(?:노력|작용|능력|활동|결의|기능|운동)|을\s*위한|이\s*필요))"
        ),
    ),
)

_NAMED_TIMES = {"정오": "12:00", "자정": "24:00"}
_FEBRUARY = 2
_LAST_DAYS = {_FEBRUARY: 28, 4: 30, 6: 30, 9: 30, 11: 30}


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date or time: ``measure`` says which parts are given, ``value`` is comparable text."""

    measure: str
    value: str
    start: int
    end: int


def dates(text: str) -> list[CalendarDate]:
    """Find the dates of a text; the most complete reading of a place wins."""
    found: list[CalendarDate] = []
    for measure, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if measure == "time of day" and ":" in match.group() and not match["min"]:
                continue
            if not any(match.start() < date.end and date.start < match.end() for date in found):
                found.append(
                    CalendarDate(measure, _value(measure, match), match.start(), match.end())
                )
    return sorted(found, key=lambda date: date.start)


def _value(measure: str, match: re.Match[str]) -> str:
    if measure == "time of day":
        if match["named"]:
            return _NAMED_TIMES[match["named"]]
        hour = int(match["h"])
        # 밤 12시 is the end of the day, 오후 12시 and 낮 12시 are noon. Half past it, another day has begun.
        if match["half"] == "밤" and hour == 12:
            hour = 24
        elif match["half"] in ("오후", "밤", "저녁") and hour < 12:
            hour += 12
        minute = int(match["min"] or 0)
        return f"{hour % 24 if minute else hour:02}:{minute:02}"
    groups = match.groupdict()
    if groups.get("d"):
        groups["d"] = _day(groups.get("y"), int(groups["m"]), groups["d"])
    return "-".join(part.zfill(2) for part in groups.values() if part)


def _day(year: str | None, month: int, written: str) -> str:
    """Say "말일", "마지막 날" and the last date of a month alike; February has 28 days where no leap year is named."""
    if written.startswith("첫") or written == "초하루":
        return "01"
    if written.isdigit():
        return written
    last = _LAST_DAYS.get(month, 31)
    return str(last + (month == _FEBRUARY and bool(year) and isleap(int(year or 0))))
