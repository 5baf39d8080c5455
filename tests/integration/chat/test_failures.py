"""Parts that are away or slow: each gives a page that says so, nothing is lost, and questions are answered later."""

from __future__ import annotations

import http.cookiejar
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from chat.models import Answer, Conversation
from chat.tasks import repair_answers
from tests.corpus import given_corpus
from tests.processes import PortalProcess, start_web

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
NOWHERE = "unix:///nowhere/valkey.sock?db=0"


class Visitor:
    """A browser without scripts: cookies, pages, forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)
        self.status, self.html = 0, ""

    def get(self, path: str = "/") -> None:
        self._open(urllib.request.Request(self.address + path))

    def ask(self, question: str) -> None:
        """Send the question with the token of the page that is open."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(.+?)"', self.html)
        values = {"question": question, "csrfmiddlewaretoken": token[1] if token else ""}
        body = urllib.parse.urlencode(values).encode()
        self._open(urllib.request.Request(f"{self.address}/", data=body))

    def _open(self, request: urllib.request.Request) -> None:
        try:
            with self._opener.open(request, timeout=30) as reply:
                self.status, self.html = reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            self.status, self.html = error.code, error.read().decode()


@pytest.fixture
def web_starter(
    transactional_db: None, process_environment: dict[str, str]
) -> Iterator[Callable[..., Visitor]]:
    """A visitor before a real web server with another environment: `web_starter(REDIS_URL=…)`."""
    servers: list[PortalProcess] = []

    def start(**environment: str) -> Visitor:
        server, address = start_web(process_environment | environment)
        servers.append(server)
        return Visitor(address)

    yield start
    for server in servers:
        server.stop()


def _until_answered(seconds: float = 60) -> Answer:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = Answer.objects.get()
        if answer.finished_at is not None:
            return answer
        time.sleep(0.1)
    raise AssertionError("the question was never answered")


def test_question_asked_without_valkey_and_worker_is_kept_and_answered_later(
    web_starter: Callable[..., Visitor], worker_starter: Callable[..., PortalProcess]
) -> None:
    given_corpus(embed=True)
    visitor = web_starter(REDIS_URL=NOWHERE)
    visitor.get()
    begun = time.monotonic()
    visitor.ask(QUESTION)

    assert (visitor.status, QUESTION in visitor.html) == (200, True)
    assert time.monotonic() - begun < 10
    assert Answer.objects.get().status == Answer.Status.PENDING
    Answer.objects.update(updated_at=timezone.now() - timedelta(minutes=1))
    worker_starter(queues="answers,checks")
    repair_answers()

    assert _until_answered().status == Answer.Status.ANSWERED


def test_page_says_why_an_answer_takes_long(client: Client) -> None:
    reply = client.post("/", {"question": QUESTION})
    page = reply.headers["Location"]
    waiting = "답변할 차례를 기다리고 있습니다."
    assert waiting not in client.get(page).content.decode()

    Answer.objects.update(created_at=timezone.now() - timedelta(seconds=16))
    assert waiting in client.get(page).content.decode()
    Answer.objects.update(claims=1)

    html = client.get(page).content.decode()
    assert "모델 서버가 응답하지 않아 곧 다시 시도합니다." in html
    assert "저장되었으니" in html


def test_without_the_database_every_page_says_so(
    web_starter: Callable[..., Visitor],
) -> None:
    visitor = web_starter(TEST_DATABASE="there_is_no_such_database")

    visitor.get()
    assert visitor.status == 503

    assert "데이터베이스가 제때 응답하지 않았습니다." in visitor.html
    assert "이미 저장된 질문과 답변은 그대로 있습니다." in visitor.html


def test_slow_database_gives_the_question_back_to_be_sent_again(
    web_starter: Callable[..., Visitor],
) -> None:
    visitor = web_starter(DATABASE_STATEMENT_SECONDS="1")
    visitor.get()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE chat_conversation IN ACCESS EXCLUSIVE MODE")
        visitor.ask(QUESTION)

    assert visitor.status == 503
    assert f"{QUESTION}</textarea>" in visitor.html
    assert "다시 보내기" in visitor.html
    assert not Conversation.objects.exists()
    visitor.ask(QUESTION)
    assert (visitor.status, Answer.objects.count()) == (200, 1)
