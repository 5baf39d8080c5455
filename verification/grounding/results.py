"""What the grounding check takes and what it says: plain frozen values, shared by its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from regulations.text.locators import Locator


@dataclass(frozen=True, slots=True)
class EntailmentScores:
    """What a model makes of a claim beside texts; the three add up to 1."""

    supported: float
    contradicted: float
    absent: float


# A model's opinion of a claim beside the texts that it may rest on; None where it has none.
Entailment = Callable[[str, Sequence[str]], EntailmentScores | None]


class GroundingLabel(StrEnum):
    """What the provisions say about a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_IN_CONTEXT = "not_in_context"


class ReasonKind(StrEnum):
    """Machine names of the reasons; the sentence for people is in :class:`GroundingReason`."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    COMPARATOR = "comparator"
    POLARITY = "polarity"
    MODALITY = "modality"
    SUBJECT = "subject"
    CONDITION = "condition"
    EXCEPTION = "exception"
    GENERALITY = "overgeneralised"
    ENUMERATION = "enumeration"
    ADDED_FACT = "added_fact"
    CONTACT = "added_contact"
    OTHER_PROVISION = "other_provision"
    REFUSAL = "refusal"
    NO_CONTEXT = "no_context"
    LANGUAGE = "language"
    ENTAILMENT = "entailment"


@dataclass(frozen=True, slots=True)
class GroundingProvision:
    """One provision that a claim is held against."""

    regulation: str
    article: int | None
    branch: int | None
    paragraph: int | None
    text: str
    title: str | None = None

    @property
    def label(self) -> str:
        """The provision as a person would cite it."""
        place = Locator(article=self.article, branch=self.branch, paragraph=self.paragraph)
        return place.cited_in(self.regulation) if self.regulation else place.label


@dataclass(frozen=True, slots=True)
class GroundingReason:
    """Why a claim was judged as it was: a kind for programs, a sentence for people."""

    kind: ReasonKind
    text: str


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """The span of a provision that was compared with the claim."""

    provision: int
    locator: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class GroundingResult:
    """The verdict on one claim; ``score`` is the estimated probability that it is supported."""

    label: GroundingLabel
    score: float
    reasons: tuple[GroundingReason, ...] = ()
    evidence: tuple[EvidenceSpan, ...] = ()

    @property
    def why(self) -> str:
        """The reasons as one text; a full stop stands only at its end."""
        texts = [reason.text for reason in self.reasons]
        return "; ".join([*(text.rstrip(".") for text in texts[:-1]), *texts[-1:]])

    @property
    def supported(self) -> bool:
        """Whether the claim may stand."""
        return self.label is GroundingLabel.SUPPORTED
