"""What of a file did not become provisions, as its loss report says: what a person must look at before publishing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from regulations.text.parser.marks import dates_in
from regulations.text.parser.report import ACCEPTED_SHARE, ACCEPTED_STRUCTURE

# Of the kinds of a `TextWarning`.
# Provisions in the wrong place, however few they are; numbers that come twice or share a line count where there are too many.
_MISPLACED = frozenset({"in_addenda", "heading", "attachment"})
_COUNTED = frozenset({"joined", "repeated"})
GRAVE_WARNINGS = frozenset({"hidden", "personal", "instruction", "other_day"})


@dataclass(frozen=True, slots=True)
class LostLine:
    """A line of the source, counted from 1, that stands in no provision."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ReportedPlace:
    """A place that a report names: what is the matter there, its label, the words, and the line of the source."""

    kind: str
    label: str = ""
    said: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """The findings of a report that need an explanation, and those that are only worth knowing."""

    kept_share: float | None
    gaps: tuple[str, ...] = ()
    unplaced: tuple[LostLine, ...] = ()
    lost: tuple[LostLine, ...] = ()
    missing_rows: int = 0
    missing_cells: int = 0
    lost_numbers: int = 0
    repeats: tuple[str, ...] = ()
    structure_share: float | None = None
    structure: tuple[ReportedPlace, ...] = ()
    absent: tuple[str, ...] = ()
    in_force: tuple[str, ...] = ()
    warnings: tuple[ReportedPlace, ...] = ()

    @property
    def is_text_missing(self) -> bool:
        """Whether words of the file stand nowhere, or in the wrong place."""
        share_is_low = self.kept_share is not None and self.kept_share < ACCEPTED_SHARE
        lost = self.unplaced or self.lost or self.missing_rows or self.missing_cells
        is_disordered = self.is_disordered or self.places_to_explain
        return bool(lost or self.lost_numbers or share_is_low or self.absent or is_disordered)

    @property
    def is_disordered(self) -> bool:
        """Whether too many of the provisions that the numbers announce did not come out in their place."""
        return self.structure_share is not None and self.structure_share < ACCEPTED_STRUCTURE

    @property
    def places_to_explain(self) -> tuple[ReportedPlace, ...]:
        """The places of the structure that need an explanation."""
        kinds = _MISPLACED | _COUNTED if self.is_disordered else _MISPLACED
        return tuple(one for one in self.structure if one.kind in kinds)

    @property
    def grave_warnings(self) -> tuple[ReportedPlace, ...]:
        """The warnings that nobody may pass over: a resident number, text that no reader sees, a part with a day of its own."""
        return tuple(one for one in self.warnings if one.kind in GRAVE_WARNINGS)

    @property
    def other_days(self) -> tuple[date, ...]:
        """The days, later than that of the version, from which parts of it are in force."""
        said = (one.said for one in self.warnings if one.kind == "other_day")
        return tuple(day for text in said for day in dates_in(text)[:1])

    @property
    def needs_reason(self) -> bool:
        """Whether publishing needs somebody's reason."""
        return bool(self.is_text_missing or self.gaps or self.in_force or self.grave_warnings)

    @property
    def _found(self) -> tuple[tuple[int, str], ...]:
        repeated = sum(one.kind == "repeated" for one in self.places_to_explain)
        return (
            (len(self.absent), "빠진 규정"),
            (len(self.gaps), "건너뛴 번호"),
            (len(self.places_to_explain) - repeated, "자리가 잘못된 조문"),
            (repeated, "되풀이된 번호"),
            (len(self.unplaced), "자리를 찾지 못한 줄"),
            (len(self.lost), "사라진 줄"),
            (self.missing_rows, "빠진 표의 행"),
            (self.missing_cells, "빠진 표의 칸"),
            (self.lost_numbers, "사라진 번호"),
            (len(self.in_force), "시행 중인 판과 다른 별표"),
            (len(self.other_days), "다른 시행일"),
            (len(self.grave_warnings) - len(self.other_days), "살펴볼 글"),
        )

    @property
    def count(self) -> int:
        """How many findings need an explanation."""
        return sum(count for count, _name in self._found) or int(self.needs_reason)

    @property
    def summary(self) -> str:
        """The findings in one line for a person; the share of the structure where it is what holds the text."""
        said = [f"{name} {count}" for count, name in self._found if count]
        if self.is_disordered and self.structure_share is not None:
            said.append(f"구조 보존율 {self.structure_share:.2%}")
        if not said and self.needs_reason and self.kept_share is not None:
            said.append(f"보존율 {self.kept_share:.2%}")
        return ", ".join(said)


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
        missing_cells=max(0, report.get("cells_in_source", 0) - report.get("cells_kept", 0)),
        repeats=tuple(report.get("repeats", ())),
        structure_share=report.get("structure_share") if characters else None,
        structure=_places(report.get("structure", {}).get("places", ())),
        absent=tuple(report.get("absent", ())),
        in_force=tuple(report.get("in_force", ())),
        warnings=_places(report.get("warnings", ())),
    )


def _places(values: Iterable[Mapping[str, Any]]) -> tuple[ReportedPlace, ...]:
    return tuple(
        ReportedPlace(one["kind"], one.get("label", ""), one.get("said", ""), one.get("number"))
        for one in values
    )


def _lines(report: Mapping[str, Any], name: str) -> tuple[LostLine, ...]:
    return tuple(LostLine(line["number"], line["text"]) for line in report.get(name, ()))
