"""From the provisions of two versions to their comparison: entries are aligned, then their rows, then the lines of a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from regulations.diffing.alignment import Alignable, align
from regulations.diffing.keys import concerned_keys, renumbered_keys
from regulations.diffing.model import (
    Change,
    Comparison,
    Entry,
    Heading,
    Line,
    LinePair,
    Region,
    Row,
    Segment,
    TextLine,
)
from regulations.diffing.words import changed_words, squeezed


@dataclass(slots=True)
class _Group:
    """Provisions that stand together under one key: the first of them opens the group, if its text has words of its own."""

    key: str
    lines: list[TextLine] = field(default_factory=list)

    def alignable(self) -> Alignable:
        first = self.lines[0]
        opens = first.key == self.key
        return Alignable(
            key=self.key,
            text=squeezed("".join(line.text for line in self.lines)),
            title=squeezed(first.title) if opens else "",
            is_deleted=opens and first.is_deleted,
        )


def compare(before: Sequence[TextLine], after: Sequence[TextLine]) -> Comparison:
    """Compare two versions; each is given as its provisions in the order of the text."""
    entries = tuple(
        entry
        for region in Region
        for entry in _entries(region, _grouped(before, region), _grouped(after, region))
    )
    changed = concerned_keys(entries)
    return Comparison(entries, changed, renumbered_keys(entries, changed))


def _entries(region: Region, old: Sequence[_Group], new: Sequence[_Group]) -> Iterator[Entry]:
    pairs = align([group.alignable() for group in old], [group.alignable() for group in new])
    for i, j in pairs:
        yield _entry(region, old[i] if i is not None else None, new[j] if j is not None else None)


def _entry(region: Region, old: _Group | None, new: _Group | None) -> Entry:
    before, after = _headings(old, new, region)
    rows = _rows(region, old, new)
    return Entry(region, _entry_change(region, before, after, rows), before, after, rows)


def _headings(
    old: _Group | None, new: _Group | None, region: Region
) -> tuple[Heading | None, Heading | None]:
    first, second = _opening(old), _opening(new)
    titles = _titles(first.title if first else None, second.title if second else None)
    # The ordinal of addenda is no number that people know.
    counted = region is not Region.ADDENDA
    moved = counted and first is not None and second is not None and first.key != second.key
    before = Heading(first.key, first.label, titles[0], first.is_deleted, moved) if first else None
    after = (
        Heading(second.key, second.label, titles[1], second.is_deleted, moved) if second else None
    )
    return before, after


def _opening(group: _Group | None) -> TextLine | None:
    if group is None:
        return None
    first = group.lines[0]
    return first if first.key == group.key else TextLine(group.key, "", "")


def _entry_change(
    region: Region, before: Heading | None, after: Heading | None, rows: Sequence[Row]
) -> Change:
    if before is None or after is None:
        only = before or after
        if only is not None and only.is_deleted:
            return Change.UNCHANGED  # a number that was empty already
        return Change.REMOVED if after is None else Change.ADDED
    if before.is_deleted != after.is_deleted:
        return Change.DELETED if after.is_deleted else Change.ADDED
    differs = any(row.change is not Change.UNCHANGED for row in rows)
    if differs or any(segment.is_changed for segment in (*before.title, *after.title)):
        return Change.CHANGED
    moved = before.key != after.key and region is not Region.ADDENDA
    return Change.RENUMBERED if moved else Change.UNCHANGED


# -- rows and lines -------------------------------------------------------------------------------------------------------


def _rows(region: Region, old: _Group | None, new: _Group | None) -> tuple[Row, ...]:
    if region is Region.ATTACHMENTS:
        pairs = tuple(_attachment_lines(_opening(old), _opening(new)))
        return (Row(_row_change(pairs), pairs),) if pairs else ()
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
            rows.append(Row(_row_change(pairs), pairs))
    return tuple(rows)


def _contents(entry: _Group) -> list[tuple[str, str, bool]]:
    return [(_tail(line.key), line.text, line.is_deleted) for line in entry.lines]


def _same_row(old: _Group, new: _Group) -> Row:
    """Most of a text is as it was, and then nothing needs to be looked for."""
    pairs = (
        LinePair(
            Change.UNCHANGED,
            _line(before, old, _whole(before.text)),
            _line(after, new, _whole(after.text)),
        )
        for before, after in zip(_shown(old), _shown(new), strict=True)
    )
    return Row(Change.UNCHANGED, tuple(pairs))


def _row_groups(entry: _Group | None) -> list[_Group]:
    """Cut an article at its 항, addenda at their articles and 항; what stands before the first is a row of its own."""
    groups: list[_Group] = []
    for line in entry.lines if entry else ():
        key = _row_key(line.key)
        if not groups or groups[-1].key != key:
            groups.append(_Group(key))
        groups[-1].lines.append(line)
    return groups


def _row_key(key: str) -> str:
    outer, _, rest = key.partition("/")
    inner = rest.partition("/")[0]
    return f"{outer}/{inner}" if inner.startswith(("para-", "art-")) else outer


def _relative(group: _Group, entry: _Group | None) -> Alignable:
    """Rows are aligned by their number within the entry, which itself may have moved."""
    known = group.alignable()
    outer = entry.key if entry else ""
    # The title of an article is compared as its heading; its opening row has only words.
    return Alignable(known.key.removeprefix(outer), known.text, is_deleted=known.is_deleted)


def _line_pairs(old: _Group | None, new: _Group | None) -> Iterator[LinePair]:
    before, after = _shown(old), _shown(new)
    for i, j in align(
        [_line_alignable(line, old) for line in before],
        [_line_alignable(line, new) for line in after],
    ):
        yield _line_pair(
            before[i] if i is not None else None, after[j] if j is not None else None, old, new
        )


def _shown(row: _Group | None) -> list[TextLine]:
    """An article's own line is empty where its 항 say everything; its number and title stand in the heading."""
    lines = row.lines if row else ()
    return [line for line in lines if line.text or line.is_deleted or "/" in line.key]


