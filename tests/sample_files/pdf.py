"""The sample regulation as PDF: two columns, tables with borders in them, forms over the whole page.

Lines are broken between any two syllables and keep the blank at their end, as a Korean word processor prints them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime

import pylopdf_fonts_ko
from fpdf import FPDF
from PIL import Image

from tests.sample_files.pictures import SIZE, picture
from tests.sample_files.regulation import (
    HEADER,
    NAME,
    Cell,
    ComparedLine,
    Picture,
    Table,
    typed_blocks,
)

_FONT, _SIZE, _LEADING = "NotoSansKR", 9.0, 14.0
_PAGE = (420.0, 595.0)  # A5, in points
_MARGIN, _GUTTER, _TOP, _BOTTOM = 36.0, 20.0, 60.0, 500.0
_COLUMN = (_PAGE[0] - 2 * _MARGIN - _GUTTER) / 2
_PADDING = 3.0
_NOT_FIRST = ".,)>”」"


def pdf_file() -> bytes:
    """Return the regulation as PDF."""
    paper = _Paper()
    paper.add_page()
    for block in typed_blocks():
        if isinstance(block, ComparedLine):
            if block.text.startswith(("[별표 1", "[별지")):
                paper.turn_to_whole_page()
            paper.add_line(block)
        elif isinstance(block, Table):
            paper.add_table(block)
        elif isinstance(block, Picture):
            paper.add_picture(block.name)
    return bytes(paper.output())


class _Paper(FPDF):
    """Pages of two columns; `column` is None on a page that is one column wide."""

    def __init__(self) -> None:
        super().__init__(unit="pt", format=_PAGE)
        self.set_title(NAME)
        self.set_creation_date(datetime(2025, 8, 20, tzinfo=UTC))
        self.set_auto_page_break(auto=False)
        self.add_font(_FONT, fname=pylopdf_fonts_ko.sans_path())
        self.set_font(_FONT, size=_SIZE)
        self.c_margin = 0
        self.column: int | None = 0
        self.at = self.column_top = _TOP

    def header(self) -> None:
        """What stands above the text of each page, with the emblem of the university."""
        self.image(io.BytesIO(picture("emblem")), x=_MARGIN, y=24, w=24)
        self._write(_MARGIN + 30, 30, HEADER)

    def footer(self) -> None:
        """The number of the page."""
        self._write(_PAGE[0] / 2 - 10, 560, f"- {self.page_no()} -")

    def turn_to_whole_page(self) -> None:
        """Begin a page without columns."""
        self.column = None
        self.add_page()
        self.at = _TOP

    def add_line(self, line: ComparedLine) -> None:
        """A paragraph, broken into lines."""
        if line.is_title:
            self._write((_PAGE[0] - self.get_string_width(line.text)) / 2, self.at, line.text)
            self.at += 2 * _LEADING
            self.column_top = self.at
            return
        for text in self._broken(line.text, self._width):
            self._make_room(_LEADING)
            self._write(self._left, self.at, text)
            self.at += _LEADING

    def add_table(self, table: Table) -> None:
        """A table that is as wide as the column."""
        width = self._width / table.columns
        heights = [self._height(cells, width) for cells in table.cells]
        self._make_room(sum(heights) + _LEADING)
        self.at += 4
        for row, column, cell in table.placed:
            left, top = self._left + column * width, self.at + sum(heights[:row])
            wide, high = width * cell.columns, sum(heights[row : row + cell.rows])
            self.rect(left, top, wide, high)
            for number, text in enumerate(self._broken(cell.text, wide - 2 * _PADDING)):
                self._write(left + _PADDING, top + _PADDING + number * _LEADING, text)
            if cell.picture:
                self._draw(cell.picture, left + _PADDING, top + _PADDING, 30)
        self.at += sum(heights) + 8

    def add_picture(self, name: str) -> None:
        """A picture on a line of its own."""
        self._make_room(60)
        self._draw(name, self._left, self.at + 4, 60)
        self.at += 52

    @property
    def _left(self) -> float:
        return _MARGIN + (self.column or 0) * (_COLUMN + _GUTTER)

    @property
    def _width(self) -> float:
        return _PAGE[0] - 2 * _MARGIN if self.column is None else _COLUMN

    def _make_room(self, height: float) -> None:
        if self.at + height <= _BOTTOM:
            return
        if self.column == 0:
            self.column = 1
        else:
            self.column = None if self.column is None else 0
            self.add_page()
            self.column_top = _TOP
        self.at = self.column_top

    def _height(self, cells: tuple[Cell, ...], width: float) -> float:
        lines = [
            2
            if cell.picture
            else len(list(self._broken(cell.text, width * cell.columns - 2 * _PADDING)))
            for cell in cells
            if cell.rows == 1
        ]
        return max(lines, default=1) * _LEADING + 2 * _PADDING

    def _broken(self, text: str, width: float) -> Iterator[str]:
        """Lines that fit; only a blank or a closing mark may hang over."""
        line = ""
        for letter in text:
            if letter != " " and letter not in _NOT_FIRST and self._is_full(line + letter, width):
                yield line
                line = ""
            line += letter
        yield line

    def _is_full(self, line: str, width: float) -> bool:
        return self.get_string_width(line) > width

    def _write(self, x: float, y: float, text: str) -> None:
        if text:
            self.text(x, y + _SIZE, text)

    def _draw(self, name: str, x: float, y: float, width: float) -> None:
        with Image.open(io.BytesIO(picture(name))) as image:
            self.image(image, x=x, y=y, w=width, h=width * SIZE[1] / SIZE[0])
