"""The package's `dbbackup`, for an embedded database too: PostgreSQL's programs would not start it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import IO, Any

from dbbackup.management.commands import dbbackup
from django.db import connection

from portal.stores.backups import WholeFiles, closed_on_failure, marked_dump


class Command(WholeFiles, dbbackup.Command):  # type: ignore[misc]
    """The same command, with the database running; its file is whole or not there."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Have the database started, and let go of it again."""
        connection.ensure_connection()
        connection.close()
        super().handle(*args, **options)

    def write_to_storage(self, file: IO[bytes], path: str) -> None:
        """Mark the dump; what describes it, and what is packed or encrypted, has no need of it."""
        is_dump = not (self.compress or self.encrypt or path.endswith(".metadata"))
        whole_file = marked_dump(file) if is_dump else nullcontext(file)
        with closed_on_failure(file), whole_file as whole:
            super().write_to_storage(whole, path)

    def write_local_file(self, outputfile: IO[bytes], path: str) -> None:
        """Mark the dump unless it is marked, packed or encrypted."""
        is_dump = self.path is not None and not (self.compress or self.encrypt)
        whole_file = marked_dump(outputfile) if is_dump else nullcontext(outputfile)
        with closed_on_failure(outputfile), whole_file as whole:
            super().write_local_file(whole, path)
