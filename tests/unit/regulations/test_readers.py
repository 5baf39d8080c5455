from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from regulations.text.readers import UnreadableFileError, read, sandbox
from regulations.text.readers.sandbox import FOR_STRANGERS, read_limits
from tests.shared_data import shared_file

TEXT = "도서관 규정\n제1조(목적) 도서관의 이용을 정한다.\n"


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949", "utf-16"])
def test_plain_text_in_every_usual_encoding(tmp_path: Path, encoding: str) -> None:
    source = read(written(tmp_path, "규정.txt", TEXT.encode(encoding)))
    assert [line.text for line in source.lines] == TEXT.splitlines()
    assert len(source.sha256) == 64


def test_markdown(tmp_path: Path) -> None:
    content = (
        "---\n제목: 이용 규정\n시행일자: 2025-03-01\n별칭: [이용규정, 도서 규정]\n첨부:\n- 이름: 표\n---\n"
        "# 이용 규정\n\n##### 제1조 (목적)\n\n**①** 다음과 같다.\n\n  1\\. 하나<br>둘\n\n"
        "| 구분 | 값 |\n|---|:-:|\n| 가 | 1 \\| 2 |\n\n끝."
    )
    source = read(written(tmp_path, "규정.md", content.encode()))
    assert source.fields["시행일자"] == "2025-03-01"
    assert source.fields["별칭"] == ("이용규정", "도서 규정")
    assert [(line.text, line.level) for line in source.lines if line.kind == "text"] == [
        ("이용 규정", 1),
        ("제1조 (목적)", 5),
        ("① 다음과 같다.", 0),
        ("1. 하나", 0),
        ("둘", 0),
        ("끝.", 0),
    ]
    assert [line.rows for line in source.lines if line.kind == "table"] == [
        (("구분", "값"), ("가", "1 | 2"))
    ]


@pytest.mark.process
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("빈.txt", b"", "빈 파일"),
        ("공백.txt", b" \n\n ", "글이 없습니다"),
        ("규정.exe", b"MZ", "hwpx"),
        ("확장자없음", b"text", "확장자 없음"),
        ("이진.txt", b"\x00\x01\x02", "글 파일이 아닙니다"),
        ("깨짐.txt", b"\xff\xff\xfa\x80", "UTF-8"),
        ("머리.md", b"---\nname: [1\n---\n# x\n", "머리"),
        ("아님.hwpx", TEXT.encode(), "한글 문서가 아니거나"),
        ("잘림.hwpx", b"PK\x03\x04" + b"\x00" * 40, "손상"),
        ("옛날.hwp", b"HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05", "HWP 3.0"),
    ],
)
def test_refusals_say_what_to_do(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(UnreadableFileError, match=said):
        read(written(tmp_path, name, content))


@pytest.mark.process
def test_package_that_would_unpack_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.hwpx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("Contents/section0.xml", b" " * 80_000_000)
    with pytest.raises(UnreadableFileError, match="너무 큽니다"):
        read(path)


@pytest.mark.process
def test_package_with_names_outside_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "path.hwpx"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("../../etc/passwd", b"x")
    with pytest.raises(UnreadableFileError, match="이름이 올바르지"):
        read(path)


@pytest.mark.process
def test_a_small_package_with_too_many_elements_is_refused_before_it_is_parsed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "elements.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", b"<w:p/>" * 1_100_000)
    with pytest.raises(UnreadableFileError, match="너무 큽니다"), read_limits(FOR_STRANGERS):
        read(path)
    # Curators may bring more; this one is no document.
    with pytest.raises(UnreadableFileError, match="Word 문서"):
        read(path)


@pytest.mark.process
def test_strangers_have_less_time_and_memory(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>글</p>" * 2000)
    for less, said in (
        (replace(FOR_STRANGERS, seconds=0.01), "0.01초 안에 읽지 못했습니다"),
        (replace(FOR_STRANGERS, memory_bytes=1024**2), "주십시오"),
    ):
        with pytest.raises(UnreadableFileError, match=said), read_limits(less):
            read(path)
    assert len(read(path).lines) == 2000


@pytest.mark.process
def test_reader_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 0.01)
    with pytest.raises(UnreadableFileError, match="초 안에"):
        read(shared_file("university/dongeui/rulebook_9-349_part_a.hwpx"))


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
def test_hostile_files_are_refused(name: str) -> None:
    with pytest.raises(UnreadableFileError):
        read(shared_file(f"hwp_fixtures/{name}"))


@pytest.mark.process
def test_automatic_numbers_stand_before_the_text() -> None:
    source = read(shared_file("hwp_fixtures/auto_numbered_articles.hwpx"))
    assert [line.label for line in source.lines if line.label][:2] == ["제1조", "제2조"]
