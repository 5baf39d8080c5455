"""The published versions of a regulation in time: which stand around a day, when each ends, whose a repeal is.

A repeal belongs to the version that is in force on its day: it goes over to what is published before that day, and back where
that is withdrawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from regulations.models import RegulationVersion

State = RegulationVersion.State
_WHY = "\n폐지: "
# How the line begins, behind the day of the repeal, that says why a repeal was taken back.
TAKEN_BACK = "폐지를 거둠"
# In the report of a version: its repeal was another's before, and goes back to that one.
TOOK_REPEAL = "took_repeal"
# What of a version changes where another takes its place, or a part of its time.
PLACED = ("state", "ends_on", "repealed_date", "reason", "report")


@dataclass(frozen=True, slots=True)
class Neighbors:
    """The published versions of the same regulation around a day: the last before it, one of that day, the first after it."""

    before: RegulationVersion | None
    same_day: RegulationVersion | None
    after: RegulationVersion | None

    def repeal_for(self, begins: date) -> RegulationVersion | None:
        """The version whose repeal goes over to a text that begins on this day: that text would be in force on its day."""
        former = self.same_day or self.before
        if former is None or former.repealed_date is None or former.repealed_date <= begins:
            return None
        after = self.after.enforcement_date if self.after else None
        return None if after and after < former.repealed_date else former


def neighbors(*, version: RegulationVersion, begins: date) -> Neighbors:
    """Return between which published versions this one would stand."""
    others = version.regulation.versions.exclude(pk=version.pk).filter(
        state__in=RegulationVersion.PUBLIC_STATES, enforcement_date__isnull=False
    )
    return Neighbors(
        before=others.filter(enforcement_date__lt=begins).order_by("-enforcement_date").first(),
        same_day=others.filter(enforcement_date=begins).first(),
        after=others.filter(enforcement_date__gt=begins).order_by("enforcement_date").first(),
    )


def same_day_of(version: RegulationVersion) -> RegulationVersion | None:
    """The published version that a draft would have to correct, by the day that it has now."""
    begins = version.enforcement_date
    return neighbors(version=version, begins=begins).same_day if begins else None


def end_of(version: RegulationVersion, after: RegulationVersion | None) -> date | None:
    """When a version ends that is followed by `after`: there, or where it is repealed before."""
    ends = (version.repealed_date, after.enforcement_date if after else None)
    return min(filter(None, ends), default=None)


def repeal_said(reason: str, repealed: str) -> str:
    """The reason of a version with that of its repeal below it."""
    return f"{reason}{_WHY}{repealed.strip()}".strip() if repealed.strip() else reason


def repeal_move(*, former: RegulationVersion, successor: RegulationVersion) -> None:
    """Let a repeal go over to another version, with the words that say why. Saves neither.

    Where the successor's own text names a day, that one counts.
    """
    kept, mark, why = f"\n{former.reason}".rpartition(_WHY)
    if mark and f" {TAKEN_BACK}(" not in why:
        former.reason = kept.removeprefix("\n")
        successor.reason = repeal_said(successor.reason, why)
    if successor.repealed_date is None:
        successor.repealed_date = former.repealed_date
        successor.report = successor.report | {TOOK_REPEAL: True}
    repeal_lift(former)


def repeal_lift(version: RegulationVersion) -> None:
    """Leave a version without its repeal; when it ends is to be set then. Does not save it."""
    version.repealed_date = None
    version.report = {key: said for key, said in version.report.items() if key != TOOK_REPEAL}
    if version.state == State.REPEALED:
        version.state = State.PUBLISHED
