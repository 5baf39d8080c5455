"""Subscriptions: asked for by anybody, in force when the reader of the mailbox has confirmed, ended by a signed link.

Nobody learns here whether an address is known: asking always gives the same reply.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils.crypto import salted_hmac

from portal.privacy.sealing import seal, unseal
from regulations.models import AmendmentSubscription, Collection, Regulation
from regulations.reading.amendment_entries import followed_name

# How long somebody may take to confirm; then nothing of them is left.
CONFIRM_WITHIN = timedelta(hours=48)
_CONFIRM, _END, _KEY = "following.confirm", "following.end", "following.address"


def address_key(address: str) -> str:
    """What the same address always gives, and whoever has the database cannot turn back."""
    return salted_hmac(_KEY, address.strip().casefold(), algorithm="sha256").hexdigest()


@transaction.atomic
def subscription_request(
    *, address: str, collection: str, slug: str, key: str, language: str, now: datetime
) -> AmendmentSubscription | None:
    """Return the subscription that a letter is to confirm; None where it was confirmed before. Raises Http404."""
    # Whatever does not exist is not followed.
    followed_name(collection=collection, slug=slug, key=key)
    known: dict[str, Any] = {
        "address_key": address_key(address),
        "collection": Collection.objects.filter(slug=collection).first() if collection else None,
        "regulation": Regulation.objects.filter(slug=slug).first() if slug else None,
        "locator_key": key,
    }
    _expired(now).filter(address_key=known["address_key"]).delete()
    row, _created = AmendmentSubscription.objects.get_or_create(
        **known, defaults={"sealed_address": seal(address.strip()), "language": language}
    )
    return None if row.confirmed_at else row


def confirm_token(row: AmendmentSubscription) -> str:
    """What stands in the link that confirms a subscription."""
    return signing.dumps(str(row.pk), salt=_CONFIRM)


def subscription_waiting(*, token: str) -> AmendmentSubscription:
    """The subscription of a link; raises signing.BadSignature or AmendmentSubscription.DoesNotExist."""
    pk = signing.loads(token, salt=_CONFIRM, max_age=CONFIRM_WITHIN)
    return AmendmentSubscription.objects.select_related("collection", "regulation").get(pk=pk)


def subscription_confirm(*, token: str, now: datetime) -> AmendmentSubscription:
    """Put a subscription in force; what was published before is not told of. Raises as `subscription_waiting`."""
    row = subscription_waiting(token=token)
    AmendmentSubscription.objects.filter(pk=row.pk, confirmed_at=None).update(
        confirmed_at=now, told_until=now, updated_at=now
    )
    return row


def end_token(row: AmendmentSubscription, *, is_all: bool) -> str:
    """What stands in the link that ends one subscription, or all of its address."""
    return signing.dumps(["all", row.address_key] if is_all else ["one", str(row.pk)], salt=_END)


def subscriptions_of_link(*, token: str) -> QuerySet[AmendmentSubscription]:
    """What a link is about, nothing where it was ended before; raises signing.BadSignature."""
    kind, which = signing.loads(token, salt=_END)
    field = "address_key" if kind == "all" else "pk"
    rows = AmendmentSubscription.objects.filter(**{field: which})
    return rows.select_related("collection", "regulation").order_by("created_at", "pk")


def subscriptions_of_address(address: str) -> QuerySet[AmendmentSubscription]:
    """What an address follows or has asked to follow."""
    rows = AmendmentSubscription.objects.filter(address_key=address_key(address))
    return rows.select_related("collection", "regulation").order_by("created_at", "pk")


def subscriptions_expire(*, now: datetime) -> int:
    """Delete what nobody confirmed."""
    deleted, _rows = _expired(now).delete()
    return deleted


def followed_title(row: AmendmentSubscription) -> str:
    """What is followed, in words, also where it is no more."""
    try:
        return followed_name(**row.followed)
    except Http404:
        return str(row.regulation or row.collection)


def address_of_subscription(row: AmendmentSubscription) -> str:
    """Where letters go; raises SealBroken."""
    return unseal(row.sealed_address)


def mail_masked(address: str) -> str:
    """An address as an operator may see it: k***@example.ac.kr."""
    name, _at, host = address.rpartition("@")
    return f"{name[:1]}***@{host}"


def _expired(now: datetime) -> QuerySet[AmendmentSubscription]:
    return AmendmentSubscription.objects.filter(
        created_at__lt=now - CONFIRM_WITHIN, confirmed_at=None
    )
