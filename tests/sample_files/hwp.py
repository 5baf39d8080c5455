"""The sample regulation as HWP 5.0: FileHeader, DocInfo, BodyText and pictures in a compound file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from itertools import count

from tests.sample_files.compound import compound_file
from tests.sample_files.hwp_records import (
    ADDENDA_ARTICLE,
    PLAIN,
    TITLE,
    VERSION,
    document_info,
    record,
    summary,
)
from tests.sample_files.pictures import SIZE, picture
from tests.sample_files.regulation import (
    BLOCKS,
    HEADER,
    NAME,
    Block,
    Cell,
    ComparedLine,
    Picture,
    Table,
    typed_blocks,
)

_PARA_HEADER, _PARA_TEXT, _PARA_CHARS, _PARA_LINES = range(0x42, 0x46)
_CONTROL, _LIST, _PAGE, _FOOTNOTE, _PAGE_BORDER, _SHAPE, _TABLE = range(0x47, 0x4E)
_PICTURE = 0x55
_WIDTH, _ROW_HEIGHT, _UNIT = 42520, 1600, 75  # in 1/7200 inch; a pixel of 96 dpi is 75
_LAST = 0x80000000
_SECTION, _OBJECT, _HEADER, _AUTO_NUMBER = 2, 11, 16, 18  # control characters
_PICTURES = ("goggles", "warning")
_ENDING = "png"


def hwp_file(*, compressed: bool = True) -> bytes:
    """Return the regulation as HWP; real files are compressed, few are not."""
    body = _section(_counted_addenda(BLOCKS))
    signature = b"HWP Document File".ljust(32, b"\0")
    preview = "\r\n".join(block.text for block in typed_blocks() if isinstance(block, ComparedLine))
    streams = {
        "FileHeader": (signature + struct.pack("<II", VERSION, compressed)).ljust(256, b"\0"),
        "DocInfo": document_info([_ENDING] * len(_PICTURES)),
        "BodyText/Section0": body,
        "\x05HwpSummaryInformation": summary(NAME),
        "PrvText": preview[:1000].encode("utf-16-le"),
    }
    for number, name in enumerate(_PICTURES, start=1):
        streams[f"BinData/BIN{number:04X}.{_ENDING}"] = picture(name)
    if compressed:
        streams |= {
            name: _deflated(content)
            for name, content in streams.items()
            if name == "DocInfo" or "/" in name
        }
    return compound_file(streams)


def _deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def _counted_addenda(blocks: Sequence[Block]) -> list[Block]:
    """All numbers are typed but those of the articles of the addenda, which the word processor counts."""
    is_addenda = [isinstance(one, ComparedLine) and one.list_name == "addenda" for one in blocks]
    first, until = is_addenda.index(True), len(blocks) - is_addenda[::-1].index(True)
    typed = [*typed_blocks(blocks[:first])], [*typed_blocks(blocks[until:])]
    return [*typed[0], *blocks[first:until], *typed[1]]


class _Writer:
    """Writes paragraphs with what hangs on them, and gives objects their numbers."""

    def __init__(self) -> None:
        self.objects = count(1)

    def paragraph(
        self,
        text: str,
        level: int = 0,
        *,
        shape: int = PLAIN,
        controls: Sequence[tuple[int, bytes]] = (),
        is_last: bool = False,
    ) -> bytes:
        """A paragraph; each control is a character before the text and a record after it."""
        marks = b"".join(_mark(code, content[4:8]) for code, content in controls)
        written = marks + text.encode("utf-16-le") + "\r".encode("utf-16-le")
        length = len(written) // 2 | (_LAST if is_last else 0)
        mask = sum({1 << code for code, _ in controls})
        breaks = 3 if controls and controls[0][0] == _SECTION else 0
        head = struct.pack("<IIHBBHHHIH", length, mask, shape, 0, breaks, 1, 0, 1, 0, 0)
        size = 1600 if shape == TITLE else 1000
        made = record(_PARA_HEADER, level, head)
        if len(written) > 2:
            made += record(_PARA_TEXT, level + 1, written)
        made += record(_PARA_CHARS, level + 1, struct.pack("<II", 0, int(shape == TITLE)))
        line = struct.pack("<9i", 0, 0, size, size, size * 85 // 100, 600, 0, _WIDTH, 0x60000)
        made += record(_PARA_LINES, level + 1, line)
        return made + b"".join(content for _, content in controls)

    def table(self, table: Table) -> bytes:
        """A table: its cells are lists of paragraphs."""
        rows, columns = len(table.cells), table.columns
        cells = list(table.placed)
        made = self._object(b"tbl ", 0, (_WIDTH, rows * _ROW_HEIGHT), 0x082A2210)
        sizes = [sum(row == number for row, _, _ in cells) for number in range(rows)]
        made += record(
            _TABLE,
            2,
            struct.pack(f"<IHHH4H{rows}HHH", 6, rows, columns, 0, 510, 510, 141, 141, *sizes, 2, 0),
        )
        width = _WIDTH // columns
        for row, column, cell in cells:
            made += self._cell(row, column, cell, width)
        return made

    def _cell(self, row: int, column: int, cell: Cell, width: int) -> bytes:
        size = (width * cell.columns, _ROW_HEIGHT * cell.rows)
        place = (column, row, cell.columns, cell.rows)
        head = struct.pack(
            "<HHI4HII4HHI9x", 1, 0, 0x20, *place, *size, 510, 510, 141, 141, 2, size[0]
        )
        controls = [(_OBJECT, self.picture(cell.picture, 3))] if cell.picture else []
        return record(_LIST, 2, head) + self.paragraph(
            cell.text, 2, controls=controls, is_last=True
        )

    def picture(self, name: str, level: int = 1) -> bytes:
        """A picture that stands in the line like a letter."""
        wide, high = SIZE[0] * _UNIT, SIZE[1] * _UNIT
        identity = struct.pack("<6d", 1, 0, 0, 0, 1, 0)
        shape = b"cip$" * 2 + struct.pack(
            "<iiHHIIIIIHii", 0, 0, 0, 1, wide, high, wide, high, 0, 0, wide // 2, high // 2
        )
        shape += struct.pack("<H", 1) + identity * 3
        corners = (0, 0, wide, 0, wide, high, 0, high)
        content = struct.pack("<IiI8i4i4H", 0, 0, 0, *corners, 0, 0, wide, high, 0, 0, 0, 0)
        content += struct.pack(
            "<bbBHBII", 0, 0, 0, _PICTURES.index(name) + 1, 0, next(self.objects), 0
        )
        content += struct.pack("<IIB", wide, high, 0)
        made = self._object(b"gso ", level - 1, (wide, high), 0x040A6311)
        made += record(_SHAPE, level + 1, shape)
        return made + record(_PICTURE, level + 2, content)

    def _object(self, name: bytes, level: int, size: tuple[int, int], attributes: int) -> bytes:
        number = next(self.objects)
        margins = (283, 283, 283, 283)
        content = struct.pack(
            "<IiiIIi4HIiH", attributes, 0, 0, *size, number, *margins, number, 0, 0
        )
        return record(_CONTROL, level + 1, name[::-1] + content)

    def running(self, name: bytes, text: str, *, is_numbered: bool) -> bytes:
        """The header or the footer of all pages, with the number of the page where one is wanted."""
        made = record(_CONTROL, 1, name[::-1] + struct.pack("<II", 0, next(self.objects)))
        made += record(_LIST, 2, struct.pack("<HHIII18x", 1, 0, 0, _WIDTH, 4252))
        number = record(_CONTROL, 3, b"atno"[::-1] + struct.pack("<IHHHH", 0, 1, 0, 0, 0))
        controls = [(_AUTO_NUMBER, number)] if is_numbered else []
        return made + self.paragraph(text, 2, controls=controls, is_last=True)


def _mark(code: int, name: bytes) -> bytes:
    return struct.pack("<H4s8xH", code, name, code)


def _section(blocks: Sequence[Block]) -> bytes:
    writer = _Writer()
    controls = [
        (_SECTION, _section_control()),
        (_SECTION, record(_CONTROL, 1, b"cold"[::-1] + struct.pack("<HHII", 0x1004, 0, 0, 0))),
        (_HEADER, writer.running(b"head", HEADER, is_numbered=False)),
        (_HEADER, writer.running(b"foot", "", is_numbered=True)),
    ]
    made: list[bytes] = []
    for number, block in enumerate(blocks):
        is_last = number == len(blocks) - 1
        if isinstance(block, ComparedLine):
            shape = TITLE if block.is_title else PLAIN
            is_counted = block.list_name == "addenda"
            made.append(
                writer.paragraph(
                    block.text,
                    shape=ADDENDA_ARTICLE if is_counted else shape,
                    controls=[] if made else controls,
                    is_last=is_last,
                )
            )
        elif isinstance(block, Table):
            made.append(writer.paragraph("", controls=[(_OBJECT, writer.table(block))]))
        elif isinstance(block, Picture):
            made.append(writer.paragraph("", controls=[(_OBJECT, writer.picture(block.name))]))
    return b"".join(made)


def _section_control() -> bytes:
    """What the section says of its pages: A4, margins, notes and borders."""
    made = record(
        _CONTROL, 1, b"secd"[::-1] + struct.pack("<IHHHIHHHHHH9x", 0, 1134, 0, 0, 8000, *[0] * 6)
    )
    page = struct.pack("<10I", 59528, 84188, 8504, 8504, 5668, 4252, 4252, 4252, 0, 0)
    note = struct.pack("<IHHHHiHHHBBI", 0, 0, 0, 0x29, 1, -1, 850, 567, 283, 1, 1, 0)
    border = struct.pack("<I4HH", 1, *[1417] * 4, 1)
    made += record(_PAGE, 2, page)
    return made + record(_FOOTNOTE, 2, note) * 2 + record(_PAGE_BORDER, 2, border) * 3
