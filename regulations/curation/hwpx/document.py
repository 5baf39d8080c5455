"""A HWPX document of paragraphs and tables, and its package."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from io import BytesIO
from itertools import count
from xml.sax.saxutils import escape

from regulations.curation.hwpx.header import DECLARATION, NAMESPACES, header_xml

_WIDTH, _ROW_HEIGHT = 49322, 1600  # in 1/7200 inch: A4 between its margins
_MARGINS = '<hp:{0} left="510" right="510" top="141" bottom="141"/>'
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_OPF = "http://www.idpf.org/2007/opf/"
_OCF = "urn:oasis:names:tc:opendocument:xmlns:container"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
_PARTS = {"header": "Contents/header.xml", "section0": "Contents/section0.xml"}
_LIST = (
    '<hp:subList id="" textDirection="HORIZONTAL" lineWrap="BREAK" vertAlign="TOP" linkListIDRef="0"'
    ' linkListNextIDRef="0" textWidth="0" textHeight="0" hasTextRef="0" hasNumRef="0">'
)
_SECTION = (
    '<hp:secPr id="" textDirection="HORIZONTAL" spaceColumns="1134" tabStop="8000" outlineShapeIDRef="1"'
    ' memoShapeIDRef="0" textVerticalWidthHead="0" masterPageCnt="0">'
    '<hp:startNum pageStartsOn="BOTH" page="0" pic="0" tbl="0" equation="0"/>'
    '<hp:pagePr landscape="WIDELY" width="59528" height="84188" gutterType="LEFT_ONLY">'
    '<hp:margin header="2835" footer="2835" gutter="0" left="5103" right="5103" top="4252" bottom="4252"/>'
    "</hp:pagePr></hp:secPr><hp:ctrl>"
    '<hp:colPr id="" type="NEWSPAPER" layout="LEFT" colCount="1" sameSz="1" sameGap="0"/></hp:ctrl>'
)


class Letters(IntEnum):
    """How words are set; the values are those of the head of the file."""

    PLAIN = 0
    BOLD = 1
    CHANGED = 2
    TITLE = 3


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one kind of letters."""

    text: str
    letters: Letters = Letters.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, indented by its depth or centered."""

    runs: tuple[Run, ...] = ()
    depth: int = 0
    is_centered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: rows of cells, each cell a list of paragraphs and tables. The first rows may be repeated on every page."""

    rows: tuple[tuple[tuple[Line | Grid, ...], ...], ...]
    heads: int = 0


def hwpx_document(title: str, blocks: Sequence[Line | Grid]) -> bytes:
    """Return the file."""
    writer = _HwpxWriter()
    # The first paragraph carries the page.
    first, *rest = blocks if blocks and isinstance(blocks[0], Line) else [Line(), *blocks]
    body = writer.block(first, _WIDTH, before=_SECTION)
    body += "".join(writer.block(one, _WIDTH) for one in rest)
    items = "".join(
        f'<opf:item id="{name}" href="{href}" media-type="application/xml"/>'
        for name, href in _PARTS.items()
    )
    references = "".join(f'<opf:itemref idref="{name}" linear="yes"/>' for name in _PARTS)
    parts = {
        "mimetype": "application/hwp+zip",
        "version.xml": f'{DECLARATION}<hv:HCFVersion xmlns:hv="http://www.hancom.co.kr/hwpml/2011/version"'
        ' tagetApplication="WORDPROCESSOR" major="5" minor="1" micro="0" buildNumber="1" os="1"'
        ' xmlVersion="1.2" application="Hancom Office Hangul" appVersion="10, 0, 0, 1"/>',
        _PARTS["header"]: header_xml(),
        _PARTS["section0"]: f"{DECLARATION}<hs:sec {NAMESPACES}>{body}</hs:sec>",
        "Contents/content.hpf": f'{DECLARATION}<opf:package xmlns:opf="{_OPF}" version="" unique-identifier=""'
        f' id=""><opf:metadata><opf:title>{_written(title)}</opf:title><opf:language>ko</opf:language>'
        f"</opf:metadata><opf:manifest>{items}</opf:manifest><opf:spine>{references}</opf:spine></opf:package>",
        "META-INF/container.xml": f'{DECLARATION}<ocf:container xmlns:ocf="{_OCF}"><ocf:rootfiles>'
        '<ocf:rootfile full-path="Contents/content.hpf" media-type="application/hwpml-package+xml"/>'
        "</ocf:rootfiles></ocf:container>",
        "META-INF/manifest.xml": f'{DECLARATION}<odf:manifest xmlns:odf="{_ODF}"/>',
    }
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            # By the first, unpacked part programs know the format.
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            package.writestr(name, part, compress_type=kind)
    return written.getvalue()


