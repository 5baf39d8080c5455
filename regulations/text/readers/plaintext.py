"""Plain text: UTF-8 with or without a mark, UTF-16 with one, or CP949 as older Windows programs write it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from regulations.text.readers.source import SourceLine, SourceText, UnreadableFileError

# A rulebook of 500 regulations is 5 MB of text.
MAX_TEXT_BYTES = 20 * 1024**2
_PIPE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_RULE_ROW = re.compile(r"^\s*\|[\s:|-]+\|\s*$")
_CELL_BORDER = re.compile(r"(?<!\\)\|")


def read_plaintext(path: Path, sha256: str) -> SourceText:
    """Read a text file; rows between vertical bars are a table."""
    lines = tuple(gather_tables(SourceLine(text=line) for line in decode(path).splitlines()))
    return SourceText(lines=lines, format="txt", sha256=sha256, name=path.name)


def decode(path: Path) -> str:
    """Return the text of a file in whichever of the usual Korean encodings it was written."""
    content = path.read_bytes()
    if len(content) > MAX_TEXT_BYTES:
        limit = MAX_TEXT_BYTES // 1024**2
        raise UnreadableFileError(
            f"글 파일이 {limit} MB보다 큽니다. 규정별로 나누어 올려 주십시오."
        )
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    elif b"\0" in content:
        raise UnreadableFileError(
            "글 파일이 아닙니다. 확장자가 실제 형식과 같은지 확인해 주십시오."
        )
    else:
        encodings = ["utf-8-sig", "cp949"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UnreadableFileError(
        "글자를 알아볼 수 없습니다(UTF-8이나 CP949가 아님). 메모장에서 UTF-8로 저장해 다시 올려 주십시오."
    )


def gather_tables(lines: Iterable[SourceLine]) -> Iterator[SourceLine]:
    """Drop empty lines and make one table line of each run of `| … | … |` rows."""
    rows: list[tuple[str, ...]] = []
    for line in lines:
        if line.kind == "text" and _PIPE_ROW.match(line.text):
            if not _RULE_ROW.match(line.text):
                cells = _CELL_BORDER.split(line.text.strip())[1:-1]
                rows.append(tuple(cell.replace("\\|", "|").strip() for cell in cells))
            continue
        if rows:
            yield SourceLine(text="", kind="table", rows=tuple(rows))
            rows = []
        if line.text.strip() or line.kind != "text" or line.warnings:
            yield line
    if rows:
        yield SourceLine(text="", kind="table", rows=tuple(rows))
