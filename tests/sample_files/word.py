"""The sample regulation as DOCX: articles, paragraphs, subparagraphs and items are numbered by Word and not in the text."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from typing import Any

import docx
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import nsdecls
from docx.oxml.parser import parse_xml
from docx.shared import Mm
from docx.text.paragraph import Paragraph

from tests.sample_files.packages import package
from tests.sample_files.pictures import picture
from tests.sample_files.regulation import BLOCKS, HEADER, NAME, ComparedLine, Picture, Table

_MADE = datetime(2025, 8, 20)  # noqa: DTZ001 - the properties of a document know no zone
_PATTERN, _MAIN, _ADDENDA = 90, 90, 91
_LEVELS = ("article", "paragraph", "subparagraph", "item", "subitem")
_FORMS = (
    ("decimal", "제%1조"),
    ("decimalEnclosedCircle", "%2"),
    ("decimal", "%3."),
    ("ganada", "%4."),
    ("decimal", "%5)"),
)


def docx_file() -> bytes:
    """Return the regulation as DOCX."""
    document = docx.Document()
    _add_lists(document)
    properties = document.core_properties
    properties.title, properties.author, properties.comments = NAME, "새솔대학교", ""
    properties.created = properties.modified = _MADE
    section = document.sections[0]
    section.header.paragraphs[0].text = HEADER
    _add_page_number(section.footer.paragraphs[0])
    for block in BLOCKS:
        if isinstance(block, ComparedLine):
            _add_line(document, block)
        elif isinstance(block, Table):
            _add_table(document, block)
        elif isinstance(block, Picture):
            document.add_picture(io.BytesIO(picture(block.name)), width=Mm(30))
    written = io.BytesIO()
    document.save(written)
    with zipfile.ZipFile(written) as file:
        return package({name: file.read(name) for name in file.namelist()})


def _add_lists(document: Document) -> None:
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{written}"/></w:lvl>'
        for depth, (form, written) in enumerate(_FORMS)
    )
    numbering: Any = document.part.numbering_part.element
    for old in list(numbering):
        numbering.remove(old)
    numbering.append(
        _xml(f'<w:abstractNum {{}} w:abstractNumId="{_PATTERN}">{levels}</w:abstractNum>')
    )
    pattern = f'<w:abstractNumId w:val="{_PATTERN}"/>'
    anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbering.append(_xml(f'<w:num {{}} w:numId="{_MAIN}">{pattern}</w:num>'))
    numbering.append(_xml(f'<w:num {{}} w:numId="{_ADDENDA}">{pattern}{anew}</w:num>'))


def _xml(text: str) -> Any:
    return parse_xml(text.format(nsdecls("w")))


def _add_line(document: Document, line: ComparedLine) -> None:
    if line.is_title:
        document.add_paragraph(line.text, style="Title")
        return
    is_counted = bool(line.depth) and line.is_counted
    paragraph = document.add_paragraph(line.text if is_counted else line.typed)
    if is_counted:
        list_id = _ADDENDA if line.list_name == "addenda" else _MAIN
        properties: Any = paragraph._p.get_or_add_pPr()
        properties.append(
            _xml(
                f'<w:numPr {{}}><w:ilvl w:val="{_LEVELS.index(line.depth)}"/>'
                f'<w:numId w:val="{list_id}"/></w:numPr>'
            )
        )


def _add_table(document: Document, table: Table) -> None:
    drawn = document.add_table(rows=len(table.cells), cols=table.columns, style="Table Grid")
    for row, column, cell in table.placed:
        place = drawn.cell(row, column)
        if cell.rows > 1 or cell.columns > 1:
            place = place.merge(drawn.cell(row + cell.rows - 1, column + cell.columns - 1))
        place.text = cell.text
        if cell.picture:
            place.paragraphs[0].add_run().add_picture(io.BytesIO(picture(cell.picture)), Mm(20))


def _add_page_number(paragraph: Paragraph) -> None:
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    run: Any = paragraph.add_run("- ")._r
    for kind, instruction in (("begin", ""), ("", " PAGE "), ("end", "")):
        content = (
            f'<w:fldChar {{}} w:fldCharType="{kind}"/>'
            if kind
            else f"<w:instrText {{}}>{instruction}</w:instrText>"
        )
        run.append(_xml(content))
    paragraph.add_run(" -")
