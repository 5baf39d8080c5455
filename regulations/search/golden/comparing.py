"""Two runs of one set beside each other: what changed in the figures, and which questions got worse. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# A fall of any of these is shown as a warning before publishing.
WATCHED = (
    *("recall@1", "recall@5", "nDCG@10"),
    *("abstention precision", "abstention recall", "answerable told answer"),
)
# Less than one question in a thousand is rounding.
_NOTHING = 0.0005


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """A question that one run answered and the other did not."""

    key: str
    question: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class RunComparison:
    """`changes` are the figures by name: before, now. Regressions got worse, improvements better."""

    changes: Mapping[str, tuple[float, float]]
    regressions: tuple[QuestionChange, ...]
    improvements: tuple[QuestionChange, ...]

    @property
    def lowered(self) -> tuple[str, ...]:
        """The watched figures that fell."""
        return tuple(
            name
            for name in WATCHED
            if name in self.changes and self.changes[name][1] < self.changes[name][0] - _NOTHING
        )


def runs_compare(
    before: Sequence[Mapping[str, Any]],
    now: Sequence[Mapping[str, Any]],
    *,
    figures_before: Mapping[str, float],
    figures_now: Mapping[str, float],
) -> RunComparison:
    """Compare the results of two runs question by question; questions of one run alone are left out."""
    earlier = {row["key"]: row for row in before}
    worse: list[QuestionChange] = []
    better: list[QuestionChange] = []
    for row in now:
        was = earlier.get(row["key"])
        if was is None or was["is_right"] == row["is_right"]:
            continue
        moved = QuestionChange(row["key"], row["question"], _said(was), _said(row))
        (better if row["is_right"] else worse).append(moved)
    shared = [name for name in figures_now if name in figures_before]
    return RunComparison(
        changes={name: (figures_before[name], figures_now[name]) for name in shared},
        regressions=tuple(worse),
        improvements=tuple(better),
    )


def _said(row: Mapping[str, Any]) -> str:
    if row["abstained"]:
        return "답 없음"
    # Runs of an earlier release knew no outcome.
    if row.get("outcome") == "near":
        return f"답일 수 있음: {' / '.join(row['found'][:3])}"
    return " / ".join(row["found"][:3]) or "-"
