"""The attached tables and forms of a version (별표, 별지서식) as a page lists them, and as files."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import PurePath
from typing import TYPE_CHECKING

from portal.processes.deferring import DeferredModule
from regulations.models import Attachment, RegulationVersion
from regulations.text.blocks import TextBlock, text_blocks

if TYPE_CHECKING:
    import docx
else:
    docx = DeferredModule("docx")

# A spreadsheet runs a cell that begins with one of these.
_FORMULA = ("=", "+", "-", "@", "\t")


@dataclass(frozen=True)
class AttachmentPart:
    """One attachment; `files` are the suffixes of what it can be had as."""

    key: str
    label: str
    title: str
    marks: str
    is_deleted: bool
    blocks: tuple[TextBlock, ...]
    files: tuple[str, ...]


def version_attachments(*, version: RegulationVersion) -> list[AttachmentPart]:
    """The attachments of a version in the order of the text; one query."""
    rows: Iterable[Attachment] = version.attachments.order_by("position", "pk")
    return [_part(row) for row in rows]


def _part(row: Attachment) -> AttachmentPart:
    blocks = _blocks(row)
    return AttachmentPart(
        key=row.locator_key,
        label=row.label or row.locator.label,
        title=row.title,
        marks=row.marks,
        is_deleted=row.is_deleted,
        blocks=blocks,
        files=_files(row, has_table=any(block.rows for block in blocks)),
    )


def attachment_csv(attachment: Attachment) -> bytes:
    """Return the cells of all tables as CSV, with the mark by which spreadsheets know UTF-8; nothing without a table."""
    stream = StringIO()
    writer = csv.writer(stream)
    for place, block in enumerate(one for one in _blocks(attachment) if one.rows):
        if place:
            writer.writerow([])
        writer.writerows([_harmless(cell) for cell in row] for row in block.rows)
    return stream.getvalue().encode("utf-8-sig") if stream.getvalue() else b""


def attachment_docx(attachment: Attachment) -> bytes:
    """Return the text and the tables in their order as DOCX."""
    document = docx.Document()
    document.add_heading(f"{attachment.label} {attachment.title}".strip(), level=1)
    for block in _blocks(attachment):
        if not block.rows:
            document.add_paragraph(block.text)
            continue
        table = document.add_table(rows=0, cols=max(len(row) for row in block.rows))
        table.style = "Table Grid"
        for row in block.rows:
            for cell, text in zip(table.add_row().cells, row, strict=False):
                cell.text = text
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


def _blocks(attachment: Attachment) -> tuple[TextBlock, ...]:
    """The text, and the rows unless the text already holds them as lines between vertical bars."""
    blocks = text_blocks(attachment.text)
    if attachment.rows and not any(block.rows for block in blocks):
        rows = tuple(tuple(str(cell) for cell in row) for row in attachment.rows)
        blocks = (*blocks, TextBlock(rows=rows))
    return blocks


def _files(attachment: Attachment, *, has_table: bool) -> tuple[str, ...]:
    if attachment.is_deleted:
        return ()
    source = PurePath(attachment.source_file.name or "").suffix.lstrip(".").lower()
    found = (source, "docx", "csv" if has_table else "")
    return tuple(dict.fromkeys(suffix for suffix in found if suffix))


def _harmless(cell: str) -> str:
    is_number = cell.lstrip("+-").replace(",", "").replace(".", "", 1).isdigit()
    return f"'{cell}" if cell.startswith(_FORMULA) and not is_number else cell
