"""The digest by mail: how many notices of each kind wait, and where to read them. Never a word of a question or an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from portal.accounts.addresses import people_with_own_address
from portal.accounts.models import User
from portal.mailing.models import Letter
from portal.mailing.sending import (
    MailServerAwayError,
    lease_letter,
    letter_send,
    mail_is_sent,
)
from verification.models import Notice, NoticePreference

Mail = NoticePreference.Mail
_SALT = "notices.unsubscribe"
# A digest that could not be sent for so long tells of nothing new.
_FRESH = timedelta(days=7)
_MOST_AT_ONCE = 100


@dataclass(frozen=True)
class DigestLine:
    """How many notices of a kind there are."""

    said: str
    count: int


def digests_send(*, now: datetime) -> int:
    """Send every digest that is due; returns how many went out. Nothing is due where no mail is sent."""
    if not mail_is_sent():
        return 0
    sent = 0
    for user in _due(now)[:_MOST_AT_ONCE]:
        try:
            letter = digest_send(user=user, now=now)
        except MailServerAwayError:
            break
        sent += letter is not None and letter.state == Letter.State.SENT
    return sent


def digest_send(*, user: User, now: datetime) -> Letter | None:
    """Send a person what is unread and was in no letter; None where another process does or nothing is left.

    What the letter tells of is noted in the transaction that leases it, so that no later one tells of it again. Raises
    MailServerAwayError.
    """
    preference = _preference(user)
    with transaction.atomic():
        waiting = list(_waiting(now).filter(recipient=user).order_by("created_at", "pk"))
        key = f"digest:{user.pk}:{timezone.localdate(now)}"
        if preference.mail == Mail.IMMEDIATE and waiting:
            key = f"digest:{user.pk}:{waiting[0].pk}"
        letter = lease_letter(key=key) if waiting else None
        if letter is None:
            return None
        Notice.objects.filter(pk__in=[notice.pk for notice in waiting]).update(letter=letter)
    message = digest_message(user=user, preference=preference, notices=waiting)
    return letter_send(letter=letter, message=message, now=now)


def digest_message(
    *, user: User, preference: NoticePreference, notices: Sequence[Notice]
) -> EmailMultiAlternatives:
    """The letter, in the language of its reader."""
    counts = Counter(Notice.Kind(notice.kind) for notice in notices)
    unsubscribe = _address("verification:unsubscribe", token=unsubscribe_token(user))
    with translation.override(preference.language):
        context = {
            "lines": [
                DigestLine(str(kind.label), counts[kind]) for kind in Notice.Kind if counts[kind]
            ],
            "total": len(notices),
            "list_url": _address("verification:notices"),
            "settings_url": _address("verification:notice-settings"),
            "unsubscribe_url": unsubscribe,
            "language": preference.language,
        }
        subject = _("규정 길잡이: 읽지 않은 알림 %(count)s개") % {"count": len(notices)}
        message = EmailMultiAlternatives(
            subject, render_to_string("verification/mail/digest.txt", context), to=[user.email]
        )
        message.attach_alternative(
            render_to_string("verification/mail/digest.html", context), "text/html"
        )
    # One press in the mail program is enough (RFC 8058).
    message.extra_headers |= {
        "List-Unsubscribe": f"<{unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return message


def unsubscribe_token(user: User) -> str:
    """What stands in the link that ends the digests of a person; it needs no signing in."""
    return signing.dumps(user.pk, salt=_SALT)


def unsubscribe(*, token: str) -> User:
    """End the digests of whoever the link was made for; raises signing.BadSignature or User.DoesNotExist."""
    user = unsubscribing_user(token=token)
    NoticePreference.objects.update_or_create(user=user, defaults={"mail": Mail.NONE})
    return user


def unsubscribing_user(*, token: str) -> User:
    """Whose link it is; raises signing.BadSignature or User.DoesNotExist."""
    return User.objects.get(pk=signing.loads(token, salt=_SALT), is_active=True)


def _due(now: datetime) -> QuerySet[User]:
    """People with an address of their own and something to tell: at once, or from the hour of the digest on where none went out today."""
    waiting = _waiting(now).filter(recipient=OuterRef("pk"))
    people = people_with_own_address().filter(Exists(waiting), is_active=True)
    people = people.exclude(notice_preference__mail=Mail.NONE)
    at_once = Q(notice_preference__mail=Mail.IMMEDIATE)
    if timezone.localtime(now).hour < settings.DIGEST_HOUR:
        return people.filter(at_once).order_by("pk")
    today = timezone.localdate(now)
    keys = [f"digest:{pk}:{today}" for pk in people.values_list("pk", flat=True)]
    done = Letter.objects.filter(key__in=keys).exclude(state=Letter.State.REFUSED)
    had = [int(key.split(":")[1]) for key in done.values_list("key", flat=True)]
    return people.filter(at_once | ~Q(pk__in=had)).order_by("pk")


def _waiting(now: datetime) -> QuerySet[Notice]:
    refused = Q(letter__state=Letter.State.REFUSED)
    return Notice.objects.filter(
        Q(letter=None) | refused, read_at=None, created_at__gte=now - _FRESH
    )


def _preference(user: User) -> NoticePreference:
    found = NoticePreference.objects.filter(user=user).first()
    return found or NoticePreference(user=user)


def _address(name: str, **arguments: str) -> str:
    return f"{settings.PORTAL_URL}{reverse(name, kwargs=arguments)}"
