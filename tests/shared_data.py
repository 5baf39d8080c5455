"""Real files for measurements, kept outside the project. Tests that use them are skipped where they are absent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_SIBLING = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_file(name: str) -> Path:
    """Return a file or folder of the shared data, or skip the test."""
    path = Path(os.environ.get("PORTAL_SHARED_DATA", _SIBLING)) / name
    if not path.exists():
        pytest.skip(f"shared data not here: {name} (PORTAL_SHARED_DATA names the folder)")
    return path
