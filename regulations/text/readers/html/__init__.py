"""HTML: lxml in a child process, `blocks`, in whichever encoding the page is."""

from __future__ import annotations

from pathlib import Path

from regulations.text.readers.sandbox import read_in_child
from regulations.text.readers.source import SourceText

_REFUSALS = {
    "not_html": "웹 문서(HTML)가 아니거나 손상된 파일입니다. 확장자가 실제 형식과 같은지 확인해 주십시오.",
    "too_deep": "너무 복잡하게 짜인 웹 문서라서 끝까지 읽지 못합니다. 본문만 복사해 한글이나 글 파일로 저장해 올려 주십시오.",
    "encoding": "글자를 알아볼 수 없습니다(UTF-8이나 CP949가 아님). 웹 문서를 UTF-8로 저장해 다시 올려 주십시오.",
}


def read_html(path: Path, sha256: str) -> SourceText:
    """Read an HTML file; raises `UnreadableFileError`."""
    return read_in_child("html.blocks", path, sha256, _REFUSALS)
