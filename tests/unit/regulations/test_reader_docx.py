"""Word documents: automatic numbers are counted as Word counts them, nothing visible is lost, hostile files are refused."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.oxml.ns import nsdecls
from docx.oxml.parser import parse_xml

from regulations.text.parser import parse_regulation
from regulations.text.readers import SourceLine, UnreadableFileError, read
from regulations.text.readers.child import RefusedError
from regulations.text.readers.docx.blocks import read_lines
from regulations.text.readers.numerals import spell

SHARED_DATA = Path(
    os.environ.get("PORTAL_SHARED_DATA") or Path(__file__).parents[4] / "shared" / "data"
)
CHAPTERS, ARTICLES, PARAGRAPHS, SUBPARAGRAPHS, ITEMS = range(5)
PATTERN = """
<w:abstractNum {ns} w:abstractNumId="77">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="제%1장"/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlRestart w:val="0"/><w:lvlText w:val="제%2조"/></w:lvl>
  <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="decimalEnclosedCircle"/><w:lvlText w:val="%3"/></w:lvl>
  <w:lvl w:ilvl="3"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%4."/></w:lvl>
  <w:lvl w:ilvl="4"><w:start w:val="1"/><w:numFmt w:val="ganada"/><w:lvlText w:val="%5."/></w:lvl>
