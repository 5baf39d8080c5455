"""Laws, decrees and rules of the state from Markdown files, as a collection that answers only who asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import transaction

from regulations.importing.folders import RegulationOutcome, files_import
from regulations.models import Collection, Regulation, RegulationVersion
from regulations.reading.corpus_version import corpus_changed
from regulations.text.locators import normalize_name

SLUG, NAME = "statutes", "법령"
_TITLE = re.compile(r"^제목:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_HEAD = 2000
_LOSS = "법령의 원문은 국가법령정보센터에 있습니다."


class StatuteNameError(Exception):
    """A statute has the name of a regulation of the university; the message names the files (in Korean)."""


@dataclass(frozen=True)
class ImportedStatutes:
    """What an import of statutes did."""

    outcomes: Sequence[RegulationOutcome]
    versions: Sequence[RegulationVersion]


def statutes_import(
    *, paths: Iterable[Path], now: datetime, report_progress: Callable[[str], None]
) -> ImportedStatutes:
    """Import and publish statutes; one that is there with the same text stays, another text is another version.

    Raises StatuteNameError before anything is stored. What is published is not indexed yet.
    """
    paths = list(paths)
    _names_check(paths)
    outcomes = files_import(
        paths=paths,
        now=now,
        publish=True,
        accept_loss=_LOSS,
        report_progress=report_progress,
    )
    versions = [one.version for one in outcomes if one.version is not None]
    with transaction.atomic():
        collection, _created = Collection.objects.get_or_create(
            slug=SLUG, defaults={"name": NAME, "only_when_chosen": True}
        )
        statutes = Regulation.objects.filter(pk__in={one.regulation_id for one in versions})
        statutes.update(kind=Regulation.Kind.STATUTE, category=NAME)
        collection.regulations.add(*statutes)
        transaction.on_commit(corpus_changed)
    published = [
        one.version
        for one in outcomes
        if one.version is not None and one.outcome in ("published", "repealed")
    ]
    return ImportedStatutes(outcomes, published)


def _names_check(paths: Iterable[Path]) -> None:
    titles: dict[str, Path] = {}
    for path in paths:
        for file in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
            with file.open(encoding="utf-8", errors="replace") as stream:
                if found := _TITLE.search(stream.read(_HEAD)):
                    titles[normalize_name(found[1])] = file
    own = Regulation.objects.exclude(kind=Regulation.Kind.STATUTE)
    clashing = own.filter(normalized_title__in=titles).values_list("normalized_title", flat=True)
    if clashing:
        named = ", ".join(f"{titles[title].name}({title})" for title in sorted(clashing))
        raise StatuteNameError(f"학교 규정과 이름이 같은 법령이 있어 가져오지 않았습니다: {named}")
