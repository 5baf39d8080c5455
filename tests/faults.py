"""Faults that a test brings about on purpose."""

from __future__ import annotations

import time

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


def until_somebody_waits(seconds: float = 120) -> None:
    """Wait until another process waits for a lock that this one holds."""
    deadline = time.monotonic() + seconds
    other = connection.copy()
    while time.monotonic() < deadline:
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                other.close()
                return
        time.sleep(0.05)
    raise AssertionError("nobody waited for the lock")
