"""Files that nothing names any more: a web process that was killed left one, or the draft that showed a picture was discarded.

A picture's file is found again by what is in it, so a transaction may come to name a file that nobody else does. It holds a lock
meanwhile, and the sweep waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import structlog
from django.apps import apps
from django.core.files.storage import Storage, storages
from django.db import connection, transaction
from django.db.models import FileField

logger = structlog.get_logger(__name__)

# What is put there has a name of its own; anything else in the store, such as a backup, is not ours to judge.
FOLDERS = ("imports", "pictures")
# No transaction lasts as long, so whatever is older and not named will not be.
ORPHAN_GRACE = timedelta(days=1)
# With fewer, this is not the database that these files belong to.
_LEAST_SHARE_NAMED = 0.1
_LOCK = "hashtext('regulations.importing.stored_files')"


def stored_files_lock() -> None:
    """Block the sweep until the transaction ends, so that it may refer to a file that already exists."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock_shared({_LOCK})")


@transaction.atomic
def files_sweep(*, now: datetime) -> int | None:
    """Delete what no row names and what is older than a day; the number of files, or None where nothing was judged."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock({_LOCK})")
    store = storages["default"]
    present = {name for folder in FOLDERS for name in _names_below(store, folder)}
    orphans = present - _named()
    if len(present) - len(orphans) < _LEAST_SHARE_NAMED * len(present):
        logger.warning("files_not_swept", present=len(present), named=len(present) - len(orphans))
        return None
    old = [name for name in sorted(orphans) if store.get_modified_time(name) < now - ORPHAN_GRACE]
    for name in old:
        store.delete(name)
    logger.info("files_swept", deleted=len(old))
    return len(old)


def _named() -> set[str]:
    """The names in every column of every table that holds names of files."""
    named: set[str] = set()
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():  # noqa: SLF001 - the way to ask a model for its fields
            if isinstance(field, FileField):
                # Also the rows that a manager of its own would leave out.
                rows = model._base_manager.exclude(**{field.name: ""})  # noqa: SLF001 - see above
                named.update(rows.values_list(field.name, flat=True))
    return named


def _names_below(store: Storage, folder: str) -> Iterator[str]:
    try:
        folders, names = store.listdir(folder)
    except FileNotFoundError:
        return
    yield from (f"{folder}/{name}" for name in names)
    for one in folders:
        yield from _names_below(store, f"{folder}/{one}")
