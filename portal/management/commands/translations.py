"""`translations`: bring the catalogs up to date with the project, and compile them. Needs no program outside Python.

English has every text; Chinese and Vietnamese what students see. What packages say is written by hand and stays: in Korean of
another style, in Vietnamese not at all.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from portal.translations import TranslatableText, project_texts

APPLICATIONS = ("portal", "regulations", "verification", "chat")
_ONE_FORM = "nplurals=1; plural=0;"
# The folder of a language, its forms of the plural, and whether it has only what students see.
CATALOGS = (
    ("en", "nplurals=2; plural=(n != 1);", False),
    ("zh_Hans", _ONE_FORM, True),
    ("vi", _ONE_FORM, True),
)
_HANGUL = re.compile(r"[가-힣]")


class Command(BaseCommand):
    """Adds what is new, drops what is gone, writes the compiled file beside it and names what is not translated."""

    help = "Update and compile the catalogs; lists the texts that have no translation yet."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Update every language."""
        folder = Path(settings.BASE_DIR)
        for language, plurals, for_students in CATALOGS:
            path = folder / "locale" / language / "LC_MESSAGES" / "django.po"
            texts = project_texts(folder, APPLICATIONS, for_students=for_students)
            catalog = updated(path, texts, language=language, plurals=plurals)
            path.parent.mkdir(parents=True, exist_ok=True)
            catalog.save(str(path))
            for entry in catalog.untranslated_entries():
                self.stdout.write(f"{language}: {entry.msgid}")
            share = catalog.percent_translated()
            self.stderr.write(f"{language}: {len(catalog)} texts, {share} % translated")
        for written in folder.glob("locale/*/LC_MESSAGES/django.po"):
            polib.pofile(str(written)).save_as_mofile(str(written.with_suffix(".mo")))


def updated(
    path: Path, texts: set[TranslatableText], *, language: str, plurals: str
) -> polib.POFile:
    """Return the catalog with exactly these texts and those of packages; translations that there are stay."""
    known: dict[str, polib.POEntry] = {}
    if path.exists():
        known = {entry.msgid: entry for entry in polib.pofile(str(path))}
    catalog = polib.POFile(wrapwidth=0)
    catalog.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "Plural-Forms": plurals,
    }
    # A text that is used with and without a plural is one entry, as gettext has it.
    plural_of = {text.singular: text.plural for text in texts if text.plural}
    of_packages = {text for text in known if not _HANGUL.search(text)}
    for singular in sorted({text.singular for text in texts} | of_packages):
        entry = known.get(singular) or polib.POEntry(msgid=singular)
        plural = plural_of.get(singular)
        if plural and not entry.msgstr_plural:
            forms = {0: entry.msgstr} if plurals == _ONE_FORM else {0: entry.msgstr, 1: ""}
            entry = polib.POEntry(msgid=singular, msgid_plural=plural, msgstr_plural=forms)
        catalog.append(entry)
    return catalog
