"""The environment that settings are read from: that of the process, and below it the file .env.

Reading a variable declares it: docs/settings.md is written from what was declared (`manage.py settings_reference`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class Variable:
    """An environment variable as an operator reads of it."""

    name: str
    kind: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Part:
    """A part of the portal, with its variables in the order in which they were declared.

    `shown` says in words a default that is worked out or differs in production.
    """

    title: str
    variables: list[Variable] = field(default_factory=list)

    def text(self, name: str, meaning: str, *, default: str = "", shown: str = "") -> str:
        """A text; one that begins with a dollar sign names another variable."""
        self._declare(name, "text", shown or default, meaning)
        return str(env.str(name, default=default))

    def secret(self, name: str, meaning: str) -> str:
        """A password or key just as it is, whatever it begins with."""
        self._declare(name, "secret", "", meaning)
        return str(env.ENVIRON.get(name, ""))

    def whole(self, name: str, meaning: str, *, default: int) -> int:
        """A whole number."""
        self._declare(name, "whole number", f"{default}", meaning)
        return int(env.int(name, default=default))

    def number(self, name: str, meaning: str, *, default: float) -> float:
        """A number."""
        self._declare(name, "number", f"{default:g}", meaning)
        return float(env.float(name, default=default))

    def flag(self, name: str, meaning: str, *, default: bool = False, shown: str = "") -> bool:
        """Yes or no."""
        self._declare(name, "true or false", shown or f"{default}".lower(), meaning)
        return bool(env.bool(name, default=default))

    def names(
        self, name: str, meaning: str, *, default: Sequence[str] = (), shown: str = ""
    ) -> list[str]:
        """Texts with commas between them."""
        self._declare(name, "list", shown or ",".join(default), meaning)
        return list(env.list(name, default=list(default)))

    def structure(self, name: str, meaning: str, *, default: Any) -> Any:
        """Something in JSON."""
        self._declare(name, "JSON", json.dumps(default, ensure_ascii=False), meaning)
        return env.json(name, default=default)

    def _declare(self, name: str, kind: str, default: str, meaning: str) -> None:
        if any(name == variable.name for part in PARTS for variable in part.variables):
            raise ValueError(f"{name} is read twice: import the setting instead.")
        self.variables.append(Variable(name, kind, default, meaning))


SITE = Part("The site")
STORES = Part("Database, Valkey, files and backups")
ACCOUNTS = Part("Accounts and sessions")
UNIVERSITY = Part("The university's sign-in")
MAIL = Part("Mail")
MODELS = Part("Models")
ANSWERS = Part("Answers: limits and thresholds")
STAFF = Part("Curation, review and retention")
WATCHING = Part("Logs, health and measurements")
# In the order of docs/settings.md.
PARTS = (SITE, STORES, ACCOUNTS, UNIVERSITY, MAIL, MODELS, ANSWERS, STAFF, WATCHING)
