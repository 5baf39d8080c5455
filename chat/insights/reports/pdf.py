"""The report as a PDF of one to three A4 pages."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from fpdf.fonts import FontFace

from chat.insights.reports.wording import ReportSection, ReportTable, WordedReport
from chat.presenters.paper import FONT, INK, LINE, SOFT, Paper

_BAR = (23, 83, 143)
_PAPER = (255, 255, 255)
_COLUMNS = 3
_CHART_HEIGHT = 26.0


def report_pdf(report: WordedReport, *, made_on: date) -> bytes:
    """Draw a report."""
    page = _ReportPaper(report.title, made_on)
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


class _ReportPaper(Paper):
    """The parts of a report."""

    def headlines(self, report: WordedReport) -> None:
        """The numbers at the top, three in a row."""
        wide, high = self.epw / _COLUMNS, 20.0
        top = self.get_y()
        for number, one in enumerate(report.headlines):
            x = self.l_margin + number % _COLUMNS * wide
            y = top + number // _COLUMNS * (high + 3)
            self.set_draw_color(*LINE)
            self.rect(x + 0.5, y, wide - 4, high, round_corners=True, corner_radius=1.5)
            self.put(x + 4, y + 2.5, one.label, 8.5, SOFT)
            self.put(x + 4, y + 7, one.value, 14, INK)
            self.put(x + 4, y + 14, f"{_('지난달')} {one.before}", 8, SOFT)
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
        self.set_draw_color(*LINE)
        self.line(self.l_margin, top + _CHART_HEIGHT, self.l_margin + self.epw, top + _CHART_HEIGHT)
        self.put(self.l_margin, top + _CHART_HEIGHT + 1, "1", 8, SOFT)
        self.put(self.l_margin + self.epw - 5, top + _CHART_HEIGHT + 1, str(len(days)), 8, SOFT)
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
        self.ink(INK)
        self.set_font(FONT, size=9.5)
        self.set_draw_color(*LINE)
        self.set_fill_color(*_PAPER)
        rest = len(table.head) - 1
        with self.table(
            col_widths=(100 - 22 * rest, *[22] * rest),
            text_align=("LEFT", *["RIGHT"] * rest),
            borders_layout="HORIZONTAL_LINES",
            line_height=6.5,
            headings_style=FontFace(color=SOFT),
        ) as drawn:
            for cells in (table.head, *table.rows):
                drawn.row(cells)
        self.ln(1.5)
