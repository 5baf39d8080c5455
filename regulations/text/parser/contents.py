"""The table of contents of a volume of many regulations, and its index by department."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from regulations.text.locators import normalize_name
from regulations.text.parser.cleaning import close_up
from regulations.text.parser.report import looks_like_article

REPEALED = r"[【\[(]\s*폐\s*지\s*[】\])]"
_CODE = r"\d{1,2}\s*[-—–]\s*\d{1,2}\s*[-—–]\s*\d{1,3}"
LISTING = re.compile(rf"^(.{{2,70}}?)\s*({REPEALED})?\s+({_CODE})$")
PART = re.compile(r"제\s*\d+\s*(편|장)\s*(.*)$")
FEWEST_LISTED = 5
_CONTENTS = re.compile(r"(?:차\s*례|목\s*차)")
_BY_DEPARTMENT = re.compile(r"<?\s*(?:소관)?\s*부서별.{0,6}")


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """One line of the contents."""

    name: str
    code: str = ""
    is_repealed: bool = False
    category: str = ""
    department: str = ""
    is_moved: bool = False


@dataclass(frozen=True, slots=True)
class Contents:
    """The entries in their order, and the first line after them."""

    entries: tuple[ContentsEntry, ...]
    end: int


def read_contents(texts: Sequence[str]) -> Contents:
    """Read the entries after 차례; without such a page, of the lists that stand before the chapters."""
    first = next((n for n, text in enumerate(texts) if _CONTENTS.fullmatch(text)), None)
    entries: dict[str, ContentsEntry] = {}
    part = chapter = ""
    end = 0
    for number in range(first + 1 if first is not None else 0, len(texts)):
        text = texts[number]
        if listing := LISTING.match(text):
            code = _tight(listing[3])
            name = listing[1].strip()
            entries.setdefault(
                code, ContentsEntry(name, code, bool(listing[2]), category=chapter or part)
            )
        elif first is not None and (heading := PART.match(text)):
            name = close_up(heading[2].strip())
            part, chapter = (name, "") if heading[1] == "편" else (part, name)
        elif text and entries and first is not None:
            end = number
            break
    if len(entries) < FEWEST_LISTED:
        return Contents((), 0)
    departments = _departments(texts, end)
    return Contents(
        tuple(
            entry
            if entry.is_repealed
            else replace(entry, department=departments.get(normalize_name(entry.name), ""))
            for entry in entries.values()
        ),
        end,
    )


def _departments(texts: Sequence[str], start: int) -> dict[str, str]:
    """Read the index by department: names of offices, each followed by its regulations."""
    departments: dict[str, str] = {}
    inside = False
    office = ""
    for text in texts[start:]:
        if _BY_DEPARTMENT.fullmatch(text):
            inside = True
        elif inside and (listing := LISTING.match(text)):
            if not listing[2] and office:
                departments.setdefault(normalize_name(listing[1]), office)
        elif inside and text:
            if looks_like_article(text) or len(text) > 30:
                break
            office = text
    return departments


def _tight(code: str) -> str:
    return re.sub(r"\s*[-—–]\s*", "-", code)
