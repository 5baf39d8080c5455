"""Calls that wait for a model which hangs: they take nothing from whoever reads meanwhile."""

from __future__ import annotations

import json
import statistics
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from chat.models import Answer
from portal.controls.models import ApiKey
from portal.http import slow_calls
from portal.llm.waiting import waiting
from portal.stores.places import place_give_back, place_renew, place_take
from tests.corpus import given_corpus
from tests.visitor import ClientVisitor

pytestmark = pytest.mark.django_db(transaction=True)

CALLS = 50
HANGS_SECONDS = 6
QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


def _ask(address: str, secret: str) -> int:
    """As it is while workers and model hang: nobody takes the call."""
    request = urllib.request.Request(
        f"{address}/query/verified",
        data=json.dumps({"question": QUESTION}).encode(),
        headers={
            "Content-Type": "application/json",
            "Authorization": f"Api-Key {secret}",
            "Prefer": f"wait={HANGS_SECONDS}",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code


def _read(address: str) -> tuple[int, float]:
    started = time.perf_counter()
    try:
        with urllib.request.urlopen(f"{address}/regulations/", timeout=60) as reply:
            reply.read()
            return reply.status, time.perf_counter() - started
    except urllib.error.HTTPError as error:
        return error.code, time.perf_counter() - started


@pytest.mark.slow
def test_readers_are_served_while_fifty_calls_hang(
    web_starter: Callable[..., ClientVisitor],
) -> None:
    given_corpus()
    address = web_starter(TEST_CALLS_IN_WORKERS="yes", TEST_DATABASE_POOL="yes").address
    secrets = [
        ApiKey.objects.create_key(name=f"{number}", may_ask=True)[1] for number in range(CALLS)
    ]
    _read(address)

    with ThreadPoolExecutor(CALLS) as people:
        calls = [people.submit(_ask, address, secret) for secret in secrets]
        while Answer.objects.count() < CALLS:
            time.sleep(0.05)
        reads: list[tuple[int, float]] = []
        while not any(call.done() for call in calls) and len(reads) < 60:
            reads.append(_read(address))
            time.sleep(0.05)
        statuses = {call.result() for call in calls}

    assert {status for status, _seconds in reads} == {200}
    # Not the p95: three tests run beside each other on two cores, and before the mending every page took its 40 s.
    assert statistics.median(seconds for _status, seconds in reads) < 0.3
    assert statuses == {202}


def test_no_connection_is_held_while_a_model_is_waited_for() -> None:
    connection.ensure_connection()

    with waiting():
        assert connection.connection is None


def test_a_caller_has_so_many_slow_calls_at_a_time_and_the_site_has(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(slow_calls, "MOST_OF_THE_SITE", 1)
    body = {"text": "「학칙」 제25조에 따릅니다."}
    doors = {"slow:site": 1}
    token = place_take(doors, seconds=60)
    assert token is not None

    refused = client.post("/verify", body, "application/json")
    place_give_back(doors, token)

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
    assert client.post("/verify", body, "application/json").status_code == 200
    assert client.post("/verify", body, "application/json").status_code == 200


def test_a_place_that_nobody_renews_is_free_again() -> None:
    door = {"test": 1}
    first = place_take(door, seconds=60)
    assert first is not None
    assert place_take(door, seconds=60) is None

    place_renew("test", first, seconds=1)
    time.sleep(2.1)

    assert place_take(door, seconds=60) is not None


def test_a_place_that_is_renewed_stays_taken() -> None:
    door = {"test renewed": 1}
    first = place_take(door, seconds=2)
    assert first is not None

    place_renew("test renewed", first, seconds=60)
    time.sleep(2.1)

    assert place_take(door, seconds=60) is None
