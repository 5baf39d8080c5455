"""The sample regulation as HWPX: all its numbers but that of an inserted article are counted by the word processor."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from xml.sax.saxutils import escape

from tests.sample_files.hwpx_header import DECLARATION, NAMESPACES, SHAPES, header_xml
from tests.sample_files.packages import package
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

_WIDTH, _ROW_HEIGHT, _UNIT = 42520, 1600, 75
_PICTURES = ("goggles", "warning")
_OPF = "http://www.idpf.org/2007/opf/"
_OCF = "urn:oasis:names:tc:opendocument:xmlns:container"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
_LIST = (
    '<hp:subList id="" textDirection="HORIZONTAL" lineWrap="BREAK" vertAlign="CENTER" linkListIDRef="0"'
    ' linkListNextIDRef="0" textWidth="0" textHeight="0" hasTextRef="0" hasNumRef="0">'
)
_PAGE = (
    '<hp:pagePr landscape="WIDELY" width="59528" height="84188" gutterType="LEFT_ONLY">'
    '<hp:margin header="4252" footer="4252" gutter="0" left="8504" right="8504" top="5668" bottom="4252"/>'
    "</hp:pagePr>"
)


def hwpx_file() -> bytes:
    """Return the regulation as HWPX."""
    preview = "\r\n".join(block.text for block in typed_blocks() if isinstance(block, ComparedLine))
    parts = {
        "mimetype": "application/hwp+zip",
        "version.xml": f'{DECLARATION}<hv:HCFVersion xmlns:hv="http://www.hancom.co.kr/hwpml/2011/version"'
        ' tagetApplication="WORDPROCESSOR" major="5" minor="1" micro="0" buildNumber="1" os="1"'
        ' xmlVersion="1.2" application="Hancom Office Hangul" appVersion="10, 0, 0, 1"/>',
        "Contents/header.xml": header_xml(),
        "Contents/section0.xml": _section(),
        "GoldenPreview/PrvText.txt": preview[:1000],
        "settings.xml": f"{DECLARATION}<ha:HWPApplicationSetting {NAMESPACES}>"
        '<ha:CaretPosition listIDRef="0" paraIDRef="0" pos="0"/></ha:HWPApplicationSetting>',
        "Contents/content.hpf": _contents(),
        "META-INF/container.xml": f'{DECLARATION}<ocf:container xmlns:ocf="{_OCF}"><ocf:rootfiles>'
        '<ocf:rootfile full-path="Contents/content.hpf" media-type="application/hwpml-package+xml"/>'
        '<ocf:rootfile full-path="GoldenPreview/PrvText.txt" media-type="text/plain"/>'
        "</ocf:rootfiles></ocf:container>",
        "META-INF/manifest.xml": f'{DECLARATION}<odf:manifest xmlns:odf="{_ODF}"/>',
    }
    pictures = {f"BinData/{name}.png": picture(name) for name in _PICTURES}
    written = {name: text.encode() for name, text in parts.items()} | pictures
    return package(written, stored=frozenset({"mimetype", "version.xml", *pictures}))


def _contents() -> str:
    files = {
        "header": ("Contents/header.xml", "application/xml"),
        "section0": ("Contents/section0.xml", "application/xml"),
        "settings": ("settings.xml", "application/xml"),
    } | {name: (f"BinData/{name}.png", "image/png") for name in _PICTURES}
    items = "".join(
        f'<opf:item id="{name}" href="{href}" media-type="{kind}"'
        + (' isEmbeded="1"/>' if name in _PICTURES else "/>")
        for name, (href, kind) in files.items()
    )
    return (
        f'{DECLARATION}<opf:package xmlns:opf="{_OPF}" version="" unique-identifier="" id="">'
        f"<opf:metadata><opf:title>{NAME}</opf:title><opf:language>ko</opf:language></opf:metadata>"
        f'<opf:manifest>{items}</opf:manifest><opf:spine><opf:itemref idref="header" linear="yes"/>'
        '<opf:itemref idref="section0" linear="yes"/></opf:spine></opf:package>'
    )


def _section() -> str:
    writer = _Writer()
    first = (
        f"{_section_properties()}{writer.running('header', HEADER)}{writer.running('footer', '')}"
    )
    blocks = []
    for block in BLOCKS:
        blocks.append(writer.block(block, first))
        first = ""
    return f"{DECLARATION}<hs:sec {NAMESPACES}>{''.join(blocks)}</hs:sec>"


class _Writer:
    """Writes paragraphs and gives objects their numbers."""

    def __init__(self) -> None:
        self.numbers = count(1)

    def block(self, block: Block, before: str) -> str:
        """A block of the regulation as a paragraph; `before` is what its first run begins with."""
        if isinstance(block, Table):
            return self.paragraph(f"{before}{self.table(block)}<hp:t/>")
        if isinstance(block, Picture):
            return self.paragraph(f"{before}{self.picture(block.name)}<hp:t/>")
        is_counted = bool(block.depth) and block.is_counted
        shape = SHAPES[(block.list_name, block.depth) if is_counted else ("", "")]
        text = block.text if is_counted else block.typed
        return self.paragraph(
            f"{before}<hp:t>{escape(text)}</hp:t>", shape=shape, characters=int(block.is_title)
        )

    def paragraph(self, run: str, *, shape: int = 0, characters: int = 0) -> str:
        """A paragraph of one run."""
        return (
            f'<hp:p id="{next(self.numbers)}" paraPrIDRef="{shape}" styleIDRef="0" pageBreak="0"'
            f' columnBreak="0" merged="0"><hp:run charPrIDRef="{characters}">{run}</hp:run></hp:p>'
        )

    def table(self, table: Table) -> str:
        """A table as rows of cells, each with its place and what it covers."""
        rows: list[list[str]] = [[] for _ in table.cells]
        width = _WIDTH // table.columns
        for row, column, cell in table.placed:
            rows[row].append(self._cell(row, column, cell, width))
        written = "".join(f"<hp:tr>{''.join(cells)}</hp:tr>" for cells in rows)
        return (
            f'<hp:tbl id="{next(self.numbers)}" zOrder="0" numberingType="TABLE" textWrap="TOP_AND_BOTTOM"'
            ' textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" pageBreak="CELL" repeatHeader="1"'
            f' rowCnt="{len(rows)}" colCnt="{table.columns}" cellSpacing="0" borderFillIDRef="2" noAdjust="0">'
            f"{_placed((_WIDTH, _ROW_HEIGHT * len(rows)))}"
            f'<hp:inMargin left="510" right="510" top="141" bottom="141"/>{written}</hp:tbl>'
        )

    def _cell(self, row: int, column: int, cell: Cell, width: int) -> str:
        run = self.picture(cell.picture) if cell.picture else ""
        return (
            '<hp:tc name="" header="0" hasMargin="0" protect="0" editable="0" dirty="0" borderFillIDRef="2">'
            f"{_LIST}{self.paragraph(f'{run}<hp:t>{escape(cell.text)}</hp:t>')}</hp:subList>"
            f'<hp:cellAddr colAddr="{column}" rowAddr="{row}"/>'
            f'<hp:cellSpan colSpan="{cell.columns}" rowSpan="{cell.rows}"/>'
            f'<hp:cellSz width="{width * cell.columns}" height="{_ROW_HEIGHT * cell.rows}"/>'
            '<hp:cellMargin left="510" right="510" top="141" bottom="141"/></hp:tc>'
        )

    def picture(self, name: str) -> str:
        """A picture that stands in the line like a letter."""
        wide, high = SIZE[0] * _UNIT, SIZE[1] * _UNIT
        corners = ((0, 0), (wide, 0), (wide, high), (0, high))
        points = "".join(f'<hc:pt{n} x="{x}" y="{y}"/>' for n, (x, y) in enumerate(corners))
        number = next(self.numbers)
        return (
            f'<hp:pic id="{number}" zOrder="0" numberingType="PICTURE" textWrap="TOP_AND_BOTTOM"'
            ' textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" href="" groupLevel="0"'
            f' instid="{number}" reverse="0"><hp:offset x="0" y="0"/>'
            f'<hp:orgSz width="{wide}" height="{high}"/><hp:curSz width="{wide}" height="{high}"/>'
            f'<hc:img binaryItemIDRef="{name}" bright="0" contrast="0" effect="REAL_PIC" alpha="0"/>'
            f'<hp:imgRect>{points}</hp:imgRect><hp:imgClip left="0" right="{wide}" top="0" bottom="{high}"/>'
            f"{_placed((wide, high))}</hp:pic>"
        )

    def running(self, name: str, text: str) -> str:
        """The header of all pages, or the footer, which has the number of the page."""
        number = (
            '<hp:ctrl><hp:autoNum num="1" numType="PAGE"/></hp:ctrl>' if name == "footer" else ""
        )
        return (
            f'<hp:ctrl><hp:{name} id="{next(self.numbers)}" applyPageType="BOTH">{_LIST}'
            f"{self.paragraph(f'{number}<hp:t>{escape(text)}</hp:t>')}</hp:subList></hp:{name}></hp:ctrl>"
        )


def _placed(size: Iterable[int]) -> str:
    wide, high = size
    return (
        f'<hp:sz width="{wide}" widthRelTo="ABSOLUTE" height="{high}" heightRelTo="ABSOLUTE" protect="0"/>'
        '<hp:pos treatAsChar="1" affectLSpacing="0" flowWithText="1" allowOverlap="0" holdAnchorAndSO="0"'
        ' vertRelTo="PARA" horzRelTo="COLUMN" vertAlign="TOP" horzAlign="LEFT" vertOffset="0" horzOffset="0"/>'
        '<hp:outMargin left="283" right="283" top="283" bottom="283"/>'
    )


def _section_properties() -> str:
    return (
        '<hp:secPr id="" textDirection="HORIZONTAL" spaceColumns="1134" tabStop="8000"'
        ' outlineShapeIDRef="1" memoShapeIDRef="0" textVerticalWidthHead="0" masterPageCnt="0">'
        f'<hp:startNum pageStartsOn="BOTH" page="0" pic="0" tbl="0" equation="0"/>{_PAGE}</hp:secPr>'
        '<hp:ctrl><hp:colPr id="" type="NEWSPAPER" layout="LEFT" colCount="1" sameSz="1" sameGap="0"/></hp:ctrl>'
    )
