"""What one bad request or endpoint costs the others: the form of replies, the circuit breaker, the budget."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import BaseModel
from pytest_django import Settings

from portal import llm
from portal.controls.models import ModelUsage
from portal.llm import openai_client, routing
from portal.llm.endpoints import Endpoint
from tests.stub_llm import StubLLM, StubReply

# Whether a model may be asked, and what it was used for, stands in the database.
pytestmark = pytest.mark.django_db

PROMPT = llm.Prompt((llm.PromptMessage("user", "휴학은요?"),), step="judge")
COUNTED = {"count": 3}


class CountedReply(BaseModel):
    """What is asked for here."""

    count: int


@pytest.fixture(autouse=True)
def _configured(use_stub: StubLLM) -> None:
    openai_client._formats.clear()


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda: llm.complete(PROMPT, schema=CountedReply), id="whole"),
        pytest.param(
            lambda: list(llm.stream(PROMPT, schema=CountedReply, plain=PROMPT)), id="stream"
        ),
    ],
)
def test_a_request_refused_in_every_form_says_nothing_about_forms(
    stub_llm: StubLLM, ask: Callable[[], object]
) -> None:
    stub_llm.say(*[StubReply(status=400)] * 3, COUNTED)

    with pytest.raises(llm.Unavailable):
        ask()
    ask()

    assert stub_llm.requests[-1]["response_format"]["type"] == "json_schema"
    assert len(stub_llm.requests) == 4


def test_calls_of_one_process_are_answered_side_by_side() -> None:
    endpoint = Endpoint("http://127.0.0.1:9/side-by-side", "", "stub", timeout=1)
    began = time.monotonic()

    with ThreadPoolExecutor(4) as threads:
        for _ in range(4):
            threads.submit(routing.call_with_breaker, endpoint, lambda: time.sleep(0.3))

    assert time.monotonic() - began < 0.8


def test_failures_side_by_side_open_the_circuit() -> None:
    endpoint = Endpoint("http://127.0.0.1:9/failing-together", "", "stub", timeout=1)

    def fail() -> None:
        time.sleep(0.1)
        raise llm.Unavailable("HTTP status 503")

    with ThreadPoolExecutor(4) as threads:
        failing = [
            threads.submit(routing.call_with_breaker, endpoint, fail)
            for _ in range(routing.FAILURES_IN_A_ROW)
        ]

    assert {str(one.exception()) for one in failing} == {"HTTP status 503"}
    with pytest.raises(llm.Unavailable, match="lately"):
        routing.call_with_breaker(endpoint, fail)


def test_an_embedding_model_that_fails_leaves_the_chat_model_of_its_server_in_use(
    stub_llm: StubLLM, settings: Settings
) -> None:
    settings.EMBEDDING_BASE_URL = stub_llm.base_url
    stub_llm.say(*[StubReply(status=503)] * routing.FAILURES_IN_A_ROW, "통산 3년입니다.")
    for _ in range(routing.FAILURES_IN_A_ROW):
        with pytest.raises(llm.Unavailable):
            llm.embed(["휴학"])

    assert not llm.is_circuit_open()
    assert llm.complete(PROMPT).value == "통산 3년입니다."


@pytest.mark.parametrize(
    "reply",
    [
        StubReply("답", finish_reason="length"),
        StubReply("", refusal="답할 수 없습니다."),
        StubReply("답", finish_reason="content_filter"),
        StubReply(""),
        StubReply({"another": 1}),
    ],
    ids=["cut off", "refused", "filtered", "empty", "another form"],
)
def test_a_reply_of_no_use_is_counted(stub_llm: StubLLM, reply: StubReply) -> None:
    stub_llm.say(reply)

    with pytest.raises((llm.Malformed, llm.Refused)):
        llm.complete(PROMPT, schema=CountedReply)

    used = ModelUsage.objects.get(model="stub-model")
    assert (used.calls, used.prompt_tokens, used.completion_tokens) == (1, 11, 7)


def test_a_stream_cut_off_before_its_first_piece_is_counted(stub_llm: StubLLM) -> None:
    stub_llm.say(StubReply("", thinks=3, finish_reason="length"))

    with pytest.raises(llm.Malformed):
        list(llm.stream(PROMPT))

    assert ModelUsage.objects.get().calls == 1
