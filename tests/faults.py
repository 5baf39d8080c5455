"""Faults that a test brings about on purpose."""

from __future__ import annotations

from django.db import connection


def connection_cut() -> None:
    """End this process's connection to the database from the server's side, as a restart of the server would."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [process_id] = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [process_id])
    other.close()
