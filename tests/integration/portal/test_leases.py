"""Work on rows: one worker at a time, one that comes too late writes over nothing, and what nobody can do ends."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from celery import current_app
from django.db import connection, transaction
from django.db.models import Field
from django.test import TestCase
from django.utils import timezone

from chat import tasks as chat_tasks
from chat.asking.services import conversation_start, question_ask
from chat.models import Answer
from chat.storing.failing import answer_fail
from chat.stream import events
from portal.jobs.leases import LeasedWork
from portal.jobs.repair import kind_repair
from portal.mailing.models import Letter
from portal.mailing.sending import lease_letter
from portal.tasks import repair_work
from regulations.models import ImportRun, ThesaurusTrial
from tests.corpus import TODAY
from tests.faults import until_somebody_waits
from verification.faithfulness.recording import fail_check
from verification.models import Flag, Verification

pytestmark = pytest.mark.django_db

State = ImportRun.State
LONG_AGO = timedelta(hours=1)


def _run(**fields: Any) -> ImportRun:
    return ImportRun.objects.create(file_name="규정.txt", **fields)


def _leased(run: ImportRun, now: datetime) -> ImportRun:
    leased = ImportRun.lease(now=now, pk=run.pk)
    assert leased is not None
    return leased


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What repair sends, with the task's name."""
    found: list[dict[str, Any]] = []

    def remember(name: str) -> Callable[..., None]:
        return lambda **arguments: found.append({"task": name, **arguments})

    for model in (Answer, Verification, ImportRun, ThesaurusTrial):
        name = model.terms.task
        monkeypatch.setattr(current_app.tasks[name], "delay", remember(name))
    return found


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_gets_the_lease() -> None:
    run, now, workers = _run(), timezone.now(), 6
    together = Barrier(workers)

    def take(_number: int) -> bool:
        together.wait()
        try:
            return ImportRun.lease(now=now, pk=run.pk) is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        taken = list(pool.map(take, range(workers)))

    run.refresh_from_db()
    assert (sum(taken), run.attempts) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_worker_that_waits_for_anothers_transaction_sees_what_it_did() -> None:
    run, now = _run(), timezone.now()
    late = _leased(run, now - LONG_AGO)

    def finish_late() -> bool:
        try:
            return late.finish(state=State.DONE)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            _leased(run, now)
            waiting = pool.submit(finish_late)
            until_somebody_waits()
        assert waiting.result() is False

    run.refresh_from_db()
    assert (run.state, run.attempts) == (State.READING, 2)


def test_lease_that_ran_out_writes_nothing_any_more() -> None:
    run, now = _run(), timezone.now()
    late = _leased(run, now - LONG_AGO)
    current = _leased(run, now)
    before = ImportRun.objects.filter(pk=run.pk).values().get()

    assert not late.extend(now=now)
    assert not late.extend(now=now, done=7)
    assert not late.release()
    assert not late.release(state=State.STORING, is_counted=False)
    assert not late.finish(state=State.DONE, total=7)
    assert not late.fail("too late", state=State.FAILED)

    assert ImportRun.objects.filter(pk=run.pk).values().get() == before
    assert current.finish(state=State.DONE, total=3)
    assert not current.finish(state=State.FAILED), "what has ended stays"


def test_count_that_was_given_back_is_no_late_workers() -> None:
    run, now = _run(), timezone.now()
    late = _leased(run, now - LONG_AGO)
    second = _leased(run, now)
    assert second.release(state=State.STORING, is_counted=False)

    run.refresh_from_db()
    assert (run.attempts, run.lease_until) == (late.attempts, None)
    assert not late.finish(state=State.DONE)
    third = _leased(run, now)
    assert not late.finish(state=State.DONE)
    assert third.finish(state=State.DONE)


def test_lease_lasts_as_long_as_the_settings_or_its_terms_say(settings: Any) -> None:
    settings.LEASE_SECONDS = 200
    run, now = _run(), timezone.now()
    trial = ThesaurusTrial.objects.create(lines="가나다 = 휴학")

    leased = _leased(run, now)
    assert leased.lease_until == now + timedelta(seconds=200)
    assert ImportRun.lease(now=now + timedelta(seconds=199), pk=run.pk) is None
    assert leased.extend(now=now + timedelta(seconds=100))
    assert ImportRun.lease(now=now + timedelta(seconds=201), pk=run.pk) is None
    assert ImportRun.lease(now=now + timedelta(seconds=301), pk=run.pk) is not None
    tried = ThesaurusTrial.lease(now=now, pk=trial.pk)
    assert tried is not None
    assert tried.lease_until == now + timedelta(minutes=30)


def test_error_is_cut_to_what_the_column_takes() -> None:
    trial = ThesaurusTrial.objects.create(lines="가나다 = 휴학")
    leased = ThesaurusTrial.lease(now=timezone.now(), pk=trial.pk)
    assert leased is not None

    assert leased.fail("가" * 1000, state=ThesaurusTrial.State.FAILED)

    trial.refresh_from_db()
    assert trial.error == "가" * 300


def test_stalled_is_what_nobody_works_on() -> None:
    now = timezone.now()
    _run()
    old = _run()
    ImportRun.objects.filter(pk=old.pk).update(updated_at=now - LONG_AGO)
    _leased(_run(), now)
    dead = _leased(_run(), now - LONG_AGO)
    put_off = _run(lease_until=now + LONG_AGO)
    due = _run(lease_until=now - timedelta(seconds=1))
    ended = _leased(_run(), now - LONG_AGO)
    ended.finish(state=State.DONE)

    assert set(ImportRun.stalled(now)) == {old, dead, due}
    assert put_off in ImportRun.stalled(now + 2 * LONG_AGO)


