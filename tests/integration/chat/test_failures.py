"""Parts that are away or slow: each gives a page that says so, nothing is lost, and questions are answered later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from chat.api.views import answer_now
from chat.models import Answer, Citation, Conversation, Message
from portal.embedded import Folders
from portal.embedded.valkey import Valkey
from portal.tasks import repair_work
from regulations.models import ImportRun, RegulationVersion
from tests.corpus import TODAY, given_corpus
from tests.faults import until_somebody_waits
from tests.integration.regulations.test_uploads import rulebook, upload
from tests.processes import PortalProcess, start_beat, start_web
from tests.visitor import ClientVisitor
from verification.models import Verification

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
# Of a rulebook; more than are stored while Valkey is killed.
REGULATIONS = 12
NOWHERE = "unix:///nowhere/valkey.sock?db=0"


def _until_answered(seconds: float = 60) -> Answer:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = Answer.objects.get()
        if answer.finished_at is not None:
            return answer
        time.sleep(0.1)
    raise AssertionError("the question was never answered")


def test_question_asked_without_valkey_and_worker_is_kept_and_answered_later(
    web_starter: Callable[..., ClientVisitor], worker_starter: Callable[..., PortalProcess]
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
    repair_work()

    assert _until_answered().status == Answer.Status.ANSWERED


@dataclass
class OwnValkey:
    """A Valkey of the test's own, which forgets everything when it is killed."""

    server: Valkey
    environment: dict[str, str]
    running: psutil.Process | None = None

    def start(self) -> None:
        self.server.prepare()
        self.running = self.server.start()

    def kill(self) -> None:
        assert self.running is not None
        self.running.kill()
        self.running.wait()
        self.running = None


@pytest.fixture
def own_valkey(tmp_path: Path) -> Iterator[OwnValkey]:
    folders = Folders(tmp_path)
    for folder in (folders.logs, folders.sockets):
        folder.mkdir(exist_ok=True)
    url = f"unix://{folders.valkey_socket}?db=0"
    own = OwnValkey(Valkey(folders, durable=False), {"REDIS_URL": url, "TEST_REPAIR_SECONDS": "1"})
    own.start()
    yield own
    if own.running is not None:
        own.server.stop(own.running)


def test_valkey_killed_while_asking_and_two_beats_after_it_answer_once(
    web_starter: Callable[..., ClientVisitor],
    worker_starter: Callable[..., PortalProcess],
    process_environment: dict[str, str],
    own_valkey: OwnValkey,
    tmp_path: Path,
) -> None:
    given_corpus(embed=True)
    own = own_valkey.environment
    with ExitStack() as ending:
        visitor = web_starter(**own)
        worker = worker_starter(queues="answers,checks", **own)
        visitor.get()

        own_valkey.kill()
        visitor.ask(QUESTION)

        assert (visitor.status, QUESTION in visitor.html) == (200, True)
        assert Answer.objects.get().status == Answer.Status.PENDING
        Answer.objects.update(updated_at=timezone.now() - timedelta(minutes=1))
        own_valkey.start()
        for name in ("first", "second"):
            beat = start_beat(process_environment | own, schedule=tmp_path / name)
            ending.callback(beat.stop)
        answer = _until_answered()

        # Both beats go on sending; nothing is done a second time.
        time.sleep(3)
        worker.stop()
    answer.refresh_from_db()
    assert (answer.status, answer.attempts) == (Answer.Status.ANSWERED, 1)
    assert Verification.objects.get().attempts <= 1
    numbers = list(Citation.objects.values_list("number", flat=True))
    assert len(numbers) == len(set(numbers)) > 0


