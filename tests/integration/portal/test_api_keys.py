"""Keys for programs: scopes, revocation, limits, and that the key itself is kept nowhere."""

from __future__ import annotations

import importlib
import pkgutil
from datetime import timedelta
from uuid import UUID

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from portal.controls import migrations
from portal.controls.models import ApiKey
from tests.controls import controls_set

pytestmark = pytest.mark.django_db

TEXT = {"text": "인용이 없는 글입니다."}


@pytest.fixture(autouse=True)
def _fresh(db: None) -> None:
    cache.clear()


def key_of(**scopes: object) -> str:
    return str(ApiKey.objects.create_key(name="학사 시스템", **scopes)[1])


def verify(client: Client, key: str, path: str = "/verify", **values: object) -> int:
    headers = {"Authorization": f"Api-Key {key}"} if key else {}
    reply = client.post(path, values or TEXT, content_type="application/json", headers=headers)
    return int(reply.status_code)


def test_a_key_opens_what_its_scopes_name_and_nothing_else(client: Client) -> None:
    verifies, asks = key_of(may_verify=True), key_of(may_ask=True)
    answer = {"answer": "", "context": [], "use_llm": False}

    assert verify(client, verifies) == 200
    assert verify(client, verifies, "/verify/answer", **answer) == 200
    assert verify(client, verifies, "/query/verified", question="휴학") == 403
    assert verify(client, asks) == 403
    assert verify(client, asks, "/verify/answer", **answer) == 403
    # An empty question passes the door and is refused for what it is.
    assert verify(client, asks, "/query/verified", question="") == 400


def test_a_key_asks_where_nobody_asks_without_signing_in(client: Client) -> None:
    controls_set(allows_anonymous=False)
    cache.clear()

    assert verify(client, "", "/query/verified", question="") in (401, 403)
    assert verify(client, key_of(may_ask=True), "/query/verified", question="") == 400


@pytest.mark.parametrize(
    "fault", [{"revoked": True}, {"expiry_date": timezone.now() - timedelta(days=1)}]
)
def test_a_key_that_is_revoked_or_over_opens_nothing(
    client: Client, fault: dict[str, object]
) -> None:
    assert verify(client, key_of(may_verify=True, **fault)) == 401


@pytest.mark.parametrize("sent", ["none.such", "x", "가.나", "a.b.c", "\x00.y"])
def test_what_is_no_key_is_refused(client: Client, sent: str) -> None:
    assert verify(client, sent) == 401


def test_a_password_in_a_request_is_not_looked_at(client: Client, admin_user: object) -> None:
    controls_set(allows_anonymous=False)
    cache.clear()
    headers = {"Authorization": "Basic YWRtaW46cGFzc3dvcmQ="}

    reply = client.post(
        "/query/verified", {"question": "휴학"}, content_type="application/json", headers=headers
    )

    assert reply.status_code == 401


def test_each_key_is_counted_by_itself(client: Client) -> None:
    controls_set(api_calls_a_minute=2)
    cache.clear()
    first, second = key_of(may_verify=True), key_of(may_verify=True)

    assert [verify(client, first) for _ in range(3)] == [200, 200, 429]
    assert verify(client, second) == 200


def test_a_key_is_shown_once_and_only_its_hash_is_kept(
    admin_client: Client, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    page = "/admin/controls/apikey/"
    reply = admin_client.post(
        f"{page}add/", {"name": "도서관", "may_verify": "on", "expiry_date_0": ""}, follow=True
    )
    row = ApiKey.objects.get()
    shown = reply.content.decode()
    secret = shown[shown.index(f"{row.prefix}.") :].split()[0].strip(".<")

    assert verify(client, secret) == 200
    assert secret.partition(".")[2] not in f"{row.pk}{row.hashed_key}"
    assert row.hashed_key not in row.pk
    assert UUID(row.pk)
    assert secret not in admin_client.get(page).content.decode()
    assert secret not in caplog.text
    admin_client.post(f"{page}{row.pk}/change/", {"name": "도서관", "revoked": "on"})
    assert verify(client, secret) == 401
    assert admin_client.get(f"{page}{row.pk}/delete/").status_code == 403


def test_a_key_from_the_release_before_keeps_working_under_its_new_identifier(
    client: Client,
) -> None:
    row, secret = ApiKey.objects.create_key(name="학사 시스템", may_verify=True)
    ApiKey.objects.filter(pk=row.pk).update(id=f"{row.prefix}.{row.hashed_key}")
    (name,) = (
        module.name
        for module in pkgutil.iter_modules(migrations.__path__)
        if module.name.endswith("_key_identifiers")
    )
    migration = importlib.import_module(f"portal.controls.migrations.{name}")

    # Twice, as where a deployment was broken off.
    for _ in range(2):
        with connection.cursor() as cursor:
            cursor.execute(migration.IDENTIFY)

    assert UUID(ApiKey.objects.get().pk)
    assert verify(client, secret) == 200


def test_when_a_key_was_used_last_is_known_without_a_write_at_every_call(client: Client) -> None:
    secret = key_of(may_verify=True)
    verify(client, "none.such")
    assert ApiKey.objects.get().last_used_at is None

    verify(client, secret)
    first = ApiKey.objects.get().last_used_at
    verify(client, secret)

    assert first is not None
    assert ApiKey.objects.get().last_used_at == first


def test_a_key_is_changed_for_a_new_one_without_a_gap(admin_client: Client, client: Client) -> None:
    row, old = ApiKey.objects.create_key(name="학사 시스템", may_verify=True)

    chosen = {"action": "keys_rotate", "_selected_action": [row.pk]}
    shown = admin_client.post("/admin/controls/apikey/", chosen, follow=True).content.decode()

    made = ApiKey.objects.exclude(pk=row.pk).get()
    secret = shown[shown.index(f"{made.prefix}.") :].split()[0]
    assert (made.name, made.may_verify, made.may_ask) == ("학사 시스템", True, False)
    assert verify(client, secret) == 200
    assert verify(client, old) == 200
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert verify(client, secret) == 200
        assert verify(client, old) == 401


def test_a_key_that_works_no_more_gets_no_follower(admin_client: Client) -> None:
    over = {"expiry_date": timezone.now() - timedelta(hours=1)}
    rows = [
        ApiKey.objects.create_key(name="학사 시스템", **ends)[0]
        for ends in (over, {"revoked": True})
    ]

    chosen = {"action": "keys_rotate", "_selected_action": [row.pk for row in rows]}
    admin_client.post("/admin/controls/apikey/", chosen)

    assert ApiKey.objects.count() == len(rows)


@pytest.mark.parametrize(
    "sent", [{"hashed_key": "x"}, {"id": "x"}, {"prefix": "x"}, {"last_used_at": "2020-01-01"}]
)
def test_the_form_changes_nothing_that_it_does_not_show(
    admin_client: Client, sent: dict[str, str]
) -> None:
    row, _secret = ApiKey.objects.create_key(name="학사 시스템")

    admin_client.post(f"/admin/controls/apikey/{row.pk}/change/", {"name": "도서관", **sent})

    now = ApiKey.objects.get()
    assert now.name == "도서관"
    assert (now.pk, now.prefix, now.hashed_key, now.last_used_at) == (
        row.pk,
        row.prefix,
        row.hashed_key,
        None,
    )
