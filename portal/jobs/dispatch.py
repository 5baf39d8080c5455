"""Ordering work after a transaction, also where the broker is out of reach: the row says what is to be done, and beat repairs."""

from __future__ import annotations

from functools import partial
from typing import Any

import structlog
from celery.contrib.django.task import DjangoTask
from django.db import transaction
from kombu.exceptions import OperationalError

logger = structlog.get_logger(__name__)


class OrderedTask(DjangoTask):  # type: ignore[type-arg]
    """The class of every task of the portal."""

    abstract = True

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Send the message when the rows are there. What was stored is no failure because a message cannot be sent."""
        transaction.on_commit(partial(self._order, *args, **kwargs))

    def _order(self, *args: Any, **kwargs: Any) -> None:
        try:
            self.delay(*args, **kwargs)
        except OperationalError:
            logger.warning("task_not_ordered", task=self.name)
