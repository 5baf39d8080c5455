"""Repair of work on rows: what lost its message or its worker is sent again, what was tried too often ends."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from typing import Any

from celery import current_app
from django.apps import apps

from portal.jobs.leases import LeasedWork

# In one round, of each kind.
_MOST_AT_ONCE = 200


def work_repair(*, now: datetime) -> None:
    """Repair every kind of work; a kind that cannot be repaired does not keep the others from it."""
    with ExitStack() as kinds:
        for model in apps.get_models():
            if issubclass(model, LeasedWork):
                kinds.callback(kind_repair, model, now=now)


def kind_repair(model: type[LeasedWork], *, now: datetime) -> None:
    """Send the stalled rows of one kind again, oldest first, and end those that were tried too often."""
    terms = model.terms
    stalled = model.stalled(now).order_by("created_at", "pk")
    if terms.task:
        lost = stalled.exclude(model.spent()).values_list(terms.key, flat=True)
        for key in lost[:_MOST_AT_ONCE]:
            current_app.tasks[terms.task].delay(**{terms.argument: _plain(key)})
    for work in stalled.filter(model.spent())[:_MOST_AT_ONCE]:
        work.give_up(now)


def _plain(key: Any) -> int | str:
    return key if isinstance(key, int) else str(key)
