"""Records of HWP 5.0 and the first stream, DocInfo. Written after the format description that its vendor published (5.0.3)."""

from __future__ import annotations

import struct
import uuid
from collections.abc import Sequence

VERSION = 0x05000304
_LARGE = 0xFFF
_BIN_DATA, _FACE_NAME, _BORDER_FILL, _CHAR_SHAPE, _TAB, _NUMBERING = range(0x12, 0x18)
_PARA_SHAPE, _STYLE = 0x19, 0x1A
_DOCUMENT, _MAPPINGS, _COMPATIBLE, _LAYOUT = 0x10, 0x11, 0x1E, 0x1F
_FONT = "함초롬바탕"
_LANGUAGES = 7
_LEVELS = 7
_KOREAN = 1042
_SUMMARY = uuid.UUID("9fa2b660-1061-11d4-b4c6-006097c09d8c")
_TITLE_PROPERTY, _WIDE_TEXT = 2, 0x1F
_NUMBERED = 2  # the kind of head that a paragraph has

PLAIN, TITLE, ADDENDA_ARTICLE = range(3)  # shapes of paragraphs


def record(tag: int, level: int, content: bytes) -> bytes:
    """One record: a head of tag, level and size, then its content."""
    if len(content) < _LARGE:
        return struct.pack("<I", tag | level << 10 | len(content) << 20) + content
    return struct.pack("<II", tag | level << 10 | _LARGE << 20, len(content)) + content


def text_of(text: str) -> bytes:
    """A text with its length before it."""
    return struct.pack("<H", len(text)) + text.encode("utf-16-le")


def document_info(pictures: Sequence[str]) -> bytes:
    """The stream DocInfo: `pictures` are the endings of the embedded files."""
    counts = [len(pictures), *[1] * _LANGUAGES, 2, 2, 1, 1, 0, 3, 1, 0, 0, 0]
    made = [
        record(_DOCUMENT, 0, struct.pack("<7HIII", 1, 1, 1, 1, 1, 1, 1, 0, 0, 0)),
        record(_MAPPINGS, 0, struct.pack("<18I", *counts)),
    ]
    for number, ending in enumerate(pictures, start=1):
        made.append(record(_BIN_DATA, 1, struct.pack("<HH", 1, number) + text_of(ending)))
    made += [record(_FACE_NAME, 1, b"\0" + text_of(_FONT))] * _LANGUAGES
    made += [record(_BORDER_FILL, 1, _border(kind)) for kind in (0, 1)]
    made += [record(_CHAR_SHAPE, 1, _characters(height)) for height in (1000, 1600)]
    made.append(record(_TAB, 1, bytes(8)))
    made.append(record(_NUMBERING, 1, _numbering("제^1조")))
    made += [record(_PARA_SHAPE, 1, _shape(head)) for head in (0, 0, 1)]
    style = text_of("바탕글") + text_of("Normal") + struct.pack("<BBHHHH", 0, 0, _KOREAN, 0, 0, 0)
    made.append(record(_STYLE, 1, style))
    made += [record(_COMPATIBLE, 0, bytes(4)), record(_LAYOUT, 1, bytes(20))]
    return b"".join(made)


def summary(title: str) -> bytes:
    """The stream HwpSummaryInformation: a property set with a title."""
    written = f"{title}\0".encode("utf-16-le")
    value = struct.pack("<II", _WIDE_TEXT, len(written) // 2) + written
    value += bytes(-len(value) % 4)
    head = struct.pack("<HHI16xI", 0xFFFE, 0, 2, 1) + _SUMMARY.bytes_le + struct.pack("<I", 48)
    # Property 0 is a dictionary of names, here an empty one.
    offsets = struct.pack("<IIIIII", 28 + len(value), 2, 0, 24, _TITLE_PROPERTY, 28)
    return head + offsets + bytes(4) + value


def _border(kind: int) -> bytes:
    """Four lines and a diagonal of one kind (0 none, 1 solid), no filling."""
    line = struct.pack("<BBI", kind, 1, 0)
    return bytes(2) + line * 4 + struct.pack("<BBI", 1, 0, 0) + bytes(8)


def _characters(height: int) -> bytes:
    return struct.pack(
        "<7H7B7b7B7biI2bIIIIHI",
        *[0] * 7, *[100] * 7, *[0] * 7, *[100] * 7, *[0] * 7,
        height, 0, 10, 10, 0, 0, 0xFFFFFFFF, 0xB2B2B2, 1, 0,
    )  # fmt: skip


def _numbering(first: str) -> bytes:
    """A list of seven levels; the first is written as `first`, in digits."""
    head = struct.pack("<IHHI", 0x0C, 0, 50, 0xFFFFFFFF)
    forms = [first, *(f"^{level}." for level in range(2, _LEVELS + 1))]
    levels = b"".join(head + text_of(form) for form in forms)
    return levels + struct.pack("<H7I", 1, *[1] * _LEVELS)


def _shape(head: int) -> bytes:
    """The shape of a paragraph; one with a head is counted by that list."""
    attributes = 0x180 | (_NUMBERED << 23 if head else 0)
    return struct.pack(
        "<IiiiiiiHHHHHHHIII", attributes, *[0] * 5, 160, 0, head, 1, 0, 0, 0, 0, 0, 0, 160
    )
