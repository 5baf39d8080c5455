"""What goes into the check of a sentence and what comes out: plain frozen values."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from itertools import pairwise

from regulations.reading.units import PassageUnit
from regulations.text.citations import ExtractedCitation
from regulations.text.locators import Locator, are_nested
from verification.citations.resolution import FoundProvision
from verification.citations.states import (
    CitationStatus,
    ConfirmedBy,
    SentenceOutcome,
    Verdict,
)
from verification.grounding import GroundingProvision
from verification.models import CitationCheck

_CAPTION = re.compile(r"\(([^()]+)\)\s*$")

Action = CitationCheck.Action


@dataclass(frozen=True)
class Source:
    """A passage that the composer was given as [†number], with the units in it that can be cited by themselves."""

    number: int
    passage_id: int
    version_id: int
    version_number: int
    regulation_id: int
    regulation_title: str
    slug: str
    locator_key: str
    title: str
    text: str
    units: tuple[PassageUnit, ...]
    score: float
    relevance: float
    enforcement_date: date | None = None
    # Of a version that transitional measures keep for who asks.
    is_former: bool = False
    # The course of study that it is for, in a word; empty where it is for all.
    course: str = ""

    @classmethod
    def text_only(
        cls,
        *,
        number: int,
        regulation_title: str,
        locator_key: str,
        title: str,
        text: str,
        version_id: int = 0,
    ) -> Source:
        """A source of which only the words are known: it can be held against, not linked."""
        return cls(
            number=number,
            passage_id=0,
            version_id=version_id,
            version_number=0,
            regulation_id=0,
            regulation_title=regulation_title,
            slug="",
            locator_key=locator_key,
            title=title,
            text=text,
            units=(),
            score=0.0,
            relevance=0.0,
        )

    @classmethod
    def of(cls, provision: FoundProvision, *, number: int, passage_id: int = 0) -> Source:
        """A provision as a source of its own, so that only its text can support what cites it."""
        return cls(
            number=number,
            passage_id=passage_id,
            version_id=provision.version_id,
            version_number=provision.version_number,
            regulation_id=provision.regulation_id,
            regulation_title=provision.regulation_title,
            slug=provision.slug,
            locator_key=provision.locator_key,
            title=provision.title,
            text=provision.text,
            units=(PassageUnit(provision.locator_key, provision.text),),
            score=1.0,
            relevance=1.0,
            enforcement_date=provision.enforcement_date,
        )

    @property
    def locator(self) -> Locator:
        """The provision that the passage holds."""
        return Locator.parse(self.locator_key) if self.locator_key else Locator()

    @property
    def label(self) -> str:
        """The provision as it is cited."""
        return self.locator.cited_in(self.regulation_title)

    def as_provision(self, text: str = "") -> GroundingProvision:
        """It as grounding takes it, with the text of one of its units or its own."""
        place = self.locator
        return GroundingProvision(
            regulation=self.regulation_title,
            article=place.article,
            branch=place.branch,
            paragraph=place.paragraph,
            text=text or self.text,
            title=self.title,
        )

    @property
    def caption(self) -> str:
        """The provision's own title, without the headings that it stands under: 휴학 of 학칙 제6장 … 제25조(휴학)."""
        found = _CAPTION.search(self.title)
        return found[1] if found else ""


@dataclass(frozen=True)
class SourceUnit:
    """A provision of a source that can be cited by itself, with its whole text; `words` are those of it that were quoted.

    `below` are its 호 and 목; `part_key` is the one of them that carries what is said, where one alone does. `row` is the line of
    a table in it that does: it has no address of its own, and is what is shown.
    """

    source: Source
    locator_key: str
    text: str
    words: tuple[str, ...] = ()
    below: tuple[PassageUnit, ...] = ()
    part_key: str = ""
    row: str = ""

    @property
    def place(self) -> str:
        """The locator key that is cited."""
        return self.part_key or self.locator_key

    def cut_to_part(self) -> SourceUnit:
        """It with no more text than the lead and the part that carries what is said, or the head of a table and the row that does."""
        part = next((one for one in self.below if one.locator_key == self.part_key), None)
        if part:
            return replace(self, text=self.text_with(part))
        return replace(self, text=self.text_at_row(self.row)) if self.row else self

    def rows(self) -> list[str]:
        """The lines of its tables below their heads."""
        lines = self.text.split("\n")
        return [
            line
            for above, line in pairwise(lines)
            if line.lstrip().startswith("|") and above.lstrip().startswith("|")
        ]

    def text_at_row(self, row: str) -> str:
        """Its text with none of the rows of its tables but one."""
        others = set(self.rows()) - {row}
        return "\n".join(line for line in self.text.split("\n") if line not in others)

    def text_without_row(self, row: str) -> str:
        """Its text without one row of a table."""
        return "\n".join(line for line in self.text.split("\n") if line != row)

    def text_with(self, part: PassageUnit | None) -> str:
        """Its text with one of its parts, and what that stands under or holds; with None of them, its lead."""
        others = [
            one
            for one in self.below
            if part is None or not are_nested(one.locator_key, part.locator_key)
        ]
        return reduce(_without, others, self.text)

    def text_without(self, part: PassageUnit) -> str:
        """Its text without one of its parts."""
        return _without(self.text, part)