@pytest.mark.timeout(400)
def test_valkey_killed_while_importing_checking_and_publishing_loses_and_doubles_nothing(
    shared_files: None,
    worker_starter: Callable[..., PortalProcess],
    process_environment: dict[str, str],
    own_valkey: OwnValkey,
    tmp_path: Path,
) -> None:
    given_corpus(embed=True)
    question_answered = answer_now(question=QUESTION, as_of=TODAY)
    run = upload(rulebook(REGULATIONS), "규정집.txt")
    long_ago = timezone.now() - timedelta(minutes=10)
    ImportRun.objects.update(updated_at=long_ago)
    own = own_valkey.environment
    worker_starter(queues="checks,index,reading,vectors", **own)
    beat = start_beat(process_environment | own, schedule=tmp_path / "beat")
    try:
        _until(lambda: ImportRun.objects.get().done >= 2, "regulations were stored")
        own_valkey.kill()
        # What is ordered now reaches nobody.
        version = RegulationVersion.objects.get(regulation__title="학칙")
        RegulationVersion.objects.filter(pk=version.pk).update(index_state="PENDING")
        Verification.objects.update(updated_at=long_ago)
        time.sleep(1)
        own_valkey.start()
        _until(lambda: ImportRun.objects.get().state == ImportRun.State.DONE, "all was read")
        # One worker reads, checks and makes vectors: on a busy machine the check waits for the reading.
        _until(
            lambda: Verification.objects.get().check_state == "DONE",
            "the answer was checked",
            seconds=150,
        )
        _until(
            lambda: RegulationVersion.objects.get(pk=version.pk).index_state == "READY",
            "the version was indexed",
            seconds=150,
        )
    finally:
        beat.stop()

    run.refresh_from_db()
    assert run.done == run.entries.count() == REGULATIONS
    assert RegulationVersion.objects.count() == REGULATIONS + 2
    assert Verification.objects.get(answer_id=question_answered.pk).attempts == 1


def _until(condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.05)


def test_page_says_why_an_answer_takes_long(client: Client) -> None:
    reply = client.post("/", {"question": QUESTION})
    page = reply.headers["Location"]
    waiting = "답변할 차례를 기다리고 있습니다."
    assert waiting not in client.get(page).content.decode()

    Answer.objects.update(created_at=timezone.now() - timedelta(seconds=16))
    assert waiting in client.get(page).content.decode()
    Answer.objects.update(attempts=1)

    html = client.get(page).content.decode()
    assert "모델 서버가 응답하지 않아 곧 다시 시도합니다." in html
    assert "저장되었으니" in html


def test_without_the_database_every_page_says_so(
    web_starter: Callable[..., ClientVisitor],
) -> None:
    visitor = web_starter(TEST_DATABASE="there_is_no_such_database")

    visitor.get()
    assert visitor.status == 503

    assert "데이터베이스가 제때 응답하지 않았습니다." in visitor.html
    assert "이미 저장된 질문과 답변은 그대로 있습니다." in visitor.html


def test_slow_database_gives_the_question_back_to_be_sent_again(
    web_starter: Callable[..., ClientVisitor],
) -> None:
    visitor = web_starter(TEST_STATEMENT_SECONDS="1")
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


def test_web_server_killed_in_the_middle_of_asking_keeps_the_question_whole_or_not_at_all(
    web_starter: Callable[..., ClientVisitor],
    transactional_db: None,
    process_environment: dict[str, str],
) -> None:
    server, address = start_web(process_environment)
    visitor = ClientVisitor(address)
    visitor.get()
    with ThreadPoolExecutor() as people:
        with transaction.atomic(), connection.cursor() as cursor:
            # The conversation can be stored, the answer to be cannot yet.
            cursor.execute("LOCK TABLE chat_answer IN ACCESS EXCLUSIVE MODE")
            asking = people.submit(visitor.ask, QUESTION)
            until_somebody_waits()
            server.kill()
        with pytest.raises(OSError):  # noqa: PT011 - cut off in one of several ways
            asking.result()
    server.stop()

    assert not Message.objects.exists()
    again = web_starter()
    again.get()
    again.ask(QUESTION)
    assert (again.status, Answer.objects.count(), Message.objects.count()) == (200, 1, 2)
