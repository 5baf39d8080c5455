"""The counted rows as files for spreadsheets. A text that begins like a formula is written as the text that it is."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

from portal.processes.deferring import DeferredModule

if TYPE_CHECKING:
    import openpyxl.cell
    import openpyxl.styles
    import openpyxl.utils
    from openpyxl.cell import Cell as SheetCell
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet
else:
    openpyxl = DeferredModule("openpyxl")

Cell = str | int | float | None
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_WIDTH = 18


def csv_file(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """CSV in an encoding that spreadsheets open."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def xlsx_file(
    sheets: Iterable[tuple[str, Sequence[str], Iterable[Sequence[Cell]]]],
) -> bytes:
    """A workbook with a sheet for each (name, head, rows); numbers stay numbers, texts are never formulas."""
    book = openpyxl.Workbook(write_only=True)
    for name, head, rows in sheets:
        sheet = book.create_sheet(name[:31])
        sheet.freeze_panes = "A2"
        for number in range(1, len(head) + 1):
            sheet.column_dimensions[openpyxl.utils.get_column_letter(number)].width = _WIDTH
        sheet.append([_head(sheet, text) for text in head])
        for row in rows:
            sheet.append([_cell(sheet, cell) for cell in row])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def escape_formula(cell: Cell) -> Cell:
    """A cell that a spreadsheet does not take for a formula when it reads it as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _head(sheet: WriteOnlyWorksheet, text: str) -> SheetCell:
    cell = openpyxl.cell.WriteOnlyCell(sheet, value=text)
    cell.font = openpyxl.styles.Font(bold=True)
    return cell


def _cell(sheet: WriteOnlyWorksheet, value: Cell) -> SheetCell:
    cell = openpyxl.cell.WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        cell.data_type = "s"
    return cell
