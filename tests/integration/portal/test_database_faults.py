"""The server of the database is started again: nobody is handed a connection that it cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

from portal.settings.services import databases

pytestmark = pytest.mark.django_db


@pytest.fixture
def pooled() -> Iterator[list[DatabaseWrapper]]:
    """Users of one pool of connections, set up as that of a process."""
    settings = connection.settings_dict | databases(connection.settings_dict)["default"]
    users = [DatabaseWrapper(settings, alias="default") for _ in range(3)]
    with ExitStack() as ended:
        ended.callback(users[0].close_pool)
        for user in users:
            ended.callback(user.close)
        yield users


def test_connections_that_the_server_cut_fail_nobody(pooled: list[DatabaseWrapper]) -> None:
    process_ids = [_process_id(user) for user in pooled]
    for user in pooled:
        user.close()
    with connection.cursor() as cursor:
        for process_id in process_ids:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [process_id])

    assert not {_process_id(user) for user in pooled} & set(process_ids)


def _process_id(user: DatabaseWrapper) -> int:
    with user.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])
