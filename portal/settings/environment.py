"""The environment that settings are read from: that of the process, and below it the file .env."""

from __future__ import annotations

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parents[2]
env = environ.Env()
env.read_env(BASE_DIR / ".env")


def password(name: str) -> str:
    """A password just as it is; `env` would take what begins with a dollar sign for the name of another variable."""
    return str(env.ENVIRON.get(name, ""))
