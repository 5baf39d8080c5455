"""The environment that settings are read from: that of the process, and below it the file .env."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parents[2]


class NamedEnv(environ.Env):  # type: ignore[misc]
    """Says which variable is wrong where its value cannot be read."""

    def get_value(self, var: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a variable."""
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var} cannot be read: {error}") from error


env = NamedEnv()
env.read_env(BASE_DIR / ".env")


def password(name: str) -> str:
    """A password just as it is; `env` would take what begins with a dollar sign for the name of another variable."""
    return str(env.ENVIRON.get(name, ""))
