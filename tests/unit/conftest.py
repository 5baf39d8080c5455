"""Tests of this folder use no database; only those marked `process` start a process or a server."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _no_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make unit` stays quick: what needs a child process says so by its marker."""
    if request.node.get_closest_marker("process"):
        return

    def refuse(*_args: Any, **_options: Any) -> None:
        pytest.fail("this test starts a process: mark it with pytest.mark.process")

    monkeypatch.setattr(subprocess.Popen, "__init__", refuse)
