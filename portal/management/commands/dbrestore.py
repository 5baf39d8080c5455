"""The package's `dbrestore`, for an embedded database too: PostgreSQL's programs would not start it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from dbbackup.management.commands import dbrestore
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from portal.stores.backups import dump_check, restore_note


class Command(dbrestore.Command):  # type: ignore[misc]
    """The same command, with the database running; it refuses a file that was cut off before it changes anything."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument(
            "--unmarked", action="store_true", help="Restore a file that an earlier release wrote."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Have the database started, and let go of it again."""
        connection.ensure_connection()
        connection.close()
        self.unmarked = bool(options.get("unmarked"))
        super().handle(*args, **options)
        restore_note(self.restored, at=timezone.now())

    def _get_backup_file(self, **names: Any) -> tuple[str, Any]:
        """Find the file, and check it where it is neither encrypted nor packed: those have checksums of their own."""
        name, file = super()._get_backup_file(**names)
        self.restored = str(name)
        if not (self.decrypt or self.uncompress or self.unmarked):
            try:
                dump_check(name, file)
            except CommandError:
                file.close()
                raise
        return name, file
