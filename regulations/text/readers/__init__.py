"""Reading files: one module a format, all behind `read`. Pure: no Django, no database.

A reader returns the lines of a file and judges nothing; what a line means is the parser's business. A file that cannot be
read is refused with a sentence for the person who chose it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePath

from regulations.text.readers.docx import read_docx
from regulations.text.readers.hangul import read_hangul
from regulations.text.readers.html import read_html
from regulations.text.readers.markdown import read_markdown
from regulations.text.readers.pdf import read_pdf
from regulations.text.readers.plaintext import read_plaintext
from regulations.text.readers.source import SourceLine, SourceText, UnreadableFileError

__all__ = [
    "READABLE_SUFFIXES",
    "SourceLine",
    "SourceText",
    "UnreadableFileError",
    "file_refusal",
    "read",
]

# Above this a single file is no regulation: the largest rulebook seen is 4 MB.
MAX_FILE_BYTES = 100 * 1024 * 1024

_READERS: dict[str, Callable[[Path, str], SourceText]] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_plaintext,
    ".hwpx": read_hangul,
    ".hwp": read_hangul,
    ".docx": read_docx,
    ".pdf": read_pdf,
    ".html": read_html,
    ".htm": read_html,
}
READABLE_SUFFIXES = frozenset(_READERS)


def file_refusal(name: str, size: int) -> str:
    """Why a file is not read, as far as its name and size say so, in a sentence for a person; empty where they do not."""
    suffix = PurePath(name).suffix
    if suffix.lower() not in READABLE_SUFFIXES:
        known = ", ".join(sorted(suffix.lstrip(".") for suffix in READABLE_SUFFIXES))
        return f"이 형식({suffix or '확장자 없음'})의 파일은 읽지 못합니다. 다음 형식으로 저장해 다시 올려 주십시오: {known}"
    if size == 0:
        return "빈 파일입니다. 내용이 있는 파일인지 확인해 주십시오."
    if size > MAX_FILE_BYTES:
        return f"파일이 {MAX_FILE_BYTES // 1024**2} MB보다 큽니다. 규정별로 나누어 올려 주십시오."
    return ""


def read(path: Path) -> SourceText:
    """Read a file into lines; raises `UnreadableFileError` with a sentence for a person."""
    try:
        if refusal := file_refusal(path.name, path.stat().st_size):
            raise UnreadableFileError(refusal)
        with path.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UnreadableFileError(f"파일을 열 수 없습니다: {error.strerror}") from error
    # A name that is not valid in the file system's encoding cannot be stored.
    name = path.name.encode("utf-8", "replace").decode("utf-8")
    source = replace(_READERS[path.suffix.lower()](path, sha256), name=name)
    if not any(line.text.strip() or line.label or line.rows for line in source.lines):
        raise UnreadableFileError("파일에 글이 없습니다. 내용이 있는 파일인지 확인해 주십시오.")
    return source
