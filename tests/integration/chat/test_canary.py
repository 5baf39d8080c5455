"""A word that somebody asks with, followed through the portal: no log line, address, message or key may hold it."""

from __future__ import annotations

import json
import re
import time
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest
import redis
from django.conf import settings

from chat.models import Answer, Feedback, Message
from tests.corpus import given_corpus
from tests.processes import PortalProcess, start_web
from tests.stub_llm import Reply, StubLLM

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

CANARY = "Canary7Q"
SECRET = "010-9876-5432"
QUESTION = f"{CANARY} 휴학은 몇 년까지 할 수 있습니까? {SECRET}"


class Visitor:
    """A browser without scripts."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self.place = "/"

    def get(self, path: str) -> str:
        with self.opener.open(self.address + path, timeout=30) as reply:
            self.place = reply.geturl().removeprefix(self.address)
            return str(reply.read().decode())

    def post(self, path: str, **fields: str) -> str:
        token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get("/"))[0]
        body = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        return self.get_with(Request(self.address + path, body))

    def get_with(self, request: Request) -> str:
        with self.opener.open(request, timeout=30) as reply:
            self.place = reply.geturl().removeprefix(self.address)
            return str(reply.read().decode())


def _finished(count: int) -> None:
    deadline = time.monotonic() + 40
    while Answer.objects.filter(finished_at__isnull=False).count() < count:
        assert time.monotonic() < deadline, "the answer never came"
        time.sleep(0.1)


def _in_valkey() -> str:
    """All keys, and what waits in the queues."""
    client = redis.Redis.from_url(settings.REDIS_URL)
    keys = list(client.scan_iter())
    queued = client.lrange("answers", 0, -1)
    client.close()
    bodies = [b64decode(json.loads(row)["body"]) for row in queued]
    assert bodies, "a message waits"
    return repr((keys, queued, bodies))


@pytest.fixture
def web(process_environment: Mapping[str, str]) -> Iterator[tuple[PortalProcess, str]]:
    process, address = start_web(process_environment | {"LOG_LEVEL": "DEBUG"})
    yield process, address
    process.stop()


def test_what_somebody_asks_stands_in_no_log_address_message_or_key(
    stub_llm: StubLLM,
    web: tuple[PortalProcess, str],
    worker_starter: Callable[..., PortalProcess],
) -> None:
    given_corpus(embed=True)
    # Models that fail in every way repeat what they were told.
    echoes = (
        Reply(refusal=f"{CANARY}: no"),
        Reply(raw_body=f'{{"error": "{CANARY}"'.encode()),
        Reply(f"{CANARY} 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."),
    )
    stub_llm.default = lambda request: echoes[len(stub_llm.requests) % len(echoes)]
    thresholds = {"CONTEXT_RELEVANCE_THRESHOLD": "0.1", "MIN_RELEVANCE": "0.05"}
    model = {"TEST_LLM_BASE_URL": stub_llm.base_url, **thresholds}
    process, address = web
    visitor = Visitor(address)

    page = visitor.post("/", question=QUESTION)
    places = [visitor.place]
    seen = _in_valkey()
    worker = worker_starter(LOG_LEVEL="DEBUG", **model)
    _finished(1)
    assert CANARY in page
    visitor.post(places[0], question=f"{CANARY} 그럼 군휴학은요?")
    places.append(visitor.place)
    _finished(2)
    answer = Answer.objects.latest("created_at")
    visitor.post(f"/answers/{answer.pk}/feedback", helpful="no", comment=f"{CANARY} {SECRET}")
    visitor.post(f"{places[0]}rename", title=f"{CANARY} {SECRET}")
    assert "history" in visitor.post("/conversations/", find=CANARY)
    places.append(visitor.place)
    printed = process.printed, worker.printed

    assert Message.objects.filter(content__contains=CANARY).exists()
    assert Feedback.objects.filter(comment__contains=CANARY).exists()
    assert len(stub_llm.requests) > 2
    assert SECRET not in repr(stub_llm.requests)
    assert not Message.objects.filter(content__contains="5432").exists()
    assert "/conversations/" in printed[0], "the lines of the web server are looked at"
    assert "answer_" in printed[1], "the lines of the worker are looked at"
    for where in (seen, *places, *printed):
        assert CANARY not in where, where
        assert SECRET not in where, where
