"""The door to a model against a server that speaks the protocol over real HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from pydantic import BaseModel
from pytest_django import Settings

from portal import llm
from portal.controls.models import ModelUsage
from portal.llm import openai_client, routing
from tests.controls import controls_set
from tests.stub_llm import StubLLM, StubReply, running_stub

# Whether a model may be asked, and what it was used for, stands in the database.
pytestmark = pytest.mark.django_db

PROMPT = llm.Prompt(
    (llm.PromptMessage("system", "규정만 말합니다."), llm.PromptMessage("user", "휴학은요?"))
)


class ModelVerdict(BaseModel):
    """What a judge returns."""

    is_accurate: bool
    confidence: float


@pytest.fixture(autouse=True)
def _configured(use_stub: StubLLM) -> None:
    openai_client._formats.clear()


def test_complete_returns_text_model_and_usage(stub_llm: StubLLM) -> None:
    stub_llm.say("통산 3년입니다[†1].")

    completion = llm.complete(PROMPT)

    assert completion == llm.Completion("통산 3년입니다[†1].", "stub-model", llm.Usage(11, 7))


def test_complete_sends_messages_model_and_temperature(
    stub_llm: StubLLM, settings: Settings
) -> None:
    settings.LLM_MODEL = "regulations-7b"

    llm.complete(PROMPT)

    assert stub_llm.requests == [
        {
            "model": "regulations-7b",
            "temperature": 0.3,
            "messages": [
                {"role": "system", "content": "규정만 말합니다."},
                {"role": "user", "content": "휴학은요?"},
            ],
        }
    ]


def test_stream_yields_the_pieces_in_order(stub_llm: StubLLM) -> None:
    stub_llm.say("휴학은 통산 3년까지 할 수 있습니다[†1].")

    pieces = list(llm.stream(PROMPT))

    assert len(pieces) > 1
    assert "".join(pieces) == "휴학은 통산 3년까지 할 수 있습니다[†1]."


def test_stream_that_breaks_off_is_an_error_after_its_pieces(stub_llm: StubLLM) -> None:
    stub_llm.say(StubReply("휴학은 통산 3년까지 할 수 있습니다.", break_off_after=2))
    seen: list[str] = []

    with pytest.raises(llm.LLMError):
        seen.extend(llm.stream(PROMPT))

    assert "".join(seen) != "휴학은 통산 3년까지 할 수 있습니다."


def test_a_reply_that_knows_no_limit_is_ended(stub_llm: StubLLM) -> None:
    stub_llm.say("[†1] " * 3000)

    with pytest.raises(llm.Malformed, match="longer than it was asked to be"):
        list(llm.stream(PROMPT, max_tokens=100))


def test_an_endpoint_that_says_nothing_is_given_up_after_the_time_of_its_step(
    stub_llm: StubLLM, settings: Settings
) -> None:
    settings.LLM_STEP_SECONDS = {"compose": 0.3}
    stub_llm.say(StubReply("늦습니다.", delay=2))

    with pytest.raises(llm.Timeout, match=r"no reply within 0\.3 s"):
        list(llm.stream(replace(PROMPT, step="compose")))


def test_stream_that_trickles_ends_at_the_time_limit(stub_llm: StubLLM, settings: Settings) -> None:
    settings.LLM_TIMEOUT = 0.4
    stub_llm.say(StubReply("가" * 200, piece_delay=0.1))

    with pytest.raises(llm.Timeout):
        list(llm.stream(PROMPT))


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(StubReply("3년입니다.", delay=5), id="silent"),
        pytest.param(StubReply("3년입니다.", thinks=200, piece_delay=0.05), id="thinking"),
        pytest.param(StubReply("음. " * 900, piece_delay=0.05), id="thinking aloud"),
    ],
)
def test_a_reply_that_nobody_wants_any_more_is_left_within_a_second(
    stub_llm: StubLLM, reply: StubReply
) -> None:
    stub_llm.say(reply, "3년입니다.")
    begun, looks = time.monotonic(), list[float]()

    def is_wanted() -> bool:
        looks.append(time.monotonic() - begun)
        return looks[-1] < 1.2

    with llm.wanted_while(is_wanted), pytest.raises(llm.Stopped):
        list(llm.stream(PROMPT))

    assert 1.2 <= time.monotonic() - begun < 2.2
    assert len(looks) <= 4
    # It says nothing about the endpoint, and whoever asks next is answered.
    assert not llm.is_circuit_open()
    with llm.wanted_while(lambda: True):
        assert "".join(llm.stream(PROMPT)) == "3년입니다."


def test_a_reply_that_is_wanted_comes_and_fails_as_any_other(
    stub_llm: StubLLM, settings: Settings
) -> None:
    settings.LLM_TIMEOUT = 1
    stub_llm.say(StubReply("3년입니다.", thinks=3), StubReply("5년입니다.", break_off_after=0))
    stub_llm.say(StubReply("7년입니다.", delay=2))

    with llm.wanted_while(lambda: True):
        assert "".join(llm.stream(PROMPT)) == "3년입니다."
        with pytest.raises(llm.Malformed):
            list(llm.stream(PROMPT))
        with pytest.raises(llm.Timeout):
            list(llm.stream(PROMPT))


def test_whoever_stops_a_model_that_thinks_closes_its_connection(stub_llm: StubLLM) -> None:
    stub_llm.say(StubReply("3년입니다.", thinks=400, piece_delay=0.05))
    threads = threading.active_count()

    with llm.wanted_while(lambda: False), pytest.raises(llm.Stopped):
        list(llm.stream(PROMPT))

    ends = time.monotonic() + 3
    while threading.active_count() > threads and time.monotonic() < ends:
        time.sleep(0.05)
    assert threading.active_count() <= threads


@pytest.mark.parametrize("refused", [(), ("json_schema",), ("json_schema", "json_object")])
def test_complete_with_a_schema_falls_back_to_weaker_formats(
    stub_llm: StubLLM, refused: tuple[str, ...]
) -> None:
    stub_llm.say(
        StubReply(
            '판단:\n```json\n{"is_accurate": false, "confidence": 0.9}\n```',
            refused_formats=refused,
        )
    )

    completion = llm.complete(PROMPT, schema=ModelVerdict)

    assert completion.value == ModelVerdict(is_accurate=False, confidence=0.9)
    assert len(stub_llm.requests) == len(refused) + 1


def test_weaker_format_is_remembered_and_shows_the_schema_in_the_prompt(stub_llm: StubLLM) -> None:
    accurate = StubReply({"is_accurate": True, "confidence": 0.8}, refused_formats=("json_schema",))
    stub_llm.say(accurate, accurate)

    llm.complete(PROMPT, schema=ModelVerdict)
    llm.complete(PROMPT, schema=ModelVerdict)

    assert len(stub_llm.requests) == 3
    assert "is_accurate" in stub_llm.requests[-1]["messages"][0]["content"]


def test_a_server_that_takes_a_system_message_only_first_is_asked_for_an_object_too(
    stub_llm: StubLLM,
) -> None:
    def strict(request: dict[str, Any]) -> StubReply:
        later = [one["role"] for one in request["messages"][1:]]
        is_strict = request.get("response_format", {}).get("type") == "json_schema"
        if is_strict or "system" in later:
            return StubReply(status=400)
        return StubReply({"is_accurate": True, "confidence": 0.8})

    stub_llm.default = strict

    prompt = llm.Prompt(
        (llm.PromptMessage("system", "규칙"), llm.PromptMessage("user", "문장")), step="judge"
    )
    assert llm.complete(prompt, schema=ModelVerdict).value.is_accurate
    first, second = stub_llm.requests[-1]["messages"]
    assert first["content"].startswith("규칙\n\n")
    assert second == {"role": "user", "content": "문장"}


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        pytest.param(StubReply("", status=500), llm.Unavailable, id="server error"),
        pytest.param(StubReply("", status=401), llm.Unavailable, id="wrong key"),
        pytest.param(StubReply("", status=429), llm.Unavailable, id="too many requests"),
        pytest.param(StubReply("답", delay=1.0), llm.Timeout, id="slow"),
        pytest.param(StubReply(""), llm.Malformed, id="empty"),
        pytest.param(StubReply("답", finish_reason="length"), llm.Malformed, id="cut off"),
        pytest.param(StubReply("답", finish_reason="content_filter"), llm.Refused, id="filtered"),
        pytest.param(StubReply("", refusal="답할 수 없습니다."), llm.Refused, id="refused"),
        pytest.param(StubReply(raw_body=b"<html>"), llm.Malformed, id="not JSON"),
        pytest.param(StubReply(raw_body=b'{"choices": []}'), llm.Malformed, id="no choice"),
        pytest.param(StubReply(raw_body=b'{"choices": [{}]}'), llm.Malformed, id="empty choice"),
        pytest.param(StubReply(raw_body=b'{"choices": "x"}'), llm.Malformed, id="wrong type"),
        pytest.param(StubReply(raw_body=b'{"choices": nu'), llm.Malformed, id="half of the JSON"),
        pytest.param(StubReply(raw_body=b"[]"), llm.Malformed, id="a list"),
        pytest.param(StubReply(raw_body=b"null"), llm.Malformed, id="null"),
    ],
)
def test_failures_have_types_and_are_never_tried_again(
    stub_llm: StubLLM, settings: Settings, reply: StubReply, error: type[llm.LLMError]
) -> None:
    if reply.delay:
        settings.LLM_TIMEOUT = 0.4
    stub_llm.say(reply)

    with pytest.raises(error):
        llm.complete(PROMPT)

    assert len(stub_llm.requests) == 1


@pytest.mark.parametrize("status", [302, 307])
@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda: llm.complete(PROMPT), id="complete"),
        pytest.param(lambda: llm.complete(PROMPT, schema=ModelVerdict), id="object"),
        pytest.param(lambda: list(llm.stream(PROMPT)), id="stream"),
        pytest.param(lambda: llm.embed(["휴학"]), id="embed"),
        pytest.param(lambda: llm.rerank("휴학", ["제1조"]), id="rerank"),
    ],
)
def test_no_question_is_taken_where_an_endpoint_points(
    stub_llm: StubLLM, settings: Settings, ask: Callable[[], object], status: int
) -> None:
    settings.EMBEDDING_BASE_URL = settings.RERANK_BASE_URL = stub_llm.base_url
    with running_stub() as elsewhere:
        stub_llm.default = StubReply(
            status=status, location=f"{elsewhere.base_url}/chat/completions"
        )

        with pytest.raises(llm.Unavailable, match="_BASE_URL") as caught:
            ask()

        assert not caught.value.transient
        assert (len(stub_llm.requests), elsewhere.requests) == (1, [])


@pytest.mark.parametrize(
    ("status", "transient"), [(401, False), (404, False), (429, True), (500, True), (503, True)]
)
def test_unavailable_says_whether_trying_again_helps(
    stub_llm: StubLLM, status: int, transient: bool
) -> None:
    stub_llm.say(StubReply(status=status))

    with pytest.raises(llm.Unavailable) as caught:
        llm.complete(PROMPT)

    assert caught.value.transient is transient


def test_object_that_does_not_fit_the_schema_is_malformed(stub_llm: StubLLM) -> None:
    stub_llm.say({"is_accurate": True})

    with pytest.raises(llm.Malformed):
        llm.complete(PROMPT, schema=ModelVerdict)


def test_unreachable_endpoint_is_unavailable(settings: Settings) -> None:
    settings.LLM_BASE_URL = "http://127.0.0.1:9/v1"

    with pytest.raises(llm.Unavailable) as caught:
        llm.complete(PROMPT)

    assert caught.value.transient


def test_nothing_is_asked_where_no_model_is_configured(settings: Settings) -> None:
    settings.LLM_BASE_URL = ""

    assert not llm.available()
    with pytest.raises(llm.Unavailable, match="LLM_BASE_URL"):
        llm.complete(PROMPT)


def test_embed_asks_the_endpoint_with_the_prefix_of_the_kind(
    stub_llm: StubLLM, settings: Settings
) -> None:
    settings.EMBEDDING_BASE_URL = stub_llm.base_url
    settings.EMBEDDING_QUERY_PREFIX = "query: "

    vectors = llm.embed(["휴학 기간"], kind="query")

    assert [len(vector) for vector in vectors] == [settings.EMBEDDING_DIMENSIONS]
    assert stub_llm.requests[0]["input"] == ["query: 휴학 기간"]


def test_embed_keeps_the_order_over_several_requests(stub_llm: StubLLM, settings: Settings) -> None:
    settings.EMBEDDING_BASE_URL = stub_llm.base_url
    texts = [f"제{number}조" for number in range(1, 71)]

    vectors = llm.embed(texts)

    assert vectors == stub_llm.vectors(texts)
    assert len(stub_llm.requests) == 3


def test_embed_refuses_vectors_of_another_size(stub_llm: StubLLM, settings: Settings) -> None:
    settings.EMBEDDING_BASE_URL = stub_llm.base_url
    stub_llm.dimensions = 1024

    with pytest.raises(llm.Malformed, match="1024"):
        llm.embed(["휴학"])


def test_bundled_model_puts_the_answering_provision_nearest() -> None:
    question = llm.embed(["휴학은 몇 년까지 할 수 있나요?"], kind="query")[0]
    provisions = llm.embed(
        ["휴학 기간은 통산 세 해를 넘지 못한다.", "도서는 열 권까지 빌린다.", ""]
    )

    scores = [sum(map(float.__mul__, question, provision)) for provision in provisions]

    assert scores[0] == max(scores)


def test_an_endpoint_that_fails_is_stood_in_for_and_the_reply_says_by_which_model(
    stub_llm: StubLLM, settings: Settings
) -> None:
    with running_stub() as second:
        settings.LLM_FALLBACK_BASE_URL = second.base_url
        settings.LLM_FALLBACK_MODEL = "second-model"
        stub_llm.default = StubReply(status=503)
        second.default = StubReply("통산 3년입니다[†1].")

        reply = llm.stream(PROMPT)

        assert "".join(reply) == "통산 3년입니다[†1]."
        assert reply.model == "second-model"


def test_an_endpoint_that_keeps_failing_rests(stub_llm: StubLLM) -> None:
    stub_llm.default = StubReply(status=503)
    for _ in range(routing.FAILURES_IN_A_ROW):
        with pytest.raises(llm.Unavailable):
            llm.complete(PROMPT)
    asked = len(stub_llm.requests)

    with pytest.raises(llm.Unavailable, match="lately") as raised:
        llm.complete(PROMPT)

    assert raised.value.transient
    assert len(stub_llm.requests) == asked


def test_what_a_model_declines_or_garbles_does_not_make_its_endpoint_rest(
    stub_llm: StubLLM,
) -> None:
    stub_llm.default = StubReply("")
    for _ in range(routing.FAILURES_IN_A_ROW + 1):
        with pytest.raises(llm.Malformed):
            llm.complete(PROMPT)

    stub_llm.default = StubReply("통산 3년입니다.")
    assert llm.complete(PROMPT).value == "통산 3년입니다."


def test_a_stream_that_was_begun_is_not_begun_elsewhere(
    stub_llm: StubLLM, settings: Settings
) -> None:
    with running_stub() as second:
        settings.LLM_FALLBACK_BASE_URL = second.base_url
        stub_llm.say(StubReply("휴학은 통산 3년까지 할 수 있습니다.", break_off_after=2))

        with pytest.raises(llm.LLMError):
            list(llm.stream(PROMPT))

        assert second.requests == []


def test_the_operator_switches_the_model_off(stub_llm: StubLLM) -> None:
    controls_set(may_generate=False)
    cache.clear()

    assert not llm.available()
    with pytest.raises(llm.Unavailable, match="switched off"):
        llm.complete(PROMPT)
    assert stub_llm.requests == []


def test_calls_are_counted_and_end_with_the_budget_of_the_month(stub_llm: StubLLM) -> None:
    stub_llm.say("통산 3년입니다[†1].", "통산 3년입니다[†1].")
    llm.complete(PROMPT)
    list(llm.stream(PROMPT))

    assert sum(row.calls for row in ModelUsage.objects.all()) == 2
    counted = ModelUsage.objects.get(model="stub-model")
    assert (counted.prompt_tokens, counted.completion_tokens) == (11, 7)
    controls_set(monthly_model_tokens=18)
    cache.clear()
    assert not llm.available()
