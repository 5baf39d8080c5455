"""The link by which a person chooses a password that nobody else has ever known. It serves once, within PASSWORD_RESET_TIMEOUT."""

from __future__ import annotations

import smtplib

import structlog
from allauth.account.adapter import get_adapter
from allauth.account.forms import ResetPasswordForm, default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.http import HttpRequest

from portal.accounts.addresses import own_address
from portal.accounts.models import User

logger = structlog.get_logger(__name__)

DAYS = settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)


class ForgottenPasswordForm(ResetPasswordForm):  # type: ignore[misc]
    """allauth's form; the link goes to nobody whose own address it is not."""

    users: list[User]

    def clean_email(self) -> str:
        """The address; whose it is stands in `users`."""
        address = str(super().clean_email())
        self.users = [one for one in self.users if own_address(one).lower() == address.lower()]
        return address


def password_link(*, request: HttpRequest, person: User) -> str:
    """The address of allauth's page for a forgotten password; it ends when a password was chosen."""
    key = f"{user_pk_to_url_str(person)}-{default_token_generator.make_token(person)}"
    return str(get_adapter(request).get_reset_password_from_key_url(key))


def password_link_send(*, request: HttpRequest, person: User, link: str) -> bool:
    """Send it to the person; False where no mail is sent, no address is theirs, or the server did not take it."""
    address = own_address(person)
    if not settings.EMAIL_URL or not address:
        return False
    words = {"person": person, "link": link, "days": DAYS}
    try:
        get_adapter(request).send_mail("account/email/password_choice", address, words)
    except (smtplib.SMTPException, OSError) as error:
        logger.warning("password_link_not_sent", person=person.pk, error=type(error).__name__)
        return False
    return True
