"""The rows of an entry (항) and the lines of a row (호, 목), before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from regulations.text.diffing.alignment import Alignable, align
from regulations.text.diffing.groups import AlignedGroup, as_one_segment, heading_line
from regulations.text.diffing.model import (
    ChangeKind,
    ComparedLine,
    ComparedRow,
    LinePair,
    Region,
    Segment,
    TextLine,
)
from regulations.text.diffing.words import changed_words, squeezed


def rows_of(
    region: Region, old: AlignedGroup | None, new: AlignedGroup | None
) -> tuple[ComparedRow, ...]:
    """Return the rows of an entry in the order of the new text."""
    if region is Region.ATTACHMENTS:
        pairs = tuple(_attachment_lines(heading_line(old), heading_line(new)))
        return (ComparedRow(_row_change(pairs), pairs),) if pairs else ()
    before, after = _row_groups(old), _row_groups(new)
    if old and new and _contents(old) == _contents(new):
        return tuple(
            _same_row(*pair) for pair in zip(before, after, strict=True) if _shown(pair[0])
        )
    rows = []
    for i, j in align(
        [_relative(group, old) for group in before], [_relative(group, new) for group in after]
    ):
        first = before[i] if i is not None else None
        second = after[j] if j is not None else None
        pairs = tuple(_line_pairs(first, second))
        if pairs:
            rows.append(ComparedRow(_row_change(pairs), pairs))
    return tuple(rows)


def _contents(entry: AlignedGroup) -> list[tuple[str, str, bool]]:
    return [(_tail(line.key), line.text, line.is_deleted) for line in entry.lines]


def _same_row(old: AlignedGroup, new: AlignedGroup) -> ComparedRow:
    """Most of a text is as it was, and then nothing needs to be looked for."""
    pairs = (
        LinePair(
            ChangeKind.UNCHANGED,
            _line(before, old, as_one_segment(before.text)),
            _line(after, new, as_one_segment(after.text)),
        )
        for before, after in zip(_shown(old), _shown(new), strict=True)
    )
    return ComparedRow(ChangeKind.UNCHANGED, tuple(pairs))


def _row_groups(entry: AlignedGroup | None) -> list[AlignedGroup]:
    """Cut an article at its 항, addenda at their articles and 항; what stands before the first is a row of its own."""
    groups: list[AlignedGroup] = []
    for line in entry.lines if entry else ():
        key = _row_key(line.key)
        if not groups or groups[-1].key != key:
            groups.append(AlignedGroup(key))
        groups[-1].lines.append(line)
    return groups


def _row_key(key: str) -> str:
    outer, _, rest = key.partition("/")
    inner = rest.partition("/")[0]
    return f"{outer}/{inner}" if inner.startswith(("para-", "art-")) else outer


def _relative(group: AlignedGroup, entry: AlignedGroup | None) -> Alignable:
    """Rows are aligned by their number within the entry, which itself may have moved."""
    known = group.alignable()
    outer = entry.key if entry else ""
    # The title of an article is compared as its heading; its opening row has only words.
    return Alignable(known.key.removeprefix(outer), known.text, is_deleted=known.is_deleted)


def _line_pairs(old: AlignedGroup | None, new: AlignedGroup | None) -> Iterator[LinePair]:
    before, after = _shown(old), _shown(new)
    for i, j in align(
        [_line_alignable(line, old) for line in before],
        [_line_alignable(line, new) for line in after],
    ):
        yield _line_pair(
            before[i] if i is not None else None, after[j] if j is not None else None, old, new
        )


def _shown(row: AlignedGroup | None) -> list[TextLine]:
    """An article's own line is empty where its 항 say everything; its number and title stand in the heading."""
    lines = row.lines if row else ()
    return [line for line in lines if line.text or line.is_deleted or "/" in line.key]


def _line_alignable(line: TextLine, row: AlignedGroup | None) -> Alignable:
    key = line.key.removeprefix(row.key) if row else line.key
    return Alignable(key, squeezed(line.text), is_deleted=line.is_deleted)


