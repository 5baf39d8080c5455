"""The tables as migrations make them, made once: every test worker and every later run copies them.

The copy's name holds a digest of all migrations, so that a change of one makes a new one; others are dropped.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from portal import embedded
from portal.embedded.locks import FileLock

_PREFIX = "test_template_"
_LONGEST_SECONDS = 300.0


def template_database() -> str:
    """The name of the database to copy; made first where it is not there."""
    embedded.ensure_running(settings.EMBEDDED)
    name = f"{_PREFIX}{_digest()}"
    with FileLock(Path(settings.DATA_DIR) / "template.lock") as lock:
        lock.acquire(timeout=_LONGEST_SECONDS)
        if name not in (known := _known()):
            _make(name, known)
    return name


def _digest() -> str:
    found = hashlib.sha256()
    for config in sorted(apps.get_app_configs(), key=lambda one: one.label):
        for file in sorted((Path(config.path) / "migrations").rglob("*.py")):
            found.update(f"{config.label}/{file.name}".encode() + file.read_bytes())
    return found.hexdigest()[:16]


def _known() -> list[str]:
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [_PREFIX])
        return [name for (name,) in cursor.fetchall()]


def _make(name: str, known: list[str]) -> None:
    """Under another name until it is whole."""
    unfinished = f"{_PREFIX}unfinished"
    with connection._nodb_cursor() as cursor:
        for old in known:
            cursor.execute(f'DROP DATABASE IF EXISTS "{old}"')
        cursor.execute(f'CREATE DATABASE "{unfinished}"')
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = unfinished
    try:
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{name}"')
