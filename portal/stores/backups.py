"""Backup files that are whole or not there: written under another name first, and checked before they are restored."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import file_digest, sha256
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, storages
from django.core.management.base import CommandError

_MEMORY_BYTES = 10_000_000
_PIECE_BYTES = 1_000_000
# None of the package's lists shows a name without a time in it.
_RESTORED = ".last-restore.json"
_MARK = b"\nregulation-portal whole dump sha256 "
_MARK_LENGTH = len(_MARK) + sha256().digest_size


@contextmanager
def closed_on_failure(file: IO[bytes]) -> Iterator[None]:
    """The command ends where its file cannot be written, and nobody else would close what it wanted to write."""
    try:
        yield
    except CommandError:
        file.close()
        raise


class WholeFiles:
    """For the package's commands that write a backup: where the disk is full, no part of one stays under its name."""

    storage: Any

    def write_to_storage(self, file: IO[bytes], path: str) -> None:
        """Write into the folder of backups; an object store shows a file when it is whole, by itself."""
        store = self.storage.storage
        if isinstance(store, FileSystemStorage) and store.__class__ is FileSystemStorage:
            self.write_local_file(file, store.path(path))
        else:
            super().write_to_storage(file, path)  # type: ignore[misc]

    def write_local_file(self, outputfile: IO[bytes], path: str) -> None:
        """Write to a path of this machine."""
        final = Path(path)
        # Not a name that looks like a backup: none of the package's lists shows it.
        part = final.with_name(f".incomplete-{uuid4().hex}")
        outputfile.seek(0)
        with closed_on_failure(outputfile):
            self._write(outputfile, part, final)

    def _write(self, outputfile: IO[bytes], part: Path, final: Path) -> None:
        try:
            final.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as written:
                copyfileobj(outputfile, written)
                written.flush()
                os.fsync(written.fileno())
            part.replace(final)
        except OSError as error:
            raise CommandError(f"No backup was written to {final}: {error.strerror}.") from error
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def marked_dump(dump: IO[bytes]) -> Iterator[IO[bytes]]:
    """A copy of a dump with its checksum behind it, which PostgreSQL's program passes over."""
    dump.seek(0)
    with SpooledTemporaryFile(max_size=_MEMORY_BYTES) as copy:
        copyfileobj(dump, copy)
        copy.seek(0)
        mark = _MARK + file_digest(copy, "sha256").digest()
        copy.seek(0, os.SEEK_END)
        copy.write(mark)
        copy.seek(0)
        yield copy


def dump_check(name: str, dump: IO[bytes]) -> None:
    """Raise CommandError for a dump that was cut off: PostgreSQL's own program restores the part that is there, and is content."""
    dump.seek(0, os.SEEK_END)
    length = dump.tell() - _MARK_LENGTH
    dump.seek(max(length, 0))
    mark = dump.read()
    dump.seek(0)
    found = sha256()
    left = length
    while left > 0 and (piece := dump.read(min(left, _PIECE_BYTES))):
        found.update(piece)
        left -= len(piece)
    dump.seek(0)
    if length <= 0 or mark != _MARK + found.digest():
        raise CommandError(
            f"{name} is no whole backup and was not restored: it was cut off or changed, or an earlier release wrote it "
            "(--unmarked restores it all the same)."
        )


def restore_note(name: str, *, at: datetime) -> None:
    """Keep beside the backups that one was restored: what stood in the database of it is no more."""
    store = storages["dbbackup"]
    store.delete(_RESTORED)
    store.save(_RESTORED, ContentFile(json.dumps({"name": name, "at": at.isoformat()})))


def restore_noted() -> tuple[str, datetime] | None:
    """Which backup was last restored, and when."""
    store = storages["dbbackup"]
    if not store.exists(_RESTORED):
        return None
    with store.open(_RESTORED) as file:
        noted = json.loads(file.read())
    return noted["name"], datetime.fromisoformat(noted["at"])
