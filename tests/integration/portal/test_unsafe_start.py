"""No process starts with settings that are unsafe in production: it ends, and its last words say why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PROJECT

UNSAFE = {
    "DJANGO_SETTINGS_MODULE": "portal.settings.production",
    "SECRET_KEY": "short",  # pragma: allowlist secret
    "ALLOWED_HOSTS": "rules.example.ac.kr",
    "DATABASE_URL": "postgres://portal@127.0.0.1:1/portal",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["celery", "-A", "portal", "worker", "--concurrency=1"], id="worker"),
        pytest.param(["celery", "-A", "portal", "beat", "--pidfile="], id="beat"),
        pytest.param(["uvicorn", "portal.asgi:application", "--port", "1"], id="web"),
    ],
)
def test_a_process_refuses_unsafe_settings(arguments: list[str], tmp_path: Path) -> None:
    more = [f"--schedule={tmp_path / 'beat'}"] if "beat" in arguments else []

    done = subprocess.run(
        [sys.executable, "-m", *arguments, *more],
        cwd=PROJECT,
        env={**os.environ, **UNSAFE},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )

    assert done.returncode != 0
    assert "portal.E001: SECRET_KEY is missing" in done.stderr
