"""Enqueues tasks after commit. If the broker is unreachable, the row stays pending and beat enqueues it later."""

from __future__ import annotations

from functools import partial
from typing import Any

import structlog
from celery.contrib.django.task import DjangoTask
from django.db import transaction
from kombu.exceptions import OperationalError

logger = structlog.get_logger(__name__)


class QueuedTask(DjangoTask):  # type: ignore[type-arg]
    """BaseModelFile class of every Celery task."""

    abstract = True

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Enqueue on commit; an unreachable broker is logged and does not fail the request."""
        transaction.on_commit(partial(self._enqueue, *args, **kwargs))

    def _enqueue(self, *args: Any, **kwargs: Any) -> None:
        try:
            self.delay(*args, **kwargs)
        except OperationalError:
            logger.warning("task_not_ordered", task=self.name)
