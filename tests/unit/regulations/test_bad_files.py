"""Every bad file ends as a sentence for a person or as a regulation with a report; never as a traceback, never as half of it."""

from __future__ import annotations

import os
import time
import unicodedata
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from hypothesis import given, settings
from hypothesis import strategies as st

from regulations.importing.files import NotImportableError, ParsedFile, file_parse
from regulations.text.parser import ParsedRegulation, parse_regulation
from regulations.text.readers import UnreadableFileError
from tests.shared_data import shared_file

TEXT = "가온 규정\n제1조(목적) 이 규정은 가온을 정한다.\n제2조(정의) 뜻을 정한다.\n"
LONGEST_SECONDS = 20


def outcome(path: Path) -> ParsedFile | str:
    """What becomes of a file: its regulations, or the sentence that a person gets."""
    began = time.monotonic()
    try:
        return file_parse(path=path)
    except (UnreadableFileError, NotImportableError) as error:
        return str(error)
    finally:
        assert time.monotonic() - began < LONGEST_SECONDS


def package(*entries: tuple[str, bytes]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in entries:
                archive.writestr(name, content)

    return write


def word(path: Path) -> None:
    made = docx.Document()
    for line in TEXT.splitlines():
        made.add_paragraph(line)
    made.save(str(path))


def truncated(path: Path) -> None:
    word(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def with_macros(path: Path) -> None:
    word(path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/vbaProject.bin", b"x")


def deeply_nested(path: Path) -> None:
    made = docx.Document()
    outer = made.element.body
    for _ in range(3000):
        inner = OxmlElement("w:sdt")
        outer.insert(0, inner)
        outer = inner
    made.save(str(path))


MAGIC_HWP3 = b"HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PDF = b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n"
REFUSED: dict[str, tuple[bytes | Callable[[Path], None], str]] = {
    "0바이트.hwp": (b"", "빈 파일"),
    "0바이트.docx": (b"", "빈 파일"),
    "공백.md": (b"\n \n", "글이 없습니다"),
    "한글3.hwp": (MAGIC_HWP3 + bytes(500), "HWPX로 저장"),
    "글.hwp": (TEXT.encode(), "확장자"),
    "글.pdf": (TEXT.encode(), "확장자"),
    "그림.pdf": (b"\x89PNG\r\n\x1a\n" + bytes(80), "확장자"),
    "빈올레.hwp": (OLE + bytes(600), "다시 저장"),
    "쪽없음.pdf": (PDF, "다시 저장"),
    "머리만.pdf": (b"%PDF-1.7", "다시 저장"),
    "워드.hwpx": (word, "한글"),
    "압축.docx": (package(("a.txt", b"x")), "Word"),
    "이름.hwpx": (package(("../../x.xml", b"x")), "이름"),
    "이름.docx": (package(("C:\\..\\x.xml", b"x")), "이름"),
    "폭탄.docx": (package(("word/document.xml", b" " * 80_000_000)), "나누어"),
    "정의.hwpx": (package(("Contents/section0.xml", b"<!DOCTYPE a><a/>")), "DTD"),
    "매크로.docx": (with_macros, "매크로"),
    "잘림.docx": (truncated, "다시 저장"),
    "깊음.docx": (deeply_nested, "다시 저장"),
    "널.txt": (TEXT.encode() + b"\0", "글 파일이 아닙니다"),
    "표시없는16.txt": (TEXT.encode("utf-16-le"), "확장자"),
    "섞임.txt": (b"\xff\xfe\x00\xd8\x00", "UTF-8"),
    "반쪽글자.md": (b"\xed\xa0\x80 x", "UTF-8"),
    "깊은머리.md": (b"---\na: " + b"[" * 40_000 + b"\n---\n# x\n", "머리"),
    "조문없음.txt": ("안내문\n조문이 없는 글입니다.\n".encode(), "제1조"),
    "번호없음.txt": (
        "가온 규정\n(목적) 이 규정은 정한다.\n(정의) 뜻은 다음과 같다.\n".encode(),
        "번호",
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("name", REFUSED)
def test_bad_files_are_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    content, said = REFUSED[name]
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        content(path)
    sentence = outcome(path)
    assert isinstance(sentence, str), f"{name} was read"
    assert said in sentence
    assert sentence.endswith("십시오.")


def test_article_numbers_that_are_lost_in_part_are_lost(tmp_path: Path) -> None:
    path = tmp_path / "규정.txt"
    path.write_text(
        "가온 규정\n(목적) 이 규정은 정한다.\n(정의) 뜻은 다음과 같다.\n제2조의2(범위) 같다.\n",
        encoding="utf-8",
    )
    assert "자동 번호가 사라진" in str(outcome(path))


READ: dict[str, bytes] = {
    "utf16.txt": TEXT.encode("utf-16"),
    "cp949.txt": TEXT.encode("cp949"),
    "nfd.txt": unicodedata.normalize("NFD", TEXT).encode(),
    "crlf.md": TEXT.replace("\n", "\r\n").encode(),
    "널머리.md": ('---\n제목: "가온\\0 규정"\n---\n' + TEXT).encode(),
    "연도없음.txt": (TEXT + "제3조(날) 0000. 1. 1.부터 시행한다. <개정 0000. 13. 40.>\n").encode(),
}


@pytest.mark.parametrize("name", READ)
def test_odd_files_are_read_whole(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(READ[name])
    file = outcome(path)
    assert isinstance(file, ParsedFile), file
    [parsed] = file.regulations
    assert parsed.title == "가온 규정"
    assert [one.title for one in parsed.articles][:2] == ["목적", "정의"]
    assert parsed.report.kept_share == 1.0


def test_a_file_name_that_cannot_be_stored(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt"))
    path.write_text(TEXT, encoding="utf-8")
    file = outcome(path)
    assert isinstance(file, ParsedFile)
    assert file.name.encode() == b"?.txt"


@pytest.mark.process
@pytest.mark.parametrize(
    "name",
    [
        "bad_bomb.hwpx",
        "bad_entities.hwpx",
        "bad_not_hwp.hwp",
        "bad_password_12345.hwp",
        "bad_truncated.hwp",
        "bad_truncated.hwpx",
    ],
)
def test_shared_bad_files_are_refused(name: str) -> None:
    assert str(outcome(shared_file(f"hwp_fixtures/{name}"))).endswith("십시오.")


@pytest.mark.process
def test_a_distribution_document_is_read() -> None:
    assert "제1조" in str(outcome(shared_file("hwp_fixtures/hwplib_distribution.hwp")))


# -- any text at all -----------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "제1조(목적)", "제2조", "제3조의2", "제9999조", "부칙", "부 칙 <", "제1장", "①", "㊿", "1.", "3의2.", "가.", "1)",
        "[별표 1]", "<별지 2호 서식>", "| a | b |", "|", "<개정 2020. 1. 1.>", "<개정", "[본조신설", "(", "((((", ")",
        "2020. 2. 30.", "제2조 내지 제9999조 삭제", "삭제", "비고", "목차", "\n", "\n", " ", "&lt;", "\ufeff", "\ud800",
        "\x00", "이 규정은 시행한다.", "---", "# ", "**", "．", "（", "０",
    ]
)  # fmt: skip


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=60))
def test_any_text_is_parsed_without_an_exception(pieces: list[str]) -> None:
    parsed = parse_regulation("".join(pieces))
    assert 0 <= parsed.report.kept_characters <= parsed.report.source_characters
    stored(parsed).encode()


@settings(max_examples=60, derandomize=True, deadline=None)
@given(content=st.binary(max_size=200), head=st.sampled_from([b"", b"---\n", b"\xff\xfe", b"# "]))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, head: bytes
) -> None:
    folder = tmp_path_factory.getbasetemp()
    for suffix in (".txt", ".md"):
        path = folder / f"any{suffix}"
        path.write_bytes(head + content + TEXT.encode())
        outcome(path)


def stored(parsed: ParsedRegulation) -> str:
    """All text that goes into the database."""
    texts = [parsed.title, *(one.title + one.full_text + one.marks for one in parsed.all_articles)]
    texts += [one.text + one.title for one in parsed.addenda]
    texts += [one.text + one.title for one in parsed.attachments]
    return "".join(texts)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "<개정", "[본조신설 ", "(개정 ", "((", "제1호[", "제1조 ", "....", "1-", "# ", "**a", "| ", "&#", "a\u0301\u0316",
        "\u0301\u0316", "<개정 2020. 1. 1. ", "별표 1 ", "[별표 1] ", "제1조(", "가. ", "  ",
    ],
)  # fmt: skip
def test_a_line_without_end_takes_linear_time(tmp_path: Path, unit: str) -> None:
    path = tmp_path / "long.md"
    line = unit * (150_000 // len(unit))
    path.write_text(f"{TEXT}{line}\n[{line}\n# {line}\n", encoding="utf-8")
    began = time.process_time()
    outcome(path)
    assert time.process_time() - began < 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["제{}조(이름) 정한다.", "제1조의{}(이름)", "{}. 하나", "[별표 {}] 표", "글 {}"]
)
def test_many_lines_take_linear_time(line: str) -> None:
    text = "머리\n잃는 줄\n제1조(목적) 정한다.\n" + "\n".join(
        line.format(n % 9999) for n in range(12_000)
    )
    began = time.process_time()
    parse_regulation(text)
    assert time.process_time() - began < 6
