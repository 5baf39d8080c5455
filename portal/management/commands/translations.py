"""`translations`: bring locale/en up to date with the project, and compile it and locale/ko. Needs no program outside Python.

locale/ko is written by hand: what packages say in a Korean of another style, in the words of the portal.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from portal.translations import TranslatableText, project_texts

APPLICATIONS = ("portal", "regulations", "verification", "chat")
_HEADER = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Language": "en",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}


class Command(BaseCommand):
    """Adds what is new, drops what is gone, writes the compiled file beside it and names what is not translated."""

    help = "Update and compile locale/en; lists the texts that have no translation yet."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--language", default="en")

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        """Update one language."""
        folder = Path(settings.BASE_DIR)
        path = folder / "locale" / language / "LC_MESSAGES" / "django.po"
        catalog = updated(path, project_texts(folder, APPLICATIONS))
        catalog.save(str(path))
        for written in folder.glob("locale/*/LC_MESSAGES/django.po"):
            polib.pofile(str(written)).save_as_mofile(str(written.with_suffix(".mo")))
        for entry in catalog.untranslated_entries():
            self.stdout.write(entry.msgid)
        self.stderr.write(f"{len(catalog)} texts, {catalog.percent_translated()} % translated")


def updated(path: Path, texts: set[TranslatableText]) -> polib.POFile:
    """Return the catalog with exactly these texts; translations that there are stay."""
    known: dict[str, polib.POEntry] = {}
    if path.exists():
        known = {entry.msgid: entry for entry in polib.pofile(str(path))}
    catalog = polib.POFile(wrapwidth=0)
    catalog.metadata = _HEADER
    # A text that is used with and without a plural is one entry, as gettext has it.
    plurals = {text.singular: text.plural for text in texts if text.plural}
    for singular in sorted({text.singular for text in texts}):
        entry = known.get(singular) or polib.POEntry(msgid=singular)
        plural = plurals.get(singular)
        if plural and not entry.msgstr_plural:
            entry = polib.POEntry(
                msgid=singular, msgid_plural=plural, msgstr_plural={0: entry.msgstr, 1: ""}
            )
        catalog.append(entry)
    return catalog
