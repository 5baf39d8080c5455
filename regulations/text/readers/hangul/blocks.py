"""The child process of the HWPX/HWP reader: the blocks of hwp2markdown as lines and tables.

The library is young: what a container would unpack to is looked at before the library sees it.
"""

from __future__ import annotations

import sys
import zipfile
import zlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from hwp2md import errors
from hwp2md.blocks import Block, Inline, Note, NoteRef, Paragraph, Table, iter_images
from hwp2md.convert import read_blocks
from hwp2md.hwp5.body import ReadContext, parse_blocks
from hwp2md.hwp5.docinfo import parse_docinfo
from hwp2md.hwp5.reader import BinDataStore, read_hwp5_package
from hwp2md.hwp5.records import Record, iter_records
from hwp2md.skips import SKIP_LABELS, SkipCounter

from regulations.text.readers.child import RefusedError, serve
from regulations.text.readers.hangul.hidden import hidden_in, hidden_texts, without_hidden
from regulations.text.readers.hangul.hidden_records import hidden_runs, view_sections
from regulations.text.readers.hangul.remarks import Remarks, without_marks
from regulations.text.readers.hangul.revised_package import revised_package
from regulations.text.readers.hangul.revised_records import revised_records
from regulations.text.readers.package import has_definitions, package_fault
from regulations.text.readers.pictures import PictureLimits
from regulations.text.readers.source import SourceLine

_ZIP_MAGIC = b"PK\x03\x04"
_OLE_MAGIC = b"\xd0\xcf\x11\xe0"
_CHANGES_UNREAD = (
    "변경 추적을 읽지 못했습니다. 한글에서 적용하거나 취소하고 저장해 다시 올려 주십시오."
)
_HWP3_MAGIC = b"HWP Document File"

# In this order, because the first two are kinds of the third.
_CODES: tuple[tuple[type[Exception], str], ...] = (
    (errors.EncryptedDocumentError, "encrypted"),
    (errors.DrmProtectedError, "drm"),
    (errors.UnsupportedHwpError, "unsupported"),
    (errors.NotHwpFileError, "not_hangul"),
)


def read_lines(path: Path) -> Generator[SourceLine, None, Mapping[str, int]]:
    """Yield the lines of a HWPX or HWP file; return what the library met and left out (charts, OLE objects, headers)."""
    _check(path)
    skips = SkipCounter()
    remarks = Remarks()
    try:
        blocks = _blocks(path, skips, remarks)
    except errors.Hwp2mdError as error:
        code = next((code for kind, code in _CODES if isinstance(error, kind)), "broken")
        raise RefusedError(code) from error
    yield from remarks.placed(_lines(path, blocks))
    return {SKIP_LABELS[kind]: count for kind, count in skips.items()}


def _blocks(path: Path, skips: SkipCounter, remarks: Remarks) -> list[Block]:
    """What the library reads, marked where something stands beside the text."""
    if zipfile.is_zipfile(path):
        return read_blocks(revised_package(path, remarks), skips=skips)
    package = read_hwp5_package(path)
    information = parse_docinfo(package.docinfo)
    context = ReadContext(skips)
    is_packed = package.header.compressed
    pictures = BinDataStore(information, package.bin_data, compressed=is_packed, skips=skips)
    views = [] if package.header.distribution else view_sections(path)
    blocks: list[Block] = []
    for body, view in zip_longest(package.sections, views[: len(package.sections)], fillvalue=b""):
        changed = _changed_records(view, remarks)
        records = revised_records([*iter_records(body)], changed, remarks)
        blocks.extend(parse_blocks(records, information, pictures, context))
    return [*blocks, *context.note_blocks()]


def _changed_records(view: bytes, remarks: Remarks) -> list[Record]:
    try:
        return [*iter_records(view)]
    except errors.Hwp2mdError:
        remarks.change("").words.append(_CHANGES_UNREAD)
        return []


def _lines(path: Path, blocks: Sequence[Block]) -> Iterator[SourceLine]:
    limits = PictureLimits()
    notes = {(block.kind, block.number): block for block in blocks if isinstance(block, Note)}
    paragraphs = [without_marks(block.text) for block in blocks if isinstance(block, Paragraph)]
    runs = hidden_texts(path) if zipfile.is_zipfile(path) else hidden_runs(path)
    hidden = hidden_in(paragraphs, runs)
    for block in blocks:
        if isinstance(block, Note):
            continue
        yield from without_hidden(_block_lines(block), hidden)
        for image in iter_images([block]):
            yield limits.line(image.data)
        # The library puts the notes behind everything; they belong below the line that refers to them.
        for reference in _references(block):
            if note := notes.pop((reference.kind, reference.number), None):
                yield from _note_lines(note)
    for note in notes.values():
        yield from _note_lines(note)


def _block_lines(block: Block) -> Iterator[SourceLine]:
    if isinstance(block, Paragraph):
        yield _line(block)
    elif isinstance(block, Table):
        yield SourceLine(text="", kind="table", rows=tuple(map(tuple, block.rows)))


def _note_lines(note: Note) -> Iterator[SourceLine]:
    for paragraph in note.paragraphs:
        yield SourceLine(text=paragraph.text, kind="note")


def _references(block: Block) -> Iterator[NoteRef]:
    inlines: list[Inline] = []
    if isinstance(block, Paragraph):
        inlines.extend(block.inlines)
    elif isinstance(block, Table):
        inlines.extend(inline for row in block.cells for cell in row for inline in cell)
    yield from (inline for inline in inlines if isinstance(inline, NoteRef))


def _check(path: Path) -> None:
    with path.open("rb") as file:
        magic = file.read(32)
    if magic.startswith(_HWP3_MAGIC):
        raise RefusedError("old_hangul")
    if magic.startswith(_OLE_MAGIC):
        return
    if not magic.startswith(_ZIP_MAGIC):
        raise RefusedError("not_hangul")
    if fault := package_fault(path):
        raise RefusedError(fault)
    try:
        if has_definitions(path):
            raise RefusedError("entities")
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise RefusedError("broken") from error


def _line(paragraph: Paragraph) -> SourceLine:
    label = paragraph.list_info.label if paragraph.list_info else ""
    return SourceLine(text=paragraph.text, level=paragraph.level, label=label)


if __name__ == "__main__":
    sys.exit(serve(read_lines))