def _line_alignable(line: TextLine, row: _Group | None) -> Alignable:
    key = line.key.removeprefix(row.key) if row else line.key
    return Alignable(key, squeezed(line.text), is_deleted=line.is_deleted)


def _line_pair(
    old: TextLine | None, new: TextLine | None, before: _Group | None, after: _Group | None
) -> LinePair:
    if old is None or new is None:
        only = old or new
        empty = only is not None and only.is_deleted
        gone = Change.REMOVED if new is None else Change.ADDED
        change = Change.UNCHANGED if empty else gone
        marked = change is not Change.UNCHANGED
        return LinePair(
            change,
            _line(old, before, _whole(old.text, marked)) if old else None,
            _line(new, after, _whole(new.text, marked)) if new else None,
        )
    change = _line_change(old, new)
    moved = old.label != new.label and old.key != new.key
    if change in {Change.UNCHANGED, Change.RENUMBERED}:
        first, second = _whole(old.text), _whole(new.text)
    elif old.is_deleted or new.is_deleted:
        first, second = _whole(old.text, True), _whole(new.text, True)
    else:
        first, second = changed_words(old.text, new.text)
    return LinePair(change, _line(old, before, first, moved), _line(new, after, second, moved))


def _line_change(old: TextLine, new: TextLine) -> Change:
    if old.is_deleted != new.is_deleted:
        return Change.DELETED if new.is_deleted else Change.ADDED
    if squeezed(old.text) != squeezed(new.text):
        return Change.CHANGED
    return Change.UNCHANGED if _tail(old.key) == _tail(new.key) else Change.RENUMBERED


def _tail(key: str) -> str:
    """The number of a provision within its entry."""
    return key.partition("/")[2]


def _line(
    line: TextLine, row: _Group | None, segments: tuple[Segment, ...], moved: bool = False
) -> Line:
    depth = line.key.count("/") - (row.key.count("/") if row else 0)
    return Line(line.key, line.label, depth, segments, line.is_deleted, moved)


def _row_change(pairs: Sequence[LinePair]) -> Change:
    found = {pair.change for pair in pairs}
    if len(found) == 1:
        return found.pop()
    first = pairs[0].change
    if first is Change.DELETED and not found - {Change.DELETED, Change.REMOVED}:
        return Change.DELETED
    if not found - {Change.UNCHANGED, Change.RENUMBERED}:
        return Change.RENUMBERED
    return Change.CHANGED


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


def _titles(old: str | None, new: str | None) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    if old is None or new is None:
        return _whole(old or ""), _whole(new or "")
    if squeezed(old) == squeezed(new):
        return _whole(old), _whole(new)
    return changed_words(old, new)


def _whole(text: str, is_changed: bool = False) -> tuple[Segment, ...]:
    return (Segment(text, is_changed),) if text else ()


# -- regions --------------------------------------------------------------------------------------------------------------


def _grouped(lines: Iterable[TextLine], region: Region) -> list[_Group]:
    groups: list[_Group] = []
    for line in lines:
        if _region(line.key) is not region:
            continue
        key = line.key.partition("/")[0]
        if not groups or groups[-1].key != key:
            groups.append(_Group(key))
        groups[-1].lines.append(line)
    return groups


def _region(key: str) -> Region:
    if key.startswith("art-"):
        return Region.ARTICLES
    return Region.ADDENDA if key.startswith("add-") else Region.ATTACHMENTS
