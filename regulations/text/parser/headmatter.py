"""What a file says about its regulation before the first article: front matter, or lines such as `제정 2006. 3. 1.`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from regulations.text.parser.cleaning import clean
from regulations.text.parser.marks import dates_in

_FIELDS = {
    "제목": "title",
    "규정명": "title",
    "규정번호": "code",
    "종류": "kind",
    "법령구분": "kind",
    "분류": "category",
    "소관부서": "department",
    "소관부처": "department",
    "담당부서": "department",
    "별칭": "aliases",
    "공포일자": "promulgated_date",
    "공포일": "promulgated_date",
    "시행일자": "enforcement_date",
    "시행일": "enforcement_date",
    "폐지일자": "repealed_date",
    "폐지일": "repealed_date",
    "개정이유": "reason",
}
# Longer lines are text; the patterns below would take too long over one without end.
_LONGEST_LINE = 3000
_DATE_FIELDS = {"promulgated_date", "enforcement_date", "repealed_date"}
_NAMED = re.compile(rf"^({'|'.join(sorted(_FIELDS, key=len, reverse=True))})\s*[:：]\s*(.+)$")
_AMENDED = re.compile(
    r"^(?:제\s*정|(?:전문|전부|일부|타법)?\s*개\s*정|제\s*\d+\s*차)\s*[:：]?\s*\d{4}"
)
_REPEALED = re.compile(r"^[<〈(\[【]?\s*폐\s*지\s*[:：】]?\s*(\d{4}.{0,40})$")
_ENFORCED = re.compile(r"^\[\s*시행\s*[:：]?\s*(\d{4}[^\]]*)\]")
# Without brackets only a line of nothing but the day: "시행 2025. 3. 1.", "(시행일 2025-03-01)".
_ENFORCED_BARE = re.compile(
    r"^[<〈(]?\s*시\s*행(?:\s*일자?)?\s*[:：]?\s*(\d{4}\s*[.\-년]\s*\d{1,2}\s*[.\-월]\s*\d{1,2}\s*[.일]?)\s*[)〉>]?$"
)
_DATED = {"enforcement_date": _ENFORCED_BARE, "repealed_date": _REPEALED}
_BRACKETED = re.compile(r"^\[[^\]]*제\s*\d+\s*호[^\]]*\]")
_RENAMED = re.compile(
    r"^[<〈(\[][^>〉)\]]*(?:명칭\s*변경|개정|제정|전문|변경)[^>〉)\]]*\d{4}[^>〉)\]]*[>〉)\]]$"
)


@dataclass(frozen=True, slots=True)
class HeadMatter:
    """The head of a regulation. Everything but the title may be unknown."""

    title: str = ""
    code: str = ""
    kind: str = ""
    category: str = ""
    department: str = ""
    aliases: tuple[str, ...] = ()
    promulgated_date: date | None = None
    enforcement_date: date | None = None
    repealed_date: date | None = None
    reason: str = ""


def head_of_fields(fields: Mapping[str, str | Sequence[str]]) -> HeadMatter:
    """Return the head matter that front matter states; unknown keys are left alone."""
    head = HeadMatter()
    for key, value in fields.items():
        if key in _FIELDS and value:
            plain = clean(value) if isinstance(value, str) else tuple(map(clean, value))
            head = _with(head, _FIELDS[key], plain)
    return head


def absorb_line(head: HeadMatter, line: str) -> HeadMatter | None:
    """Return the head matter with what a line adds to it, None where the line is no head matter."""
    if len(line) > _LONGEST_LINE:
        return None
    if named := _NAMED.match(line):
        return _with(head, _FIELDS[named[1]], named[2])
    if enforced := _ENFORCED.match(line):
        head = _with(head, "enforcement_date", enforced[1])
        rest = dates_in(line[enforced.end() :])
        return replace(head, promulgated_date=rest[-1]) if rest else head
    for name, pattern in _DATED.items():
        if said := pattern.match(line):
            return max(head, _with(head, name, said[1]), key=lambda one: _day(one, name))
    if _BRACKETED.match(line) or _AMENDED.match(line) or _RENAMED.match(line):
        days = dates_in(line)
        latest = max((*days, head.promulgated_date or date.min), default=date.min)
        return replace(head, promulgated_date=latest) if latest > date.min else head
    return None


def _with(head: HeadMatter, name: str, value: str | Sequence[str]) -> HeadMatter:
    if name == "aliases":
        parts = re.split(r"[,;]", value.strip("[] ")) if isinstance(value, str) else value
        return replace(head, aliases=tuple(part.strip() for part in parts if part.strip()))
    text = value if isinstance(value, str) else ", ".join(value)
    if name in _DATE_FIELDS:
        days = dates_in(text.replace("-", "."))
        return replace(head, **{name: days[0]}) if days else head  # type: ignore[arg-type]
    return replace(head, **{name: text.strip()})  # type: ignore[arg-type]


def _day(head: HeadMatter, name: str) -> date:
    return getattr(head, name) or date.min
