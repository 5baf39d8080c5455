"""Which provisions of the former version a comparison concerns, as locator keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from regulations.text.diffing.model import ChangeKind, ComparedEntry, LinePair

_SAME = frozenset({ChangeKind.UNCHANGED, ChangeKind.RENUMBERED})


def affected_keys(entries: Iterable[ComparedEntry]) -> frozenset[str]:
    """Return what was changed or removed, with what stands above it and, where its own words changed, below it."""
    found: set[str] = set()
    for entry in entries:
        if entry.change not in _SAME:
            found.update(_concerned(entry))
    return frozenset(found)


def renumbered_keys(entries: Iterable[ComparedEntry], changed: frozenset[str]) -> Mapping[str, str]:
    """Return where provisions stand now whose words are the same and whose number is not."""
    return {
        old: new
        for entry in entries
        for old, new in _counterparts(entry)
        if old != new and old not in changed
    }


def _concerned(entry: ComparedEntry) -> Iterator[str]:
    if entry.before is None:
        return
    pairs = [pair for row in entry.rows for pair in row.lines]
    keys = [pair.before.key for pair in pairs if pair.before]
    if entry.after is None or entry.change is ChangeKind.DELETED:
        yield entry.before.key
        yield from keys
        return
    if entry.change is ChangeKind.ADDED:
        return  # under this number stood nothing before
    yield entry.before.key
    former = {pair.after.key: pair.before.key for pair in pairs if pair.before and pair.after}
    former[entry.after.key] = entry.before.key
    for pair in pairs:
        if pair.change in _SAME:
            continue
        if pair.before is not None:
            yield from _upwards(pair.before.key)
            if pair.change is not ChangeKind.ADDED:
                yield from (key for key in keys if key.startswith(f"{pair.before.key}/"))
        else:
            yield from _upwards(_above(pair, former))


def _above(pair: LinePair, former: Mapping[str, str]) -> str:
    """What an added provision stands in, under its former number."""
    key = pair.after.key if pair.after else ""
    while key:
        key = key.rpartition("/")[0]
        if key in former:
            return former[key]
    return ""


def _upwards(key: str) -> Iterator[str]:
    while key:
        yield key
        key = key.rpartition("/")[0]


def _counterparts(entry: ComparedEntry) -> Iterator[tuple[str, str]]:
    if entry.before is not None and entry.after is not None:
        yield entry.before.key, entry.after.key
    for row in entry.rows:
        for pair in row.lines:
            if pair.before is not None and pair.after is not None:
                yield pair.before.key, pair.after.key
