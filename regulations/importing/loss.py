"""What of a file did not become provisions, as its loss report says: what a person must look at before publishing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from regulations.text.parser.report import ACCEPTED_SHARE


@dataclass(frozen=True, slots=True)
class LostLine:
    """A line of the source, counted from 1, that stands in no provision."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Loss:
    """The findings of a report that need an explanation, and those that are only worth knowing."""

    kept_share: float | None
    gaps: tuple[str, ...] = ()
    unplaced: tuple[LostLine, ...] = ()
    lost: tuple[LostLine, ...] = ()
    missing_rows: int = 0
    lost_numbers: int = 0
    repeats: tuple[str, ...] = ()

    @property
    def is_text_missing(self) -> bool:
        """Whether words of the file stand nowhere."""
        share_is_low = self.kept_share is not None and self.kept_share < ACCEPTED_SHARE
        lost = self.unplaced or self.lost or self.missing_rows or self.lost_numbers
        return bool(lost or share_is_low)

    @property
    def needs_reason(self) -> bool:
        """Whether publishing needs somebody's reason."""
        return self.is_text_missing or bool(self.gaps)

    @property
    def count(self) -> int:
        """How many findings need an explanation."""
        lines = len(self.gaps) + len(self.unplaced) + len(self.lost)
        lines += self.missing_rows + self.lost_numbers
        return lines or int(self.needs_reason)

    @property
    def summary(self) -> str:
        """The findings in one line for a person."""
        found = [
            (len(self.gaps), "건너뛴 번호"),
            (len(self.unplaced), "자리를 찾지 못한 줄"),
            (len(self.lost), "사라진 줄"),
            (self.missing_rows, "빠진 표의 행"),
            (self.lost_numbers, "사라진 번호"),
        ]
        said = ", ".join(f"{name} {count}" for count, name in found if count)
        if not said and self.needs_reason and self.kept_share is not None:
            return f"보존율 {self.kept_share:.2%}"
        return said


def loss_of(report: Mapping[str, Any]) -> Loss:
    """Read the findings out of a version's report; a report that says nothing of its source has lost nothing."""
    characters = report.get("source_characters", 0)
    unplaced = _lines(report, "unplaced_lines")
    return Loss(
        kept_share=report.get("kept_share", 0.0) if characters else None,
        gaps=tuple(report.get("gaps", ())),
        unplaced=unplaced,
        # A line without a place is lost as well; it is said once.
        lost=tuple(line for line in _lines(report, "lost_lines") if line not in unplaced),
        lost_numbers=report.get("lost_numbers", 0),
        missing_rows=max(0, report.get("rows_in_source", 0) - report.get("rows_kept", 0)),
        repeats=tuple(report.get("repeats", ())),
    )


def _lines(report: Mapping[str, Any], name: str) -> tuple[LostLine, ...]:
    return tuple(LostLine(line["number"], line["text"]) for line in report.get(name, ()))
