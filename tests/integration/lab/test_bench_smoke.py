"""Every bench at its smallest size: nothing else runs them, and what changes in the portal breaks them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from chat.models import Answer, Conversation
from lab.benchmarks import recovery, search_speed, streams
from lab.benchmarks.installation import Installation, seconds_until
from lab.benchmarks.load import LoadPlan, run_load
from lab.benchmarks.site import free_port
from portal.controls.selectors import controls_get
from portal.embedded import Folders
from tests.corpus import given_corpus


@pytest.fixture
def _processes_on_test_database(
    process_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in process_environment.items():
        monkeypatch.setenv(name, value)


def measured(*arguments: str) -> dict[str, object]:
    output = io.StringIO()
    call_command("bench", *arguments, "--json", stdout=output, stderr=io.StringIO())
    return dict(json.loads(output.getvalue()))


@pytest.mark.django_db
def test_citations_are_measured_and_nothing_is_left_behind() -> None:
    speed = measured("citations", "--articles", "200", "--answers", "2")

    assert (speed["articles"], speed["queries"]) == (200, 1)
    assert 0.4 < float(str(speed["found"])) < 0.8
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'bench%'")
        assert cursor.fetchone() == (0,)


@pytest.mark.django_db
def test_search_is_measured_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_speed, "_REAL_TEXTS", 6)
    monkeypatch.setattr(search_speed, "_REAL_QUESTIONS", 2)

    found = measured("search", "--passages", "60", "--questions", "2")

    assert found["questions"] == 2
    assert len(found["ways"]) == 5  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_processes_on_test_database")
def test_more_streams_than_one_visitor_may_open_get_every_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "_SETTLE_SECONDS", 0.5)
    monkeypatch.setattr(streams, "EVENTS", 2)

    load = streams.measure_streams(streams=controls_get().open_streams + 1)

    assert (load.events, load.errors) == (2, 0)
    assert 0 < load.delay[0] <= load.delay[1]
    assert load.memory_during > 10
    assert not Conversation.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_processes_on_test_database")
def test_locust_asks_and_reads_without_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    given_corpus()
    plan = LoadPlan(users=2, run_time="3s", think_seconds=0.2, web=1, answers=1, checks=1)

    drained = run_load(plan, say=lambda _text: None)

    printed = "".join(capfd.readouterr())
    assert "question sent" in printed
    assert "answer checked" in printed
    assert drained < 10
    assert not Conversation.objects.exists()


@pytest.mark.django_db
def test_dashboard_is_measured_and_its_answers_are_gone() -> None:
    output = io.StringIO()

    call_command("bench_dashboard", "--answers", "20", "--days", "30", stdout=output)

    assert "figures and plots of 30 days" in output.getvalue()
    assert not Answer.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_web_process_that_was_killed_is_found_again(
    process_environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal = Installation(Folders(tmp_path), free_port(), process_environment)
    portal.folders.logs.mkdir(parents=True)
    monkeypatch.setattr(Installation, "rows", _rows)
    monkeypatch.setattr(recovery, "AWAY_SECONDS", 0.0)
    # No worker runs here.
    monkeypatch.setattr(recovery, "all_ended", lambda _portal: True)
    try:
        portal.start("web")
        seconds_until(lambda: recovery._loads(portal.address))
        found = recovery._web(portal)
    finally:
        portal.stop()

    assert (found.pieces, found.lost, found.doubled) == (1, 1, 0)
    assert found.seconds > 0


def _rows(_portal: Installation, query: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())
