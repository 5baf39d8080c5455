"""Who listens to a signal while a test runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.dispatch import Signal


def only(signal: Signal, receiver: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this receiver alone listen until the test ends."""
    monkeypatch.setattr(signal, "receivers", [])
    signal.connect(receiver)
