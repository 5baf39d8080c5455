"""Text of a HWP 5.0 file that nobody sees: set in white or in letters of two points, as its records say."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import olefile

_CHARACTER_SHAPE, _TEXT, _RUNS = 0x15, 0x43, 0x44
# In the record of a kind of letters: its height in hundredths of a point, its color, the color behind it.
_HEIGHT, _COLOR, _SHADE = 42, 52, 60
_TINY = 200
_WHITE, _NO_SHADE = 0xFFFFFF, 0xFFFFFFFF
_MOST_BYTES = 300 * 1024 * 1024
# Characters that stand for something else take one place or eight.
_LAST_CONTROL, _ONE_PLACE = 31, frozenset({0, 10, 13, *range(24, 32)})
_PLACES = 8
_COMPRESSED = 36
# Fewer letters hide nothing, and the same ones stand elsewhere in sight.
_FEWEST_LETTERS = 8


def hidden_runs(path: Path) -> Counter[str]:
    """The runs of text that are set in a hidden kind of letters, and how often each stands in the file."""
    found: Counter[str] = Counter()
    with olefile.OleFileIO(path) as file:
        is_packed = bool(file.openstream("FileHeader").read()[_COMPRESSED] & 1)
        hidden = set(_hidden_shapes(_content(file, ["DocInfo"], is_packed=is_packed)))
        if not hidden:
            return found
        for name in file.listdir():
            if name[0] == "BodyText":
                found.update(_runs(_content(file, name, is_packed=is_packed), hidden))
    return Counter(
        {one: n for one, n in found.items() if len("".join(one.split())) >= _FEWEST_LETTERS}
    )


def view_sections(path: Path) -> list[bytes]:
    """The sections with everything that was taken out of them, which a file with tracked changes keeps beside its text."""
    with olefile.OleFileIO(path) as file:
        is_packed = bool(file.openstream("FileHeader").read()[_COMPRESSED] & 1)
        count = sum(1 for name in file.listdir() if name[0] == "ViewText")
        names = [["ViewText", f"Section{number}"] for number in range(count)]
        try:
            return [_content(file, one, is_packed=is_packed) for one in names if file.exists(one)]
        except zlib.error:
            # Whoever cannot unpack them cannot read their records either, and says so.
            return [b"\0"] * count


def _content(file: olefile.OleFileIO, name: list[str], *, is_packed: bool) -> bytes:
    content: bytes = file.openstream(name).read()
    return zlib.decompressobj(-15).decompress(content, _MOST_BYTES) if is_packed else content


def _records(content: bytes) -> Iterator[tuple[int, bytes]]:
    place = 0
    while place + 4 <= len(content):
        (head,) = struct.unpack_from("<I", content, place)
        place += 4
        size = head >> 20
        if size == 0xFFF and place + 4 <= len(content):
            (size,) = struct.unpack_from("<I", content, place)
            place += 4
        yield head & 0x3FF, content[place : place + size]
        place += size


def _hidden_shapes(information: bytes) -> Iterator[int]:
    shapes = (content for tag, content in _records(information) if tag == _CHARACTER_SHAPE)
    for number, shape in enumerate(shapes):
        if len(shape) < _SHADE + 4:
            continue
        height, color, shade = (
            struct.unpack_from("<I", shape, at)[0] for at in (_HEIGHT, _COLOR, _SHADE)
        )
        is_shaded = shade not in (_NO_SHADE, _WHITE)
        if 0 < height <= _TINY or (color & _WHITE == _WHITE and not is_shaded):
            yield number


def _runs(body: bytes, hidden: set[int]) -> Iterator[str]:
    text = b""
    for tag, content in _records(body):
        if tag == _TEXT:
            text = content
        elif tag == _RUNS and text:
            starts = list(struct.iter_unpack("<II", content[: len(content) // 8 * 8]))
            for (begins, shape), (ends, _next) in pairwise([*starts, (len(text) // 2, 0)]):
                if shape in hidden:
                    yield letters(text, begins, ends)
            text = b""


def letters(text: bytes, begins: int, ends: int) -> str:
    """The letters between two places, without the characters that stand for tables and pictures."""
    found = (
        text[2 * place : 2 * place + 2]
        for place, _size, is_control in steps(text)
        if not is_control and begins <= place < ends
    )
    return b"".join(found).decode("utf-16-le", "replace").strip()


def steps(text: bytes) -> Iterator[tuple[int, int, bool]]:
    """The characters of a text: where each begins, how many places it takes, and whether it stands for something else."""
    place = 0
    while place * 2 + 2 <= len(text):
        (code,) = struct.unpack_from("<H", text, place * 2)
        is_control = code <= _LAST_CONTROL
        size = _PLACES if is_control and code not in _ONE_PLACE else 1
        yield place, size, is_control
        place += size
