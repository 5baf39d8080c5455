"""The last backup, whether it is whole, and when somebody last restored one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from dbbackup.storage import get_storage
from dbbackup.utils import filename_to_date
from django.core.management.base import CommandError
from django.utils import timezone

from portal.health.evidence import EvidenceRow, judged, not_checked
from portal.stores.backups import dump_check, restore_noted

# One that runs every night, with time for a late one.
_NEWEST = timedelta(hours=26)
_TRIED_WITHIN = timedelta(days=180)
_SEALED = (".gz", ".gpg")


def backups() -> Iterator[EvidenceRow]:
    """Database and files; the newest dump is read to its end."""
    area, storage, now = "backups", get_storage(), timezone.now()
    for content, subject in (("db", "database"), ("media", "files")):
        # The names begin with what they hold; the time in them is the machine's own.
        found = {
            name: timezone.make_aware(made)
            for name in _names(storage, content)
            if (made := filename_to_date(name)) is not None
        }
        if not found:
            yield judged(area, subject, is_well=False, said="there is none")
            continue
        newest = max(found, key=lambda name: found[name])
        made = found[newest]
        said = f"{newest}, {_age(now - made)} old"
        yield judged(area, subject, is_well=now - made <= _NEWEST, said=said)
        if content == "db":
            yield _whole(storage, newest)
    yield _restored(now)


def _names(storage: Any, content: str) -> list[str]:
    try:
        return list(storage.list_backups(content_type=content))
    except FileNotFoundError:
        return []


def _whole(storage: Any, name: str) -> EvidenceRow:
    if name.endswith(_SEALED):
        return not_checked("backups", "newest dump is whole", f"{name} is packed or encrypted")
    with storage.read_file(name) as dump:
        try:
            dump_check(name, dump)
        except CommandError as error:
            return judged("backups", "newest dump is whole", is_well=False, said=str(error))
    return judged("backups", "newest dump is whole", is_well=True, said=f"{name}: checksum holds")


def _restored(now: datetime) -> EvidenceRow:
    noted = restore_noted()
    if noted is None:
        said = "never noted: try `dbrestore` on a database of its own"
        return judged("backups", "last restore", is_well=False, said=said)
    name, at = noted
    said = f"{name}, {_age(now - at)} ago"
    return judged("backups", "last restore", is_well=now - at <= _TRIED_WITHIN, said=said)


def _age(age: timedelta) -> str:
    hours = age.total_seconds() / 3600
    return f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"
