"""Send a letter at most once, whatever dies when.

First a row says that the letter is being sent, then it is sent, then the row says how it went. A process that dies after the
first step leaves a row at SENDING, which becomes UNKNOWN when its lease is over: between a reader who gets it twice and one
who reads the same on the page, the second is chosen, and it is not sent again. Only where the mail server said that it did not
take the letter is there another attempt. Where the server was not reached no letter was tried, and none counts as tried.
"""

from __future__ import annotations

import smtplib
from contextlib import suppress
from datetime import datetime

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import timezone

from portal.mailing.models import Letter

logger = structlog.get_logger(__name__)

State = Letter.State
# After these the server has not taken the letter; anything else may have happened after it did.
_NOT_TAKEN = (
    smtplib.SMTPNotSupportedError,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPDataError,
)


class MailServerAwayError(Exception):
    """The mail server was not reached, or let nobody in: no letter can leave now."""


def mail_is_sent() -> bool:
    """Whether letters go out at all: there is a mail server, and an address for the links in them."""
    return bool(settings.EMAIL_URL and settings.PORTAL_URL)


def lease_letter(*, key: str, to: str = "") -> Letter | None:
    """Lease a letter; None if it was sent, is being sent or was refused too often."""
    now = timezone.now()
    first = {"to": to, "attempts": 1, "lease_until": Letter.terms.until(now)}
    letter, created = Letter.objects.get_or_create(key=key, defaults=first)
    return letter if created else Letter.lease(now=now, pk=letter.pk)


def letter_send(*, letter: Letter, message: EmailMultiAlternatives, now: datetime) -> Letter:
    """Send a leased letter and record the result. Call it outside the transaction that leased it.

    Raises MailServerAwayError, after the lease was given back: the same letter can be sent later.
    """
    # The same letter has the same name, should it ever arrive twice.
    message.extra_headers.setdefault("Message-ID", f"<{letter.pk}@{_domain()}>")
    # Suppresses automatic replies such as out-of-office mails.
    message.extra_headers.setdefault("Auto-Submitted", "auto-generated")
    connection = message.connection = get_connection()
    try:
        connection.open()
    except (smtplib.SMTPException, OSError) as error:
        letter.release(error=type(error).__name__, is_counted=False, sent_at=None, updated_at=now)
        raise MailServerAwayError from error
    try:
        message.send()
        letter.finish(state=State.SENT, sent_at=now, updated_at=now)
    except _NOT_TAKEN as error:
        letter.release(error=type(error).__name__, sent_at=None, updated_at=now)
    except (smtplib.SMTPException, OSError) as error:
        letter.fail(type(error).__name__, state=State.UNKNOWN, updated_at=now)
    finally:
        with suppress(smtplib.SMTPException, OSError):
            connection.close()
    letter.refresh_from_db()
    if letter.state != State.SENT:
        logger.warning("letter_not_sent", key=letter.key, state=letter.state, error=letter.error)
    return letter


def _domain() -> str:
    return settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