def _line_pair(
    old: TextLine | None,
    new: TextLine | None,
    before: AlignedGroup | None,
    after: AlignedGroup | None,
) -> LinePair:
    if old is None or new is None:
        change = _lone_change(old, new)
        marked = change is not ChangeKind.UNCHANGED
        return LinePair(
            change,
            _line(old, before, as_one_segment(old.text, marked)) if old else None,
            _line(new, after, as_one_segment(new.text, marked)) if new else None,
        )
    change = _line_change(old, new)
    moved = old.label != new.label and old.key != new.key
    if change in {ChangeKind.UNCHANGED, ChangeKind.RENUMBERED}:
        first, second = as_one_segment(old.text), as_one_segment(new.text)
    elif old.is_deleted or new.is_deleted:
        first, second = as_one_segment(old.text, True), as_one_segment(new.text, True)
    else:
        first, second = changed_words(old.text, new.text)
    return LinePair(change, _line(old, before, first, moved), _line(new, after, second, moved))


def _lone_change(old: TextLine | None, new: TextLine | None) -> ChangeKind:
    """What became of a line without a counterpart; a number that was empty and is no longer printed is no loss."""
    if new is not None:
        return ChangeKind.DELETED if new.is_deleted else ChangeKind.ADDED
    return ChangeKind.UNCHANGED if old is not None and old.is_deleted else ChangeKind.REMOVED


def _line_change(old: TextLine, new: TextLine) -> ChangeKind:
    if old.is_deleted != new.is_deleted:
        return ChangeKind.DELETED if new.is_deleted else ChangeKind.ADDED
    if squeezed(old.text) != squeezed(new.text):
        return ChangeKind.CHANGED
    return ChangeKind.UNCHANGED if _tail(old.key) == _tail(new.key) else ChangeKind.RENUMBERED


def _tail(key: str) -> str:
    """The number of a provision within its entry."""
    return key.partition("/")[2]


def _line(
    line: TextLine, row: AlignedGroup | None, segments: tuple[Segment, ...], moved: bool = False
) -> ComparedLine:
    depth = line.key.count("/") - (row.key.count("/") if row else 0)
    return ComparedLine(line.key, line.label, depth, segments, line.is_deleted, moved)


def _row_change(pairs: Sequence[LinePair]) -> ChangeKind:
    found = {pair.change for pair in pairs}
    if len(found) == 1:
        return found.pop()
    first = pairs[0].change
    if first is ChangeKind.DELETED and not found - {ChangeKind.DELETED, ChangeKind.REMOVED}:
        return ChangeKind.DELETED
    if not found - {ChangeKind.UNCHANGED, ChangeKind.RENUMBERED}:
        return ChangeKind.RENUMBERED
    return ChangeKind.CHANGED


def _attachment_lines(old: TextLine | None, new: TextLine | None) -> Iterator[LinePair]:
    """Attachments are compared line by line, a row of a table being a line; their lines have no keys of their own."""
    before = [line.strip() for line in old.text.split("\n") if line.strip()] if old else []
    after = [line.strip() for line in new.text.split("\n") if line.strip()] if new else []
    first_key, second_key = old.key if old else "", new.key if new else ""
    if old and new and _is_drawn(before) != _is_drawn(after):
        # Only one of the two files kept the cells of the table: its lines have no counterparts.
        before, after = ["\n".join(before)], ["\n".join(after)]
    matcher = SequenceMatcher(
        None,
        [squeezed(line) for line in before],
        [squeezed(line) for line in after],
        autojunk=False,
    )
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "replace":
            pairs = align(
                [Alignable(str(i), squeezed(before[i])) for i in range(i1, i2)],
                [Alignable(str(j - j1 + i1), squeezed(after[j])) for j in range(j1, j2)],
            )
        else:
            pairs = _zipped(range(i2 - i1), range(j2 - j1))
        for i, j in pairs:
            left = TextLine(first_key, "", before[i1 + i]) if i is not None else None
            right = TextLine(second_key, "", after[j1 + j]) if j is not None else None
            yield _line_pair(left, right, None, None)


def _is_drawn(lines: Sequence[str]) -> bool:
    return any(line.startswith("|") for line in lines)


def _zipped(left: range, right: range) -> list[tuple[int | None, int | None]]:
    length = max(len(left), len(right))
    return [(i if i < len(left) else None, i if i < len(right) else None) for i in range(length)]
