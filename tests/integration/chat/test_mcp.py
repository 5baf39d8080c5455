"""The Model Context Protocol, spoken by the SDK's own client over real HTTP and over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from chat.models import Answer
from chat.tasks import answer_call
from portal.controls.models import ApiKey
from portal.http import ordered_calls
from tests.controls import controls_set
from tests.corpus import given_corpus
from verification.api.calls import verify_report

pytestmark = pytest.mark.django_db(transaction=True)
PROJECT = Path(__file__).resolve().parents[3]
DAY = "2026-03-02"
SAID = "휴학기간은 통산하여 7년을 초과할 수 없습니다(학칙 제25조제2항). 「학칙」 제999조는 자퇴를 정합니다."
QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


@pytest.fixture(autouse=True)
def _corpus(transactional_db: None) -> None:
    given_corpus(embed=True)


def called(address: str, name: str, key: str = "", **arguments: object) -> Any:
    async def call() -> Any:
        headers = {"Authorization": f"Api-Key {key}"} if key else {}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client,
        ):
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {
                "search_regulations", "get_provision", "compare_versions", "verify_text", "ask",
                "get_answer",
            }  # fmt: skip
            annotations = tools[name].annotations
            assert annotations is not None
            assert annotations.read_only_hint
            return await client.call_tool(name, arguments)

    return asyncio.run(call())


def result(address: str, name: str, **arguments: Any) -> dict[str, Any]:
    reply = called(address, name, **arguments)
    assert not reply.is_error, reply.content
    found: dict[str, Any] = json.loads(reply.content[0].text)
    return found


def posted(address: str, path: str, body: Mapping[str, object]) -> dict[str, Any]:
    request = urllib.request.Request(
        f"{address}{path}",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as reply:
        found: dict[str, Any] = json.load(reply)
        return found


def test_tools_say_what_page_and_api_say(live_server: LiveServer) -> None:
    url = live_server.url

    found = result(url, "search_regulations", query=QUESTION, as_of=DAY)
    assert found["results"][0]["provision"] == "제25조"
    page = httpx2.get(found["results"][0]["url"], follow_redirects=True)
    assert 'id="art-25"' in page.text

    provision = result(url, "get_provision", regulation="학칙", provision="제25조제2항", as_of=DAY)
    assert provision["status"] == "FOUND"
    assert "3년(6학기)" in provision["text"]
    for asked, status in (("제27조", "DELETED"), ("제999조", "NOT_FOUND")):
        got = result(url, "get_provision", regulation="학칙", provision=asked, as_of=DAY)
        assert got["status"] == status
    old = result(url, "compare_versions", regulation="학칙", before="2001-01-01", after=DAY)
    assert old["status"] == "NOT_IN_FORCE"

    checked = result(url, "verify_text", text=SAID, as_of=DAY)
    api = posted(url, "/verify", {"text": SAID, "as_of": DAY})
    assert checked["summary"] == api["summary"]
    assert [one["status"] for one in checked["citations"]] == [
        one["status"] for one in api["citations"]
    ]
    assert [one["state"] for one in checked["sentences"]] == ["DIFFERS", "BESIDE_SOURCE"]

    answer = result(url, "ask", question=QUESTION, as_of=DAY)
    by_api = posted(url, "/query/verified", {"question": QUESTION, "as_of": DAY})
    for name in ("status", "verified", "sentences", "counts", "composer"):
        assert answer[name] == by_api[name]


def test_a_worker_answers_and_the_assistant_that_asked_alone_waits_for_it(
    live_server: LiveServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CALLS_IN_WORKERS = True
    monkeypatch.setattr(ordered_calls, "WAIT_SECONDS", 0)
    own, other = (
        str(ApiKey.objects.create_key(name=name, may_ask=True)[1]) for name in ("own", "other")
    )

    asked = result(live_server.url, "ask", key=own, question=QUESTION, as_of=DAY)
    token = asked["call"]
    waiting = result(live_server.url, "get_answer", key=own, call=token)
    # What no worker has taken was not composed in the web process either.
    answer = Answer.objects.get()
    assert (asked["status"], waiting["status"], answer.status) == ("RUNNING", "RUNNING", "PENDING")
    assert called(live_server.url, "get_answer", key=other, call=token).is_error

    answer_call(answer_id=str(answer.pk), token=token)
    told = result(live_server.url, "get_answer", key=own, call=token)
    assert (told["id"], told["status"]) == (str(answer.pk), "ANSWERED")
    assert told["sentences"][0]["outcome"] == "CONFIRMED"

    monkeypatch.setattr("portal.http.ordered_calls.place_take", lambda *_, **__: None)
    assert called(live_server.url, "ask", key=own, question=QUESTION).is_error


def test_a_long_text_is_checked_by_a_worker_and_counts_as_a_question(
    live_server: LiveServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CALLS_IN_WORKERS = True
    monkeypatch.setattr(ordered_calls, "WAIT_SECONDS", 0)
    own = str(ApiKey.objects.create_key(name="own", may_verify=True)[1])
    long = f"{SAID} " * 10

    sent = result(live_server.url, "verify_text", key=own, text=long, as_of=DAY)
    assert sent["status"] == "RUNNING"
    waiting = result(live_server.url, "get_answer", key=own, call=sent["call"])
    assert waiting["status"] == "RUNNING"

    verify_report(token=sent["call"], language="ko", text=long, as_of=DAY)
    told = result(live_server.url, "get_answer", key=own, call=sent["call"])
    at_once = result(live_server.url, "verify_text", key=own, text=SAID, as_of=DAY)
    assert told["citations"][:2] == at_once["citations"]
    assert told["sentences"][:2] == at_once["sentences"]

    monkeypatch.setattr("portal.http.ordered_calls.place_take", lambda *_, **__: None)
    assert called(live_server.url, "verify_text", key=own, text=long).is_error
    controls_set(questions_a_minute=1)
    said = [called(live_server.url, "verify_text", key=own, text=SAID) for _ in range(2)]
    assert "다시 보내 주십시오" in said[-1].content[0].text


def test_why_a_text_is_not_checked_is_said_whoever_looked(live_server: LiveServer) -> None:
    short = called(live_server.url, "verify_text", text="가. " * 30)
    long = called(live_server.url, "verify_text", text="가. " * 1000)
    gone = called(live_server.url, "get_answer", call="none")

    assert not short.is_error
    assert long.is_error
    assert "300개까지" in long.content[0].text
    assert "보관하는 시간이 지났습니다" in gone.content[0].text


def test_keys_and_limits_are_those_of_the_api(live_server: LiveServer) -> None:
    verifies = str(ApiKey.objects.create_key(name="a", may_verify=True)[1])
    controls_set(allows_anonymous=False)

    assert called(live_server.url, "ask", question=QUESTION).is_error
    assert called(live_server.url, "ask", key=verifies, question=QUESTION).is_error
    assert not called(live_server.url, "verify_text", key=verifies, text=SAID).is_error
    searched = called(live_server.url, "search_regulations", query=QUESTION, as_of=DAY)
    assert json.loads(searched.content[0].text)["mode"] == "keyword"

    asks = str(ApiKey.objects.create_key(name="b", may_ask=True)[1])
    controls_set(questions_a_minute=1)
    assert not called(live_server.url, "ask", key=asks, question=QUESTION, as_of=DAY).is_error
    refused = called(live_server.url, "ask", key=asks, question=QUESTION, as_of=DAY)
    assert "다시 보내 주십시오" in refused.content[0].text
    assert called(live_server.url, "verify_text", text="가" * 10_001).is_error


def test_a_wrong_key_and_another_method_are_refused(live_server: LiveServer) -> None:
    for method, headers, status in (
        ("POST", {"Authorization": "Api-Key none"}, 401),
        ("GET", {}, 405),
        ("DELETE", {}, 405),
    ):
        reply = httpx2.request(method, f"{live_server.url}/mcp", headers=headers)
        assert reply.status_code == status


def test_an_assistant_on_this_machine_uses_standard_input(
    process_environment: dict[str, str],
) -> None:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["manage.py", "mcp"],
        cwd=PROJECT,
        env=dict(os.environ) | process_environment,
    )

    async def call() -> Any:
        async with Client(parameters) as client:
            return await client.call_tool(
                "get_provision", {"regulation": "학칙", "provision": "제26조", "as_of": DAY}
            )

    reply = asyncio.run(call())
    assert "복학원" in json.loads(reply.content[0].text)["text"]
