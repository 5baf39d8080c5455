"""From the provisions of two versions to their comparison: entries are aligned, then their rows, then the lines of a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from regulations.text.diffing.alignment import align
from regulations.text.diffing.groups import AlignedGroup, as_one_segment, heading_line
from regulations.text.diffing.keys import affected_keys, renumbered_keys
from regulations.text.diffing.model import (
    ChangeKind,
    ComparedEntry,
    ComparedHeading,
    ComparedRow,
    Region,
    Segment,
    TextLine,
    VersionComparison,
)
from regulations.text.diffing.rows import rows_of
from regulations.text.diffing.words import changed_words, squeezed


def compare(before: Sequence[TextLine], after: Sequence[TextLine]) -> VersionComparison:
    """Compare two versions; each is given as its provisions in the order of the text."""
    entries = tuple(
        entry
        for region in Region
        for entry in _entries(region, _grouped(before, region), _grouped(after, region))
    )
    changed = affected_keys(entries)
    return VersionComparison(entries, changed, renumbered_keys(entries, changed))


def _entries(
    region: Region, old: Sequence[AlignedGroup], new: Sequence[AlignedGroup]
) -> Iterator[ComparedEntry]:
    pairs = align([group.alignable() for group in old], [group.alignable() for group in new])
    for i, j in pairs:
        yield _entry(region, old[i] if i is not None else None, new[j] if j is not None else None)


def _entry(region: Region, old: AlignedGroup | None, new: AlignedGroup | None) -> ComparedEntry:
    before, after = _headings(old, new, region)
    rows = rows_of(region, old, new)
    return ComparedEntry(region, _entry_change(region, before, after, rows), before, after, rows)


def _headings(
    old: AlignedGroup | None, new: AlignedGroup | None, region: Region
) -> tuple[ComparedHeading | None, ComparedHeading | None]:
    first, second = heading_line(old), heading_line(new)
    titles = _titles(first.title if first else None, second.title if second else None)
    # The ordinal of addenda is no number that people know.
    counted = region is not Region.ADDENDA
    moved = counted and first is not None and second is not None and first.key != second.key
    before = (
        ComparedHeading(first.key, first.label, titles[0], first.is_deleted, moved)
        if first
        else None
    )
    after = (
        ComparedHeading(second.key, second.label, titles[1], second.is_deleted, moved)
        if second
        else None
    )
    return before, after


def _entry_change(
    region: Region,
    before: ComparedHeading | None,
    after: ComparedHeading | None,
    rows: Sequence[ComparedRow],
) -> ChangeKind:
    if before is None or after is None:
        only = before or after
        if only is not None and only.is_deleted:
            return ChangeKind.UNCHANGED  # a number that was empty already
        return ChangeKind.REMOVED if after is None else ChangeKind.ADDED
    if before.is_deleted != after.is_deleted:
        return ChangeKind.DELETED if after.is_deleted else ChangeKind.ADDED
    differs = any(row.change is not ChangeKind.UNCHANGED for row in rows)
    if differs or any(segment.is_changed for segment in (*before.title, *after.title)):
        return ChangeKind.CHANGED
    moved = before.key != after.key and region is not Region.ADDENDA
    return ChangeKind.RENUMBERED if moved else ChangeKind.UNCHANGED


def _titles(old: str | None, new: str | None) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    if old is None or new is None:
        return as_one_segment(old or ""), as_one_segment(new or "")
    if squeezed(old) == squeezed(new):
        return as_one_segment(old), as_one_segment(new)
    return changed_words(old, new)


def _grouped(lines: Iterable[TextLine], region: Region) -> list[AlignedGroup]:
    groups: list[AlignedGroup] = []
    for line in lines:
        if _region(line.key) is not region:
            continue
        key = line.key.partition("/")[0]
        if not groups or groups[-1].key != key:
            groups.append(AlignedGroup(key))
        groups[-1].lines.append(line)
    return groups


def _region(key: str) -> Region:
    if key.startswith("art-"):
        return Region.ARTICLES
    return Region.ADDENDA if key.startswith("add-") else Region.ATTACHMENTS
