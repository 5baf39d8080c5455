"""The letters of a subscription: the one that asks for a confirmation, and one for everything that a publishing amended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import CharField, Exists, Max, OuterRef, Value
from django.db.models.functions import Cast, Concat
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.mailing.models import Letter
from portal.mailing.sending import (
    MailServerAwayError,
    lease_letter,
    letter_send,
    mail_is_sent,
)
from portal.privacy.sealing import SealBroken
from regulations.following.subscribing import (
    address_of_subscription,
    confirm_token,
    end_token,
    followed_title,
)
from regulations.models import AmendmentSubscription, RegulationVersion
from regulations.reading.amendment_entries import (
    PublishedAmendment,
    amendment_entry,
    amendments_since,
)

logger = structlog.get_logger(__name__)

# Who publishes a volume does so within minutes: nobody gets a letter for each of its regulations.
QUIET = timedelta(minutes=3)
# Below this age a confirmation may still have its message.
_MESSAGE_LOST = timedelta(minutes=5)
_MOST_ADDRESSES = 200
_MOST_SHOWN = 30
_CONFIRMATION = "subscription:"
Rows = Sequence[AmendmentSubscription]


def confirmation_send(*, subscription_id: UUID | str, now: datetime) -> Letter | None:
    """Send the letter that asks for a confirmation, once for a subscription; None where it is gone, confirmed or was sent.

    Raises MailServerAwayError.
    """
    rows = AmendmentSubscription.objects.select_related("collection", "regulation")
    row = rows.filter(pk=subscription_id, confirmed_at=None).first()
    letter = lease_letter(key=_confirmation_key(row)) if row and mail_is_sent() else None
    if row is None or letter is None:
        return None
    with translation.override(row.language):
        context = {
            "title": followed_title(row),
            "confirm_url": _address("confirm", confirm_token(row)),
            "language": row.language,
        }
        message = _message(
            _("개정 메일을 받으시려면 확인해 주십시오"), "confirmation", context, row
        )
    return letter_send(letter=letter, message=message, now=now)


def confirmations_send_again(*, now: datetime) -> None:
    """Ask those whom no letter has asked: the mail server was away or did not take it, or the message was lost."""
    key = Concat(Value(_CONFIRMATION), Cast(OuterRef("pk"), CharField()))
    gone = Letter.objects.filter(key=key).exclude(state=Letter.State.REFUSED)
    waiting = AmendmentSubscription.objects.filter(
        ~Exists(gone), confirmed_at=None, created_at__lt=now - _MESSAGE_LOST
    ).order_by("created_at", "pk")
    for subscription_id in list(waiting.values_list("pk", flat=True)[:_MOST_ADDRESSES]):
        try:
            confirmation_send(subscription_id=subscription_id, now=now)
        except MailServerAwayError:
            return


def amendment_letters_send(*, now: datetime) -> int:
    """Tell every confirmed address of what was published since it was told; returns how many addresses need no letter any more.

    While something is still being published nobody is told; where the mail server is away, who is left is told later.
    """
    published = RegulationVersion.objects.exclude(state=RegulationVersion.State.DRAFT)
    newest = published.aggregate(at=Max("published_at"))["at"]
    if newest is None or newest > now - QUIET or not mail_is_sent():
        return 0
    untold = AmendmentSubscription.objects.filter(told_until__lt=newest)
    keys = untold.order_by("address_key").values_list("address_key", flat=True).distinct()
    rows = untold.filter(address_key__in=list(keys[:_MOST_ADDRESSES])).select_related(
        "collection", "regulation"
    )
    told = 0
    for key, group in groupby(rows.order_by("address_key", "created_at", "pk"), _key):
        own = list(group)
        try:
            is_settled = _send_letter(key, own, newest=newest, now=now)
        except MailServerAwayError:
            break
        if is_settled:
            AmendmentSubscription.objects.filter(pk__in=[row.pk for row in own]).update(
                told_until=newest, updated_at=now
            )
            told += 1
    return told


def _send_letter(key: str, rows: Rows, *, newest: datetime, now: datetime) -> bool:
    """Send one letter; False where the mail server did not take it, which is tried again. Raises MailServerAwayError."""
    with translation.override(rows[0].language):
        amendments = _amendments(rows)
        if not amendments:
            return True
        letter = lease_letter(key=f"amendments:{key}:{newest.timestamp():.0f}")
        if letter is None:
            return True
        try:
            message = _amendments_message(rows, amendments)
        except SealBroken:
            logger.warning("subscription_unreadable", subscription=str(rows[0].pk))
            letter.fail("SealBroken", state=Letter.State.UNKNOWN)
            return True
    return letter_send(letter=letter, message=message, now=now).state != Letter.State.REFUSED


def _confirmation_key(row: AmendmentSubscription) -> str:
    return f"{_CONFIRMATION}{row.pk}"


def _amendments(rows: Rows) -> list[PublishedAmendment]:
    found: dict[str, PublishedAmendment] = {}
    for row in rows:
        try:
            untold = amendments_since(row.told_until, **row.followed)
        except Http404:
            # What was followed is no more; its reader ends it by the link of the next letter.
            continue
        found |= {one.uid: one for one in untold}
    return sorted(found.values(), key=lambda one: (one.day, one.uid))


def _amendments_message(rows: Rows, amendments: list[PublishedAmendment]) -> EmailMultiAlternatives:
    """The letter: a volume is counted in full, told as far as a letter is read, and found behind a link."""
    first, everything = rows[0], _address("unsubscribe", end_token(rows[0], is_all=True))
    count = len(amendments)
    entries = [amendment_entry(one) for one in amendments[:_MOST_SHOWN]]
    context = {
        "entries": [(one, f"{settings.PORTAL_URL}{one.url}") for one in entries],
        "more": max(0, count - _MOST_SHOWN),
        "list_url": f"{settings.PORTAL_URL}{reverse('regulations:index')}",
        "followed": [
            (followed_title(row), _address("unsubscribe", end_token(row, is_all=False)))
            for row in rows
        ],
        "unsubscribe_url": everything,
        "language": first.language,
    }
    subject = ngettext("규정 개정 %(count)s건", "규정 개정 %(count)s건", count) % {"count": count}
    message = _message(subject, "amendments", context, first)
    # One press in the mail program is enough (RFC 8058).
    message.extra_headers |= {
        "List-Unsubscribe": f"<{everything}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return message


def _message(
    subject: str, name: str, context: Mapping[str, object], row: AmendmentSubscription
) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        f"{_('규정 길잡이')}: {subject}",
        render_to_string(f"regulations/mail/{name}.txt", dict(context)),
        to=[address_of_subscription(row)],
    )
    html = render_to_string(f"regulations/mail/{name}.html", dict(context))
    message.attach_alternative(html, "text/html")
    return message


def _key(row: AmendmentSubscription) -> str:
    return row.address_key


def _address(name: str, token: str) -> str:
    return f"{settings.PORTAL_URL}{reverse(f'regulations:subscription-{name}', args=[token])}"
