"""A writer of OLE compound files, version 3: sectors of 512 bytes, streams below 4096 bytes in the mini stream.

Written after [MS-CFB], the open specification of the format.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
_SECTOR, _MINI_SECTOR, _MINI_CUTOFF = 512, 64, 4096
_FREE, _END, _FAT_SECTOR = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_NONE = 0xFFFFFFFF
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_RED, _BLACK = 0, 1
_IN_HEADER = 109  # numbers of FAT sectors that the header holds


@dataclass
class _Entry:
    """One entry of the directory."""

    name: str
    kind: int
    content: bytes = b""
    children: list[_Entry] = field(default_factory=list)
    number: int = 0
    color: int = _BLACK
    left: int = _NONE
    right: int = _NONE
    child: int = _NONE
    start: int = 0
    size: int = 0


def compound_file(streams: Mapping[str, bytes]) -> bytes:
    """Return a compound file with these streams; a name may have one storage before a slash."""
    root = _tree(streams)
    entries = _numbered(root)
    mini, mini_fat = _mini_stream(entries)
    root.size = len(mini)
    sectors: list[bytes] = []
    fat: list[int] = []
    root.start = _append(mini, sectors, fat)
    for entry in entries:
        if entry.kind == _STREAM and entry.size >= _MINI_CUTOFF:
            entry.start = _append(entry.content, sectors, fat)
    mini_fat_start = _append(_numbers(mini_fat), sectors, fat)
    directory = b"".join(map(_packed, entries))
    directory += _packed(_Entry("", 0)) * (-len(entries) % 4)
    directory_start = _append(directory, sectors, fat)
    fat_sectors = _close_fat(sectors, fat)
    mini_fat_count = -(-len(mini_fat) * 4 // _SECTOR)
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        _MAGIC, 0x3E, 3, 0xFFFE, 9, 6, 0, len(fat_sectors), directory_start, 0, _MINI_CUTOFF,
        mini_fat_start, mini_fat_count, _END, 0,
    )  # fmt: skip
    header += _numbers([*fat_sectors, *[_FREE] * (_IN_HEADER - len(fat_sectors))])
    return header + b"".join(sectors)


def _tree(streams: Mapping[str, bytes]) -> _Entry:
    root = _Entry("Root Entry", _ROOT)
    storages: dict[str, _Entry] = {"": root}
    for path, content in streams.items():
        folder, _, name = path.rpartition("/")
        if folder not in storages:
            storages[folder] = _Entry(folder, _STORAGE)
            root.children.append(storages[folder])
        storages[folder].children.append(_Entry(name, _STREAM, content, size=len(content)))
    return root


def _numbered(root: _Entry) -> list[_Entry]:
    """All entries, each with its number, and the children of each storage as a search tree."""
    entries: list[_Entry] = []
    waiting = [root]
    while waiting:
        entry = waiting.pop(0)
        entry.number = len(entries)
        entries.append(entry)
        waiting += entry.children
    for entry in entries:
        ordered = sorted(entry.children, key=lambda one: (len(one.name), one.name.upper()))
        entry.child = _search_tree(ordered, len(ordered).bit_length())
        if len(ordered) == 1:
            ordered[0].color = _BLACK
    return entries


def _search_tree(ordered: Sequence[_Entry], levels_left: int) -> int:
    """A balanced red-black tree: its lowest level is red, so that all ways down pass as many black entries."""
    if not ordered:
        return _NONE
    middle = len(ordered) // 2
    top = ordered[middle]
    top.left = _search_tree(ordered[:middle], levels_left - 1)
    top.right = _search_tree(ordered[middle + 1 :], levels_left - 1)
    top.color = _RED if levels_left == 1 else _BLACK
    return top.number


def _mini_stream(entries: Sequence[_Entry]) -> tuple[bytes, list[int]]:
    content, fat = b"", list[int]()
    for entry in entries:
        if entry.kind == _STREAM and entry.size < _MINI_CUTOFF:
            count = -(-entry.size // _MINI_SECTOR)
            entry.start = len(fat) if count else _END
            fat += _chain(len(fat), count)
            content += entry.content.ljust(count * _MINI_SECTOR, b"\0")
    fat += [_FREE] * (-len(fat) % (_SECTOR // 4))
    return content, fat


def _append(content: bytes, sectors: list[bytes], fat: list[int]) -> int:
    """Add the sectors of a stream; return the number of its first."""
    start, count = len(sectors), -(-len(content) // _SECTOR)
    for number in range(count):
        part = content[number * _SECTOR : (number + 1) * _SECTOR]
        sectors.append(part.ljust(_SECTOR, b"\0"))
    fat += _chain(start, count)
    return start if count else _END


def _chain(start: int, count: int) -> list[int]:
    return [*range(start + 1, start + count), _END] if count else []


def _close_fat(sectors: list[bytes], fat: list[int]) -> list[int]:
    """Add the sectors of the allocation table itself; return their numbers."""
    per_sector = _SECTOR // 4
    count = 0
    while (len(fat) + count) > count * per_sector:
        count += 1
    numbers = list(range(len(sectors), len(sectors) + count))
    fat += [_FAT_SECTOR] * count
    fat += [_FREE] * (count * per_sector - len(fat))
    content = _numbers(fat)
    sectors += [content[at : at + _SECTOR] for at in range(0, len(content), _SECTOR)]
    return numbers


def _numbers(values: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def _packed(entry: _Entry) -> bytes:
    name = f"{entry.name}\0".encode("utf-16-le") if entry.name else b""
    return struct.pack(
        "<64sHBBIII16xI16xIQ",
        name, len(name), entry.kind, entry.color, entry.left, entry.right, entry.child, 0,
        entry.start, entry.size,
    )  # fmt: skip
