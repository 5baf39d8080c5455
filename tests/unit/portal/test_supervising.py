"""The demo's supervisor: what it restarts, when it gives up, that it leaves nothing behind."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from pytest_django import Settings

from portal.management.commands.demo import demo_processes
from portal.processes.supervising import (
    MOST_RESTARTS,
    ProcessFailedError,
    SupervisedProcess,
    Supervisor,
)

LASTING = ["http.server", "0", "--bind", "127.0.0.1"]
ENDING = ["compileall", "--no-such-option"]


def process(folder: Path, arguments: list[str], *, essential: bool = False) -> SupervisedProcess:
    return SupervisedProcess(
        "part", arguments, folder / "part.log", dict(os.environ), essential=essential
    )


@pytest.mark.process
def test_dead_process_is_said_and_started_again(tmp_path: Path) -> None:
    said: list[str] = []
    part = process(tmp_path, LASTING)
    supervisor = Supervisor([part], said.append)
    part.start()
    part.process.kill()
    part.process.wait()

    supervisor._check_processes()

    assert said == ["part ended with status -9 and is started again."]
    assert not part.has_ended
    supervisor.stop()


@pytest.mark.process
def test_essential_process_ends_everything_with_the_end_of_its_log(tmp_path: Path) -> None:
    part = process(tmp_path, ENDING, essential=True)
    part.start()
    part.process.wait()

    with pytest.raises(ProcessFailedError, match="no-such-option"):
        Supervisor([part], print).watch()


@pytest.mark.process
def test_process_that_keeps_ending_is_given_up(tmp_path: Path) -> None:
    said: list[str] = []
    part = process(tmp_path, ENDING)
    part.start()

    with pytest.raises(ProcessFailedError, match="keeps ending"):
        Supervisor([part], said.append).watch()

    assert len(said) == MOST_RESTARTS


@pytest.mark.process
def test_stop_ends_every_process_at_once(tmp_path: Path) -> None:
    parts = [process(tmp_path, LASTING) for _ in range(2)]
    for part in parts:
        part.start()
    begun = time.monotonic()

    Supervisor(parts, print).stop()

    assert all(part.has_ended for part in parts)
    assert time.monotonic() - begun < 3


def test_mails_of_the_demo_lie_in_its_own_folder(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR, settings.EMAIL_URL = tmp_path, ""
    overrides = demo_processes(8000)[0].forked_with

    assert overrides is not None
    assert overrides["EMAIL_FILE_PATH"] == str(tmp_path / "mail")
