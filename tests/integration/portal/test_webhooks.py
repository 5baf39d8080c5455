"""Webhooks before a real receiver: signed, once, tried again, given up, sent again by hand."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from chat.conversations.notices import send_webhooks_decided
from portal.accounts.models import User
from portal.controls.services import controls_changed
from portal.mailing.models import Webhook, WebhookDelivery
from portal.mailing.webhooks.sending import (
    delivery_resend,
    delivery_send,
    secret_renew,
    webhooks_send,
)
from tests.controls import controls_set
from tests.corpus import SCHOOL_REGULATIONS, given_regulation
from verification.models import Review

pytestmark = pytest.mark.django_db
State = WebhookDelivery.State


class Receiver:
    """A program that takes webhooks, with the status that it is told to give."""

    def __init__(self) -> None:
        self.status = 204
        self.got: list[tuple[dict[str, str], bytes]] = []
        receiver = self

        class Taking(BaseHTTPRequestHandler):
            """One request."""

            def do_POST(self) -> None:
                """Keep it and answer."""
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append((dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Location", "https://elsewhere.example.com/")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Taking)
        self.thread = Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/in"

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    controls_set(webhook_hosts="127.0.0.1")
    controls_changed()
    found = Receiver()
    yield found
    found.close()


def webhook(address: str, *events: Webhook.Event) -> tuple[Webhook, str]:
    made = Webhook.objects.create(
        name="학사", address=address, events=[one.value for one in events]
    )
    return made, secret_renew(made)


def test_a_published_version_is_signed_and_sent_once(receiver: Receiver) -> None:
    made, secret = webhook(receiver.address, Webhook.Event.VERSION_PUBLISHED)
    webhook(receiver.address, Webhook.Event.NOTICE_WRONG)
    assert secret not in made.sealed_secret
    given_regulation("학칙", SCHOOL_REGULATIONS)

    [row] = WebhookDelivery.objects.all()
    for _ in range(2):
        delivery_send(delivery_id=row.pk, now=timezone.now())

    [(headers, body)] = receiver.got
    said = json.loads(body)
    assert said["type"] == "version.published"
    assert said["data"]["regulation"] == "학칙"
    assert said["data"]["enforcement_date"] == f"{date(2025, 3, 1)}"
    signed = f"{headers['Webhook-Id']}.{headers['Webhook-Timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["Webhook-Signature"] == f"v1,{expected}"
    row.refresh_from_db()
    assert row.state == State.SENT


@pytest.mark.parametrize("status", [302, 410, 500])
def test_what_is_not_taken_is_tried_again_given_up_and_sent_again_by_hand(
    receiver: Receiver, status: int
) -> None:
    made, _secret = webhook(receiver.address, Webhook.Event.NOTICE_WRONG)
    now = timezone.now()
    for _ in range(2):
        webhooks_send(event=Webhook.Event.NOTICE_WRONG, key="one", data={"notice": "a"}, now=now)
    [row] = WebhookDelivery.objects.all()
    receiver.status = status
    waits = []
    while row.state != State.DEAD:
        delivery_send(delivery_id=row.pk, now=now)
        row.refresh_from_db()
        if row.lease_until is not None:
            assert not WebhookDelivery.stalled(now).exists()
            waits.append(row.lease_until - now)
            now = row.lease_until + timedelta(seconds=1)
            assert WebhookDelivery.stalled(now).get() == row
    assert [round(one.total_seconds() / 60) for one in waits] == [1, 4, 16, 64, 256, 720, 720]
    assert len(receiver.got) == 8
    assert row.error == f"HTTP {status}"
    assert not WebhookDelivery.stalled(now + timedelta(days=9)).exists()

    receiver.status = 200
    delivery_resend(delivery=row)
    delivery_send(delivery_id=row.pk, now=timezone.now())
    row.refresh_from_db()
    assert row.state == State.SENT
    Webhook.objects.filter(pk=made.pk).update(is_active=False)
    assert webhooks_send(event=Webhook.Event.NOTICE_WRONG, key="two", data={}, now=now) == 0


def test_a_private_address_is_never_called(receiver: Receiver) -> None:
    controls_set(webhook_hosts="")
    controls_changed()
    webhook(receiver.address, Webhook.Event.NOTICE_WRONG)
    webhook(receiver.address.replace("http:", "https:"), Webhook.Event.NOTICE_WRONG)
    webhooks_send(event=Webhook.Event.NOTICE_WRONG, key="one", data={}, now=timezone.now())

    for row in WebhookDelivery.objects.all():
        delivery_send(delivery_id=row.pk, now=timezone.now())

    assert set(WebhookDelivery.objects.values_list("state", flat=True)) == {State.DEAD}
    assert receiver.got == []


def test_the_admin_shows_the_secret_once_and_refuses_a_plain_address(client: Client) -> None:
    person = User.objects.create_superuser("admin", role=User.Role.ADMIN)
    client.force_login(person)
    form = {"name": "학사", "address": "http://10.0.0.7/in", "events": ["notice.wrong"]}
    refused = client.post("/admin/mailing/webhook/add/", form)
    assert "https로 시작하는 주소만" in refused.content.decode()

    form["address"] = "https://hooks.example.com/in"
    added = client.post("/admin/mailing/webhook/add/", form, follow=True).content.decode()
    assert "whsec_" in added
    assert "whsec_" not in client.get("/admin/mailing/webhook/").content.decode()


def test_a_decision_is_told_without_a_word_of_the_answer() -> None:
    webhook("https://hooks.example.com/in", Webhook.Event.ANSWER_CHANGED)
    for decision in (Review.Decision.APPROVED, Review.Decision.CORRECTED):
        review = Review(
            decision=decision, corrected_text="비밀", reason="비밀", created_at=timezone.now()
        )
        send_webhooks_decided(review=review)

    [row] = WebhookDelivery.objects.all()
    assert row.payload["data"]["decision"] == "CORRECTED"
    assert "비밀" not in json.dumps(row.payload, ensure_ascii=False)
