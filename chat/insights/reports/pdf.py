"""The report as a PDF of one to three A4 pages, drawn with an embedded Korean font; no program of the system is needed."""

from __future__ import annotations

from datetime import date

import pylopdf_fonts_ko
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import TextMode, XPos, YPos
from fpdf.fonts import FontFace

from chat.insights.reports.wording import ReportSection, ReportTable, WordedReport

_FONT = "NotoSansKR"
_MARGIN = 20.0
_INK, _SOFT, _LINE, _BAR = (27, 31, 36), (99, 105, 113), (224, 220, 210), (23, 83, 143)
_PAPER = (255, 255, 255)
_COLUMNS = 3
_CHART_HEIGHT = 26.0


def report_pdf(report: WordedReport, *, made_on: date) -> bytes:
    """Draw a report."""
    page = _Paper(report.title, made_on)
    page.add_page()
    page.heading(report.title, size=18)
    page.paragraph(report.note, soft=True)
    page.ln(3)
    page.headlines(report)
    if any(report.days):
        page.chart(report.days)
    for section in report.sections:
        page.section(section)
    return bytes(page.output())


class _Paper(FPDF):
    """A4 with the footer and the parts of a report. The font has one weight; headings are drawn with an outline."""

    def __init__(self, title: str, made_on: date) -> None:
        super().__init__(format="A4")
        self.made_on = made_on
        self.set_title(title)
        self.set_lang(get_language() or "ko")
        self.set_margin(_MARGIN)
        self.set_auto_page_break(auto=True, margin=_MARGIN)
        self.add_font(_FONT, fname=pylopdf_fonts_ko.sans_path())
        self.alias_nb_pages("{nb}")
        self.set_font(_FONT, size=10)

    def footer(self) -> None:
        """The day and the number of the page."""
        self.set_y(-14)
        self._ink(_SOFT)
        self.set_font(_FONT, size=8)
        made = _("%s에 만듦") % f"{self.made_on:%Y. %-m. %-d.}"
        self.cell(self.epw / 2, 6, made, align="L")
        self.cell(self.epw / 2, 6, f"{self.page_no()} / {{nb}}", align="R")

    def heading(self, text: str, *, size: float) -> None:
        """A line in bold."""
        self._ink(_INK)
        self.set_font(_FONT, size=size)
        with self.local_context(
            text_mode=TextMode.FILL_STROKE, draw_color=_INK, line_width=size * 0.012
        ):
            self.multi_cell(0, size * 0.52, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(1.5)

    def paragraph(self, text: str, *, soft: bool = False) -> None:
        """Running text."""
        self._ink(_SOFT if soft else _INK)
        self.set_font(_FONT, size=9 if soft else 10.5)
        self.multi_cell(0, 6.2, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def headlines(self, report: WordedReport) -> None:
        """The numbers at the top, three in a row."""
        wide, high = self.epw / _COLUMNS, 20.0
        top = self.get_y()
        for number, one in enumerate(report.headlines):
            x = self.l_margin + number % _COLUMNS * wide
            y = top + number // _COLUMNS * (high + 3)
            self.set_draw_color(*_LINE)
            self.rect(x + 0.5, y, wide - 4, high, round_corners=True, corner_radius=1.5)
            self._put(x + 4, y + 2.5, one.label, 8.5, _SOFT)
            self._put(x + 4, y + 7, one.value, 14, _INK)
            self._put(x + 4, y + 14, f"{_('지난달')} {one.before}", 8, _SOFT)
        rows = -(-len(report.headlines) // _COLUMNS)
        self.set_xy(self.l_margin, top + rows * (high + 3) + 3)

    def chart(self, days: tuple[int, ...]) -> None:
        """Questions a day as bars, with the highest and the days of the ends written."""
        self.paragraph(_("하루에 받은 질문(가장 많은 날 %s개)") % f"{max(days):,}", soft=True)
        top, wide = self.get_y() + 1, self.epw / len(days)
        self.set_fill_color(*_BAR)
        for number, count in enumerate(days):
            high = count / max(days) * _CHART_HEIGHT
            if count:
                x = self.l_margin + number * wide
                self.rect(x, top + _CHART_HEIGHT - high, wide * 0.8, high, style="F")
        self.set_draw_color(*_LINE)
        self.line(self.l_margin, top + _CHART_HEIGHT, self.l_margin + self.epw, top + _CHART_HEIGHT)
        self._put(self.l_margin, top + _CHART_HEIGHT + 1, "1", 8, _SOFT)
        self._put(self.l_margin + self.epw - 5, top + _CHART_HEIGHT + 1, str(len(days)), 8, _SOFT)
        self.set_xy(self.l_margin, top + _CHART_HEIGHT + 8)

    def section(self, section: ReportSection) -> None:
        """A part of the report, its heading never alone at the foot of a page."""
        rows = len(section.table.rows) + 1 if section.table else 0
        if self.will_page_break(14 + 7 * min(rows, 6)):
            self.add_page()
        self.ln(3)
        self.heading(section.title, size=12.5)
        if section.sentences:
            self.paragraph(" ".join(section.sentences))
        if section.table:
            self._table(section.table)

    def _table(self, table: ReportTable) -> None:
        self.ln(1.5)
        self._ink(_INK)
        self.set_font(_FONT, size=9.5)
        self.set_draw_color(*_LINE)
        self.set_fill_color(*_PAPER)
        rest = len(table.head) - 1
        with self.table(
            col_widths=(100 - 22 * rest, *[22] * rest),
            text_align=("LEFT", *["RIGHT"] * rest),
            borders_layout="HORIZONTAL_LINES",
            line_height=6.5,
            headings_style=FontFace(color=_SOFT),
        ) as drawn:
            for cells in (table.head, *table.rows):
                drawn.row(cells)
        self.ln(1.5)

    def _put(self, x: float, y: float, text: str, size: float, ink: tuple[int, int, int]) -> None:
        self._ink(ink)
        self.set_font(_FONT, size=size)
        self.set_xy(x, y)
        self.cell(0, size * 0.45, text)

    def _ink(self, color: tuple[int, int, int]) -> None:
        self.set_text_color(*color)
