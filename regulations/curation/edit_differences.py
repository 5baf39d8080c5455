"""Corrections by hand beside what the file said: each with its reason and the words that differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from regulations.models import ProvisionEdit
from regulations.text.diffing import Segment, TextLine, compare
from regulations.text.locators import Locator


@dataclass(frozen=True, slots=True)
class EditDifference:
    """One correction with both texts, the differing words marked."""

    edit: ProvisionEdit
    before: tuple[Segment, ...]
    after: tuple[Segment, ...]


def edits_shown(edits: QuerySet[ProvisionEdit], *, most: int = 50) -> list[EditDifference]:
    """The last corrections, the newest first."""
    rows = edits.select_related("changed_by").order_by("-changed_at", "-pk")
    return [_difference(row) for row in rows[:most]]


def _difference(edit: ProvisionEdit) -> EditDifference:
    label = Locator.parse(edit.locator_key).label
    lines = [
        # Under the key of an article, whatever it is: only the words matter here.
        TextLine("art-1", label, str(words.get("text", "")), str(words.get("title", "")), False)
        for words in (edit.before, edit.after)
    ]
    rows = list(compare(lines[:1], lines[1:]).rows)
    return EditDifference(
        edit,
        tuple(_segments(line.segments for row in rows for line in row.before)),
        tuple(_segments(line.segments for row in rows for line in row.after)),
    )


def _segments(lines: Iterable[Iterable[Segment]]) -> list[Segment]:
    return [segment for line in lines for segment in line]
