"""The package's `dbrestore`, for an embedded database too: PostgreSQL's programs would not start it."""

from __future__ import annotations

from typing import Any

from dbbackup.management.commands import dbrestore
from django.db import connection


class Command(dbrestore.Command):  # type: ignore[misc]
    """The same command, with the database running."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Have the database started, and let go of it again."""
        connection.ensure_connection()
        connection.close()
        super().handle(*args, **options)
