"""`POST /verify` and `POST /query/verified` over real HTTP."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django.live_server_helper import LiveServer

from regulations.search.retrieval import SEARCH_MODES
from tests.corpus import TODAY, given_corpus

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


@pytest.fixture(autouse=True)
def _corpus(transactional_db: None) -> None:
    # Relevance is calibrated with the vectors; these texts are few.
    given_corpus(embed=True)


def post(server: LiveServer, path: str, body: object) -> tuple[int, dict[str, Any]]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(
        f"{server.url}{path}", data=data, headers={"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_verify_gives_every_citation_with_its_state(live_server: LiveServer) -> None:
    text = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(학칙 제25조제2항). 「학칙」 제999조는 자퇴를 정합니다."

    status, body = post(live_server, "/verify", {"text": text, "as_of": "2026-03-02"})

    assert status == 200
    assert body["summary"]["status"] == "NOT_ALL_VERIFIED"
    assert body["summary"]["counts"] == {"VERIFIED": 1, "NOT_FOUND": 1}
    good, bad = body["citations"]
    assert text[good["start"] : good["end"]] == "학칙 제25조제2항"
    assert good["provision"]["label"] == "「학칙」 제25조제2항"
    with urllib.request.urlopen(f"{live_server.url}{good['provision']['url']}", timeout=60) as page:
        assert 'id="art-25/para-2"' in page.read().decode()
    assert bad["existing_range"] == "제1조–제28조"
    assert "999" not in body["corrected_text"]


def test_the_pass_of_the_citations_says_how_much_it_does_not_speak_for(
    live_server: LiveServer,
) -> None:
    text = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(학칙 제25조제2항). 전과는 10번까지 할 수 있다."

    _status, body = post(live_server, "/verify", {"text": text, "as_of": "2026-03-02"})

    assert (body["summary"]["passed"], body["summary"]["uncited"]) == (True, 1)
    assert "인용이 없는 문장 1개" in body["summary"]["message"]
    [uncited] = body["uncited"]
    assert text[uncited["start"] : uncited["end"]] == "전과는 10번까지 할 수 있다."


@pytest.mark.parametrize(
    ("body", "field"),
    [
        pytest.param({}, "text", id="no-text"),
        pytest.param({"text": "학칙 제1조. " * 251}, "text", id="too-many-citations"),
        pytest.param({"text": "가" * 100_001}, "text", id="too-long"),
        pytest.param({"text": "학칙 제1조", "as_of": "내일"}, "as_of", id="no-date"),
        pytest.param({"text": ["학칙"]}, "text", id="no-string"),
        pytest.param({"text": "학칙\x00 제1조"}, "text", id="null-character"),
        pytest.param(b"{", "detail", id="no-json"),
    ],
)
def test_verify_refuses_what_it_cannot_check(
    live_server: LiveServer, body: object, field: str
) -> None:
    status, answer = post(live_server, "/verify", body)

    assert status == 400
    assert field in answer


def test_query_verified_answers_with_its_log(live_server: LiveServer) -> None:
    asked = {
        "question": QUESTION,
        "mode": "hybrid",
        "scope": "regulation:학칙",
        "as_of": "2026-03-02",
    }

    before = time.perf_counter()
    status, body = post(live_server, "/query/verified", asked)
    waited = (time.perf_counter() - before) * 1000

    assert status == 200
    assert body["status"] == "ANSWERED"
    assert body["mode"] == "hybrid"
    assert body["accuracy_rate"] == 1.0
    assert 0 < body["processing_time_ms"] <= waited
    assert [row["status"] for row in body["verification_log"]] == ["accurate"] * len(
        body["sources"]
    )
    assert {row["model_status"] for row in body["verification_log"]} == {"not_run"}
    assert {source["regulation"] for source in body["sources"]} == {"학칙"}


@pytest.mark.parametrize("mode", SEARCH_MODES)
def test_query_verified_says_in_which_mode_it_searched(live_server: LiveServer, mode: str) -> None:
    status, body = post(live_server, "/query/verified", {"question": QUESTION, "mode": mode})

    assert status == 200
    assert body["mode"] == mode


def test_query_verified_searches_both_ways_where_no_mode_is_given_as_the_command_does(
    live_server: LiveServer,
) -> None:
    out = StringIO()

    _status, body = post(
        live_server, "/query/verified", {"question": QUESTION, "as_of": TODAY.isoformat()}
    )
    call_command("ask", QUESTION, as_of=TODAY, json=True, stdout=out)

    printed = json.loads(out.getvalue())
    assert body["mode"] == printed["mode"] == "hybrid"
    assert list(printed) == list(body)
    assert printed["verification_log"] == body["verification_log"]


def test_query_verified_stays_within_its_scope(live_server: LiveServer) -> None:
    asked = {"question": QUESTION, "mode": "keyword", "scope": "regulation:등록금에 관한 규정"}

    _status, body = post(live_server, "/query/verified", asked)

    assert {source["regulation"] for source in body["sources"]} <= {"등록금에 관한 규정"}


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"mode": "quantum"}, "mode"),
        ({"scope": "regulation:없는 규정"}, "scope"),
        ({"scope": "planet:mars"}, "scope"),
        ({"confidence_threshold": 1.5}, "confidence_threshold"),
        ({"confidence_threshold": "high"}, "confidence_threshold"),
        ({"as_of": "2026-02-30"}, "as_of"),
        ({"question": " "}, "question"),
        ({"question": "가" * 1001}, "question"),
    ],
)
def test_query_verified_refuses_bad_parameters(
    live_server: LiveServer, parameters: dict[str, Any], field: str
) -> None:
    status, body = post(live_server, "/query/verified", {"question": QUESTION} | parameters)

    assert status == 400
    assert field in body


def test_both_are_documented(live_server: LiveServer) -> None:
    with urllib.request.urlopen(f"{live_server.url}/api/schema/?format=json", timeout=60) as reply:
        schema = json.load(reply)

    assert {"/verify", "/query/verified"} <= set(schema["paths"])
    asked = schema["components"]["schemas"]["Question"]["properties"]
    assert {"question", "mode", "scope", "as_of", "confidence_threshold"} <= set(asked)
    assert "existing_range" in schema["components"]["schemas"]["Citation"]["properties"]
