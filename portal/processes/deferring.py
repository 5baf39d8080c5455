"""Modules whose libraries take memory and time in every process and are needed in few: imported where they are first used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class DeferredModule(ModuleType):
    """Stands for a module. For mypy the real one is imported beside it, under TYPE_CHECKING; a test imports every one."""

    def __getattr__(self, name: str) -> Any:
        """Whatever the module has."""
        return getattr(import_module(self.__name__), name)
