"""The package's `dbbackup`, for an embedded database too: PostgreSQL's programs would not start it."""

from __future__ import annotations

from typing import Any

from dbbackup.management.commands import dbbackup
from django.db import connection

from portal.stores.backups import WholeFiles


class Command(WholeFiles, dbbackup.Command):  # type: ignore[misc]
    """The same command, with the database running; its file is whole or not there."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Have the database started, and let go of it again."""
        connection.ensure_connection()
        connection.close()
        super().handle(*args, **options)
