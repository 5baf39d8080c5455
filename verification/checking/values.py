"""What goes into the check of a sentence and what comes out: plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from regulations.reading.units import PassageUnit
from regulations.text.locators import Locator
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus
from verification.models import CitationCheck

Action = CitationCheck.Action
Verdict = CitationCheck.Verdict


class Support(StrEnum):
    """What the check of a sentence found; the values are those of AnswerSentence.Support."""

    SUPPORTED = "SUPPORTED"
    UNSUPPORTED = "UNSUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    REFUSAL = "REFUSAL"
    NO_CLAIM = "NO_CLAIM"


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

    @property
    def locator(self) -> Locator:
        """The provision that the passage holds."""
        return Locator.parse(self.locator_key)

    @property
    def label(self) -> str:
        """The provision as it is cited."""
        return f"「{self.regulation_title}」 {self.locator.label}"


@dataclass(frozen=True)
class DraftCitation:
    """A citation that a composer gives beside the text: a unit of a source."""

    source_number: int
    locator_key: str


@dataclass(frozen=True)
class DraftSentence:
    """A sentence as a composer wrote it; a generated one carries its citations in the text.

    `is_quotation` says that the text is the own of what is cited beside it. The check confirms it, word for word.
    """

    text: str
    citations: tuple[DraftCitation, ...] = ()
    is_quotation: bool = False


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


@dataclass(frozen=True)
class CheckedSentence:
    """A sentence after its check: `text` is what may be shown, `draft` what came in."""

    draft: str
    text: str
    support: Support
    score: float | None
    citations: tuple[CheckedCitation, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def shown_citations(self) -> tuple[CheckedCitation, ...]:
        """The citations that stand with the sentence."""
        return tuple(citation for citation in self.citations if citation.shown)
