"""Every variable that the settings read is declared once, and docs/settings.md says what is declared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from portal.management.commands import settings_reference
from portal.settings.environment import PARTS, Part

PROJECT = Path(__file__).resolve().parents[3]
SETTINGS = PROJECT / "portal" / "settings"
MOST_VARIABLES = 90
# Set by portal.asgi and manage.py for their own process, and no setting of an operator's.
INTERNAL = {"PORTAL_WITHOUT_DATABASE"}


def declared() -> list[str]:
    return [variable.name for part in PARTS for variable in part.variables]


def test_the_reference_is_true() -> None:
    call_command("settings_reference", check=True)


def test_a_reference_that_is_not_true_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings_reference, "BASE_DIR", tmp_path)
    (tmp_path / "docs").mkdir()
    with pytest.raises(CommandError, match="settings_reference"):
        call_command("settings_reference", check=True)

    call_command("settings_reference")
    call_command("settings_reference", check=True)
    with (tmp_path / "docs" / "settings.md").open("a") as file:
        file.write("more")
    with pytest.raises(CommandError):
        call_command("settings_reference", check=True)


def test_no_more_is_asked_of_an_operator_than_there_is_to_decide() -> None:
    assert len(declared()) <= MOST_VARIABLES, "make it a constant, or a switch in portal.controls"


def test_nothing_is_read_that_is_not_declared() -> None:
    readers = [
        path.read_text()
        for path in SETTINGS.glob("*.py")
        if path.name not in ("environment.py", "test.py")
    ]
    read = re.findall(r"""env(?:iron)?\.\w+\(\s*["'](\w+)""", "\n".join(readers))

    assert set(read) <= {*declared(), *INTERNAL}, "declare these with a Part"


def test_every_meaning_is_a_sentence_for_a_table() -> None:
    for part in PARTS:
        for variable in part.variables:
            assert variable.meaning.endswith("."), variable.name
            assert "|" not in variable.meaning, variable.name
            assert str(PROJECT) not in variable.default, f"{variable.name}: say it in words"


def test_a_variable_is_declared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="MAX_SOURCES"):
        Part("Any").whole("MAX_SOURCES", "Twice.", default=1)
