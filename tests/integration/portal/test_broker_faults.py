"""A broker that is away when something was stored: it is stored, nobody sees an error, and beat orders it later, once."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from celery import current_app
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from chat.api.views import answer_now
from regulations.models import ImportRun, Passage, RegulationVersion
from regulations.tasks import index_version_task, read_upload_task
from tests.corpus import TODAY, given_corpus, given_regulation
from tests.people import editor
from verification.faithfulness.tasks import check_faithfulness
from verification.models import Verification

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = "제1조(목적) 이 규정은 사물함의 이용을 정한다.\n제2조(반납) 학기가 끝나면 비운다.\n"
FILE = f"사물함 규정\n시행일: 2025. 3. 1.\n{TEXT}"


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tasks that could not be ordered."""
    refused: list[str] = []

    def refuse(name: str, *_: Any, **__: Any) -> None:
        refused.append(name)
        raise OperationalError("the broker is away")

    for task in (index_version_task, read_upload_task, check_faithfulness):
        found = current_app.tasks[task.name]
        monkeypatch.setattr(found, "apply_async", partial(refuse, task.name))
    return refused


def test_an_upload_is_kept_and_read_later(no_broker: list[str], client: Client) -> None:
    client.force_login(editor())
    file = SimpleUploadedFile("사물함.txt", FILE.encode())

    reply = client.post("/admin/regulations/importrun/upload/", {"file": file})

    run = ImportRun.objects.get()
    assert (reply.status_code, run.state) == (302, ImportRun.State.WAITING)
    assert no_broker == ["regulations.read_upload"]
    assert run in ImportRun.stalled(timezone.now() + timedelta(minutes=10))
    read_upload_task.run(run_id=run.pk)
    read_upload_task.run(run_id=run.pk)
    assert ImportRun.objects.get().state == ImportRun.State.DONE
    assert RegulationVersion.objects.count() == 1


def test_a_version_is_published_and_indexed_later(no_broker: list[str]) -> None:
    version = given_regulation("사물함 규정", TEXT)

    assert version.state == RegulationVersion.State.PUBLISHED
    assert no_broker == ["regulations.index_version"]
    assert Passage.objects.filter(version=version).exists()


def test_an_answer_is_stored_and_checked_later(
    no_broker: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given_corpus(embed=True)
    no_broker.clear()

    answer = answer_now(question="휴학은 최대 몇 년까지 가능한가요?", as_of=TODAY)

    assert answer.status == "ANSWERED"
    assert no_broker == ["verification.check_faithfulness"]
    check_faithfulness.run(answer_id=str(answer.pk))
    check_faithfulness.run(answer_id=str(answer.pk))
    verification = Verification.objects.get()
    assert (verification.check_state, verification.attempts) == ("DONE", 1)
