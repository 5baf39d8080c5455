"""The sources of a labelled question as provisions in force, for as long as a block runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from django.db import transaction

from lab.evaluation.registry import Row
from regulations.importing.provision_rows import provisions_create
from regulations.models import Article, Attachment, Passage, Regulation, RegulationVersion
from regulations.reading.names import RegulationNames, names_load
from regulations.reading.units import PassageUnit, passage_units
from regulations.text.locators import Locator, normalize_name
from regulations.text.parser import parse_regulation
from verification.checking import Source

_BEGINNING = date(1990, 1, 1)
_BEHIND_ALL = 900


class GivenSources:
    """The sources of one question as provisions in force, for the time of the block."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.savepoint: Any = None

    def __enter__(self) -> tuple[tuple[Source, ...], RegulationNames]:
        self.savepoint = transaction.savepoint()
        given = [_in_an_article(one) for one in self.row["sources"]]
        versions = {
            title: _version(title, list(group))
            for title, group in groupby(
                sorted(given, key=lambda one: one["regulation"]), key=lambda one: one["regulation"]
            )
        }
        return _sources(given, versions), names_load()

    def __exit__(self, *_error: object) -> None:
        transaction.savepoint_rollback(self.savepoint)


def _in_an_article(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A table or a provision of addenda becomes an article behind all others: it is its words that sentences are held against."""
    return given if given["article"] else {**given, "article": _BEHIND_ALL + given["number"]}


def _version(title: str, given: Sequence[Mapping[str, Any]]) -> RegulationVersion:
    """A version in force that holds the given articles and nothing else."""
    articles = {(one["article"], one["branch"] or 0): one for one in given}
    text = "\n".join(
        f"제{article}조{f'의{branch}' if branch else ''}({one['title'] or '조문'})\n{one['text']}"
        for (article, branch), one in sorted(articles.items())
    )
    regulation = Regulation.objects.filter(normalized_title=normalize_name(title)).first()
    if regulation is None:
        regulation = Regulation.objects.create(
            title=title, normalized_title=normalize_name(title), slug=f"written-{title}"
        )
    regulation.versions.update(state=RegulationVersion.State.DRAFT)
    latest = regulation.versions.order_by("-number").first()
    version = RegulationVersion.objects.create(
        regulation=regulation,
        number=latest.number + 1 if latest else 1,
        enforcement_date=_BEGINNING,
        state=RegulationVersion.State.PUBLISHED,
    )
    provisions_create(version=version, parsed=parse_regulation(text, title=title))
    return version


def _sources(
    given: Sequence[Mapping[str, Any]], versions: Mapping[str, RegulationVersion]
) -> tuple[Source, ...]:
    sources = []
    for one in given:
        version = versions[one["regulation"]]
        key = Locator(article=one["article"], branch=one["branch"]).key
        article = Article.objects.filter(version=version, locator_key=key).first()
        passage = Passage(
            pk=one["number"],
            version=version,
            article=article,
            locator_key=key,
            title=one["title"] or "",
            text=one["text"],
        )
        sources.append(
            Source(
                number=one["number"],
                passage_id=one["number"],
                version_id=version.pk,
                version_number=version.number,
                regulation_id=version.regulation_id,
                regulation_title=version.regulation.title,
                slug=version.regulation.slug,
                locator_key=key,
                title=one["title"] or "",
                text=one["text"],
                units=(*passage_units([passage])[passage.pk], *_tables_in(one["text"], version)),
                score=1.0,
                relevance=1.0,
                enforcement_date=_BEGINNING,
            )
        )
    return tuple(sources)


def _tables_in(text: str, version: RegulationVersion) -> list[PassageUnit]:
    """The 별표 that stand in the text of a source: a version holds them by themselves."""
    return [
        PassageUnit(row.locator_key, row.text)
        for row in Attachment.objects.filter(version=version).order_by("position")
        if f"[{row.label}] {row.title}" in text
    ]
