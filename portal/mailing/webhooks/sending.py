"""Events to the webhooks that want them: a row for each, sent after the commit, tried again, given up after two days.

Signed as https://www.standardwebhooks.com has it, for which receivers find libraries in most languages.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from celery import shared_task
from django.utils import timezone

from portal.controls.selectors import controls_get
from portal.jobs.dispatch import send_on_commit
from portal.mailing.models import Webhook, WebhookDelivery
from portal.mailing.webhooks.addresses import AddressRefused, NotTaken, post
from portal.privacy.sealing import SealBroken, seal, unseal

logger = structlog.get_logger(__name__)

State = WebhookDelivery.State
_SECRET = "whsec_"  # noqa: S105  # pragma: allowlist secret
_SECRET_BYTES = 32


def new_secret() -> str:
    """What the receiver checks signatures with."""
    return _SECRET + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def secret_renew(webhook: Webhook) -> str:
    """Give a webhook a new secret, which is shown once."""
    secret = new_secret()
    webhook.sealed_secret = seal(secret)
    webhook.save(update_fields=["sealed_secret"])
    return secret


def webhooks_send(*, event: Webhook.Event, key: str, data: Mapping[str, Any], now: datetime) -> int:
    """Tell every webhook that wants it of an event, once under its key; call it in the transaction of what happened."""
    wanting = Webhook.objects.filter(is_active=True, events__contains=[event.value])
    count = 0
    for webhook in wanting.order_by("pk"):
        payload = {"type": event.value, "timestamp": now.isoformat(), "data": dict(data)}
        row, created = WebhookDelivery.objects.get_or_create(
            webhook=webhook, key=key, defaults={"event": event, "payload": payload}
        )
        if created:
            send_on_commit(send_webhook, delivery_id=str(row.pk))
            count += 1
    return count


def delivery_send(*, delivery_id: UUID | str, now: datetime) -> WebhookDelivery | None:
    """Send one; None where another worker does or it is over."""
    row = WebhookDelivery.lease(now=now, pk=delivery_id)
    if row is None:
        return None
    if not row.webhook.is_active:
        row.fail("switched off", state=State.DEAD, updated_at=now)
        return row
    body = json.dumps(row.payload, ensure_ascii=False).encode()
    inside = controls_get().webhook_hosts.split()
    try:
        headers = signed_headers(
            secret=unseal(row.webhook.sealed_secret), message_id=str(row.pk), body=body, now=now
        )
        post(row.webhook.address, body=body, headers=headers, inside=inside)
    except NotTaken as error:
        _try_later(row, str(error), now)
    except (AddressRefused, SealBroken) as error:
        row.fail(f"{type(error).__name__}: {error}", state=State.DEAD, updated_at=now)
    else:
        row.finish(state=State.SENT, sent_at=now, updated_at=now)
    row.refresh_from_db()
    if row.state != State.SENT:
        logger.warning("webhook_not_taken", delivery=str(row.pk), state=row.state, error=row.error)
    return row


def delivery_resend(*, delivery: WebhookDelivery) -> None:
    """Begin anew with one that was given up, or send one once more that was taken; what is under way goes on by itself."""
    over = WebhookDelivery.objects.filter(pk=delivery.pk, state__in=(State.SENT, State.DEAD))
    over.update(
        state=State.WAITING, attempts=0, lease_until=None, error="", updated_at=timezone.now()
    )
    send_on_commit(send_webhook, delivery_id=str(delivery.pk))


def signed_headers(*, secret: str, message_id: str, body: bytes, now: datetime) -> dict[str, str]:
    """What proves to the receiver who sent this, when, and that nothing was changed."""
    at = f"{now.timestamp():.0f}"
    key = base64.b64decode(secret.removeprefix(_SECRET))
    signed = hmac.new(key, f"{message_id}.{at}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "university-regulation-portal",
        "Webhook-Id": message_id,
        "Webhook-Timestamp": at,
        "Webhook-Signature": f"v1,{base64.b64encode(signed).decode()}",
    }


@shared_task(name="portal.send_webhook")
def send_webhook(*, delivery_id: str, **_: object) -> None:
    """Send one event to one webhook."""
    delivery_send(delivery_id=delivery_id, now=timezone.now())


def _try_later(row: WebhookDelivery, error: str, now: datetime) -> None:
    """Let repair send it again after a minute, four, sixteen …; after the last try it is dead."""
    if row.attempts >= row.terms.most_attempts:
        row.fail(error, state=State.DEAD, updated_at=now)
        return
    wait = min(timedelta(minutes=4 ** (row.attempts - 1)), timedelta(hours=12))
    row.release(until=now + wait, error=error, updated_at=now)
