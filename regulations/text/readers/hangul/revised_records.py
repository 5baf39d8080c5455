"""The records of a HWP 5.0 file as the library is to read them: changes accepted, and a mark where they and memos stand.

A file with tracked changes keeps its text twice: as it would be printed, and in `ViewText` with everything that was taken out.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from hwp2md.hwp5.records import (
    CTRL_ID_HIDDEN_COMMENT,
    CTRL_ID_MEMO,
    HWPTAG_CTRL_HEADER,
    HWPTAG_MEMO_LIST,
    HWPTAG_PARA_HEADER,
    HWPTAG_PARA_TEXT,
    Record,
)

from regulations.text.readers.hangul.hidden_records import letters, steps
from regulations.text.readers.hangul.remarks import DELETED, INSERTED, Remarks

_RANGES = 0x46
_KINDS = {0x10: INSERTED, 0x11: DELETED}
_UNKNOWN_FIELD = b"%unk"[::-1]
_COMMAND = "MEMO/".encode("utf-16-le")
# So many paragraphs ahead the same text is looked for.
_FARTHEST = 200
_END = "\r".encode("utf-16-le")


@dataclass(slots=True)
class _RevisedParagraph:
    """The text of a paragraph, where it stands among the records, and what hangs on it."""

    at: int | None = None
    text: bytes = b""
    changes: list[tuple[int, int, str]] = field(default_factory=list)
    memos: list[int | None] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def final(self) -> str:
        """Its letters once all changes are accepted, without blanks."""
        return "".join(letters(self.accepted, 0, len(self.text)).split())

    @property
    def accepted(self) -> bytes:
        """Its text without the letters that were taken out; what stands for tables and fields stays."""
        kept = bytearray(self.text)
        for start, end, name in sorted(self.changes, reverse=True):
            if name == DELETED:
                kept[2 * start : 2 * end] = _controls(self.text, start, end)
        return bytes(kept)


def revised_records(
    body: Sequence[Record], view: Sequence[Record], remarks: Remarks
) -> list[Record]:
    """Return the records of a section, marked; `view` is the same section with its changes, empty where there are none."""
    paragraphs, memos = _read(body)
    changed = _read(view)[0] if view else paragraphs
    marks: dict[int, str] = {}
    for paragraph, shown in _together(paragraphs, changed):
        for start, end, name in paragraph.changes:
            remark = remarks.change(name)
            remark.words.append(letters(paragraph.text, start, end))
            if shown is not None:
                marks[shown] = marks.get(shown, "") + remark.mark
    _place_comments(paragraphs, memos, remarks, marks)
    revised = list(body)
    for paragraph in paragraphs:
        if paragraph.at is not None and (paragraph.changes or paragraph.at in marks):
            text = paragraph.accepted.removesuffix(_END)
            mark = marks.get(paragraph.at, "").encode("utf-16-le")
            revised[paragraph.at] = replace(revised[paragraph.at], payload=text + mark + _END)
    return revised


def _place_comments(
    paragraphs: Iterable[_RevisedParagraph],
    memos: dict[int, str],
    remarks: Remarks,
    marks: dict[int, str],
) -> None:
    """Mark where memos hang, by their number or else by their order; those without a place are only told."""
    named = {number for one in paragraphs for number in one.memos}
    others = [number for number in memos if number not in named]
    shown: int | None = None
    for paragraph in paragraphs:
        shown = shown if paragraph.at is None else paragraph.at
        found = [memos.pop(one) if one in memos else "" for one in paragraph.memos]
        said = [one or (memos.pop(others.pop(0)) if others else "") for one in found]
        for words in [*said, *paragraph.comments]:
            remark = remarks.comment(words)
            if shown is not None:
                marks[shown] = marks.get(shown, "") + remark.mark
    for words in memos.values():
        remarks.comment(words)


def _together(
    body: Sequence[_RevisedParagraph], changed: Sequence[_RevisedParagraph]
) -> Iterator[tuple[_RevisedParagraph, int | None]]:
    """Each paragraph with changes, and the place of the text that is shown for it, or of the one before."""
    if not any(one.changes for one in changed):
        return
    finals = [one.final for one in body]
    at, place = 0, None
    for paragraph in changed:
        final = paragraph.final
        near = range(at, min(at + _FARTHEST, len(body)))
        found = next((number for number in near if final and finals[number] == final), None)
        if found is not None:
            at, place = found + 1, body[found].at
        if paragraph.changes:
            yield paragraph, place


def _read(records: Sequence[Record]) -> tuple[list[_RevisedParagraph], dict[int, str]]:
    """The paragraphs of a section in their order, and its memos by number."""
    paragraphs: list[_RevisedParagraph] = []
    memos: dict[int, str] = {}
    open_at: dict[int, _RevisedParagraph] = {}
    memo: int | None = None
    comment: tuple[int, _RevisedParagraph] | None = None
    for number, record in enumerate(records):
        if record.tag_id == HWPTAG_MEMO_LIST:
            named = record.payload[:4].ljust(4, b"\0")
            memo = int.from_bytes(named, "little")
            memo = memo if memo not in memos else -number
            memos[memo] = ""
        elif memo is not None and record.level:
            if record.tag_id == HWPTAG_PARA_TEXT:
                words = letters(record.payload, 0, len(record.payload))
                memos[memo] = f"{memos[memo]} {words}".strip()
            continue
        else:
            memo = None
        comment = comment if comment and record.level > comment[0] else None
        if comment and record.tag_id == HWPTAG_PARA_TEXT:
            comment[1].comments.append(letters(record.payload, 0, len(record.payload)))
        elif record.tag_id == HWPTAG_PARA_HEADER and not comment:
            open_at[record.level] = _RevisedParagraph()
            paragraphs.append(open_at[record.level])
        elif (owner := open_at.get(record.level - 1)) and not comment:
            _take(record, number, owner)
            if record.tag_id == HWPTAG_CTRL_HEADER and _is(record, CTRL_ID_HIDDEN_COMMENT):
                comment = (record.level, owner)
    return paragraphs, memos


def _take(record: Record, number: int, owner: _RevisedParagraph) -> None:
    if record.tag_id == HWPTAG_PARA_TEXT:
        owner.at, owner.text = number, record.payload
    elif record.tag_id == _RANGES:
        whole = record.payload[: len(record.payload) // 12 * 12]
        for start, end, tag in struct.iter_unpack("<III", whole):
            if (name := _KINDS.get(tag >> 24)) and start < end:
                owner.changes.append((start, end, name))
    elif record.tag_id == HWPTAG_CTRL_HEADER:
        is_memo = _is(record, CTRL_ID_MEMO)
        if is_memo or (_is(record, _UNKNOWN_FIELD) and _COMMAND in record.payload):
            owner.memos.append(_number_of(record.payload))


def _is(record: Record, name: bytes) -> bool:
    return record.payload[:4] == name


def _number_of(payload: bytes) -> int | None:
    """The number in the command of a memo: `MEMO/65535/3/…`."""
    command = payload[payload.find(_COMMAND) :].decode("utf-16-le", "replace").split("/")
    is_numbered = _COMMAND in payload and len(command) > 2 and command[2].isdecimal()
    return int(command[2]) if is_numbered else None


def _controls(text: bytes, start: int, end: int) -> bytes:
    """What of a piece of text stands for something else."""
    return b"".join(
        text[2 * place : 2 * (place + size)]
        for place, size, is_control in steps(text)
        if is_control and start <= place < end
    )
