"""The provisions of one regulation as the parser hands them on: frozen trees, every node with its locator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from regulations.text.locators import Locator
from regulations.text.parser.headmatter import HeadMatter
from regulations.text.parser.report import LossReport
from regulations.text.readers.source import SourcePicture


@dataclass(frozen=True, slots=True)
class ParsedUnit:
    """항, 호, 목 or 세목. `label` is its number as written, `text` its own words without what stands below it."""

    locator: Locator
    label: str
    text: str
    marks: str = ""
    is_deleted: bool = False
    units: tuple[ParsedUnit, ...] = ()

    def lines(self) -> Iterator[str]:
        """The unit and all that stands below it, line by line, with the numbers as written."""
        yield f"{self.label} {self.text}".strip()
        for unit in self.units:
            yield from unit.lines()

    def walk(self) -> Iterator[ParsedUnit]:
        """The unit and all units below it, in the order of the text."""
        yield self
        for unit in self.units:
            yield from unit.walk()


@dataclass(frozen=True, slots=True)
class ParsedArticle:
    """조 of the main text, of addenda. `text` is what stands before its first numbered unit."""

    locator: Locator
    title: str
    text: str
    heading_path: tuple[str, ...] = ()
    title_marks: str = ""
    marks: str = ""
    is_deleted: bool = False
    units: tuple[ParsedUnit, ...] = ()

    @property
    def full_text(self) -> str:
        """The whole article without its heading, line by line."""
        lines = [self.text] if self.text else []
        for unit in self.units:
            lines.extend(unit.lines())
        return "\n".join(lines)

    def walk(self) -> Iterator[ParsedUnit]:
        """All units of the article, in the order of the text."""
        for unit in self.units:
            yield from unit.walk()


@dataclass(frozen=True, slots=True)
class ParsedAddenda:
    """부칙: articles of its own, a running list of units, or plain text."""

    locator: Locator
    title: str
    text: str
    marks: str = ""
    promulgated_date: date | None = None
    articles: tuple[ParsedArticle, ...] = ()
    units: tuple[ParsedUnit, ...] = ()

    def walk(self) -> Iterator[ParsedUnit]:
        """The units of the running list, in the order of the text."""
        for unit in self.units:
            yield from unit.walk()


@dataclass(frozen=True, slots=True)
class ParsedAttachment:
    """별표 or 별지서식. `text` holds everything in order; `rows` the cells, with an empty row between two tables.

    `units` are the numbered lines and rows of `text` that can be cited by themselves.
    """

    locator: Locator
    label: str
    title: str
    text: str
    marks: str = ""
    is_deleted: bool = False
    rows: tuple[tuple[str, ...], ...] = ()
    units: tuple[ParsedUnit, ...] = ()

    def walk(self) -> Iterator[ParsedUnit]:
        """The numbered lines and rows, in the order of the text."""
        for unit in self.units:
            yield from unit.walk()


@dataclass(frozen=True, slots=True)
class ParsedPicture:
    """A picture and the provision it stands in; None before the first."""

    locator: Locator | None
    picture: SourcePicture


@dataclass(frozen=True, slots=True)
class ParsedRegulation:
    """One regulation: what its head says about it, its provisions and what was lost on the way."""

    title: str
    head: HeadMatter
    articles: tuple[ParsedArticle, ...]
    addenda: tuple[ParsedAddenda, ...]
    attachments: tuple[ParsedAttachment, ...]
    report: LossReport
    enforcement_date: date | None = None
    aliases: tuple[str, ...] = ()
    is_repealed: bool = False
    pictures: tuple[ParsedPicture, ...] = ()

    @property
    def all_articles(self) -> Iterator[ParsedArticle]:
        """The articles of the main text, then those of each addenda."""
        yield from self.articles
        for addenda in self.addenda:
            yield from addenda.articles
