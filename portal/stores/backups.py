"""Backup files that are whole or not there: written under another name first, and read through before they are restored."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from uuid import uuid4

from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.core.management.base import CommandError

_MEMORY_BYTES = 10_000_000


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


def dump_read_through(name: str, dump: IO[bytes]) -> None:
    """Let PostgreSQL's own program read a dump to its end; raises CommandError for one that was cut off.

    Nothing is changed yet: a restore that notices it half-way has dropped what was there.
    """
    dump.seek(0)
    with SpooledTemporaryFile(max_size=_MEMORY_BYTES) as copy:
        copyfileobj(dump, copy)
        copy.seek(0)
        program = settings.DBBACKUP_CONNECTORS["default"]["RESTORE_CMD"]
        done = subprocess.run(
            [program, "--file", os.devnull], stdin=copy, capture_output=True, check=False
        )
    dump.seek(0)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise CommandError(f"{name} is no whole backup and was not restored: {said}")
