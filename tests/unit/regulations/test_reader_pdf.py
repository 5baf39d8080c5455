"""PDF: paragraphs are joined again, running heads go, tables keep rows and cells, pictures and locked files are refused."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pylopdf_fonts_ko
import pytest
from fpdf import FPDF

from regulations.text.parser import parse_regulation
from regulations.text.readers import SourceLine, UnreadableFileError, read
from regulations.text.readers.child import RefusedError
from regulations.text.readers.pdf.blocks import read_lines

SHARED_DATA = Path(
    os.environ.get("PORTAL_SHARED_DATA") or Path(__file__).parents[4] / "shared" / "data"
)
SIZE, LEFT, LEADING = 10, 50, 16
# All characters are as wide as high, so the longest line of a test says where its full lines end.
# How a page is drawn whose /Rotate turns it upright again.
TURNED = {0: "1 0 0 1 0 0", 90: "0 1 -1 0 600 0", 180: "-1 0 0 -1 600 800", 270: "0 -1 1 0 0 800"}
CID_FONT = (
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/Batang/FontDescriptor 5 0 R/DW 1000"
    "/CIDSystemInfo<</Registry(Adobe)/Ordering(Korea1)/Supplement 1>>>>"
)
IMAGE = (
    "99 0 obj\n<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8"
    "/ColorSpace/DeviceGray/Length 1>>stream\nx\nendstream\nendobj"
)


def _text(x: float, y: float, text: str) -> str:
    return f"BT /F {SIZE} Tf {x} {y} Td <{text.encode('utf-16-be').hex()}> Tj ET"


def _page(lines: Sequence[str], top: int = 700) -> str:
    return "\n".join(_text(LEFT, top - LEADING * n, line) for n, line in enumerate(lines))


def _grid(rows: Sequence[Sequence[str]], top: int = 400, width: int = 100) -> str:
    """A table with borders: 20 points a row."""
    right = LEFT + width * len(rows[0])
    bottom = top - 20 * len(rows)
    drawn = [f"{LEFT} {top - 20 * n} m {right} {top - 20 * n} l S" for n in range(len(rows) + 1)]
    columns = range(len(rows[0]) + 1)
    drawn += [f"{LEFT + width * n} {top} m {LEFT + width * n} {bottom} l S" for n in columns]
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            drawn.append(_text(LEFT + width * column + 5, top - 20 * row - 14, cell))
    return "\n".join(drawn)


def _pdf(
    pages: Sequence[str], *, rotate: int = 0, extra: Sequence[str] = (), trailer: str = ""
) -> bytes:
    """A PDF of these page contents, with a Korean font that is not embedded."""
    kids = " ".join(f"{6 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>",
        "<</Type/Font/Subtype/Type0/BaseFont/Batang/Encoding/UniKS-UCS2-H/DescendantFonts[4 0 R]>>",
        CID_FONT,
        "<</Type/FontDescriptor/FontName/Batang/Flags 6/FontBBox[0 -120 1000 880]/Ascent 880/Descent -120>>",
    ]
    for number, content in enumerate(pages):
        resources = "<</Font<</F 3 0 R>>" + ("/XObject<</I 99 0 R>>" if extra else "") + ">>"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Rotate {rotate}"
            f"/Resources{resources}/Contents {7 + 2 * number} 0 R>>"
        )
        objects.append(f"<</Length {len(content)}>>stream\n{content}\nendstream")
    body = "%PDF-1.5\n"
    for number, one in enumerate(objects, start=1):
        body += f"{number} 0 obj\n{one}\nendobj\n"
    for one in extra:
        body += f"{one}\n"
    # Without a table of offsets: readers look for the objects themselves.
    return (body + f"trailer<</Root 1 0 R/Size 100{trailer}>>\n%%EOF").encode("latin-1")


def _lines(content: bytes, folder: Path) -> list[SourceLine]:
    path = folder / "규정.pdf"
    path.write_bytes(content)
    return list(read_lines(path))


def _texts(pages: Sequence[Sequence[str]], folder: Path) -> list[str]:
    return [line.text for line in _lines(_pdf([_page(lines) for lines in pages]), folder)]


def test_lines_are_joined_by_the_blank_at_their_end(tmp_path: Path) -> None:
    lines = [
        "가상 시험 규정",
        "제1조(목적) 이 규정은 시험 방",
        "법과 절차를 정하여 공정한 시험 ",
        "운영에 이바지한다. 학생이 따른다",
        ". ",
        "제2조(정의) ① 시험이란 필기와 ",
        "실기를 말한다.",
        "② 그 밖의 뜻은 따로 정한다.",
        "1. 필기",
    ]
    assert _texts([lines], tmp_path) == [
        "가상 시험 규정",
        "제1조(목적) 이 규정은 시험 방법과 절차를 정하여 공정한 시험 운영에 이바지한다. 학생이 따른다.",
        "제2조(정의) ① 시험이란 필기와 실기를 말한다.",
        "② 그 밖의 뜻은 따로 정한다.",
        "1. 필기",
    ]


def test_dates_and_sentence_ends_at_the_start_of_a_line_begin_nothing(tmp_path: Path) -> None:
    lines = [
        "제3조(응시) 학생은 필기와 실기 가운데 ",
        "제4조에 따른 시험 하나에는 반드시 나가야 한",
        "다. <개정 2031. 1. 2., 2032. ",
        "3. 4., 2033.5.6.>",
    ]
    assert _texts([lines], tmp_path) == [
        "제3조(응시) 학생은 필기와 실기 가운데 제4조에 따른 시험 하나에는 반드시 나가야 한다. <개정 2031. 1. 2., 2032. 3. 4., 2033.5.6.>"
    ]


def test_heads_and_page_numbers_go_and_paragraphs_cross_pages(tmp_path: Path) -> None:
    pages = [
        [
            "가상대학교 규정집 3-1-1～1",
            "제1조(목적) 이 규정은 시험의 방",
            "법과 절차를 정하고 공정한 시험 ",
        ],
        ["가상대학교 규정집 3-1-1～2", "운영을 꾀한다.", "제2조(정의) 시험이란 필기와 실기"],
        ["가상대학교 규정집 3-1-1～3", "제3조(시행) 이 규정은 내일부터", "- 3 -"],
    ]
    assert _texts(pages, tmp_path) == [
        "제1조(목적) 이 규정은 시험의 방법과 절차를 정하고 공정한 시험 운영을 꾀한다.",
        "제2조(정의) 시험이란 필기와 실기",
        "제3조(시행) 이 규정은 내일부터",
    ]


def test_headings_of_forms_on_every_page_are_no_running_heads(tmp_path: Path) -> None:
    pages = [[f"[별지 제{n}호 서식]", f"긴 글 {'가' * 30}"] for n in range(1, 5)]
    assert [text for text in _texts(pages, tmp_path) if text.startswith("[별지")] == [
        f"[별지 제{n}호 서식]" for n in range(1, 5)
    ]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_tables_keep_rows_and_cells_and_stand_in_their_place(tmp_path: Path, rotate: int) -> None:
    content = _page(["제1조(금액) 금액은 다음과 같다."], top=500)
    content += "\n" + _grid([["구분", "금 액"], ["경 영 학 과", "6분의 5"]])
    content += "\n" + _page(["제2조(시행) 내일부터 시행한다."], top=300)

    page = f"{TURNED[rotate]} cm\n{content}"
    before, table, after = _lines(_pdf([page], rotate=rotate), tmp_path)
    assert before.text == "제1조(금액) 금액은 다음과 같다."
    assert table.rows == (("구분", "금 액"), ("경영학과", "6분의 5"))
    assert after.text == "제2조(시행) 내일부터 시행한다."


def test_a_table_goes_on_over_the_page_under_its_repeated_head(tmp_path: Path) -> None:
    first = _page(["[별표 1] 금액표"], top=500) + "\n" + _grid([["구분", "금액"], ["가", "1"]])
    second = _grid([["구분", "금액"], ["나", "2"]], top=700)
    _, table = _lines(_pdf([first, second]), tmp_path)
    assert table.rows == (("구분", "금액"), ("가", "1"), ("나", "2"))


def _refusal(content: bytes, folder: Path) -> str:
    with pytest.raises(RefusedError) as refused:
        _lines(content, folder)
    return refused.value.code


def test_pictures_of_text_are_refused(tmp_path: Path) -> None:
    assert _refusal(_pdf(["500 0 0 700 0 0 cm /I Do"] * 2, extra=[IMAGE]), tmp_path) == "scanned"


def test_locked_files_are_refused(tmp_path: Path) -> None:
    locked = _pdf(
        [_page(["제1조(목적) 정한다."])],
        extra=[
            "98 0 obj\n<</Filter/Standard/V 1/R 2/P -4/O<"
            + "41" * 32
            + ">/U<"
            + "42" * 32
            + ">>>\nendobj"
        ],
        trailer="/Encrypt 98 0 R/ID[<00><00>]",
    )
    assert _refusal(locked, tmp_path) == "encrypted"


@pytest.mark.parametrize(
    ("content", "code"), [("제1조(목적)".encode(), "not_pdf"), (b"%PDF-1.7\nnothing", "broken")]
)
def test_what_is_no_pdf_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    assert _refusal(content, tmp_path) == code


def test_letters_without_a_meaning_are_refused(tmp_path: Path) -> None:
    assert _refusal(_pdf([_page(["\ue000\ue001\ue002" * 20])]), tmp_path) == "no_letters"


@pytest.mark.process
def test_a_pdf_becomes_a_regulation_and_a_refusal_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "규정.pdf"
    path.write_bytes(_pdf([_page(["가상 시험 규정", "제1조(목적) 시험을 정한다."])]))
    source = read(path)
    assert source.format == "pdf"
    assert parse_regulation(source).articles[0].title == "목적"

    path.write_bytes(_pdf([""]))
    with pytest.raises(UnreadableFileError, match="스캔한 그림"):
        read(path)


@pytest.mark.process
@pytest.mark.slow
def test_articles_of_a_real_document_against_a_plain_count() -> None:
    path = SHARED_DATA / "university" / "soongsil" / "hakchik.pdf"
    if not path.exists():
        pytest.skip("the shared data is not here (PORTAL_SHARED_DATA)")
    source = read(path)
    report = parse_regulation(source).report
    begin_like_articles = sum(bool(re.match(r"제\s*\d+\s*조", line.text)) for line in source.lines)
    # 325 printed lines begin so; 7 of them go on a sentence and only mention an article.
    assert begin_like_articles == 318
    assert report.counts.articles + report.counts.addenda_articles >= 314
    assert report.tables_kept == report.tables_in_source == 23


def test_what_nobody_sees_is_left_out_and_said_with_its_words(tmp_path: Path) -> None:
    unseen = "교원은 모두 합격으로 한다."
    dark = "0.2 g 90 540 400 40 re f"
    page = "\n".join(
        [
            _text(LEFT, 700, "제1조(목적) 이 규정은 시험을 정한다."),
            f"1 1 1 rg {_text(LEFT, 660, unseen)} 0 g",
            _text(LEFT, 640, "작은 글자로 적은 몰래 넣은 말").replace(f"/F {SIZE}", "/F 1"),
            f"3 Tr {_text(LEFT, 620, '그리지 않고 넣은 말')} 0 Tr",
            f"{dark} 1 1 1 rg {_text(LEFT, 555, '제2조(바탕) 어두운 바탕의 흰 글')} 0 g",
        ]
    )
    lines = _lines(_pdf([page]), tmp_path)

    assert [one.text for one in lines if one.text] == [
        "제1조(목적) 이 규정은 시험을 정한다.",
        "제2조(바탕) 어두운 바탕의 흰 글",
    ]
    assert {(w.kind, w.text) for one in lines for w in one.warnings} == {
        ("hidden", unseen),
        ("hidden", "작은 글자로 적은 몰래 넣은 말"),
        ("hidden", "그리지 않고 넣은 말"),
    }


def test_notes_on_a_page_are_told_and_no_text_of_it(tmp_path: Path) -> None:
    paper = FPDF(unit="pt", format="A4")
    paper.add_font("sans", fname=pylopdf_fonts_ko.sans_path())
    paper.set_font("sans", size=SIZE)
    paper.add_page()
    paper.text(LEFT, 100, "제1조(목적) 이 규정은 시험을 정한다.")
    paper.text_annotation(LEFT, 120, text="날짜를 다시 볼 것")
    lines = _lines(bytes(paper.output()), tmp_path)
    assert [one.text for one in lines if one.text] == ["제1조(목적) 이 규정은 시험을 정한다."]
    told = [(w.kind, w.text) for one in lines for w in one.warnings]
    assert told == [("comment", "날짜를 다시 볼 것")]
