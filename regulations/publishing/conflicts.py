"""What would keep drafts from being published, said before it is tried, with the way out. Pure, but for one query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from regulations.models import RegulationVersion


class ConflictKind(StrEnum):
    """Why a draft cannot be published as it is, or should be looked at."""

    MISSING_DAY = "missing_day"
    SAME_DAY = "same_day"
    SAME_DAY_DRAFTS = "same_day_drafts"
    REPEALED_BEFORE = "repealed_before"
    OLDER_THAN_PUBLISHED = "older_than_published"


@dataclass(frozen=True, slots=True)
class PublishedDay:
    """A published version by its days."""

    number: int
    begins: date
    ends: date | None = None


@dataclass(frozen=True, slots=True)
class DraftDay:
    """A draft by its days; without one where its head says only that the regulation was repealed."""

    pk: int
    regulation: int
    begins: date | None
    repealed: date | None = None
    is_repealed: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """One conflict of a draft. `is_fatal` says that it cannot be published so."""

    kind: ConflictKind
    said: str
    way_out: str
    is_fatal: bool = True

    @property
    def can_be_correction(self) -> bool:
        """Whether a reason for a correction (정정) is a way out."""
        return self.kind is ConflictKind.SAME_DAY

    @property
    def is_twin(self) -> bool:
        """Whether it can be published without the other draft of its day."""
        return self.kind is ConflictKind.SAME_DAY_DRAFTS

    @property
    def hinders(self) -> bool:
        """Whether nothing that is chosen or typed beside the draft lets it be published."""
        return self.is_fatal and not (self.can_be_correction or self.is_twin)


def conflict_of(
    draft: DraftDay, *, published: Sequence[PublishedDay], others: Iterable[DraftDay]
) -> Conflict | None:
    """The gravest conflict of a draft with what is published and with the drafts that go with it."""
    day = draft.begins
    if day is None:
        return None if draft.is_repealed or draft.repealed else _missing_day()
    same = next((one for one in published if one.begins == day), None)
    # Of two that go together the one read last is the better reading.
    twin = any(
        one.regulation == draft.regulation and one.begins == day and one.pk > draft.pk
        for one in others
    )
    later = max((one for one in published if one.begins > day), key=_begins, default=None)
    if draft.repealed is not None and draft.repealed < day:
        return Conflict(
            ConflictKind.REPEALED_BEFORE,
            f"폐지일({_said(draft.repealed)})이 시행일({_said(day)})보다 앞섭니다.",
            "날짜를 고쳐 주십시오.",
        )
    if same is not None:
        return Conflict(
            ConflictKind.SAME_DAY,
            f"{_said(day)}에 시행하는 제{same.number}판이 이미 게시되어 있습니다.",
            "시행일을 고치거나, 그 판을 바로잡는 글이면 정정한 이유를 적어 주십시오.",
        )
    if twin:
        return Conflict(
            ConflictKind.SAME_DAY_DRAFTS,
            f"같은 규정의 초안 둘이 {_said(day)}에 시행합니다.",
            "하나만 표시하거나 한쪽의 시행일을 고쳐 주십시오.",
        )
    return _older(later) if later is not None else None


def _missing_day() -> Conflict:
    return Conflict(
        ConflictKind.MISSING_DAY, "시행일이 없습니다.", "시행일을 적거나 표시를 풀어 주십시오."
    )


def _older(later: PublishedDay) -> Conflict:
    return Conflict(
        ConflictKind.OLDER_THAN_PUBLISHED,
        f"더 나중에 시행하는 제{later.number}판({_said(later.begins)})이 게시되어 있습니다.",
        "지난 판으로 사이에 들어갑니다. 현행은 바뀌지 않습니다.",
        is_fatal=False,
    )


def conflicts_of(versions: Sequence[RegulationVersion]) -> dict[int, Conflict]:
    """The conflicts of drafts that are to be published together, by the draft; one query."""
    published: dict[int, list[PublishedDay]] = {}
    rows = RegulationVersion.objects.filter(
        regulation__in={one.regulation_id for one in versions},
        state__in=RegulationVersion.PUBLIC_STATES,
        enforcement_date__isnull=False,
    )
    for pk, number, begins, ends in rows.values_list(
        "regulation_id", "number", "enforcement_date", "ends_on"
    ):
        if begins is not None:
            published.setdefault(pk, []).append(PublishedDay(number, begins, ends))
    drafts = [_draft_day(one) for one in versions]
    found = {
        one.pk: conflict_of(
            one,
            published=published.get(one.regulation, ()),
            others=(other for other in drafts if other.pk != one.pk),
        )
        for one in drafts
    }
    return {pk: conflict for pk, conflict in found.items() if conflict}


def _draft_day(version: RegulationVersion) -> DraftDay:
    return DraftDay(
        version.pk,
        version.regulation_id,
        version.enforcement_date,
        version.repealed_date,
        bool(version.report.get("is_repealed")),
    )


def _begins(published: PublishedDay) -> date:
    return published.begins


def _said(day: date) -> str:
    return f"{day:%Y. %-m. %-d.}"
