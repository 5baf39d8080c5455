"""Enqueues tasks after commit. If the broker is unreachable, the row stays pending and beat enqueues it later."""

from __future__ import annotations

from functools import partial
from typing import Any

import structlog
from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

logger = structlog.get_logger(__name__)


def send_on_commit(task: Task[..., Any], **arguments: Any) -> None:
    """Enqueue on commit; an unreachable broker is logged and does not fail the request."""
    transaction.on_commit(partial(_send, task, **arguments))


def _send(task: Task[..., Any], /, **arguments: Any) -> None:
    try:
        task.delay(**arguments)
    except OperationalError:
        logger.warning("task_not_ordered", task=task.name)
