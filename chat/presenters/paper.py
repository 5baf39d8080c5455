"""A4 in Korean, drawn with an embedded font; no program of the system is needed."""

from __future__ import annotations

from datetime import date

import pylopdf_fonts_ko
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import TextMode, XPos, YPos

FONT = "NotoSansKR"
INK, SOFT, LINE = (27, 31, 36), (99, 105, 113), (224, 220, 210)
_MARGIN = 20.0


class Paper(FPDF):
    """A page with the footer and running text. The font has one weight; headings are drawn with an outline."""

    def __init__(self, title: str, made_on: date) -> None:
        super().__init__(format="A4")
        self.made_on = made_on
        self.set_title(title)
        self.set_lang(get_language() or "ko")
        self.set_margin(_MARGIN)
        self.set_auto_page_break(auto=True, margin=_MARGIN)
        self.add_font(FONT, fname=pylopdf_fonts_ko.sans_path())
        self.alias_nb_pages("{nb}")
        self.set_font(FONT, size=10)

    def footer(self) -> None:
        """The day and the number of the page."""
        self.set_y(-14)
        self.ink(SOFT)
        self.set_font(FONT, size=8)
        made = _("%s에 만듦") % f"{self.made_on:%Y. %-m. %-d.}"
        self.cell(self.epw / 2, 6, made, align="L")
        self.cell(self.epw / 2, 6, f"{self.page_no()} / {{nb}}", align="R")

    def heading(self, text: str, *, size: float) -> None:
        """A line in bold."""
        self.ink(INK)
        self.set_font(FONT, size=size)
        with self.local_context(
            text_mode=TextMode.FILL_STROKE, draw_color=INK, line_width=size * 0.012
        ):
            self.multi_cell(0, size * 0.52, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(1.5)

    def paragraph(self, text: str, *, soft: bool = False) -> None:
        """Running text."""
        self.ink(SOFT if soft else INK)
        self.set_font(FONT, size=9 if soft else 10.5)
        self.multi_cell(0, 6.2, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def put(self, x: float, y: float, text: str, size: float, ink: tuple[int, int, int]) -> None:
        """One line at a place."""
        self.ink(ink)
        self.set_font(FONT, size=size)
        self.set_xy(x, y)
        self.cell(0, size * 0.45, text)

    def ink(self, color: tuple[int, int, int]) -> None:
        """The colour of what follows."""
        self.set_text_color(*color)
