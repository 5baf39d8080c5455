"""PDF: pdfium for text, pdfplumber for tables, in a child process, `blocks`. Pictures of text are not read."""

from __future__ import annotations

from pathlib import Path

from regulations.text.readers.sandbox import read_in_child
from regulations.text.readers.source import SourceText

_REFUSALS = {
    "encrypted": "암호가 걸린 PDF입니다. 암호를 없앤 파일을 올려 주십시오.",
    "scanned": "글자 정보가 없는 PDF(스캔한 그림)입니다. 원본 한글 문서나 글자를 선택할 수 있는 PDF를 올려 주십시오.",
    "no_letters": "글자를 알아볼 수 없게 저장된 PDF입니다. 원본 문서를 올리거나 PDF로 다시 저장해 올려 주십시오.",
    "not_pdf": "PDF가 아니거나 손상된 파일입니다. PDF 보기 프로그램에서 열리는지, 확장자가 맞는지 확인해 주십시오.",
}


def read_pdf(path: Path, sha256: str) -> SourceText:
    """Read a PDF; raises `UnreadableFileError`."""
    return read_in_child("pdf.blocks", path, sha256, _REFUSALS)
