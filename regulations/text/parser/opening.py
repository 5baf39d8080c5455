"""Provisions while they are being read: mutable, frozen into `nodes` when the text has ended."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from regulations.text.locators import Locator
from regulations.text.parser import grammar
from regulations.text.parser.attached import attachment_units
from regulations.text.parser.attachment_heads import Rows
from regulations.text.parser.cleaning import close_up
from regulations.text.parser.marks import dates_in, says_deleted
from regulations.text.parser.nodes import ParsedAddenda, ParsedArticle, ParsedAttachment, ParsedUnit

_DELETED = re.compile(r"[<(\[]?\s*삭\s*제\s*[>)\]]?\.?")
DELETED_TEXT = "삭제"
_LONGEST_NAME = 50
_LONGEST_HEADING = 60
_ANNOUNCES = re.compile(r"다음|아래|[:：]$|별표|(?<![가-힣])표(?:에|와|의|로)?(?![가-힣])|붙임")
_SENTENCE = re.compile(r"[다함음임]\.?$")


@dataclass(slots=True)
class OpenProvision:
    """What all open provisions share: their own lines, their marks and the units below them."""

    locator: Locator
    lines: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    units: list[OpenUnit] = field(default_factory=list)
    # Each table with the number of the line at which it begins.
    tables: list[tuple[int, Rows]] = field(default_factory=list)

    def add_table(self, rows: Rows) -> None:
        """Take a table in: its rows become lines."""
        self.tables.append((len(self.lines), rows))
        self.lines.extend(pipe_rows(rows))

    def lines_from_foreign_table(self) -> list[str]:
        """The lines from the first table on that nothing announces (`다음과 같다`), its name above it among them."""
        for start, _rows in self.tables:
            above = start
            while above > 1 and _could_be_heading(self.lines[above - 1]):
                above -= 1
            if above and not _ANNOUNCES.search(self.lines[above - 1]):
                return self.lines[above:]
        return []

    @property
    def text(self) -> str:
        """The provision's own words."""
        return "\n".join(self.lines)

    @property
    def joined_marks(self) -> str:
        """The marks as one string."""
        return " ".join(self.marks)

    def frozen_units(self) -> tuple[ParsedUnit, ...]:
        """The units below, frozen."""
        return tuple(unit.freeze() for unit in self.units)

    def was_deleted(self, marks: list[str], title: str = "") -> bool:
        """Whether nothing is left of the provision but the note that it was deleted."""
        if self.units:
            return False
        words = self.text.strip()
        if words:
            return bool(_DELETED.fullmatch(words))
        return says_deleted(marks) or bool(_DELETED.fullmatch(title))


@dataclass(slots=True)
class OpenUnit(OpenProvision):
    """An open 항, 호, 목 or 세목."""

    label: str = ""

    def freeze(self) -> ParsedUnit:
        """The unit as it is handed on."""
        is_deleted = self.was_deleted(self.marks)
        return ParsedUnit(
            locator=self.locator,
            label=self.label,
            text=DELETED_TEXT if is_deleted else self.text,
            marks=self.joined_marks,
            is_deleted=is_deleted,
            units=self.frozen_units(),
        )


@dataclass(slots=True)
class OpenArticle(OpenProvision):
    """An open 조."""

    title: str = ""
    title_marks: list[str] = field(default_factory=list)
    heading_path: tuple[str, ...] = ()

    def freeze(self) -> ParsedArticle:
        """The article as it is handed on."""
        is_deleted = self.was_deleted([*self.title_marks, *self.marks], self.title)
        title = "" if is_deleted and _DELETED.fullmatch(self.title) else self.title
        return ParsedArticle(
            locator=self.locator,
            title=title,
            text=DELETED_TEXT if is_deleted else self.text,
            heading_path=self.heading_path,
            title_marks=" ".join(self.title_marks),
            marks=self.joined_marks,
            is_deleted=is_deleted,
            units=self.frozen_units(),
        )


@dataclass(slots=True)
class OpenAddenda(OpenProvision):
    """An open 부칙."""

    title: str = ""
    articles: list[OpenArticle] = field(default_factory=list)

    @property
    def innermost(self) -> OpenProvision:
        """The last provision in it, which what follows without a number belongs to."""
        last: OpenProvision = self.articles[-1] if self.articles else self
        while last.units:
            last = last.units[-1]
        return last

    @property
    def is_empty(self) -> bool:
        """Whether nothing but the heading was read."""
        return not (self.title or self.marks or self.lines or self.units or self.articles)

    def freeze(self) -> ParsedAddenda:
        """The addenda as they are handed on."""
        days = dates_in(f"{self.title} {self.joined_marks}")
        return ParsedAddenda(
            locator=self.locator,
            title=self.title,
            text=self.text,
            marks=self.joined_marks,
            promulgated_date=days[-1] if days else None,
            articles=tuple(article.freeze() for article in self.articles),
            units=self.frozen_units(),
        )


@dataclass(slots=True)
class OpenAttachment(OpenProvision):
    """An open 별표 or 별지서식."""

    label: str = ""
    title: str = ""
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def add_table(self, rows: Rows) -> None:
        """Take a table in: its rows become lines, and stay rows."""
        OpenProvision.add_table(self, rows)
        self.append_rows(rows)

    def append_rows(self, rows: Rows) -> None:
        """Add a table's rows, with an empty row between two tables."""
        if self.rows:
            self.rows.append(())
        self.rows.extend(rows)

    def freeze(self) -> ParsedAttachment:
        """The attachment as it is handed on."""
        is_deleted = not self.rows and self.was_deleted(self.marks, self.title)
        title, lines = self.title, self.lines
        if not title and not is_deleted and lines and _could_be_name(lines[0]):
            title, lines = close_up(lines[0]), lines[1:]
        text = "\n".join(lines)
        return ParsedAttachment(
            locator=self.locator,
            label=self.label,
            title=title,
            text=text,
            marks=self.joined_marks,
            is_deleted=is_deleted,
            rows=tuple(self.rows),
            units=() if is_deleted else attachment_units(self.locator, text),
        )


def _could_be_heading(line: str) -> bool:
    """Whether a line could be what stands above a table and names it."""
    return len(line) <= _LONGEST_HEADING and line[:1] != "|" and not _SENTENCE.search(line)


def _could_be_name(line: str) -> bool:
    """Many attachments have their name on the line below the number."""
    return len(line) <= _LONGEST_NAME and line[0] not in "|①※*-·○◦□■1(" and not line.endswith(".")


def pipe_rows(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the rows of a table as lines with bars between the cells; empty rows are left out."""
    return [
        "| " + " | ".join(" ".join(cell.split()) for cell in row) + " |"
        for row in rows
        if any(cell.strip() for cell in row)
    ]


def is_running_list(container: OpenProvision) -> bool:
    """Say whether `1.` numbers the paragraphs here: in addenda, unless they count theirs with ①."""
    if not isinstance(container, OpenAddenda):
        return False
    return not container.units or not grammar.paragraph_number(container.units[-1].label)
