"""History marks (`<개정 2021. 3. 1.>`, `[본조신설 2018. 2. 12.]`, `(삭제 2006.11.06.)`): found, taken out, dated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_DAY = r"\d{4}\s*[.년]\s*\d{1,2}\s*[.월]\s*\d{1,2}"
_ACT = "개정|신설|삭제|삽입|폐지|제정|이동|변경|시행|전문|본조"
_WITHOUT_DAY = r"(?:조|항|호|단서|본조|제목|전문)?\s*(?:개정|신설|삭제|생략)\s*"
_ANGLE = (
    rf"[<〈＜](?=\s*(?:{_WITHOUT_DAY}[>〉＞]|(?:제\s*\d+호\s*,\s*)?{_DAY}|[^<>〈〉＜＞]{{0,600}}?(?:{_ACT})[^<>〈〉＜＞]{{0,600}}?\d{{4}}))"
    r"[^<>〈〉＜＞]{1,600}[>〉＞]"
)
_SQUARE = (
    r"\[(?=\s*(?:본\s?조|본\s?항|본\s?호|전문|전부|제목|종전|단서|조|항|호)?\s*"
    r"(?:개정|신설|삭제|이동|변경|시행일|제\d+조|제\d+항|제\d+호|종전|법률|대통령령|\d{4}))"
    rf"(?=[^\[\]]{{0,400}}?(?:{_DAY}|이동|삭제|신설))[^\[\]]{{1,400}}\]"
)
_ROUND = (
    r"\((?=\s*(?:본\s?조|조|항|호|제목|단서|전문|전부|일부)?\s*(?:개정|신설|삭제|변경|삽입))"
    rf"(?=[^()]{{0,600}}?{_DAY})[^()]{{1,600}}\)"
)
_UNCLOSED = rf"[<〈]\s*(?:개정|신설|삭제)[\s,]*(?:{_DAY}[\s.,일]*)+$"
_MARK = re.compile(f"{_SQUARE}|{_ANGLE}|{_ROUND}|{_UNCLOSED}")
_REFERENCE = re.compile(r"[<〈＜]\s*(?:별|부\s?칙|서식|제?\d+호)")
_ENDED = re.compile(r"[다함음임]\.\s*$")
_STRAY = re.compile(r"\s,\s*$")
_YEARS = range(1900, 2201)
_DATE = re.compile(r"(\d{4})\s*[.년]\s*(\d{1,2})\s*[.월]\s*(\d{1,2})")


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text without its history marks, and the marks in their order."""

    text: str
    marks: tuple[str, ...] = ()


def take_out_marks(text: str) -> MarkedText:
    """Separate a text from the history marks in it."""
    marks: list[str] = []
    pieces: list[str] = []
    at = 0
    for match in _MARK.finditer(text):
        if not _REFERENCE.match(match[0]):
            pieces.append(text[at : match.start()])
            marks.append(match[0])
            at = match.end()
    if not marks:
        return MarkedText(text=text)
    whole = pieces[0]
    for number, piece in enumerate([*pieces[1:], text[at:]]):
        rest = piece.strip()
        if not rest.startswith(","):
            whole = f"{whole} {rest}"
        elif rest == "," or _ENDED.search(whole):
            # A comma that stands only between marks, or after the last, is theirs; so is one after a sentence.
            marks[number] += ","
            whole = f"{whole} {rest[1:]}"
        else:
            whole = whole.rstrip() + rest
    if _STRAY.search(pieces[0]) and whole.strip() == pieces[0].strip():
        whole = _STRAY.sub("", whole)
        marks[0] = f",{marks[0]}"
    return MarkedText(text=" ".join(whole.split()), marks=tuple(marks))


def leading_marks(text: str) -> MarkedText:
    """Separate a text from the history marks that it begins with."""
    marks: list[str] = []
    while match := _MARK.match(text):
        if _REFERENCE.match(match[0]):
            break
        marks.append(match[0])
        text = text[match.end() :].lstrip()
    return MarkedText(text=text, marks=tuple(marks))


def belongs_to_article(mark: str) -> bool:
    """Say whether a mark on a line of its own speaks of the whole article ([본조신설 …], [전문개정 …])."""
    return mark.startswith("[")


def says_deleted(marks: tuple[str, ...] | list[str]) -> bool:
    """Say whether one of the marks is about a deletion of the provision itself."""
    return any(re.match(r"[<〈＜(\[]\s*(?:조|항|호|본조)?\s*삭제", mark) for mark in marks)


def dates_in(text: str) -> tuple[date, ...]:
    """Return the days written in a text; impossible ones are left out, and years that are slips (0026) or of another count (4281)."""
    found = []
    for year, month, day in _DATE.findall(text):
        if (
            int(year) in _YEARS
            and 1 <= int(month) <= 12
            and 1 <= int(day) <= _days(int(year), int(month))
        ):
            found.append(date(int(year), int(month), int(day)))
    return tuple(found)


def _days(year: int, month: int) -> int:
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31
