"""Whether the database has the tables that this release expects."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def require_migrated() -> None:
    """Refuse a command on a database that was never migrated: it would fail for a reason that is not that of its input."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            "데이터베이스가 아직 준비되지 않았습니다. 먼저 manage.py migrate를 실행한 뒤 다시 해 주십시오."
        )