def test_repair_sends_what_is_stalled_and_ends_what_was_tried_too_often(
    sent: list[dict[str, Any]],
) -> None:
    now = timezone.now()
    run = _run()
    for hours in (3, 2):
        _leased(run, now - hours * LONG_AGO)
        kind_repair(ImportRun, now=now)
    _leased(run, now - LONG_AGO)

    assert sent == [{"task": "regulations.read_upload", "run_id": run.pk}] * 2
    assert ImportRun.lease(now=now, pk=run.pk) is None, "it is only to be ended"
    kind_repair(ImportRun, now=now)
    kind_repair(ImportRun, now=now)

    run.refresh_from_db()
    assert (run.state, run.error, run.lease_until) == (
        State.FAILED,
        ImportRun.READING_INTERRUPTED,
        None,
    )
    assert run.finished_at == now
    assert len(sent) == 2


def test_kind_that_cannot_be_repaired_does_not_keep_the_others_from_it(
    sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _leased(_run(), timezone.now() - LONG_AGO)

    def fail(_now: datetime) -> None:
        raise RuntimeError("no such column")

    for model in (Answer, Verification, Letter):
        monkeypatch.setattr(model, "stalled", fail)
    with pytest.raises(RuntimeError):
        repair_work()

    assert sent == [{"task": "regulations.read_upload", "run_id": run.pk}]


def test_answer_that_was_never_finished_ends_and_its_page_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(events, "send_done", told.append)
    answer = question_ask(
        conversation=conversation_start(user=None, session_key="s"),
        question="휴학은 최대 몇 년까지 가능한가요?",
        as_of=TODAY,
        in_background=False,
    )
    now = timezone.now()
    Answer.objects.update(attempts=chat_tasks.MOST_ATTEMPTS - 1)
    assert Answer.lease(now=now - LONG_AGO, pk=answer.pk) is not None

    with TestCase.captureOnCommitCallbacks(execute=True):
        kind_repair(Answer, now=now)

    answer.refresh_from_db()
    assert answer.status == Answer.Status.ERROR_TIMEOUT
    assert answer.error == "TimeoutError: the answer was never finished"
    assert (answer.finished_at, told) == (now, [answer.pk])


def test_check_that_never_ended_is_put_before_a_person() -> None:
    answer = question_ask(
        conversation=conversation_start(user=None, session_key="s"),
        question="휴학은 최대 몇 년까지 가능한가요?",
        as_of=TODAY,
        in_background=False,
    )
    now = timezone.now()
    Verification.objects.create(answer=answer, attempts=Verification.terms.most_attempts - 1)
    assert Verification.lease(now=now - LONG_AGO, answer_id=answer.pk) is not None

    kind_repair(Verification, now=now)

    check = Verification.objects.get()
    assert (check.check_state, check.faithfulness) == ("FAILED", "NOT_CHECKED")
    flag = Flag.objects.get()
    assert (flag.reason, flag.detail) == (Flag.Reason.CHECK_FAILED, "the check never ended")


def test_late_workers_fault_ends_nothing_of_anothers() -> None:
    asked = question_ask(
        conversation=conversation_start(user=None, session_key="s"),
        question="휴학은 최대 몇 년까지 가능한가요?",
        as_of=TODAY,
        in_background=False,
    )
    check = Verification.objects.create(answer=asked)
    now = timezone.now()
    last = Answer.lease(now=now - LONG_AGO, pk=asked.pk)
    late = Verification.lease(now=now - LONG_AGO, pk=check.pk)
    assert last is not None
    assert late is not None
    assert Answer.lease(now=now, pk=asked.pk) is not None
    assert Verification.lease(now=now, pk=check.pk) is not None

    answer_fail(answer=last, error=RuntimeError("late"))
    fail_check(verification=late, error="late", is_final=True)

    assert (Answer.objects.get().status, Answer.objects.get().error) == ("COMPOSING", "")
    assert Verification.objects.get().check_state == "RUNNING"
    assert not Flag.objects.exists()


def test_letter_that_was_interrupted_is_not_sent_again() -> None:
    letter = lease_letter(key="digest:1")
    assert letter is not None
    later = timezone.now() + LONG_AGO

    kind_repair(Letter, now=timezone.now())
    assert Letter.objects.get().state == Letter.State.SENDING
    assert Letter.lease(now=later, pk=letter.pk) is None
    kind_repair(Letter, now=later)

    assert Letter.objects.get().state == Letter.State.UNKNOWN
    assert lease_letter(key="digest:1") is None


def test_letter_that_was_refused_waits_for_whoever_ordered_it() -> None:
    letter = lease_letter(key="digest:1")
    assert letter is not None
    assert letter.release(error="SMTPDataError")
    Letter.objects.update(updated_at=timezone.now() - 2 * LONG_AGO, attempts=5)

    kind_repair(Letter, now=timezone.now())

    assert Letter.objects.get().state == Letter.State.REFUSED
    assert lease_letter(key="digest:1") is None


def test_every_kind_of_work_names_states_and_a_task_that_are_there() -> None:
    current_app.loader.import_default_modules()
    kinds = [model for model in LeasedWork.__subclasses__() if not model._meta.abstract]
    assert len(kinds) == 10
    for model in kinds:
        terms = model.terms
        field = model._meta.get_field(terms.state_field)
        assert isinstance(field, Field)
        states = {value for value, _label in field.flatchoices}
        assert {terms.waiting, *terms.running, terms.given_up} <= states
        assert not terms.task or terms.task in current_app.tasks
