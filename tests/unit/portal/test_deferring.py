"""Libraries that few need are imported where they are used, and every name that stands for a module is one."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[3]
FILES = [
    file
    for folder in ("portal", "regulations", "verification", "chat")
    for file in (PROJECT / folder).rglob("*.py")
]
NAMES = sorted(
    {name for file in FILES for name in re.findall(r'DeferredModule\("(.+)"\)', file.read_text())}
)


@pytest.mark.parametrize("name", NAMES)
def test_every_deferred_module_is_there(name: str) -> None:
    assert import_module(name)


@pytest.mark.process
def test_what_is_deferred_is_in_no_process_that_only_starts() -> None:
    program = (
        "import django, sys; django.setup(); import portal.celery; from importlib import import_module;"
        "import_module('portal.urls'); portal.celery.app.loader.import_default_modules();"
        f"print([name for name in {[*NAMES, 'fpdf', 'openai', 'mcp', 'boto3']!r} if name in sys.modules])"
    )

    found = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        env={"DJANGO_SETTINGS_MODULE": "portal.settings.test"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert found.stdout.strip() == "[]"
