"""Findings as a person reads them: what changes the meaning first, repeats of one cause as one line. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from regulations.curation.inspection import Finding

# A text that is missing changes what the rules say; a number that comes twice seldom does.
_RANK = ("lost", "rows", "numbers", "gap", "unplaced")
_LAST = ("repeat",)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings of one cause; the first stands for all."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The finding that is shown."""
        return self.findings[0]

    @property
    def others(self) -> tuple[Finding, ...]:
        """The rest, which opens on demand."""
        return self.findings[1:]


def findings_grouped(findings: Iterable[Finding]) -> list[FindingGroup]:
    """Group findings that differ in numbers only, and rank the groups."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.kind, _cause(finding)), []).append(finding)
    ranked = sorted(groups.items(), key=lambda one: _rank(one[0][0]))
    return [FindingGroup(tuple(found)) for _key, found in ranked]


def _cause(finding: Finding) -> str:
    """What is the same in repeats: lost lines are each their own, numbers of one text are one."""
    if finding.kind in ("lost", "unplaced"):
        return f"{finding.line}:{finding.said}"
    return _NUMBER.sub("0", finding.said)


def _rank(kind: str) -> int:
    if kind in _LAST:
        return len(_RANK) + 1
    return _RANK.index(kind) if kind in _RANK else len(_RANK)
