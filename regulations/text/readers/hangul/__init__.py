"""HWPX and HWP 5.0 through hwp2markdown's block interface, in a child process, `blocks`."""

from __future__ import annotations

from pathlib import Path

from regulations.text.readers.sandbox import read_in_child
from regulations.text.readers.source import SourceText

_REFUSALS = {
    "encrypted": "암호가 걸린 문서입니다. 한글에서 암호를 없애고 저장해 다시 올려 주십시오.",
    "drm": "보안(DRM) 문서입니다. 보안을 해제한 파일을 올려 주십시오.",
    "old_hangul": "한글 97 이전의 HWP 3.0 문서입니다. 한글에서 HWPX로 저장해 다시 올려 주십시오.",
    "entities": "올바르지 않은 정의(DTD)가 든 문서라서 읽지 않았습니다. 한글에서 열어 다시 저장해 올려 주십시오.",
    "unsupported": "이 문서는 읽을 수 없는 종류입니다. 한글에서 HWPX로 저장해 다시 올려 주십시오.",
    "not_hangul": "한글 문서가 아니거나 손상된 파일입니다. 한글에서 열리는지, 확장자가 맞는지 확인해 주십시오.",
}


def read_hangul(path: Path, sha256: str) -> SourceText:
    """Read a HWPX or HWP file; raises `UnreadableFileError`."""
    return read_in_child("hangul.blocks", path, sha256, _REFUSALS)
