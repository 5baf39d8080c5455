"""The text of a file that somebody brings: read by the readers of regulations, kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from portal.stores.scanner import RefusedByScannerError, ScannerSilentError, file_scan
from regulations.text.readers import SourceLine, UnreadableFileError, read
from regulations.text.readers.sandbox import FOR_STRANGERS, read_limits
from verification.texts.checking import UncheckableTextError

LARGEST_FILE = 10 * 1024 * 1024
SUFFIXES = (".hwp", ".hwpx", ".docx", ".pdf", ".txt", ".md")


def file_text(file: UploadedFile[bytes]) -> str:
    """Return the words of an uploaded file; raises UncheckableTextError with a sentence for a person."""
    suffix = PurePath(file.name or "").suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(one.lstrip(".").upper() for one in SUFFIXES)
        raise UncheckableTextError(
            _("이 형식의 파일은 읽지 못합니다. 다음 형식으로 저장해 주십시오: %s") % known
        )
    if (file.size or 0) > LARGEST_FILE:
        raise UncheckableTextError(
            _("파일은 %s MB까지 읽습니다. 나누어 보내 주십시오.") % (LARGEST_FILE // 1024**2)
        )
    try:
        file_scan(file)
    except (RefusedByScannerError, ScannerSilentError) as error:
        raise UncheckableTextError(str(error)) from error
    with TemporaryDirectory() as folder:
        # The name that was sent is not used for a path.
        path = Path(folder) / f"text{suffix}"
        with path.open("wb") as stream:
            stream.writelines(file.chunks())
        with read_limits(FOR_STRANGERS):
            return path_text(path)


def path_text(path: Path) -> str:
    """Return the words of a file; raises UncheckableTextError with a sentence for a person."""
    try:
        source = read(path)
    except UnreadableFileError as error:
        raise UncheckableTextError(str(error)) from error
    return "\n".join(text for line in source.lines for text in _texts(line)).strip()


def _texts(line: SourceLine) -> Iterator[str]:
    if line.rows:
        yield from (" | ".join(cell.strip() for cell in row) for row in line.rows)
    else:
        yield f"{line.label} {line.text}".strip()
