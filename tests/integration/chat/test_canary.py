"""A word that somebody asks with, followed through the portal: no log line, address, message or key may hold it."""

from __future__ import annotations

import json
import logging
from base64 import b64decode

import pytest
import redis
from django.conf import settings as django_settings
from django.test import Client
from pytest_django import Settings

from chat.models import Answer, Conversation, Feedback, Message
from chat.tasks import compose_answer
from portal.http.access_lines import PathOnly
from tests.corpus import given_corpus
from tests.stub_llm import StubLLM, StubReply
from verification.faithfulness.tasks import check_faithfulness

CANARY = "Canary7Q"
SECRET = "010-9876-5432"
QUESTION = f"{CANARY} 휴학은 몇 년까지 할 수 있습니까? {SECRET}"
# Models that fail in every way repeat what they were told.
ECHOES = (
    StubReply(refusal=f"{CANARY}: no"),
    StubReply(raw_body=f'{{"error": "{CANARY}"'.encode()),
    StubReply(f"{CANARY} 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."),
)


def _in_valkey() -> str:
    """All keys, and what waits in the queue of answers."""
    client = redis.Redis.from_url(django_settings.REDIS_URL)
    keys, queued = list(client.scan_iter()), client.lrange("answers", 0, -1)
    client.close()
    bodies = [b64decode(json.loads(row)["body"]) for row in queued]
    assert bodies, "a message waits"
    return repr((keys, queued, bodies))


@pytest.mark.django_db(transaction=True)
def test_what_somebody_asks_stands_in_no_log_address_message_or_key(
    client: Client, use_stub: StubLLM, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD, settings.MIN_RELEVANCE = 0.1, 0.05
    use_stub.default = lambda request: ECHOES[len(use_stub.requests) % len(ECHOES)]
    caplog.set_level(logging.DEBUG)

    places = [client.post("/", {"question": QUESTION}).headers["Location"]]
    for follow_up in ("그럼 군휴학은요?", "그것은 누가 허가합니까?"):
        reply = client.post(places[0], {"question": f"{CANARY} {follow_up}"})
        places.append(reply.headers["Location"])
    seen = _in_valkey()
    for answer in Answer.objects.order_by("created_at"):
        compose_answer(answer_id=str(answer.pk))
        check_faithfulness(answer_id=str(answer.pk))
        comment = {"helpful": "no", "comment": f"{CANARY} {SECRET}"}
        places.append(client.post(f"/answers/{answer.pk}/feedback", comment).headers["Location"])
    client.post(f"{places[0]}rename", {"title": f"{CANARY} {SECRET}"})
    assert "history" in client.post("/conversations/", {"find": CANARY}).content.decode()
    seen += _in_valkey()

    kept = Message.objects.filter(content__contains=CANARY)
    assert kept.count() >= 3
    assert Feedback.objects.filter(comment__contains=CANARY).count() == 3
    assert len(use_stub.requests) > 2
    assert "answer_" in caplog.text
    for where in (seen, caplog.text, *places):
        assert CANARY not in where, where
    told = repr((use_stub.requests, seen, caplog.text, places))
    assert SECRET not in told
    assert not Message.objects.filter(content__contains=SECRET).exists()
    assert not Conversation.objects.filter(title__contains=SECRET).exists()


@pytest.mark.django_db
def test_a_refused_request_is_logged_without_its_query(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get(f"/nowhere/?question={CANARY}").status_code == 404

    assert "/nowhere/" in caplog.text
    assert CANARY not in caplog.text


@pytest.mark.parametrize(
    "path", ["/shared/{}/", "/notices/unsubscribe/{}/", "/account/password/reset/key/{}/"]
)
def test_an_access_line_names_no_link_that_opens_something(path: str) -> None:
    arguments = ("127.0.0.1:5", "GET", path.format(CANARY), "1.1", 200)
    line = logging.LogRecord(
        "uvicorn.access", logging.INFO, "", 0, "%s %s %s %s %d", arguments, None
    )

    assert PathOnly().filter(line)
    assert path.format("…") in line.getMessage()


def test_an_access_line_ends_before_the_question_mark() -> None:
    arguments = ("127.0.0.1:5", "GET", f"/regulations/search/?q={CANARY}", "1.1", 200)
    line = logging.LogRecord(
        "uvicorn.access", logging.INFO, "", 0, '%s - "%s %s HTTP/%s" %d', arguments, None
    )

    assert PathOnly().filter(line)
    assert line.getMessage() == '127.0.0.1:5 - "GET /regulations/search/ HTTP/1.1" 200'
