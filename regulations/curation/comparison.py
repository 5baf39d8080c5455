"""신구조문대비표: what differs between two versions of a regulation in the database, or between two parsed texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import CharField, F, QuerySet, Value

from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Item,
    Paragraph,
    RegulationVersion,
    Subparagraph,
)
from regulations.text.diffing import (
    ChangeCounts,
    ChangeKind,
    ComparedEntry,
    ComparedRow,
    Region,
    TextLine,
    VersionComparison,
    compare,
)
from regulations.text.locators import Locator
from regulations.text.parser import ParsedArticle, ParsedRegulation, ParsedUnit

__all__ = [
    "ChangeCounts",
    "ChangeKind",
    "ComparedEntry",
    "ComparedRow",
    "Region",
    "VersionComparison",
    "compare_parsed",
    "compare_versions",
]

_COLUMNS = ("position", "locator_key", "label", "heading", "text", "is_deleted")


def compare_versions(
    before: RegulationVersion | None, after: RegulationVersion
) -> VersionComparison:
    """Compare two versions, drafts too; without a version before everything is new. One query for each version."""
    return compare(_stored(before) if before is not None else (), _stored(after))


def compare_parsed(before: ParsedRegulation | None, after: ParsedRegulation) -> VersionComparison:
    """Compare two texts as they were read from files, without the database."""
    return compare(list(_parsed(before)) if before is not None else (), list(_parsed(after)))


def _stored(version: RegulationVersion) -> list[TextLine]:
    """All provisions of a version in the order of the text, of whatever kind."""
    titled: list[QuerySet[Any]] = [
        rows.annotate(heading=F("title"))
        for rows in (Article.objects.all(), Addenda.objects.all(), Attachment.objects.all())
    ]
    untitled: list[QuerySet[Any]] = [
        rows.annotate(heading=Value("", output_field=CharField()))
        for rows in (Paragraph.objects.all(), Subparagraph.objects.all(), Item.objects.all())
    ]
    first, *others = (
        rows.filter(version=version).values_list(*_COLUMNS) for rows in (*titled, *untitled)
    )
    rows = first.union(*others, all=True).order_by("position", "locator_key")
    return [_text_line(*row[1:]) for row in rows]


def _text_line(key: str, label: str, title: str, text: str, is_deleted: bool) -> TextLine:
    last = key.rpartition("/")[2]
    if last.startswith("art-"):
        label = Locator.parse(last).label
        if "/" in key:  # an article of addenda is a row of its own, and says its title there
            title, text = "", f"({title}) {text}" if title else text
    elif not label:
        label = Locator.parse(key).label
    return TextLine(key, label, text, title, is_deleted)


def _parsed(regulation: ParsedRegulation) -> Iterator[TextLine]:
    for article in regulation.articles:
        yield from _article(article)
    for addenda in regulation.addenda:
        yield _text_line(addenda.locator.key, "부칙", addenda.title, addenda.text, False)
        for article in addenda.articles:
            yield from _article(article)
        yield from _units(addenda.walk())
    for one in regulation.attachments:
        yield _text_line(one.locator.key, one.label, one.title, one.text, one.is_deleted)


def _article(article: ParsedArticle) -> Iterator[TextLine]:
    key = article.locator.key
    yield _text_line(key, "", article.title, article.text, article.is_deleted)
    yield from _units(article.walk())


def _units(units: Iterable[ParsedUnit]) -> Iterator[TextLine]:
    for unit in units:
        yield _text_line(unit.locator.key, unit.label, "", unit.text, unit.is_deleted)
