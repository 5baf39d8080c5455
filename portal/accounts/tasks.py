"""What is tidied up of sign-ins."""

from __future__ import annotations

import structlog
from celery import shared_task

from portal.accounts.sessions import expired_sessions_delete

logger = structlog.get_logger(__name__)


@shared_task(name="portal.expire_sessions")
def expire_sessions(**_: object) -> None:
    """Forget sessions that have run out: they name addresses and devices of people."""
    logger.info("sessions_expired", deleted=expired_sessions_delete())
