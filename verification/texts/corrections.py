"""Check the text that a reviewer writes, line by line, as it is typed and again when it is saved.

A citation that is wrong keeps the text from being saved. One that was not confirmed, or that could not be judged because the
sentence only points to it, is saved when the reviewer says so, and is shown as not checked beside the provision's words: never
as verified.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from verification.citations.states import CitationStatus
from verification.texts.checking import (
    TextCitation,
    UncheckableTextError,
    text_verify,
    uncited_note,
)


@dataclass(frozen=True)
class CorrectionCitation:
    """A citation in a corrected text; `line` counts from 1."""

    line: int
    written: str
    label: str
    regulation_title: str
    locator_key: str
    version_id: int | None
    status: str
    reason: str
    quote: str
    url: str
    enforcement_date: str

    @property
    def status_label(self) -> str:
        """The state in a word."""
        return str(CitationStatus(self.status).label)


@dataclass(frozen=True)
class CheckedCorrection:
    """A corrected text with the state of every citation in it."""

    lines: tuple[str, ...]
    citations: tuple[CorrectionCitation, ...]
    problem: str = ""
    # How many sentences cite nothing: they were not looked at.
    uncited: int = 0

    @property
    def wrong(self) -> tuple[CorrectionCitation, ...]:
        """The citations with which the text cannot be saved."""
        fine = (CitationStatus.VERIFIED, CitationStatus.NOT_CHECKED)
        return tuple(one for one in self.citations if one.status not in fine)

    @property
    def uncited_note(self) -> str:
        """What is said of the sentences that nothing was held against; empty where there is none, or no citation at all."""
        return uncited_note(self.uncited) if self.uncited and self.citations else ""

    @property
    def is_unconfirmed(self) -> bool:
        """Whether a citation was not confirmed: then the text is saved only when the reviewer says so."""
        return any(one.status == CitationStatus.NOT_CHECKED for one in self.citations)

    @property
    def is_verified(self) -> bool:
        """Whether there are citations and all of them were verified."""
        return bool(self.citations) and all(
            one.status == CitationStatus.VERIFIED for one in self.citations
        )

    def of_line(self, line: int) -> list[CorrectionCitation]:
        """The citations of one line."""
        return [one for one in self.citations if one.line == line]

    def as_rows(self) -> list[dict[str, Any]]:
        """The citations as they are stored with the decision."""
        return [asdict(one) for one in self.citations]


def correction_check(*, text: str, on: date) -> CheckedCorrection:
    """Check a text as it stands; one that cannot be checked carries the reason and no citation."""
    lines = tuple(line for line in text.splitlines() if line.strip())
    text = "\n".join(lines)
    try:
        checked = text_verify(text=text, as_of=on)
    except UncheckableTextError as error:
        return CheckedCorrection(lines, (), problem=str(error))
    return CheckedCorrection(
        lines, tuple(_citations(text, checked.citations)), uncited=len(checked.uncited)
    )


def _citations(text: str, found: Iterable[TextCitation]) -> Iterable[CorrectionCitation]:
    for citation in found:
        provision = citation.provision
        is_verified = citation.status == CitationStatus.VERIFIED
        day = provision.enforcement_date if provision else None
        yield CorrectionCitation(
            line=text.count("\n", 0, citation.start) + 1,
            written=citation.check.written,
            label=provision.label if provision else citation.check.written,
            regulation_title=provision.regulation_title if provision else "",
            locator_key=provision.locator_key if provision else "",
            version_id=provision.version_id if provision else None,
            status=citation.status.value,
            reason=citation.check.reason,
            quote=provision.text if provision and not is_verified else citation.check.evidence,
            url=citation.url,
            enforcement_date=day.isoformat() if day else "",
        )
