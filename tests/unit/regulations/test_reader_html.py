"""HTML pages: text in whichever encoding, tables with merged cells, nothing of what only surrounds or is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations.text.parser import parse_regulation
from regulations.text.readers import SourceLine, UnreadableFileError, read, sandbox
from regulations.text.readers.child import RefusedError
from regulations.text.readers.html.blocks import read_lines


def _lines(page: str | bytes, folder: Path) -> list[SourceLine]:
    path = folder / "규정.html"
    path.write_bytes(page.encode() if isinstance(page, str) else page)
    return list(read_lines(path))


def _texts(page: str | bytes, folder: Path) -> list[str]:
    return [line.text for line in _lines(page, folder) if line.text]


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
        ("", "cp949"),
        ('<meta charset="euc-kr">', "cp949"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=ks_c_5601-1987">', "cp949"),
        ('<meta charset="utf-8">', "cp949"),
        ('<meta charset="euc-kr">', "utf-8"),
    ],
)
def test_encodings(tmp_path: Path, head: str, encoding: str) -> None:
    page = f"<html><head>{head}</head><body><p>뷁뷁 규정</p></body></html>".encode(encoding)
    assert _texts(page, tmp_path) == ["뷁뷁 규정"]


def test_lines_break_at_blocks_and_br_and_marks_survive_as_text(tmp_path: Path) -> None:
    page = (
        "<h2>제1조(목적)</h2>이 규정은 <b>시</b>험을\n 정한다.&lt;개정 2031. 3. 1.&gt;<br>"
        "② 다음과 같다.<신설 2032. 4. 5.><p>1.&nbsp;필기</p>"
    )
    assert _texts(page, tmp_path) == [
        "제1조(목적)",
        "이 규정은 시험을 정한다.<개정 2031. 3. 1.>",
        "② 다음과 같다.<신설 2032. 4. 5.>",
        "1. 필기",
    ]
    assert [line.level for line in _lines(page, tmp_path)] == [2, 0, 0, 0]


def test_what_surrounds_the_text_is_dropped(tmp_path: Path) -> None:
    page = """<body><header>머리</header><nav>메뉴</nav><script>x</script><style>y</style>
        <div role="banner">띠</div><p hidden>숨김</p><p style="display: none">숨김</p>
        <p>본문</p>꼬리<footer>주소</footer></body>"""
    assert _texts(page, tmp_path) == ["본문", "꼬리"]
    only_main = "<body><div>메뉴</div><main><p>본문</p></main><div>주소</div></body>"
    assert _texts(only_main, tmp_path) == ["본문"]


def test_merged_cells_keep_columns_below_each_other(tmp_path: Path) -> None:
    page = """<table><caption>[별표 1] 금액</caption>
        <tr><th rowspan="2">구분</th><th colspan="2">금액</th></tr>
        <tr><td>국내</td><td>국외</td></tr>
        <tr><td><p>가</p><p>군</p></td><td>1</td><td>2</td></tr></table>"""
    caption, table = _lines(page, tmp_path)
    assert caption.text == "[별표 1] 금액"
    assert table.rows == (("구분", "금액", ""), ("", "국내", "국외"), ("가 군", "1", "2"))


def test_a_table_that_only_arranges_the_page_is_text(tmp_path: Path) -> None:
    page = "<table><tr><td>제1조(목적) 정한다.<table><tr><td>가</td><td>나</td></tr></table></td></tr></table>"
    lines = _lines(page, tmp_path)
    assert lines[0].text == "제1조(목적) 정한다."
    assert lines[1].rows == (("가", "나"),)


def test_numbers_of_ordered_lists_are_restored_unless_they_are_written(tmp_path: Path) -> None:
    page = """<ol start="2"><li>필기<ol style="list-style-type: hangul"><li>하나<li>둘</ol><li>실기</ol>
        <ol><li>1. 적힌 번호</ol><ol style="list-style: none"><li>번호 없음</ol>"""
    labels = [line.label for line in _lines(page, tmp_path)]
    assert labels == ["2.", "가.", "나.", "3.", "", ""]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"%PDF-1.7 <html>", "not_html"),
        ("태그가 없는 글".encode(), "not_html"),
        (b"<html>\xff\xff\xff\xfe</html>", "encoding"),
    ],
)
def test_what_is_no_page_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        _lines(content, tmp_path)
    assert refused.value.code == code


def test_a_page_that_is_nested_too_deeply_is_refused_and_not_cut_off(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="too_deep"):
        _lines("<p>앞</p>" + "<div>" * 5000 + "뒤", tmp_path)


def test_entities_and_spans_of_a_hostile_page_stay_small(tmp_path: Path) -> None:
    entities = '<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    row = "<tr>" + '<td colspan="65534" rowspan="65534">가</td>' * 20 + "</tr>"
    lines = _lines(f"{entities}<p>&b;</p><table>{row * 20}</table>", tmp_path)
    assert all("aaaa" not in line.text for line in lines)
    assert max(len(cells) for line in lines for cells in line.rows) < 1000


@pytest.mark.process
def test_what_a_child_must_not_do_ends_as_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "규정.html"
    path.write_text("<p>글</p>" * 2000)
    monkeypatch.setattr(sandbox, "OUTPUT_BYTES", 1000)
    with pytest.raises(UnreadableFileError, match="너무 큽니다"):
        read(path)
    monkeypatch.setattr(sandbox, "MEMORY_BYTES", 1024**2)
    with pytest.raises(UnreadableFileError, match="주십시오"):
        read(path)
    monkeypatch.setattr(sandbox, "SECONDS", 0.01)
    with pytest.raises(UnreadableFileError, match="안에 읽지 못했습니다"):
        read(path)


@pytest.mark.process
def test_a_page_becomes_a_regulation(tmp_path: Path) -> None:
    path = tmp_path / "규정.htm"
    path.write_bytes(
        "<h1>가상 시험 규정</h1><p>제1조(목적) 정한다.</p><p>제2조(방법) ① 필기로 한다.</p>".encode(
            "cp949"
        )
    )
    source = read(path)
    parsed = parse_regulation(source)
    assert source.format == "htm"
    assert parsed.title == "가상 시험 규정"
    assert [article.title for article in parsed.articles] == ["목적", "방법"]


def test_what_a_page_shows_as_taken_out_or_put_in_is_told(tmp_path: Path) -> None:
    page = "<p>제1조(목적) <del>매년</del><ins>학기마다</ins> 정한다.</p><table><tr><td>큰 방</td><td><s>2만 원</s></td></tr></table>"
    told = [(w.kind, w.text) for line in _lines(page, tmp_path) for w in line.warnings]
    assert told == [
        ("tracked", "취소선: 매년"),
        ("tracked", "넣은 글: 학기마다"),
        ("tracked", "취소선: 2만 원"),
    ]
