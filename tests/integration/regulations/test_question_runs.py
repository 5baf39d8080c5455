"""Questions are written for many versions without filling a queue: the runs wait on their rows, a message is one turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone

from portal import llm
from portal.tasks import repair_work
from regulations import tasks
from regulations.models import PassageQuestion, QuestionRun
from regulations.search.questions.writing import run_order
from regulations.tasks import index_version_task, repair_index_task, write_questions_task
from tests.corpus import given_regulation
from tests.stub_llm import StubLLM

pytestmark = pytest.mark.django_db

State = QuestionRun.State
TEXT = "제1조(목적) 이 지침은 보관함의 이용을 정한다.\n"
TITLES = ("보관함 지침", "게시판 지침", "주차 지침")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tasks of the corpus that are sent."""
    found: list[str] = []

    def remember(name: str) -> Callable[..., None]:
        return lambda **_: found.append(name.removeprefix("regulations."))

    for name in ("write_questions", "index_questions", "embed_passages"):
        task = current_app.tasks[f"regulations.{name}"]
        monkeypatch.setattr(task, "delay", remember(task.name))
    return found


def _runs() -> list[QuestionRun]:
    """Of three versions, ordered an hour ago."""
    runs = [run_order(version_id=given_regulation(title, TEXT).pk) for title in TITLES]
    QuestionRun.objects.update(created_at=timezone.now() - timedelta(hours=1))
    return runs


@pytest.mark.usefixtures("use_stub")
def test_many_versions_are_one_message_however_long_they_wait(sent: list[str]) -> None:
    versions = [given_regulation(title, TEXT) for title in TITLES]
    for version in versions:
        index_version_task(version_id=version.pk)
    QuestionRun.objects.update(created_at=timezone.now() - timedelta(hours=1))
    repair_work()
    repair_index_task()

    assert QuestionRun.objects.filter(state=State.PENDING).count() == len(versions)
    assert sent.count("write_questions") == 1


def test_no_message_is_sent_while_no_model_may_be_asked(sent: list[str]) -> None:
    _runs()

    repair_work()
    repair_index_task()
    write_questions_task()

    assert "write_questions" not in sent
    assert set(QuestionRun.objects.values_list("state", flat=True)) == {State.PENDING}


def test_a_turn_goes_from_version_to_version_and_only_what_was_written_is_indexed(
    sent: list[str], use_stub: StubLLM
) -> None:
    _runs()
    for _ in TITLES:
        use_stub.say({"questions": []})

    write_questions_task()

    assert set(QuestionRun.objects.values_list("state", "done")) == {(State.DONE, 1)}
    assert sent == []
    QuestionRun.objects.update(state=State.PENDING, done=0, total=0)
    for title in TITLES:
        use_stub.say({"questions": [f"{title}은 무엇을 정하나요?"]}, {"answerable": [1]})

    write_questions_task()

    assert PassageQuestion.objects.count() == len(TITLES)
    assert sent == ["index_questions"]


def test_a_turn_that_is_over_leaves_the_others_where_they_are(
    sent: list[str], use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_WRITE_SECONDS", 0.01)
    _runs()
    use_stub.say({"questions": []})

    write_questions_task()

    states = list(QuestionRun.objects.order_by("pk").values_list("state", "attempts"))
    assert states[1:] == [(State.PENDING, 0), (State.PENDING, 0)]
    assert sent == []


def test_a_model_that_rests_ends_one_run_and_not_those_behind_it(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    _runs()
    resting: list[Any] = []
    monkeypatch.setattr("portal.llm.is_circuit_open", lambda: bool(resting))
    monkeypatch.setattr("regulations.search.questions.writing._written", lambda _: _rest(resting))

    write_questions_task()

    assert use_stub.requests == []
    states = QuestionRun.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [State.FAILED, State.PENDING, State.PENDING]


def _rest(resting: list[Any]) -> list[str]:
    resting.append(True)
    raise llm.Unavailable("resting")


def test_published_words_wait_behind_no_question_that_is_written() -> None:
    route = current_app.amqp.router.route

    queues = {
        name: route({}, f"regulations.{name}")["queue"].name
        for name in ("index_version", "write_questions", "index_questions")
    }

    assert queues == {
        "index_version": "index",
        "write_questions": "vectors",
        "index_questions": "vectors",
    }
    # A message that nobody took is none by the time of the next.
    assert write_questions_task.expires == 30
