"""The portal's processes for real: a worker on the broker, a web server, commands that need neither."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from celery import current_app

from tests.processes import PROJECT, PortalProcess


def test_worker_takes_only_what_is_in_its_queues(
    worker_starter: Callable[..., PortalProcess],
) -> None:
    worker = worker_starter(queues="checks")

    current_app.send_task("regulations.repair_index", queue="index")
    sent = current_app.send_task("portal.repair_work", queue="checks")

    worker.wait_until(lambda: f"[{sent.id}] succeeded" in worker.printed, "task done")
    assert "Task regulations.repair_index" not in worker.printed


def test_message_for_a_killed_worker_waits_for_the_next_one(
    worker_starter: Callable[..., PortalProcess],
) -> None:
    worker_starter(queues="checks").kill()

    sent = current_app.send_task("portal.repair_work", queue="checks")

    worker = worker_starter(queues="checks")
    worker.wait_until(lambda: f"[{sent.id}] succeeded" in worker.printed, "task done")


def test_message_of_the_release_before_does_no_harm(
    worker_starter: Callable[..., PortalProcess],
) -> None:
    worker = worker_starter(queues="checks")
    names = ("chat.repair_answers", "chat.repair_reruns", "verification.repair_checks")

    for name in names:
        current_app.send_task(name, queue="checks")
    sent = current_app.send_task("portal.repair_work", queue="checks")

    worker.wait_until(lambda: f"[{sent.id}] succeeded" in worker.printed, "task done")
    for name in names:
        assert f"Received unregistered task of type '{name}'" in worker.printed


def test_web_server_is_ready(live_asgi_server: str) -> None:
    with urllib.request.urlopen(f"{live_asgi_server}/readyz", timeout=60) as reply:
        assert reply.status == 200


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["check"], id="check"),
        pytest.param(["makemigrations", "--check", "--dry-run"], id="makemigrations"),
        pytest.param(["ask", "--help"], id="help"),
        pytest.param(["extract_citations"], id="extract_citations"),
        pytest.param(["check_grounding"], id="check_grounding"),
    ],
)
def test_command_that_needs_no_database_starts_none(command: list[str], tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DATABASE_")},
        "DJANGO_SETTINGS_MODULE": "portal.settings.base",
        "PORTAL_DATA_DIR": str(tmp_path / "data"),
    }

    result = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=PROJECT,
        env=environment,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 0, result.stderr
    assert not (tmp_path / "data").exists()


def test_a_process_starts_without_the_dictionary_of_morphemes() -> None:
    """It takes a second and 200 MB, which beat and every command would pay for nothing."""
    started = (
        "import django; django.setup(); import portal.urls, portal.celery, chat.tasks;"
        "from regulations.text import morphemes; print(morphemes._load.cache_info().currsize)"
    )

    result = subprocess.run(
        [sys.executable, "-c", started],
        cwd=PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings.test"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert result.stdout.strip() == "0"
