"""The package's `mediabackup`, which fails where nobody has uploaded anything yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dbbackup.management.commands import mediabackup
from django.core.files.storage import FileSystemStorage, storages
from django.core.management.base import CommandError

from portal.stores import StoreAwayError
from portal.stores.backups import WholeFiles


class Command(WholeFiles, mediabackup.Command):  # type: ignore[misc]
    """The same command; no files make a backup, too, and its file is whole or not there."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the folder of the files where there is none."""
        files = storages["default"]
        if isinstance(files, FileSystemStorage):
            Path(files.location).mkdir(parents=True, exist_ok=True)
        try:
            super().handle(*args, **options)
        except StoreAwayError as error:
            raise CommandError(str(error)) from error
