"""Bringing in what changed in the folder where rules live: drafts with a run page each, never published by itself.

The folder is named in the operator's settings, below WATCHED_ROOT; nothing outside of it is ever read.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import file_digest
from io import BufferedReader, BytesIO
from pathlib import Path, PurePosixPath

import structlog
from django.core.files.base import File
from django.db import transaction

from portal.controls.folders import FolderOutsideError, watched_folder
from regulations.importing.uploads import NO_ROOM, upload_create
from regulations.models import ImportRun, WatchedFile
from regulations.text.readers import MAX_FILE_BYTES, READABLE_SUFFIXES
from regulations.text.readers.package import package_fault

logger = structlog.get_logger(__name__)

# What was changed a moment ago may still be written.
_SETTLED = timedelta(minutes=1)
_MOST_FILES = 5000
_LONGEST_NAME = 400
_ZIP = ".zip"


@dataclass(frozen=True, slots=True)
class _FoundFile:
    """A file by its name in the folder: its path, or its bytes where it stands in a ZIP."""

    name: str
    content: Path | bytes

    def open(self) -> BufferedReader | BytesIO:
        """The file, to be read."""
        return BytesIO(self.content) if isinstance(self.content, bytes) else self.content.open("rb")


@dataclass(frozen=True, slots=True)
class WatchOutcome:
    """What one look at the folder found: runs that were begun, how many files stayed, what could not be looked into."""

    runs: tuple[ImportRun, ...] = ()
    unchanged: int = 0
    problems: tuple[str, ...] = ()


def watched_import(*, now: datetime) -> WatchOutcome:
    """Look through the folder once and begin a run for each file that is new or changed. Nothing where none is named."""
    problems: list[str] = []
    try:
        folder = watched_folder()
    except FolderOutsideError as error:
        return WatchOutcome(problems=(str(error),))
    if folder is None:
        return WatchOutcome()
    runs = []
    unchanged = 0
    for file in _files(folder, now, problems):
        run = _brought_in(file, now)
        if run is None:
            unchanged += 1
        else:
            runs.append(run)
    logger.info("folder_watched", runs=len(runs), unchanged=unchanged, problems=len(problems))
    return WatchOutcome(tuple(runs), unchanged, tuple(problems))


@transaction.atomic
def _brought_in(file: _FoundFile, now: datetime) -> ImportRun | None:
    """Begin a run where the file is not as it was; two looks at once begin one."""
    with file.open() as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    row, is_new = WatchedFile.objects.select_for_update().get_or_create(
        name=file.name, defaults={"sha256": digest, "changed_at": now}
    )
    if not is_new and row.sha256 == digest:
        return None
    with file.open() as stream:
        upload = File(stream, name=PurePosixPath(file.name).name)
        upload.size = stream.seek(0, 2)
        stream.seek(0)
        run = upload_create(upload=upload, by=None)
    is_kept = run.error != NO_ROOM
    if row.run is not None and row.run.error == NO_ROOM:
        row.run.delete()  # the same try again says no more
    # What found no room is looked at again.
    row.sha256, row.run, row.changed_at = digest if is_kept else "", run, now
    row.save()
    return run


def _files(folder: Path, now: datetime, problems: list[str]) -> Iterator[_FoundFile]:
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    root = folder.parent if folder.is_file() else folder
    for path in paths[:_MOST_FILES]:
        # A link may lead out of the folder.
        if path.is_symlink() or not path.is_file() or not _is_settled(path, now):
            continue
        name = path.relative_to(root).as_posix()
        suffix = path.suffix.lower()
        if len(name) > _LONGEST_NAME or (suffix in READABLE_SUFFIXES and _is_too_large(path)):
            problems.append(f"{name[:80]}: 이름이 너무 길거나 파일이 너무 큽니다.")
        elif suffix in READABLE_SUFFIXES:
            yield _FoundFile(name, path)
        elif suffix == _ZIP:
            yield from _members(path, name, problems)
    if len(paths) > _MOST_FILES:
        problems.append(f"파일이 {_MOST_FILES}개보다 많습니다. 나머지는 읽지 않았습니다.")


def _is_settled(path: Path, now: datetime) -> bool:
    return path.stat().st_mtime <= (now - _SETTLED).timestamp()


def _is_too_large(path: Path) -> bool:
    return path.stat().st_size > MAX_FILE_BYTES


def _members(path: Path, name: str, problems: list[str]) -> Iterator[_FoundFile]:
    fault = package_fault(path)
    if fault:
        problems.append(f"{name}: ZIP을 열 수 없습니다({fault}).")
        return
    # Names that say no encoding are those of Korean Windows.
    with zipfile.ZipFile(path, metadata_encoding="cp949") as package:
        for entry in package.infolist():
            inner = PurePosixPath(entry.filename)
            is_wanted = inner.suffix.lower() in READABLE_SUFFIXES and not entry.is_dir()
            whole = f"{name}/{inner}"
            if is_wanted and entry.file_size <= MAX_FILE_BYTES and len(whole) <= _LONGEST_NAME:
                yield _FoundFile(whole, package.read(entry))
