"""A worker that is killed while it composes for a case: its row ends, says so, and the composition can be ordered again."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.asking.services import conversation_start, question_ask
from chat.models import Rerun
from chat.reruns.running import rerun_execute
from chat.reruns.tasks import rerun_case
from portal.accounts.models import User
from portal.tasks import repair_work
from regulations.models import Passage
from tests.corpus import TODAY, given_corpus
from tests.processes import PortalProcess
from tests.stub_llm import StubLLM, StubReply
from verification.models import Flag, Review
from verification.review.flags import flag_raise

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

RIGHT = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."
PATIENCE_SECONDS = 120


def test_composition_whose_worker_was_killed_ends_and_is_repeatable(
    use_stub: StubLLM,
    worker_starter: Callable[..., PortalProcess],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = worker_starter(queues="checks", TEST_LLM_BASE_URL=use_stub.base_url)
    use_stub.say(StubReply(RIGHT, delay=30))
    use_stub.default = StubReply(RIGHT)
    given_corpus()
    answer = question_ask(
        conversation=conversation_start(user=None, session_key="asker"),
        question="휴학은 최대 몇 년까지 가능한가요?",
        as_of=TODAY,
        in_background=False,
    )
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.THUMBS_DOWN)
    staff = Client()
    staff.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    page, order = (
        reverse(f"chat:{name}", args=[answer.pk]) for name in ("casework", "casework-compose")
    )
    source = Passage.objects.get(locator_key="art-25", version__regulation__title="학칙").pk
    staff.post(order, {"day": "today", "source": [source]})
    _until(lambda: len(use_stub.requests) == 1)

    worker.kill()

    rerun = Rerun.objects.get()
    assert (rerun.state, rerun.attempts, rerun.result) == ("RUNNING", 1, {})
    assert "실행 중" in staff.get(page).content.decode()
    staff.post(order, {"day": "today", "source": [source]})
    assert Rerun.objects.count() == 1, "what may still be running is not doubled"
    ordered: list[str] = []
    monkeypatch.setattr(rerun_case, "delay", lambda *, rerun_id: ordered.append(rerun_id))
    repair_work()
    assert not ordered, "its lease has not run out"
    _lease_ended(rerun)
    repair_work()
    assert ordered == [str(rerun.pk)]

    # Killed each time it was tried.
    _lease_ended(rerun, attempts=Rerun.terms.most_attempts)
    repair_work()
    rerun.refresh_from_db()
    assert (rerun.state, rerun.result, ordered) == ("FAILED", {}, [str(rerun.pk)])
    html = staff.get(page).content.decode()
    assert "실행하지 못함" in html
    assert "고른 근거로 다시 작성" in html

    staff.post(order, {"day": "today", "source": [source]})
    again = Rerun.objects.exclude(pk=rerun.pk).get()
    rerun_execute(rerun_id=again.pk)

    again.refresh_from_db()
    assert again.state == "DONE"
    assert "3년(6학기)" in again.result["text"]
    assert not Review.objects.exists()
    connection.close()


def _lease_ended(rerun: Rerun, *, attempts: int = 1) -> None:
    over = timezone.now() - timedelta(seconds=1)
    Rerun.objects.filter(pk=rerun.pk).update(lease_until=over, attempts=attempts)


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the model was never asked"
        time.sleep(0.1)
