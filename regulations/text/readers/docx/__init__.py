"""DOCX: python-docx opens the package in a child process, `blocks`; automatic numbers are counted anew."""

from __future__ import annotations

from pathlib import Path

from regulations.text.readers.sandbox import read_in_child
from regulations.text.readers.source import SourceText

_REFUSALS = {
    "encrypted": "암호가 걸린 문서입니다. Word에서 암호를 없애고 저장해 다시 올려 주십시오.",
    "old_word": "Word 97-2003 형식(.doc)의 문서입니다. Word에서 .docx로 저장해 다시 올려 주십시오.",
    "not_word": "Word 문서(.docx)가 아니거나 손상된 파일입니다. Word에서 열리는지, 확장자가 맞는지 확인해 주십시오.",
    "macros": "매크로가 든 문서는 받지 않습니다. Word에서 매크로 없는 .docx로 저장해 다시 올려 주십시오.",
    "entities": "올바르지 않은 정의가 든 문서라서 읽지 않았습니다. Word에서 열어 다시 저장해 올려 주십시오.",
}


def read_docx(path: Path, sha256: str) -> SourceText:
    """Read a Word document; raises `UnreadableFileError`."""
    return read_in_child("docx.blocks", path, sha256, _REFUSALS)
