"""Write docs/settings.md: every environment variable that the settings read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.settings.environment import BASE_DIR, PARTS, Part

FILE = Path("docs/settings.md")
_HEAD = """# Settings

Written by `manage.py settings_reference` from what `portal/settings/` declares; a test fails where it differs. The {count}
variables come from the environment or from a file `.env` ([.env.example](../.env.example)). None is needed for `make demo`.
What an operator changes while the portal runs is in the admin, under 운영: open or closed, generation, banner, limits, budget.
What nobody has to change is a constant in `portal/settings/`, with its reason.

Packages read variables of their own: `AWS_…` (the object store's keys), `OTEL_…` (traces). `DJANGO_SETTINGS_MODULE` is
`portal.settings.production` in the image and `portal.settings.base` elsewhere.
"""


class Command(BaseCommand):
    """Write the file, or say that it has to be written."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Only look with `--check`."""
        parser.add_argument("--check", action="store_true", help="fail where the file differs")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Compare or write."""
        path, text = BASE_DIR / FILE, reference()
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            raise CommandError(f"{FILE} is not true any more: run manage.py settings_reference.")


def reference() -> str:
    """The whole file."""
    count = sum(len(part.variables) for part in PARTS)
    return "\n".join([_HEAD.format(count=count), *(_section(part) for part in PARTS)])


def _section(part: Part) -> str:
    rows = [
        f"| {one.name} | {one.kind} | {one.default or '–'} | {one.meaning} |"
        for one in part.variables
    ]
    head = ["| variable | type | default | meaning |", "| --- | --- | --- | --- |"]
    return "\n".join([f"## {part.title}", "", *head, *rows, ""])
