"""What was understood of a file and what was lost, counted before anything is stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from regulations.text.parser.cleaning import half_width
from regulations.text.parser.marks import take_out_marks

# Written differently in source and result (title brackets, bars between cells), so they are not compared.
_NOT_COMPARED = re.compile(r"[\s()\[\]<>【】〔〕〈〉《》|]+")
# A plain count, on purpose simpler than the grammar, so that each can be held against the other.
_HEADING_LIKE = re.compile(r"제\s*\d+\s*조")

ACCEPTED_SHARE = 0.999
ACCEPTED_STRUCTURE = 0.99
_NEAR = 20_000
_LONGEST_SEARCH = 20_000_000_000
_MOST_LISTED = 2_000


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of the source with its number, counted from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class HeadingDifference:
    """A line that looks like the heading of an article and became none of its own, with the reason."""

    number: int
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class StructurePlace:
    """A provision that the numbers of a text announce and that did not come out as one of its own, or in the wrong place.

    `kind` is missing, repeated, joined (two in a line), heading (of an article, left as text), in_addenda or attachment; a
    skipped number stands nowhere in the text and is not counted, unless there are many.
    """

    kind: str
    label: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class StructureAccount:
    """How many provisions the numbers of a text announce, and how many of them stand in their place."""

    expected: int = 0
    found: int = 0
    places: tuple[StructurePlace, ...] = ()


@dataclass(frozen=True, slots=True)
class TextWarning:
    """Something in a file that somebody should look at: hidden text, personal data. `label` is where, `said` the words.

    `kind` is hidden, tracked, comment, personal, phone, instruction, invisible, other_day (a part has a later day of enforcement,
    with which `said` begins) or no_day (the newest addenda name none).
    """

    kind: str
    said: str
    number: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class ParseCounts:
    """How many provisions of each kind were found; `deleted` ones are among them."""

    articles: int = 0
    branch_articles: int = 0
    deleted_articles: int = 0
    addenda: int = 0
    addenda_articles: int = 0
    paragraphs: int = 0
    subparagraphs: int = 0
    items: int = 0
    deleted_units: int = 0
    tables: int = 0
    forms: int = 0
    table_units: int = 0


@dataclass(frozen=True, slots=True)
class LossReport:
    """The account of one regulation.

    `heading_lines` says what became of every line that looks like the heading of an article: an article of the main text or of
    addenda, a repeated number, a line of an attachment, a cell of a table, or a mere mention. `heading_differences` lists those
    that are no article; `articles_without_heading` are the articles that no such line of their own begins. So
    `articles_in_provisions` is `headings_in_source`, less the differences, and these articles added.
    """

    source_lines: int = 0
    source_characters: int = 0
    kept_characters: int = 0
    counts: ParseCounts = ParseCounts()
    headings_in_source: int = 0
    articles_in_provisions: int = 0
    heading_lines: dict[str, int] = field(default_factory=dict)
    heading_differences: tuple[HeadingDifference, ...] = ()
    articles_without_heading: tuple[str, ...] = ()
    lost_numbers: int = 0
    tables_in_source: int = 0
    tables_kept: int = 0
    rows_in_source: int = 0
    rows_kept: int = 0
    cells_in_source: int = 0
    cells_kept: int = 0
    structure: StructureAccount = StructureAccount()
    # At the first regulation of a volume: how many its contents list, and the names of those that were not found.
    listed: int = 0
    absent: tuple[str, ...] = ()
    warnings: tuple[TextWarning, ...] = ()
    images: int = 0
    images_kept: int = 0
    images_left_out: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    repeats: tuple[str, ...] = ()
    empty_headings: tuple[str, ...] = ()
    heading_marks: tuple[str, ...] = ()
    ignored_lines: tuple[NumberedLine, ...] = ()
    unplaced_lines: tuple[NumberedLine, ...] = ()
    lost_lines: tuple[NumberedLine, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def kept_share(self) -> float:
        """The share of the source's characters that stand in provisions."""
        return self.kept_characters / self.source_characters if self.source_characters else 0.0

    @property
    def structure_share(self) -> float:
        """The share of the provisions that the numbers announce which stand in their place."""
        return self.structure.found / self.structure.expected if self.structure.expected else 1.0

    @property
    def is_complete(self) -> bool:
        """Whether so little was lost that publishing needs no reason."""
        return (
            self.kept_share >= ACCEPTED_SHARE
            and self.rows_kept == self.rows_in_source
            and self.cells_kept == self.cells_in_source
            and self.structure_share >= ACCEPTED_STRUCTURE
            and not self.lost_numbers
        )

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return asdict(self) | {
            "kept_share": round(self.kept_share, 6),
            "structure_share": round(self.structure_share, 6),
            "is_complete": self.is_complete,
        }


def looks_like_article(line: str) -> bool:
    """Say whether a line begins as headings of articles do."""
    return bool(_HEADING_LIKE.match(half_width(line)))


def comparable(text: str) -> str:
    """Return the characters of a text that are compared between source and result."""
    return _NOT_COMPARED.sub("", half_width(text))


def lost_characters(source: Iterable[str], result: str) -> int:
    """Return how many characters of the source are not in the result, whatever their order."""
    missing = Counter(comparable("".join(source)))
    missing.subtract(Counter(comparable(result)))
    return sum(count for count in missing.values() if count > 0)


def lines_not_in(lines: Iterable[NumberedLine], result: str) -> tuple[NumberedLine, ...]:
    """Return the lines of which a piece is missing in the result; of a very long text perhaps not the last of them.

    Lines stand in the result in nearly the same order, so each is looked for first where the one before it was found.
    """
    whole = comparable(result)
    missing: list[NumberedLine] = []
    place = searches = 0
    for line in lines:
        text = comparable(take_out_marks(line.text).text)
        found = whole.find(text, place, place + len(text) + _NEAR)
        if found < 0:
            searches += 1
            found = whole.find(text) if searches * len(whole) <= _LONGEST_SEARCH else -1
        if found >= 0:
            place = found
        else:
            missing.append(line)
    return tuple(missing[:_MOST_LISTED])