</w:abstractNum>"""


@pytest.fixture
def document() -> Document:
    """An empty document with one list of the levels that regulations have (77), and one that begins anew (78)."""
    made = docx.Document()
    numbering = made.part.numbering_part.element
    numbering.insert(0, parse_xml(PATTERN.format(ns=nsdecls("w"))))
    numbering.append(_xml('<w:num {ns} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    numbering.append(
        _xml(
            '<w:num {ns} w:numId="78"><w:abstractNumId w:val="77"/><w:lvlOverride w:ilvl="1">'
            '<w:startOverride w:val="1"/></w:lvlOverride></w:num>'
        )
    )
    return made


def _xml(text: str) -> object:
    return parse_xml(text.format(ns=nsdecls("w")))


def _numbered(document: Document, text: str, depth: int, list_id: int = 77) -> None:
    properties = document.add_paragraph(text)._p.get_or_add_pPr()
    properties.append(
        _xml(
            f'<w:numPr {{ns}}><w:ilvl w:val="{depth}"/><w:numId w:val="{list_id}"/></w:numPr>',
        )
    )


def _saved(document: Document, folder: Path) -> Path:
    path = folder / "규정.docx"
    document.save(str(path))
    return path


def _lines(document: Document, folder: Path) -> list[SourceLine]:
    return list(read_lines(_saved(document, folder)))


def _labels(document: Document, folder: Path) -> list[str]:
    return [line.label for line in _lines(document, folder)]


def test_numbers_restart_below_a_higher_level_unless_the_list_says_never(
    document: Document, tmp_path: Path
) -> None:
    for depth in (
        CHAPTERS,
        ARTICLES,
        PARAGRAPHS,
        SUBPARAGRAPHS,
        ITEMS,
        ITEMS,
        SUBPARAGRAPHS,
        ITEMS,
    ):
        _numbered(document, "글", depth)
    for depth in (ARTICLES, PARAGRAPHS, CHAPTERS, ARTICLES):
        _numbered(document, "글", depth)

    expected = "제1장 제1조 ① 1. 가. 나. 2. 가. 제2조 ① 제2장 제3조"
    assert _labels(document, tmp_path) == expected.split()


def test_lists_of_one_pattern_count_together_until_one_begins_anew(
    document: Document, tmp_path: Path
) -> None:
    _numbered(document, "(목적) 정한다.", ARTICLES)
    document.add_paragraph("사이의 글")
    _numbered(document, "(정의) 뜻.", ARTICLES)
    _numbered(document, "(시행일) 부칙의 조.", ARTICLES, list_id=78)
    _numbered(document, "(경과조치) 부칙의 조.", ARTICLES, list_id=78)

    assert _labels(document, tmp_path) == ["제1조", "", "제2조", "제1조", "제2조"]


def test_a_style_can_number_its_paragraphs_and_mark_headings(
    document: Document, tmp_path: Path
) -> None:
    heading = document.styles["Heading 2"].element.get_or_add_pPr()
    heading.append(_xml('<w:numPr {ns}><w:ilvl w:val="1"/><w:numId w:val="77"/></w:numPr>'))
    document.add_paragraph("가상 규정", style="Title")
    document.add_paragraph("(목적)", style="Heading 2")

    title, article = _lines(document, tmp_path)
    assert (title.level, title.label) == (1, "")
    assert (article.level, article.label) == (2, "제1조")


@pytest.mark.parametrize(
    ("number", "form", "spelled"),
    [
        (21, "decimalEnclosedCircle", "㉑"),
        (51, "decimalEnclosedCircle", "51"),
        (14, "ganada", "하"),
        (15, "ganada", "가가"),
        (12, "koreanDigital", "일이"),
        (21, "koreanCounting", "이십일"),
        (11, "koreanLegal", "열하나"),
        (4, "upperRoman", "IV"),
        (28, "lowerLetter", "bb"),
        (3, "unheardOf", "3"),
        (3, "none", ""),
    ],
)
def test_spelling_of_numbers(number: int, form: str, spelled: str) -> None:
    assert spell(number, form) == spelled


def test_tables_stand_where_they_were_and_merged_cells_keep_columns(
    document: Document, tmp_path: Path
) -> None:
    document.add_paragraph("앞")
    table = document.add_table(rows=3, cols=3)
    for row in table.rows:
        for number, cell in enumerate(row.cells):
            cell.text = f"칸{number}"
    table.cell(0, 1).merge(table.cell(0, 2)).text = "가로"
    table.cell(1, 0).merge(table.cell(2, 0)).text = "세로"
    document.add_paragraph("뒤")

    before, middle, after = _lines(document, tmp_path)
    assert (before.text, middle.kind, after.text) == ("앞", "table", "뒤")
    assert middle.rows == (
        ("칸0", "가로", ""),
        ("세로", "칸1", "칸2"),
        ("", "칸1", "칸2"),
    )


def test_tracked_changes_are_read_as_accepted_and_content_controls_are_not_skipped(
    document: Document, tmp_path: Path
) -> None:
    run = "<w:r><w:t>{}</w:t></w:r>"
    body = document.element.body
    body.insert(
        0,
        _xml(
            f"<w:p {{ns}}>{run.format('휴학은 ')}<w:del>{run.format('두')}</w:del>"
            f"<w:ins>{run.format('세')}</w:ins>{run.format(' 학기')}</w:p>"
        ),
    )
    control = (
        f"<w:sdt {{ns}}><w:sdtContent><w:p>{run.format('상자 안')}</w:p></w:sdtContent></w:sdt>"
    )
    body.insert(1, _xml(control))

    assert [line.text for line in _lines(document, tmp_path)] == ["휴학은 세 학기", "상자 안"]


def _with_entry(path: Path, name: str, content: bytes) -> Path:
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr(name, content)
    return path


def _refusal(path: Path) -> str:
    with pytest.raises(RefusedError) as refused:
        list(read_lines(path))
    return refused.value.code


def test_macros_are_refused(document: Document, tmp_path: Path) -> None:
    assert (
        _refusal(_with_entry(_saved(document, tmp_path), "word/vbaProject.bin", b"x")) == "macros"
    )


def test_names_that_leave_the_folder_are_refused(document: Document, tmp_path: Path) -> None:
    assert _refusal(_with_entry(_saved(document, tmp_path), "word/../../x", b"x")) == "names"


def test_a_zip_bomb_is_refused(document: Document, tmp_path: Path) -> None:
    blanks = b" " * (80 * 1024 * 1024)
    assert _refusal(_with_entry(_saved(document, tmp_path), "word/media/x", blanks)) == "too_large"


def test_entities_are_refused(document: Document, tmp_path: Path) -> None:
    source = _saved(document, tmp_path)
    hostile = tmp_path / "hostile.docx"
    with zipfile.ZipFile(source) as good, zipfile.ZipFile(hostile, "w") as bad:
        for name in good.namelist():
            content = good.read(name)
            if name == "word/document.xml":
                head, rest = content.split(b"?>", 1)
                content = head + b'?><!DOCTYPE w [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>' + rest
            bad.writestr(name, content)
    assert _refusal(hostile) == "entities"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xd0\xcf\x11\xe0" + bytes(512) + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (b"\xd0\xcf\x11\xe0" + bytes(512), "old_word"),
        ("제1조(목적)".encode(), "not_word"),
        (b"PK\x03\x04" + bytes(64), "broken"),
    ],
)
def test_other_formats_under_the_name_of_a_word_document(
    tmp_path: Path, content: bytes, code: str
) -> None:
    path = tmp_path / "규정.docx"
    path.write_bytes(content)
    assert _refusal(path) == code


@pytest.mark.process
def test_a_refusal_is_a_sentence_and_a_reading_comes_back_whole(
    document: Document, tmp_path: Path
) -> None:
    document.add_paragraph("가상 규정")
    _numbered(document, "(목적) 이 규정은 시험을 정한다.", ARTICLES)
    path = _saved(document, tmp_path)
    source = read(path)
    assert (source.format, source.name) == ("docx", "규정.docx")
    assert parse_regulation(source).articles[0].title == "목적"

    with pytest.raises(UnreadableFileError, match=r"매크로.*다시 올려 주십시오"):
        read(_with_entry(path, "word/vbaProject.bin", b"x"))


@pytest.mark.process
def test_automatic_articles_of_the_shared_document() -> None:
    path = SHARED_DATA / "docx_fixtures" / "auto_numbered_articles.docx"
    if not path.exists():
        pytest.skip("the shared data is not here (PORTAL_SHARED_DATA)")
    parsed = parse_regulation(read(path))
    assert [article.locator.key for article in parsed.articles] == ["art-1", "art-2", "art-3"]
    counts = parsed.report.counts
    assert (counts.paragraphs, counts.subparagraphs, counts.items) == (2, 2, 2)
    assert parsed.report.rows_kept == 2


@pytest.mark.process
def test_what_nobody_sees_is_left_out_and_told(document: Document, tmp_path: Path) -> None:
    paragraph = document.add_paragraph("제1조(목적) 이용을 정한다.")
    for properties, text in (
        ("<w:vanish/>", "숨긴 글"),
        ('<w:color w:val="FFFFFF"/>', "흰 글"),
        ('<w:sz w:val="2"/>', "작은 글"),
    ):
        paragraph._p.append(_xml(f"<w:r {{ns}}><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"))
    paragraph._p.append(
        _xml(
            '<w:r {ns}><w:rPr><w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="333333"/></w:rPr>'
            "<w:t> 어두운 바탕</w:t></w:r>"
        )
    )
    paragraph._p.append(
        _xml('<w:del {ns} w:id="1" w:author="x"><w:r><w:delText>옛 글</w:delText></w:r></w:del>')
    )
    (line, *_rest) = [one for one in read(_saved(document, tmp_path)).lines if one.text]
    assert line.text == "제1조(목적) 이용을 정한다. 어두운 바탕"
    warnings = [
        (warning.kind, warning.text)
        for one in read(_saved(document, tmp_path)).lines
        for warning in one.warnings
    ]
    assert warnings == [
        ("hidden", "숨긴 글"),
        ("hidden", "흰 글"),
        ("hidden", "작은 글"),
        ("tracked", "지운 글: 옛 글"),
    ]
