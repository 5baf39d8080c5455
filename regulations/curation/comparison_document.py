"""신구조문대비표 as a file for a word processor: two columns, what differs underlined, the head repeated on every page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from docx import Document
from docx.enum.section import WD_ORIENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Mm, Pt

from regulations.curation.comparison_table import (
    CellLine,
    CellPart,
    ComparedRegulation,
    TableEntry,
)
from regulations.text.diffing import ComparedHeading, Segment

_FONT = "맑은 고딕"


def comparisons_docx(regulations: Sequence[ComparedRegulation]) -> bytes:
    """Return the tables of several regulations as one DOCX file."""
    document = Document()
    _set_page(document)
    for one in regulations:
        _add_regulation(document, one)
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


def _add_regulation(document: Any, regulation: ComparedRegulation) -> None:
    heading = document.add_heading(_("%s 신구조문대비표") % regulation.title, level=1)
    heading.alignment = WD_ALIGN_PARAGRAPH.CENTER
    table = document.add_table(rows=1, cols=2, style="Table Grid")
    labels = (regulation.before_label, regulation.after_label)
    for cell, label in zip(table.rows[0].cells, labels, strict=True):
        paragraph = cell.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        paragraph.add_run(label).bold = True
    repeated = OxmlElement("w:tblHeader")
    repeated.set(qn("w:val"), "true")
    table.rows[0]._tr.get_or_add_trPr().append(repeated)  # noqa: SLF001 - python-docx has no name for it
    for entry in regulation.entries:
        _add_entry(table, entry)
    if not regulation.entries:
        document.add_paragraph(_("바뀐 조문이 없습니다."))


def _set_page(document: Any) -> None:
    section = document.sections[0]
    section.orientation = WD_ORIENT.PORTRAIT
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(18)
    section.top_margin = section.bottom_margin = Mm(20)
    for name in ("Normal", "Heading 1"):
        font = document.styles[name].font
        font.name = _FONT
        fonts = document.styles[name].element.get_or_add_rPr().get_or_add_rFonts()
        fonts.set(qn("w:eastAsia"), _FONT)
    document.styles["Normal"].font.size = Pt(10)
    document.styles["Heading 1"].font.size = Pt(15)


def _add_entry(table: Any, entry: TableEntry) -> None:
    cells = table.add_row().cells
    for cell, heading, other in (
        (cells[0], entry.before, entry.after),
        (cells[1], entry.after, entry.before),
    ):
        _write_heading(cell.paragraphs[0], heading, other, entry.change_label)
    for row in entry.rows:
        for cell, parts in zip(table.add_row().cells, (row.before, row.after), strict=True):
            _write_cell(cell, parts)


def _write_heading(
    paragraph: Any, heading: ComparedHeading | None, other: ComparedHeading | None, change: str
) -> None:
    if heading is None:
        paragraph.add_run(f"<{change}>" if other else "")
        return
    number = paragraph.add_run(heading.label)
    number.bold = True
    number.underline = heading.number_changed
    if heading.title:
        paragraph.add_run("(")
        _write(paragraph, heading.title, bold=True)
        paragraph.add_run(")")


def _write_cell(cell: Any, parts: Iterable[CellPart]) -> None:
    paragraph = cell.paragraphs[0]
    used = False
    for part in parts:
        if part.is_table:
            _write_table(cell, part.lines)
            used = False
            paragraph = cell.add_paragraph()
            continue
        for line in part.lines:
            paragraph = cell.add_paragraph() if used else paragraph
            used = True
            paragraph.paragraph_format.left_indent = Mm(4 * line.depth)
            if line.number:
                paragraph.add_run(f"{line.number} ").underline = line.number_changed
            _write(paragraph, line.segments)


def _write_table(cell: Any, lines: Sequence[CellLine]) -> None:
    columns = max(len(line.cells) for line in lines)
    table = cell.add_table(rows=0, cols=columns)
    table.style = "Table Grid"
    for line in lines:
        written = table.add_row().cells
        for target, segments in zip(written, line.cells, strict=False):
            _write(target.paragraphs[0], segments)


def _write(paragraph: Any, segments: Iterable[Segment], *, bold: bool = False) -> None:
    for segment in segments:
        run = paragraph.add_run(segment.text)
        run.underline = segment.is_changed or None
        run.bold = bold or segment.is_changed or None
