"""The child process of the DOCX reader: paragraphs with their automatic numbers, and tables, in the order of the document.

Tracked changes are read as if they were accepted. Headers and footers are not read: they repeat on every page.
"""

from __future__ import annotations

import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import docx
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.exceptions import PackageNotFoundError
from docx.opc.part import XmlPart
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml
from lxml import etree

from regulations.text.readers.child import RefusedError, serve
from regulations.text.readers.docx.hidden import HiddenText, written
from regulations.text.readers.docx.numbering import Element, WordNumbering, WordStyles
from regulations.text.readers.package import package_fault
from regulations.text.readers.pictures import PictureLimits, lost_picture
from regulations.text.readers.source import SourceLine, SourceWarning

_OLE_MAGIC = b"\xd0\xcf\x11\xe0"
_ZIP_MAGIC = b"PK\x03\x04"
_MAX_COLUMNS = 63  # of a table in Word
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
_MACROS = "vbaproject.bin"
_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"

# What Word does not show as text of the paragraph: properties, deleted and moved text, field codes, ruby over a word.
_NOT_SHOWN = frozenset(
    {
        qn(name)
        for name in ("w:pPr", "w:rPr", "w:sdtPr", "w:del", "w:moveFrom", "w:instrText", "w:rt")
    }
) | {_FALLBACK}
_WRITTEN = {qn("w:tab"): " ", qn("w:ptab"): " ", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_TEXT = frozenset({qn("w:t"), _MATH_TEXT})
_CHANGES = {qn("w:del"): "지운 글", qn("w:ins"): "넣은 글", qn("w:moveFrom"): "옮긴 글"}
_NOTES = {qn("w:footnoteReference"): "footnotes", qn("w:endnoteReference"): "endnotes"}
# The attribute that names the file of a picture.
_PICTURES = {qn("a:blip"): qn("r:embed"), "{urn:schemas-microsoft-com:vml}imagedata": qn("r:id")}
_NOT_READ = {
    "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart": "차트",
    "{urn:schemas-microsoft-com:office:office}OLEObject": "OLE 개체",
}
# Wrappers around paragraphs, tables, rows and cells that mean nothing to a reader.
_TRANSPARENT = frozenset(
    {qn(name) for name in ("w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo")}
)


@dataclass(slots=True)
class _Paragraph:
    """What one paragraph holds: its text, and what hangs on it and is read after it."""

    pieces: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[SourceWarning] = field(default_factory=list)


def read_lines(path: Path) -> Generator[SourceLine, None, Mapping[str, int]]:
    """Yield the lines of a Word document; return its charts and OLE objects, which are not read."""
    _check(path)
    try:
        document = docx.Document(str(path))
    except (PackageNotFoundError, KeyError, ValueError) as error:
        raise RefusedError("not_word") from error
    except (etree.XMLSyntaxError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise RefusedError("broken") from error
    for part in document.part.package.iter_parts():
        if isinstance(part, XmlPart) and part.element.getroottree().docinfo.internalDTD is not None:
            raise RefusedError("entities")
    reader = _DocumentReader(document)
    yield from reader.lines(document.element.body)
    return reader.not_read


def _check(path: Path) -> None:
    with path.open("rb") as file:
        magic = file.read(4)
    if magic == _OLE_MAGIC:
        is_encrypted = _ENCRYPTED_STREAM in path.read_bytes()
        raise RefusedError("encrypted" if is_encrypted else "old_word")
    if magic != _ZIP_MAGIC:
        raise RefusedError("not_word")
    if fault := package_fault(path):
        raise RefusedError(fault)
    with zipfile.ZipFile(path) as package:
        names = package.namelist()
    if any(name.lower().endswith(_MACROS) for name in names):
        raise RefusedError("macros")


class _DocumentReader:
    """Walks through one document and counts its numbered paragraphs on the way."""

    def __init__(self, document: Document) -> None:
        self.not_read: Counter[str] = Counter()
        self._limits = PictureLimits()
        self._cell_pictures: list[SourceLine] = []
        # Those of the body: a note has relationships of its own, which are not followed.
        self._parts = document.part.related_parts
        styles = WordStyles(document.styles.element)
        self._styles = styles
        self._numbering = WordNumbering(_related(document, RELATIONSHIP_TYPE.NUMBERING), styles)
        self._hidden = HiddenText(document.styles.element)
        self._comments = _notes(_related(document, RELATIONSHIP_TYPE.COMMENTS))
        self._notes = {
            "footnotes": _notes(_related(document, RELATIONSHIP_TYPE.FOOTNOTES)),
            "endnotes": _notes(_related(document, RELATIONSHIP_TYPE.ENDNOTES)),
        }

    def lines(self, container: Element) -> Iterator[SourceLine]:
        """The paragraphs and tables of the body, a text box or a note."""
        for block in _children(container, "w:p", "w:tbl"):
            if block.tag == qn("w:p"):
                yield from self._paragraph(block)
            else:
                if rows := self._rows(block):
                    yield SourceLine(text="", kind="table", rows=rows)
                yield from self._cell_pictures
                self._cell_pictures.clear()

    def _paragraph(self, element: Element) -> Iterator[SourceLine]:
        paragraph = _Paragraph()
        self._gather(element, paragraph)
        text = "".join(paragraph.pieces).strip()
        was_deleted = element.find("/".join(map(qn, ("w:pPr", "w:rPr", "w:del")))) is not None
        label = "" if was_deleted and not text else self._numbering.label(element)
        if text or label or paragraph.warnings:
            yield SourceLine(
                text=text,
                level=self._styles.heading_level(element),
                label=label,
                warnings=tuple(paragraph.warnings),
            )
        for relationship in paragraph.pictures:
            yield self._picture(relationship)
        for box in paragraph.boxes:
            yield from self.lines(box)
        for kind, note_id in paragraph.notes:
            if (note := self._notes[kind].get(note_id)) is not None:
                for line in self.lines(note):
                    yield replace(line, kind="note") if line.kind == "text" else line

    def _picture(self, relationship: str) -> SourceLine:
        part = self._parts.get(relationship)
        return lost_picture() if part is None else self._limits.line(part.blob)

    def _gather(self, element: Element, paragraph: _Paragraph) -> None:
        for child in element.iterchildren(etree.Element):
            tag = child.tag
            self._warn(child, paragraph)
            if tag in _NOT_SHOWN or (tag == qn("w:r") and self._hidden.is_hidden(child)):
                continue
            if tag in _TEXT:
                paragraph.pieces.append(child.text or "")
            elif tag == qn("w:br"):
                paragraph.pieces.append("\n" if child.get(qn("w:type")) is None else " ")
            elif tag in _WRITTEN:
                paragraph.pieces.append(_WRITTEN[tag])
            elif tag == qn("w:txbxContent"):
                paragraph.boxes.append(child)
            elif tag in _NOTES:
                paragraph.notes.append((_NOTES[tag], child.get(qn("w:id"))))
            else:
                if tag in _PICTURES:
                    paragraph.pictures.append(child.get(_PICTURES[tag], ""))
                if tag in _NOT_READ:
                    self.not_read[_NOT_READ[tag]] += 1
                self._gather(child, paragraph)

    def _warn(self, child: Element, paragraph: _Paragraph) -> None:
        """Note what of the paragraph a reader of the document does not see as its text."""
        found = ("", "")
        if child.tag in _CHANGES:
            found = ("tracked", written(child))
        elif child.tag == qn("w:r") and self._hidden.is_hidden(child):
            found = ("hidden", written(child))
        elif child.tag == qn("w:commentReference"):
            comment = self._comments.get(child.get(qn("w:id")))
            found = ("comment", "" if comment is None else written(comment))
        kind, text = found
        if text:
            said = f"{_CHANGES[child.tag]}: {text}" if kind == "tracked" else text
            paragraph.warnings.append(SourceWarning(kind, said))

    def _rows(self, table: Element) -> tuple[tuple[str, ...], ...]:
        """The cells of a table; what a merged cell covers is empty, so that columns stay below each other."""
        rows: list[tuple[str, ...]] = []
        for row in _children(table, "w:tr"):
            if row.find("/".join(map(qn, ("w:trPr", "w:del")))) is not None:
                continue
            cells = [""] * _count(row, "w:trPr/w:gridBefore", 0)
            for cell in _children(row, "w:tc"):
                merge = cell.find("/".join(map(qn, ("w:tcPr", "w:vMerge"))))
                is_covered = merge is not None and merge.get(qn("w:val")) != "restart"
                cells.append("" if is_covered else self._cell(cell))
                cells.extend([""] * (_count(cell, "w:tcPr/w:gridSpan", 1) - 1))
            rows.append(tuple(cells))
        return tuple(rows)

    def _cell(self, cell: Element) -> str:
        parts = []
        pictures: list[SourceLine] = []
        for line in self.lines(cell):
            if line.picture is not None:
                pictures.append(line)
                continue
            if line.warnings:
                pictures.append(SourceLine(text="", warnings=line.warnings))
            parts.append(f"{line.label} {line.text}")
            parts.extend(" ".join(row) for row in line.rows)
        self._cell_pictures.extend(pictures)
        return " ".join(" ".join(parts).split())


def _children(container: Element, *names: str) -> Iterator[Element]:
    """The children of these names, also those inside content controls and tracked insertions."""
    wanted = {qn(name) for name in names}
    for child in container.iterchildren(etree.Element):
        if child.tag in wanted:
            yield child
        elif child.tag in _TRANSPARENT:
            yield from _children(child, *names)


def _related(document: Document, kind: str) -> Element | None:
    try:
        part = document.part.part_related_by(kind)
    except KeyError:
        return None
    return part.element if isinstance(part, XmlPart) else parse_xml(part.blob)


def _notes(part: Element | None) -> dict[str, Element]:
    return (
        {}
        if part is None
        else {note.get(qn("w:id")): note for note in part.iterchildren(etree.Element)}
    )


def _count(element: Element, path: str, default: int) -> int:
    found = element.find("/".join(map(qn, path.split("/"))))
    value = "" if found is None else found.get(qn("w:val"), "")
    return min(int(value), _MAX_COLUMNS) if value.isdecimal() else default


if __name__ == "__main__":
    sys.exit(serve(read_lines))
