"""Reading from a replica: the pages that show published regulations, for whoever changes none.

A replica is a moment behind. Who has just published a version must see it, so the office reads from the primary, and so does
everything that is no page of regulations: sessions, conversations, the operator's switches. What is made of regulations is
cached for all under the version of the corpus: whoever changes that notes how far the primary was, and a replica that is not
there yet is not read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponseBase
from redis.exceptions import RedisError

from portal.accounts.models import User

logger = structlog.get_logger(__name__)

REPLICA = "replica"
# Who finds the replica away waits for it; for so long nobody else of this process does.
REST_SECONDS = 30.0
_POSITION = "primary-position"
_START = "0/0"
# A replica that is a primary itself, as after a failover, has what it has.
_HAS_REACHED = "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= %s::pg_lsn"
_BEHIND = """
    SELECT greatest(0, pg_wal_lsn_diff(%s::pg_lsn, pg_last_wal_replay_lsn())),
      extract(epoch FROM now() - pg_last_xact_replay_timestamp())
    WHERE pg_is_in_recovery()
"""
# The position that the replica had reached when the page was begun; empty while nothing is read from it.
_reading: ContextVar[str] = ContextVar("reading_from_replica", default="")
_rest = {"until": 0.0}

View = Callable[..., HttpResponseBase]


class ReplicaRouter:
    """Leads reads of the applications named in REPLICA_APPLICATIONS to the replica while such a page is made."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        """The replica, or whatever Django would take."""
        application = model._meta.app_label  # noqa: SLF001 - how Django's own routers ask
        is_led = bool(_reading.get()) and application in settings.REPLICA_APPLICATIONS
        return REPLICA if is_led else "default"

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """Nothing is written to a replica, also not a row that was read from it."""
        return "default"

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        """They hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """A replica gets its tables from the primary."""
        return db != REPLICA


def reads_replica(view: View) -> View:
    """Make a page from the replica; from the primary where there is none, it is away or behind, or the office looks."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _may_read_replica(request):
            return view(request, *args, **kwargs)
        position = _position_wanted()
        if not _has_reached(position):
            return view(request, *args, **kwargs)
        token = _reading.set(position)
        try:
            return view(request, *args, **kwargs)
        except (OperationalError, InterfaceError):
            _let_rest()
        finally:
            _reading.reset(token)
        return view(request, *args, **kwargs)

    return page


def replica_must_reach() -> None:
    """Have no page made by a replica that does not have what is committed now; call it after the commit."""
    if REPLICA not in settings.DATABASES:
        return
    try:
        cache.set(_POSITION, _primary_position(), timeout=None)
    except RedisError:
        logger.warning("primary_position_not_noted")


def is_overtaken() -> bool:
    """Whether regulations were changed since the page was begun that is made from a replica: it may lack the change."""
    begun_at = _reading.get()
    return bool(begun_at) and begun_at != _position_wanted()


def replica_behind() -> tuple[int, float] | None:
    """How many bytes and seconds it is behind; None for a replica that follows nobody. Raises OperationalError."""
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(_BEHIND, [_primary_position()])
        found = cursor.fetchone()
    if found is None:
        return None
    behind, seconds = int(found[0]), float(found[1] or 0.0)
    return behind, seconds if behind else 0.0


def _primary_position() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
        return str(cursor.fetchone()[0])


def _position_wanted() -> str:
    try:
        return str(cache.get(_POSITION) or _START)
    except RedisError:
        # Nothing is cached meanwhile: a page that is a moment behind is not handed on.
        return _START


def _has_reached(position: str) -> bool:
    """Whether the replica answers, with all that the primary had at a position."""
    if time.monotonic() < _rest["until"]:
        return False
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute(_HAS_REACHED, [position])
            return bool(cursor.fetchone()[0])
    except (OperationalError, InterfaceError):
        _let_rest()
        return False


def _let_rest() -> None:
    _rest["until"] = time.monotonic() + REST_SECONDS
    logger.warning("replica_away", seconds=REST_SECONDS)


def _may_read_replica(request: HttpRequest) -> bool:
    if REPLICA not in settings.DATABASES or request.method not in ("GET", "HEAD"):
        return False
    person = request.user
    return not (isinstance(person, User) and (person.may_review or person.is_staff))
