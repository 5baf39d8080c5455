"""The parts that every installation has: database, its tables, Valkey, workers, room for files."""

from __future__ import annotations

import shutil
from functools import cache as process_cached
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.files.storage import FileSystemStorage, storages
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from portal.health import HealthPart, State
from portal.health.heartbeats import LATE_AFTER_SECONDS, heartbeats
from portal.stores import StoreAwayError
from portal.stores.replicas import replica_behind

_GIGABYTE = 10**9
# Beat writes more often than this.
_REPLICA_LATE_SECONDS = 120


def database() -> HealthPart:
    """PostgreSQL answers."""
    label = _("데이터베이스")
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HealthPart("database", label, State.DOWN, _("응답하지 않습니다."))
    return HealthPart("database", label, State.OK, _("응답합니다."))


def replica() -> HealthPart:
    """The replica answers and follows; pages are made from the primary where it does not."""
    label = _("읽기용 데이터베이스")
    try:
        found = replica_behind()
    except DatabaseError:
        detail = _("응답하지 않습니다. 규정 화면을 주 데이터베이스에서 읽습니다.")
        return HealthPart("replica", label, State.DEGRADED, detail)
    if found is None:
        return HealthPart(
            "replica", label, State.DEGRADED, _("다른 데이터베이스를 따르지 않습니다.")
        )
    behind, seconds = found
    figures = {"behind_bytes": float(behind), "behind_seconds": round(seconds, 1)}
    if seconds > _REPLICA_LATE_SECONDS:
        detail = _("%(seconds)d초 뒤처져 있습니다.") % {"seconds": seconds}
        return HealthPart("replica", label, State.DEGRADED, detail, figures)
    return HealthPart("replica", label, State.OK, _("응답합니다."), figures)


def migrations() -> HealthPart:
    """The tables are at least as new as this code. Newer ones are fine: releases overlap while one is rolled out."""
    label = _("마이그레이션")
    missing = sorted(_on_disk() - set(MigrationRecorder(connection).applied_migrations()))
    if missing:
        names = ", ".join(f"{app}.{name}" for app, name in missing)
        return HealthPart(
            "migrations", label, State.DOWN, _("적용되지 않음: %(names)s") % {"names": names}
        )
    return HealthPart("migrations", label, State.OK, _("모두 적용되었습니다."))


@process_cached
def _on_disk() -> set[tuple[str, str]]:
    """The migrations of this release; they do not change while it runs."""
    loader = MigrationLoader(None)
    return set(loader.disk_migrations)


def valkey() -> HealthPart:
    """The broker and cache respond. Without them questions stay on rows, and beat sends them later."""
    label = _("브로커(Valkey)")
    try:
        cache.get("readyz")
    except RedisError:
        detail = _("응답하지 않습니다. 질문은 저장되고, 다시 연결되면 답합니다.")
        return HealthPart("broker", label, State.DEGRADED, detail)
    return HealthPart("broker", label, State.OK, _("응답합니다."))


def workers() -> HealthPart:
    """A message goes from beat through every queue to a worker; how long it lay there is the age of the queue."""
    now = timezone.now()
    found = heartbeats()
    figures: dict[str, float | str] = {}
    silent: list[str] = []
    for queue in (queue.name for queue in settings.CELERY_TASK_QUEUES):
        beat = found.get(queue)
        if beat is not None:
            figures[f"{queue}_age_seconds"] = round((now - beat.done_at).total_seconds(), 1)
            figures[f"{queue}_waited_seconds"] = round(beat.waited.total_seconds(), 1)
        if beat is None or (now - beat.done_at).total_seconds() > LATE_AFTER_SECONDS:
            silent.append(queue)
    if silent:
        detail = _("소식 없음: %(queues)s. 작업자나 beat가 멈췄거나 큐가 밀려 있습니다.")
        state, detail = State.DEGRADED, detail % {"queues": ", ".join(silent)}
    else:
        state, detail = State.OK, _("모든 큐의 작업자가 일하고 있습니다.")
    return HealthPart("workers", _("작업자"), state, detail, figures)


def files() -> HealthPart:
    """The file storage has free space; an object store answers."""
    label = _("파일 저장소")
    storage = storages["default"]
    if not isinstance(storage, FileSystemStorage):
        try:
            storage.exists("readyz")
        except StoreAwayError as error:
            return HealthPart("files", label, State.DEGRADED, str(error))
        return HealthPart("files", label, State.OK, _("이 서버의 디스크가 아닙니다."))
    place = Path(storage.location)
    existing = next(folder for folder in (place, *place.parents) if folder.exists())
    free = shutil.disk_usage(existing).free
    figures = {"free_bytes": float(free)}
    detail = _("%(free)s GB 남음") % {"free": f"{free / _GIGABYTE:.1f}"}
    state = State.DEGRADED if free < settings.LEAST_FREE_DISK_BYTES else State.OK
    return HealthPart("files", label, state, detail, figures)
