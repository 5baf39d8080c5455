"""Calls of the API that a worker does: the same reply as before, or 202 and an address that only the caller may ask at."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from typing import Any
from unittest import mock

import pytest
import redis
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from chat.api import views
from chat.models import Answer
from portal.accounts.models import User
from portal.controls.models import ApiKey
from portal.http import ordered_calls
from portal.http.ordered_calls import call_close
from tests.corpus import given_corpus
from tests.processes import PortalProcess
from tests.stub_llm import StubLLM, StubReply
from tests.unit.verification.layer_samples import CONTEXT, GOOD
from tests.unit.verification.layer_samples import QUESTION as LAYERS_QUESTION
from tests.visitor import ClientVisitor

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = {"question": "휴학은 최대 몇 년까지 가능한가요?", "confidence_threshold": 0.8}
TO_VERIFY = {"question": LAYERS_QUESTION, "answer": GOOD, "context": CONTEXT}
LONG_TEXT = {"text": "휴학기간은 통산하여 3년을 초과할 수 없습니다(학칙 제25조제2항). " * 20}
HANGS_SECONDS = 4


def call(
    address: str, secret: str, body: object = None, prefer: str = ""
) -> tuple[int, Any, Message]:
    headers = {"Content-Type": "application/json", "Authorization": f"Api-Key {secret}"}
    if prefer:
        headers["Prefer"] = prefer
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.status, json.load(reply), reply.headers
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), error.headers


def test_what_takes_longer_than_the_caller_waits_is_asked_for_later_by_the_caller_alone(
    web_starter: Callable[..., ClientVisitor],
    worker_starter: Callable[..., PortalProcess],
    stub_llm: StubLLM,
) -> None:
    given_corpus(embed=True)
    environment = {"TEST_LLM_BASE_URL": stub_llm.base_url, "TEST_CALLS_IN_WORKERS": "yes"}
    web = web_starter(**environment).address
    worker_starter(queues="calls,texts", **environment)
    secret = ApiKey.objects.create_key(name="학사", may_ask=True, may_verify=True)[1]
    stranger = ApiKey.objects.create_key(name="다른 곳", may_ask=True, may_verify=True)[1]

    # Long by rules alone: waited for, the reply is that of a short one.
    status, body, _headers = call(f"{web}/verify", secret, LONG_TEXT)
    assert (status, body["summary"]["citations"]) == (200, 20)
    too_many = {"text": "학칙 제1조. " * 251}
    assert call(f"{web}/verify", secret, too_many)[0] == 400

    stub_llm.default = StubReply({"verified": True, "confidence": 0.95}, delay=HANGS_SECONDS)
    orders = []
    for path, order in (("/verify/answer", TO_VERIFY), ("/query/verified", QUESTION)):
        started = time.monotonic()
        status, body, headers = call(f"{web}{path}", secret, order, prefer="wait=1")
        assert time.monotonic() - started < HANGS_SECONDS - 1
        assert (status, body["status"], body["result"]) == (202, "RUNNING", None)
        assert (headers["Location"], headers["Retry-After"]) == (body["url"], "2")
        assert call(f"{web}{body['url']}", stranger)[0] == 404
        orders.append(f"{web}{body['url']}")

    deadline, results = time.monotonic() + 120, []
    for address in orders:
        while (told := call(address, secret))[1]["status"] == "RUNNING":
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert (told[0], told[1]["status"]) == (200, "DONE")
        results.append(told[1]["result"])
    assert results[0]["verified"] is True
    # A reply that is no answer makes it an excerpt; the row keeps what was asked of its check.
    answer = Answer.objects.get(pk=results[1]["id"])
    assert (answer.confidence_threshold, answer.status) == (0.8, results[1]["status"])


@pytest.fixture
def _without_worker(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    settings.CALLS_IN_WORKERS = True
    monkeypatch.setattr(ordered_calls, "WAIT_SECONDS", 0)


@pytest.mark.usefixtures("_without_worker")
def test_what_no_worker_has_done_is_running_and_never_a_result(client: Client) -> None:
    client.force_login(User.objects.create_user("student"))

    reply = client.post("/verify", LONG_TEXT, "application/json")
    address = reply.headers["Location"]
    token = address.rpartition("/")[2]

    assert (reply.status_code, reply.json()["status"]) == (202, "RUNNING")
    assert client.get(address).json()["status"] == "RUNNING"
    assert Client().get(address).status_code == 404
    call_close(token=token, result=(500, {"detail": "오류"}))
    assert client.get(address).json()["status"] == "FAILED"


@pytest.mark.usefixtures("_without_worker")
@pytest.mark.parametrize(("length", "status"), [(100, 200), (9_000, 202)])
def test_a_short_answer_with_a_long_context_is_verified_by_a_worker(
    client: Client, length: int, status: int
) -> None:
    context = [{"section_title": "학칙 제25조", "section_content": "휴학" * (length // 2)}]
    body = {"answer": "휴학은 3년까지 한다.", "context": context, "use_llm": False}

    assert client.post("/verify/answer", body, "application/json").status_code == status


def test_a_context_that_is_too_long_is_refused_with_the_limit(client: Client) -> None:
    context = [{"section_title": "", "section_content": "휴학" * 4_500}] * 12
    body = {"answer": "휴학은 3년까지 한다.", "context": context, "use_llm": False}

    reply = client.post("/verify/answer", body, "application/json")
    assert (reply.status_code, reply.json()) == (
        400,
        {"context": ["문맥은 모두 100,000자까지 쓸 수 있습니다."]},
    )


@pytest.mark.usefixtures("_without_worker")
def test_a_caller_has_so_many_calls_under_way_until_they_end(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("portal.http.slow_calls.MOST_OF_A_CALLER", 1)

    first = client.post("/verify", LONG_TEXT, "application/json")
    second = client.post("/verify", LONG_TEXT, "application/json")
    call_close(token=first.json()["url"].rpartition("/")[2], result=(200, {}))
    third = client.post("/verify", LONG_TEXT, "application/json")

    assert [reply.status_code for reply in (first, second, third)] == [202, 429, 202]


@pytest.mark.usefixtures("_without_worker")
def test_a_question_that_cannot_be_asked_holds_no_place(client: Client) -> None:
    for _ in range(7):
        assert (
            client.post("/query/verified", {"question": "\u200b"}, "application/json").status_code
            == 400
        )


@pytest.mark.parametrize("broken", ["_ask", "call_about"])
def test_an_order_that_fails_half_way_gives_its_place_back(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    settings.CALLS_IN_WORKERS = True
    given_corpus()
    given_back: list[str] = []
    monkeypatch.setattr(
        ordered_calls, "place_give_back", lambda _doors, token: given_back.append(token)
    )
    if broken == "_ask":
        monkeypatch.setattr(views, "_ask", mock.Mock(side_effect=ZeroDivisionError))
    else:
        keep = mock.Mock(side_effect=[None, redis.RedisError])
        monkeypatch.setattr(ordered_calls, "_keep", keep)
    secret = ApiKey.objects.create_key(name="학사", may_ask=True)[1]
    reply = Client(raise_request_exception=False).post(
        "/query/verified",
        json.dumps(QUESTION),
        content_type="application/json",
        headers={"Authorization": f"Api-Key {secret}"},
    )

    assert reply.status_code == (500 if broken == "_ask" else 200)
    assert len(given_back) == 1
