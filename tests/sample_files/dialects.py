"""One invented regulation as many programs and people write it down: the same words, other marks around them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

import docx
import pylopdf_fonts_ko
from docx.enum.text import WD_BREAK
from fpdf import FPDF

from regulations.text.readers.markdown_tables import display_width

Rows = tuple[tuple[str, ...], ...]


class Block(NamedTuple):
    """A line of the regulation; `depth` is 1 for its name, 2 for chapters, 3 for articles, 0 for what stands below them."""

    text: str
    depth: int = 0
    rows: Rows = ()


PRICES: Rows = (("구분", "사용료"), ("큰 방", "2만 원"), ("작은 방", "1만 원"))
FORM: Rows = (("성명", "학번"), ("소속", "연락처"))
PURPOSE = (
    "이 규정은 가온대학교 실습실의 이용에 필요한 사항을 정하여 학생과 교직원이 실습실을 안전하고 고르게 "
    "쓰도록 하는 것을 목적으로 한다."
)
LATE = "제1항에도 불구하고 제5조에 따라 미리 승인을 받은 단체는 사용료의 절반을 이용한 날부터 열흘 안에 낼 수 있다."
BLOCKS = (
    Block("실습실 이용 규정", 1),
    Block("제1장 총칙", 2),
    Block(f"제1조(목적) {PURPOSE}", 3),
    Block("제2조(정의) ① 이 규정에서 실습실이란 교육용 장비를 둔 방을 말한다.", 3),
    Block("② 실습실은 다음 각 호와 같이 나눈다."),
    Block("1. 공동 실습실"),
    Block("2. 전용 실습실: 다음 각 목의 방"),
    Block("가. 기계를 둔 방"),
    Block("나. 약품을 둔 방"),
    Block("제2조의2(이용 시간) 이용 시간은 오전 아홉 시부터 오후 여섯 시까지로 한다.", 3),
    Block("제2장 사용료", 2),
    Block("제3조(사용료) ① 사용료는 별표 1과 같다.", 3),
    Block(f"② {LATE}"),
    Block("부칙 <2024. 1. 15.>", 2),
    Block("제1조(시행일) 이 규정은 2024년 3월 1일부터 시행한다.", 3),
    Block("제2조(경과조치) 이 규정 시행 전에 한 신청은 이 규정에 따른 것으로 본다.", 3),
    Block("부칙", 2),
    Block("이 규정은 2025년 3월 1일부터 시행한다."),
    Block("[별표 1] 실습실 사용료(제3조 관련)", 2),
    Block("", 0, PRICES),
    Block("[별지 제1호서식] 이용 신청서", 2),
    Block("", 0, FORM),
)
TREE = {
    "art-1": PURPOSE,
    "art-2": "",
    "art-2/para-1": "이 규정에서 실습실이란 교육용 장비를 둔 방을 말한다.",
    "art-2/para-2": "실습실은 다음 각 호와 같이 나눈다.",
    "art-2/para-2/subpara-1": "공동 실습실",
    "art-2/para-2/subpara-2": "전용 실습실: 다음 각 목의 방",
    "art-2/para-2/subpara-2/item-1": "기계를 둔 방",
    "art-2/para-2/subpara-2/item-2": "약품을 둔 방",
    "art-2-2": "이용 시간은 오전 아홉 시부터 오후 여섯 시까지로 한다.",
    "art-3": "",
    "art-3/para-1": "사용료는 별표 1과 같다.",
    "art-3/para-2": LATE,
    "add-1/art-1": "이 규정은 2024년 3월 1일부터 시행한다.",
    "add-1/art-2": "이 규정 시행 전에 한 신청은 이 규정에 따른 것으로 본다.",
    "add-2": "이 규정은 2025년 3월 1일부터 시행한다.",
    "table-1": PRICES,
    "form-1": FORM,
}


def _lines(
    write: Callable[[Block], str], *, blank: bool = False, blocks: Sequence[Block] = BLOCKS
) -> str:
    return ("\n\n" if blank else "\n").join(write(block) for block in blocks) + "\n"


# -- Markdown ------------------------------------------------------------------------------------------------------------


def _pipes(rows: Rows) -> str:
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "|---|---|", *body])


def _grid(rows: Rows) -> str:
    border = "+" + "+".join("-" * 12 for _ in rows[0]) + "+"
    lines = [border]
    for row in rows:
        cells = [f" {cell}" + " " * (11 - display_width(cell)) for cell in row]
        lines += ["|" + "|".join(cells) + "|", border]
    return "\n".join([*lines[:2], border.replace("-", "="), *lines[3:]])


def _columns(rows: Rows, *, whole: bool) -> str:
    ruled = "  ".join(["-" * 12] * len(rows[0]))
    lines = ["  ".join(cell + " " * (12 - display_width(cell)) for cell in row) for row in rows]
    if not whole:
        return "\n".join([lines[0], ruled, *lines[1:]])
    border = "-" * len(ruled)
    return "\n".join([border, lines[0], ruled, "\n\n".join(lines[1:]), border])


def _html_rows(rows: Rows) -> str:
    cells = ["".join(f"<td><p>{escape(cell)}</p></td>" for cell in row) for row in rows]
    return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in cells) + "\n</table>"


def _filled(text: str, columns: int = 72) -> str:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if display_width(longer) > columns:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def _pandoc(table: Callable[[Rows], str]) -> str:
    def write(block: Block) -> str:
        if block.rows:
            return table(block.rows)
        text = block.text.replace("<", "\\<").replace(">", "\\>").replace("[", "\\[")
        text = text.replace("]", "\\]")
        if block.depth:
            name, _, rest = text.partition(") ")
            if block.depth == 3:
                return _filled(f"**{name})** {rest}")
            return f"{'#' * block.depth} {text} []{{#_Toc{len(text)} .anchor}} {{#sec-{len(text)} .unnumbered}}"
        return _filled(text.replace(". ", ".  ", 1) if text[0].isdigit() else text)

    return _lines(write, blank=True)


def _markitdown(block: Block) -> str:
    if block.rows:
        return _pipes(block.rows)
    return f"{'#' * block.depth} **{block.text}**" if 0 < block.depth < 3 else block.text


def _hwp_tool(block: Block) -> str:
    if block.rows:
        return "\n" + _pipes(block.rows) + "\n"
    escaped = block.text.replace(". ", "\\. ", 1) if block.text[1:2] == "." else block.text
    return f"#### {escaped}" if block.depth == 3 else f"{'#' * block.depth} {escaped}".strip()


def _person(block: Block) -> str:
    if block.rows:
        return _pipes(block.rows)
    if block.depth in {1, 2}:
        return f"\n{'#' * block.depth} {block.text}\n"
    return f"- {block.text}" if not block.depth else f"**{block.text.replace(') ', ')** ', 1)}"


def _quoted(block: Block) -> str:
    if block.rows:
        return _html_rows(block.rows)
    if block.depth == 1:
        return f"{block.text}\n{'=' * 20}"
    return f"> {block.text}" if not block.depth else f"{block.text}  "


def _commented(block: Block) -> str:
    return "<!-- 검토 중 -->\n\n---\n" * (block.depth == 2) + _hwp_tool(block)


# -- text ----------------------------------------------------------------------------------------------------------------


def _plain(block: Block) -> str:
    return _pipes(block.rows) if block.rows else block.text


def _indented(block: Block) -> str:
    return _plain(block) if block.rows or block.depth else f"\t　{block.text}"


def _spaced(block: Block) -> str:
    if block.rows:
        return _plain(block)
    text = block.text.replace("제1장 총칙", "제 1 장  총   칙").replace("부칙", "부      칙")
    return text.replace("조(", "조 (")


def _unbracketed(block: Block) -> str:
    text = block.text.replace("[별지 제1호서식]", "■ [별지 제1호서식〕")
    return _pipes(block.rows) if block.rows else text.replace("[별표 1]", "별표 1")


def _glued(text: str) -> str:
    return text.replace(".\n부칙", ".부칙").replace(".\n② ", ". ② ")


def _in_first_row(blocks: Sequence[Block]) -> str:
    """The heads of the attachments stand in their tables."""
    lines = []
    head = ""
    for block in blocks:
        if block.rows:
            lines.append(_pipes(((head, ""), *block.rows)))
        elif block.text.startswith("[별"):
            head = block.text
        else:
            lines.append(block.text)
    return "\n".join(lines)


def _with_heads(text: str) -> str:
    lines = text.split("\n")
    for at in (16, 11, 6):
        lines.insert(at, f"실습실 이용 규정 7-1-1～{at}")
    return "\n".join(lines)


# -- HTML ----------------------------------------------------------------------------------------------------------------


def _page(write: Callable[[Block], str]) -> str:
    return f"<html><body>{_lines(write)}</body></html>"


def _paragraph(block: Block) -> str:
    return _html_rows(block.rows) if block.rows else f"<p>{escape(block.text)}</p>"


def _headed(block: Block) -> str:
    tag = f"h{block.depth}" if block.depth else "p"
    return _html_rows(block.rows) if block.rows else f"<{tag}>{escape(block.text)}</{tag}>"


def _word_page(block: Block) -> str:
    if block.rows:
        return _html_rows(block.rows)
    shown = escape(block.text).replace(" ", "\n", 1)
    return (
        f'<p class=MsoNormal style="margin:0cm"><b><span lang=KO>{shown}</span></b><o:p></o:p></p>'
    )


def _hwp_page(block: Block) -> str:
    if block.rows:
        return _html_rows(block.rows)
    return f'<P CLASS=HStyle0 STYLE="line-height:160%;"><SPAN STYLE="font-size:10pt">{escape(block.text)}</SPAN></P>'


def _broken(block: Block) -> str:
    return _html_rows(block.rows) if block.rows else f"{escape(block.text)}<br>"


def _portal(block: Block) -> str:
    if block.rows:
        return _html_rows(block.rows)
    return f'<div class="lawcon"><span class="bl"><label>{escape(block.text)}</label></span><p style="display:none">숨긴 글</p></div>'


# -- DOCX ----------------------------------------------------------------------------------------------------------------


def _docx(*, styled: bool = False, soft: bool = False, split: bool = False) -> bytes:
    document = docx.Document()
    open_paragraph = None
    for block in BLOCKS:
        if block.rows:
            table = document.add_table(len(block.rows), len(block.rows[0]))
            for row, cells in enumerate(block.rows):
                for column, cell in enumerate(cells):
                    table.cell(row, column).text = cell
            open_paragraph = None
        elif soft and open_paragraph is not None and not block.depth:
            open_paragraph.add_run().add_break(WD_BREAK.LINE)
            open_paragraph.add_run(block.text)
        elif styled and block.depth:
            document.add_heading(block.text, block.depth)
        else:
            open_paragraph = document.add_paragraph()
            pieces = block.text if split else [block.text]
            for piece in pieces:
                open_paragraph.add_run(piece).bold = split
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


# -- PDF -----------------------------------------------------------------------------------------------------------------


class _Paper(FPDF):
    """A6 pages, so that a short regulation has several; `head` is written above the text, from side to side in turn."""

    def __init__(self, head: str) -> None:
        super().__init__(unit="pt", format=(298, 250))
        self._head = head
        self.set_auto_page_break(auto=False)
        self.add_font("NotoSansKR", fname=pylopdf_fonts_ko.sans_path())
        self.set_font("NotoSansKR", size=9)

    def header(self) -> None:
        """A running head with the number of its page."""
        if self._head:
            left = self.page_no() % 2
            text = f"{self._head}~{self.page_no()}"
            self.text(40 if left else 180, 24, text)


def _pdf(*, head: str = "", glued: bool = False, keeps_blanks: bool = True) -> bytes:
    paper = _Paper(head)
    paper.add_page()
    at = 50.0
    texts: list[str | Rows] = []
    for block in BLOCKS:
        if glued and block.text.startswith("부칙") and texts and isinstance(texts[-1], str):
            texts[-1] += block.text
        else:
            texts.append(block.rows or block.text)
    for text in texts:
        for line in [""] if not isinstance(text, str) else _broken_lines(paper, text):
            height = 14.0 if line else 20.0 * len(text)
            if at + height > 220:
                paper.add_page()
                at = 50.0
            if line:
                paper.text(40, at + 9, line if keeps_blanks else line.rstrip())
            elif not isinstance(text, str):
                _draw(paper, text, at)
            at += height
    return bytes(paper.output())


def _draw(paper: FPDF, rows: Rows, top: float) -> None:
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            paper.rect(40 + 100 * column, top + 18 * row, 100, 18)
            paper.text(44 + 100 * column, top + 18 * row + 12, cell)


def _broken_lines(paper: FPDF, text: str) -> list[str]:
    lines = [""]
    for letter in text:
        if (
            letter != " "
            and letter not in ".,)>]"
            and paper.get_string_width(lines[-1] + letter) > 218
        ):
            lines.append("")
        lines[-1] += letter
    return lines


DIALECTS: dict[str, tuple[str, Callable[[], str | bytes]]] = {
    "pandoc, grid tables": ("md", lambda: _pandoc(_grid)),
    "pandoc, pipe tables": ("md", lambda: _pandoc(_pipes)),
    "pandoc, simple tables": ("md", lambda: _pandoc(lambda rows: _columns(rows, whole=False))),
    "pandoc, multiline tables": ("md", lambda: _pandoc(lambda rows: _columns(rows, whole=True))),
    "pandoc for a forge": ("md", lambda: _pandoc(_html_rows)),
    "markitdown": ("md", lambda: _lines(_markitdown, blank=True)),
    "a reader of HWP": ("md", lambda: _lines(_hwp_tool)),
    "a person, with bullets": ("md", lambda: _lines(_person)),
    "a person, quoting": ("md", lambda: _lines(_quoted, blank=True)),
    "Markdown with comments and rules": ("md", lambda: _lines(_commented)),
    "Markdown with Windows line ends": ("md", lambda: _lines(_hwp_tool).replace("\n", "\r\n")),
    "text": ("txt", lambda: _lines(_plain)),
    "text in CP949": ("txt", lambda: _lines(_plain).encode("cp949")),
    "text in UTF-16": ("txt", lambda: _lines(_plain).encode("utf-16")),
    "text, indented": ("txt", lambda: _lines(_indented, blank=True)),
    "text, spaced out": ("txt", lambda: _lines(_spaced)),
    "text, heads without brackets": ("txt", lambda: _lines(_unbracketed)),
    "text, provisions glued together": ("txt", lambda: _glued(_lines(_plain))),
    "text, heads in the first row": ("txt", lambda: _in_first_row(BLOCKS)),
    "text with running heads": ("txt", lambda: _with_heads(_lines(_plain))),
    "a page of paragraphs": ("html", lambda: _page(_paragraph)),
    "a page with headings": ("html", lambda: _page(_headed)),
    "a page saved by Word": ("html", lambda: _page(_word_page)),
    "a page saved by Hangul": ("html", lambda: _page(_hwp_page)),
    "a page of broken lines": ("html", lambda: _page(_broken)),
    "a page of a portal": ("html", lambda: _page(_portal)),
    "Word": ("docx", _docx),
    "Word with headings": ("docx", lambda: _docx(styled=True)),
    "Word with soft breaks": ("docx", lambda: _docx(soft=True)),
    "Word, a run a letter": ("docx", lambda: _docx(split=True)),
    "PDF": ("pdf", _pdf),
    "PDF without blanks at line ends": ("pdf", lambda: _pdf(keeps_blanks=False)),
    "PDF with running heads": ("pdf", lambda: _pdf(head="실습실 7-1-1")),
    "PDF with addenda at line ends": ("pdf", lambda: _pdf(glued=True)),
}