def _without(text: str, part: PassageUnit) -> str:
    lines, own = text.split("\n"), [line.strip() for line in part.text.strip().split("\n")]
    for at in range(len(lines) - len(own) + 1):
        if [line.strip() for line in lines[at : at + len(own)]] == own:
            return "\n".join(lines[:at] + lines[at + len(own) :])
    return text


@dataclass(frozen=True)
class DraftCitation:
    """A citation that a composer gives beside the text: a unit of a source."""

    source_number: int
    locator_key: str


@dataclass(frozen=True)
class Quote:
    """Words that a composer gives as the evidence of a sentence: to be looked up, never trusted."""

    source_number: int
    text: str


@dataclass(frozen=True)
class DraftSentence:
    """A sentence as a composer wrote it; a generated one carries its citations in the text.

    `is_quotation` says that the text is the own of what is cited beside it. The check confirms it, word for word. One that is
    not `is_whole` is still waiting for its evidence; it comes once more. `head` is the line that the text begins with although it
    stood above it: that of a list, for an item that is no sentence.
    """

    text: str
    citations: tuple[DraftCitation, ...] = ()
    is_quotation: bool = False
    evidence: tuple[Quote, ...] = ()
    is_whole: bool = True
    head: str = ""


@dataclass(frozen=True)
class CheckedCitation:
    """One (statement, citation) pair. It is shown with the sentence only where `shown` is true."""

    statement: str
    written: str
    marker: int | None
    status: CitationStatus
    verdict: Verdict
    action: Action
    reason: str = ""
    evidence: str = ""
    confidence: float | None = None
    provision: FoundProvision | None = None
    source: Source | None = None
    shown: bool = False
    is_quoted: bool = False
    # The regulation and the article as its words say, where it is one of prose.
    named: ExtractedCitation | None = None


@dataclass(frozen=True)
class CheckedSentence:
    """A sentence after its check: `text` is what may be shown, `draft` what came in.

    `quote` are the very words of the provision that are opened beneath a sentence that was not confirmed, and shown in
    place of one that differs; `quote_citation` says where they stand. It is no confirmation of the sentence.
    """

    draft: str
    text: str
    outcome: SentenceOutcome
    confidence: float | None
    citations: tuple[CheckedCitation, ...] = ()
    reasons: tuple[str, ...] = ()
    quote: str = ""
    quote_citation: CheckedCitation | None = None
    method: ConfirmedBy = ConfirmedBy.NONE
    # Neither proved nor refuted: a judge may be asked.
    is_open: bool = False
    # Another provision than the one that it names does say it: the quoted one.
    is_elsewhere: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether the student sees it; one that differs only where the provision's words stand in its place."""
        if self.outcome is SentenceOutcome.DIFFERS:
            return bool(self.quote)
        return self.outcome.shows_own_words and bool(self.text)

    @property
    def shown_citations(self) -> tuple[CheckedCitation, ...]:
        """The verified citations that stand with the sentence, each provision once however often it was named."""
        shown: dict[object, CheckedCitation] = {}
        for one in self.citations:
            if one.shown:
                shown.setdefault(one.provision.place if one.provision else id(one), one)
        return tuple(shown.values())

    @property
    def citations_beside(self) -> dict[tuple[int, str], CheckedCitation]:
        """By place what a reader finds beside the sentence: the citations shown with it, and that of the quoted words."""
        quoted = (self.quote_citation,) if self.quote_citation else ()
        beside: dict[tuple[int, str], CheckedCitation] = {}
        for one in (*self.shown_citations, *quoted):
            if one.provision is not None:
                beside.setdefault(one.provision.place, one)
        return beside
