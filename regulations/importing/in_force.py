"""A draft beside the version in force: attachments and tables that are gone without a word of their deletion.

An import that loses a table loses nothing of its own file's count where the reader never saw it; the text before shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from regulations.models import Attachment, RegulationVersion
from regulations.text.locators import Locator

_SHARE_OF_ROWS = 0.5
_FEWEST_ROWS = 4
_MOST_SAID = 50


@dataclass(frozen=True, slots=True)
class _AttachmentSize:
    """An attachment with the rows of its tables and the lines of its text."""

    label: str
    rows: int
    lines: int
    is_deleted: bool


def in_force_note(*, version: RegulationVersion) -> None:
    """Say in the report of a draft what its predecessor holds and it does not."""
    before = _predecessor(version)
    if before is None:
        return
    missing = list(_missing(_sizes(before), _sizes(version)))
    rows = _table_rows(before)
    left = _table_rows(version)
    if rows >= _FEWEST_ROWS and left < rows * _SHARE_OF_ROWS and not missing:
        missing.append(f"조문의 표: {rows}행 → {left}행")
    if missing:
        version.report |= {"in_force": missing[:_MOST_SAID]}
        version.save(update_fields=["report"])


def _predecessor(version: RegulationVersion) -> RegulationVersion | None:
    published = version.regulation.versions.filter(state=RegulationVersion.State.PUBLISHED)
    day = version.enforcement_date
    earlier = published.filter(Q(enforcement_date__lte=day)) if day else published
    return earlier.order_by("-enforcement_date").first()


def _sizes(version: RegulationVersion) -> dict[str, _AttachmentSize]:
    rows: QuerySet[Attachment] = version.attachments.all()
    return {
        one.locator_key: _AttachmentSize(
            Locator.parse(one.locator_key).label,
            sum(1 for row in one.rows if any(row)),
            len(one.text.splitlines()),
            one.is_deleted,
        )
        for one in rows
    }


def _missing(
    before: dict[str, _AttachmentSize], after: dict[str, _AttachmentSize]
) -> Iterator[str]:
    for key, one in before.items():
        now = after.get(key)
        if one.is_deleted or (now is not None and now.is_deleted):
            continue
        if now is None:
            yield f"{one.label} 없음"
        elif one.rows >= _FEWEST_ROWS and now.rows < one.rows * _SHARE_OF_ROWS:
            yield f"{one.label}: 표 {one.rows}행 → {now.rows}행"


def _table_rows(version: RegulationVersion) -> int:
    """The rows of tables that stand within articles."""
    texts = [
        *version.articles.filter(text__contains="| ").values_list("text", flat=True),
        *version.paragraphs.filter(text__contains="| ").values_list("text", flat=True),
        *version.subparagraphs.filter(text__contains="| ", attachment=None).values_list(
            "text", flat=True
        ),
    ]
    return sum(line.startswith("|") for text in texts for line in text.splitlines())
