"""What the record of an answer shows: the log of its checks, its lines as they were written, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class LogRow:
    """One (statement, citation) pair in the verification log, also where the citation was taken out."""

    citation_number: int | None
    citation_text: str
    statement: str
    status: str
    status_label: str
    verdict: str
    verdict_label: str
    action: str
    action_label: str
    reason: str
    evidence: str
    label: str
    url: str
    confidence: float | None
    # The later opinion of a language model; empty where none was asked or it did not answer.
    model_label: str = ""
    model_reason: str = ""


@dataclass(frozen=True)
class ClaimRow:
    """One claim with the verdict of the asynchronous check."""

    claim: str
    verdict: str
    verdict_label: str
    reason: str
    evidence: str
    method_label: str


@dataclass(frozen=True)
class OriginalLine:
    """A line as the composer wrote it, before the checks; `is_shown` where it is shown word for word."""

    text: str
    is_shown: bool


class GeneratedBy(StrEnum):
    """Who wrote the words. An excerpt is the rule's own text: nobody generated it, and neither a fixed sentence."""

    MODEL = "model"
    EXCERPT = "excerpt"
    STAFF = "staff"
    NOBODY = "none"


class CheckedBy(StrEnum):
    """Who held the words against the rules."""

    RULES = "rules"
    MODEL = "model"
    STAFF = "staff"


@dataclass(frozen=True)
class Provenance:
    """What an answer is; `model` is the name of the language model that wrote it, else empty."""

    generated_by: GeneratedBy = GeneratedBy.NOBODY
    model: str = ""
    checked_by: tuple[CheckedBy, ...] = ()

    @property
    def line(self) -> str:
        """The same in one line, under the names of the API."""
        said = {
            "generated_by": self.generated_by.value,
            "model": self.model,
            "checked_by": ", ".join(self.checked_by),
        }
        return " · ".join(f"{name}: {value}" for name, value in said.items() if value)


@dataclass(frozen=True)
class TransitionalView:
    """That another text holds for who entered in a year: the sentence, the clause that says so, and both places."""

    sentence: str
    clause: str
    addenda: str
    addenda_url: str
    former_label: str = ""
    former_url: str = ""
    is_quoted: bool = False  # the answer says it already
