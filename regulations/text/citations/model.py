"""What the extractor takes and gives: the place a text stands in, and the citations found in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

# The part of an attachment below its table, with numbers of its own.
NOTES = "비고"


class CitationKind(StrEnum):
    """How a citation is written."""

    PROSE = "prose"
    REFERENCE = "reference"  # inside a wrapper such as [출처: …] or (참조: …)
    MARKER = "marker"  # [†1]


class CitationFormat(StrEnum):
    """Which parts a citation has, the deepest one named."""

    STANDARD = "standard"  # 「학칙」 제25조
    WITH_SUB_ARTICLE = "with_sub_article"  # 「학칙」 제25조의2
    WITH_PARAGRAPH = "with_paragraph"  # 「학칙」 제25조제1항, 제25조의2제1항
    WITH_SUBPARAGRAPH = "with_subparagraph"  # 「학칙」 제25조제1항제2호(가목)
    ADDENDA = "addenda"
    ATTACHMENT = "attachment"
    INCOMPLETE = "incomplete"  # no regulation is known, or no provision


class RegulationSource(StrEnum):
    """How the regulation of a citation was determined."""

    WRITTEN = "written"  # the name stands in the citation
    CARRIED = "carried"  # taken over from an earlier name in the same text
    CONTEXT = "context"  # the regulation that the text stands in
    UNKNOWN = "unknown"


class RangeEnd(StrEnum):
    """Which end of a range a citation is; what lies between is known only to who knows the articles."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class CitationContext:
    """The place that a text stands in; resolves 이 규정, 전항 and bare numbers."""

    regulation: str | None = None
    article: int | None = None
    branch: int | None = None
    paragraph: int | None = None
    addenda: bool = False
    subparagraph: str | None = None


class ExtractedCitation(NamedTuple):
    """One provision that a text cites.

    `start` and `end` are offsets into the text as it was given, and `text` is what stands there. In an enumeration the
    name is written once: the later members have it in `regulation`, not in `text`. `regulation` is the name as written,
    without brackets; `subparagraph` ("2의2") and `item` ("가") are strings; `title` is the title that the citation
    states (제25조(휴학), 제347조의 사기죄), for `compare_titles`. A tuple, because a frozen dataclass takes three times as
    long to make.
    """

    text: str
    start: int
    end: int
    regulation: str | None = None
    regulation_source: RegulationSource = RegulationSource.UNKNOWN
    article: int | None = None
    branch: int | None = None
    paragraph: int | None = None
    subparagraph: str | None = None
    item: str | None = None
    subitem: int | None = None
    addenda: bool = False
    addenda_date: date | None = None
    attachment: str | None = None
    range: RangeEnd | None = None
    part: str | None = None
    title: str | None = None
    kind: CitationKind = CitationKind.PROSE
    marker: int | None = None

    @property
    def format(self) -> CitationFormat:
        """Which parts the citation has."""
        named = (
            (self.attachment, CitationFormat.ATTACHMENT),
            (self.addenda, CitationFormat.ADDENDA),
            (self.subparagraph, CitationFormat.WITH_SUBPARAGRAPH),
            (self.paragraph, CitationFormat.WITH_PARAGRAPH),
            (self.branch, CitationFormat.WITH_SUB_ARTICLE),
            (self.article, CitationFormat.STANDARD),
        )
        if self.regulation is None or (
            self.article is None and not self.attachment and not self.addenda
        ):
            return CitationFormat.INCOMPLETE
        return next(format_ for value, format_ in named if value)
