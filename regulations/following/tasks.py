"""Letters of subscriptions, by the queue for mail."""

from __future__ import annotations

from contextlib import suppress

import structlog
from celery import shared_task
from django.utils import timezone

from portal.mailing.sending import MailServerAwayError
from regulations.following.letters import (
    amendment_letters_send,
    confirmation_send,
    confirmations_send_again,
)
from regulations.following.subscribing import subscriptions_expire

logger = structlog.get_logger(__name__)


@shared_task(name="regulations.send_confirmation")
def send_confirmation(*, subscription_id: str, **_: object) -> None:
    """Ask whoever reads the mailbox whether they want the letters."""
    with suppress(MailServerAwayError):  # `send_amendments` asks again
        confirmation_send(subscription_id=subscription_id, now=timezone.now())


@shared_task(name="regulations.send_amendments")
def send_amendments(**_: object) -> None:
    """Tell of what was published; ask again whom no letter has asked, and forget who did not confirm."""
    now = timezone.now()
    subscriptions_expire(now=now)
    confirmations_send_again(now=now)
    if told := amendment_letters_send(now=now):
        logger.info("amendments_told", addresses=told)
