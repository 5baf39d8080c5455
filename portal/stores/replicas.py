"""Reading from a replica: the pages that show published regulations, for whoever changes none.

A replica is a moment behind. Who has just published a version must see it, so the office reads from the primary, and so does
everything that is no page of regulations: sessions, conversations, the operator's switches.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any

import structlog
from django.conf import settings
from django.db import OperationalError
from django.db.models import Model
from django.http import HttpRequest, HttpResponseBase

from portal.accounts.models import User

logger = structlog.get_logger(__name__)

REPLICA = "replica"
_reading: ContextVar[bool] = ContextVar("reading_from_replica", default=False)

View = Callable[..., HttpResponseBase]


class ReplicaRouter:
    """Leads reads of the applications named in REPLICA_APPLICATIONS to the replica while such a page is made."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        """The replica, or whatever Django would take."""
        application = model._meta.app_label  # noqa: SLF001 - how Django's own routers ask
        is_led = _reading.get() and application in settings.REPLICA_APPLICATIONS
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
    """Make a page from the replica; from the primary where there is none, it is away, or the office looks."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _may_read_replica(request):
            return view(request, *args, **kwargs)
        token = _reading.set(True)
        try:
            return view(request, *args, **kwargs)
        except OperationalError:
            logger.warning("replica_away", path=request.path)
        finally:
            _reading.reset(token)
        return view(request, *args, **kwargs)

    return page


def _may_read_replica(request: HttpRequest) -> bool:
    if REPLICA not in settings.DATABASES or request.method not in ("GET", "HEAD"):
        return False
    person = request.user
    return not (isinstance(person, User) and (person.may_review or person.is_staff))