class _HwpxWriter:
    """Writes blocks and gives objects their numbers."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def block(self, block: Line | Grid, width: int, before: str = "") -> str:
        """A block as a paragraph; `before` is what its first run begins with."""
        if isinstance(block, Grid):
            runs = f'<hp:run charPrIDRef="0">{before}{self._table(block, width)}<hp:t/></hp:run>'
            return self._paragraph(runs, 0)
        runs = "".join(
            f'<hp:run charPrIDRef="{int(run.letters)}">{before if not number else ""}'
            f"<hp:t>{_written(run.text)}</hp:t></hp:run>"
            for number, run in enumerate(block.runs or (Run(""),))
        )
        return self._paragraph(runs, 1 if block.is_centered else 2 + min(block.depth, 4))

    def _paragraph(self, runs: str, shape: int) -> str:
        return (
            f'<hp:p id="{next(self._numbers)}" paraPrIDRef="{shape}" styleIDRef="0" pageBreak="0"'
            f' columnBreak="0" merged="0">{runs}</hp:p>'
        )

    def _table(self, grid: Grid, width: int) -> str:
        columns = max((len(row) for row in grid.rows), default=1)
        rows = "".join(
            f"<hp:tr>{self._cells(row, number, width // columns, grid)}</hp:tr>"
            for number, row in enumerate(grid.rows)
        )
        height = _ROW_HEIGHT * len(grid.rows)
        return (
            f'<hp:tbl id="{next(self._numbers)}" zOrder="0" numberingType="TABLE" textWrap="TOP_AND_BOTTOM"'
            ' textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" pageBreak="CELL" repeatHeader="1"'
            f' rowCnt="{len(grid.rows)}" colCnt="{columns}" cellSpacing="0" borderFillIDRef="2" noAdjust="0">'
            f'<hp:sz width="{width}" widthRelTo="ABSOLUTE" height="{height}" heightRelTo="ABSOLUTE" protect="0"/>'
            '<hp:pos treatAsChar="0" affectLSpacing="0" flowWithText="1" allowOverlap="0" holdAnchorAndSO="0"'
            ' vertRelTo="PARA" horzRelTo="COLUMN" vertAlign="TOP" horzAlign="LEFT" vertOffset="0" horzOffset="0"/>'
            f"{_MARGINS.format('outMargin')}{_MARGINS.format('inMargin')}{rows}</hp:tbl>"
        )

    def _cells(
        self, row: Iterable[Sequence[Line | Grid]], number: int, width: int, grid: Grid
    ) -> str:
        is_head = int(number < grid.heads)
        return "".join(
            f'<hp:tc name="" header="{is_head}" hasMargin="0" protect="0" editable="0" dirty="0" borderFillIDRef="2">'
            f"{_LIST}{''.join(self.block(one, width - 1020) for one in blocks or (Line(),))}</hp:subList>"
            f'<hp:cellAddr colAddr="{column}" rowAddr="{number}"/><hp:cellSpan colSpan="1" rowSpan="1"/>'
            f'<hp:cellSz width="{width}" height="{_ROW_HEIGHT}"/>{_MARGINS.format("cellMargin")}</hp:tc>'
            for column, blocks in enumerate(row)
        )


def _written(text: str) -> str:
    return escape(_FORBIDDEN.sub("", text))
