"""The comparison of two versions as values: entries (조, 부칙, 별표), their rows (항), the lines of a row (호, 목)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ChangeKind(StrEnum):
    """What became of a provision. RENUMBERED is the same text under another number."""

    UNCHANGED = "UNCHANGED"
    CHANGED = "CHANGED"
    ADDED = "ADDED"
    REMOVED = "REMOVED"
    DELETED = "DELETED"
    RENUMBERED = "RENUMBERED"


class Region(StrEnum):
    """The parts of a text; a provision never moves from one to another."""

    ARTICLES = "ARTICLES"
    ADDENDA = "ADDENDA"
    ATTACHMENTS = "ATTACHMENTS"


@dataclass(frozen=True, slots=True)
class TextLine:
    """A provision as it comes in: its own words, without what stands below it and without marks."""

    key: str
    label: str
    text: str
    title: str = ""
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of words that stayed, or that differ from the other side."""

    text: str
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class ComparedHeading:
    """The number and the title of an article, addenda or attachment on one side."""

    key: str
    label: str
    title: tuple[Segment, ...]
    is_deleted: bool = False
    number_changed: bool = False

    @property
    def title_text(self) -> str:
        """The title as plain words."""
        return "".join(segment.text for segment in self.title)


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One side of one provision. `depth` is how deep it stands in its row; `number` its number as written."""

    key: str
    number: str
    depth: int
    segments: tuple[Segment, ...]
    is_deleted: bool = False
    number_changed: bool = False

    @property
    def text(self) -> str:
        """The line as plain words."""
        return "".join(segment.text for segment in self.segments)


@dataclass(frozen=True, slots=True)
class LinePair:
    """A provision before and after; one of the two may not exist."""

    change: ChangeKind
    before: ComparedLine | None
    after: ComparedLine | None


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One row of the table: an article's opening words, a 항, an article of addenda, or a whole attachment."""

    change: ChangeKind
    lines: tuple[LinePair, ...]

    @property
    def before(self) -> tuple[ComparedLine, ...]:
        """The lines of the former text."""
        return tuple(pair.before for pair in self.lines if pair.before)

    @property
    def after(self) -> tuple[ComparedLine, ...]:
        """The lines of the new text."""
        return tuple(pair.after for pair in self.lines if pair.after)


@dataclass(frozen=True, slots=True)
class ComparedEntry:
    """An article, addenda or an attachment before and after."""

    region: Region
    change: ChangeKind
    before: ComparedHeading | None
    after: ComparedHeading | None
    rows: tuple[ComparedRow, ...]


@dataclass(frozen=True, slots=True)
class ChangeCounts:
    """How many entries of one region became what."""

    unchanged: int = 0
    changed: int = 0
    added: int = 0
    removed: int = 0
    deleted: int = 0
    renumbered: int = 0

    @property
    def differing(self) -> int:
        """How many are not as they were."""
        return self.changed + self.added + self.removed + self.deleted + self.renumbered


@dataclass(frozen=True, slots=True)
class VersionComparison:
    """All entries in the order of the new text; what is gone stands where it stood.

    `changed_keys` are locator keys of the *former* version: every provision whose words were changed or removed, with those
    that stand above it (a citation of the whole article is concerned) and below it (a list is governed by the words before
    it). `renumbered_keys` leads from former keys to new ones where only the number is another.
    """

    entries: tuple[ComparedEntry, ...]
    changed_keys: frozenset[str]
    renumbered_keys: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> Iterator[ComparedRow]:
        """All rows of all entries."""
        for entry in self.entries:
            yield from entry.rows

    @property
    def counts(self) -> ChangeCounts:
        """What became of the articles of the main text."""
        return self.counts_of(Region.ARTICLES)

    @property
    def is_same(self) -> bool:
        """Whether nothing differs at all."""
        return all(entry.change is ChangeKind.UNCHANGED for entry in self.entries)

    def counts_of(self, region: Region) -> ChangeCounts:
        """What became of the entries of one region."""
        found = Counter(entry.change for entry in self.entries if entry.region is region)
        return ChangeCounts(**{change.lower(): found[change] for change in ChangeKind})
