"""신구조문대비표: what differs between two versions of a regulation in the database, or between two parsed texts.

A comparison has the words; a difference has the keys alone, and is cached for versions that are published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from django.core.cache import cache
from django.db import transaction
from django.db.models import CharField, F, QuerySet, Value
from redis.exceptions import RedisError

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
from regulations.text.locators import Locator, provision_key
from regulations.text.parser import ParsedArticle, ParsedRegulation, ParsedUnit

__all__ = [
    "ChangeCounts",
    "ChangeKind",
    "ComparedEntry",
    "ComparedRow",
    "Region",
    "VersionComparison",
    "VersionDifference",
    "compare_parsed",
    "compare_versions",
    "difference_cache",
    "is_affected",
    "version_difference",
]

logger = structlog.get_logger(__name__)

_COLUMNS = ("position", "locator_key", "label", "heading", "text", "is_deleted")
_CACHE_SECONDS = 30 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class VersionDifference:
    """What differs between two versions, without the words: keys are locators of the former version.

    `attachments` counts those that differ.
    """

    changed: frozenset[str]
    renumbered: Mapping[str, str]
    articles: ChangeCounts
    attachments: int


def is_affected(changed: frozenset[str], key: str) -> bool:
    """Whether a cited provision is among those that changed; a row of a table changes with the table."""
    outer = provision_key(key)
    whole = outer.partition("/")[0]
    return outer in changed or (
        whole.startswith(("table-", "form-", "figure-")) and whole in changed
    )


def compare_versions(
    before: RegulationVersion | None, after: RegulationVersion
) -> VersionComparison:
    """Compare two versions, drafts too; without a version before everything is new. One query for each version."""
    return compare(_stored(before) if before is not None else (), _stored(after))


def compare_parsed(before: ParsedRegulation | None, after: ParsedRegulation) -> VersionComparison:
    """Compare two texts as they were read from files, without the database."""
    return compare(list(_parsed(before)) if before is not None else (), list(_parsed(after)))


def version_difference(*, before: RegulationVersion, after: RegulationVersion) -> VersionDifference:
    """What differs between two versions; cached where both are published, for such a text never changes."""
    name = _cache_name(before, after)
    if name is None:
        return _difference(compare_versions(before, after))
    try:
        known = cache.get(name)
    except RedisError:
        logger.warning("difference_cache_unreachable")
        known = None
    if isinstance(known, VersionDifference):
        return known
    found = _difference(compare_versions(before, after))
    _cache_difference(name, found)
    return found


def difference_cache(
    *, before: RegulationVersion, after: RegulationVersion, comparison: VersionComparison
) -> None:
    """Cache what a comparison that was made anyway says, for `version_difference`.

    After the commit only: a draft whose publishing failed can still be edited.
    """
    if name := _cache_name(before, after):
        transaction.on_commit(partial(_cache_difference, name, _difference(comparison)))


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


def _difference(comparison: VersionComparison) -> VersionDifference:
    return VersionDifference(
        changed=comparison.changed_keys,
        renumbered=dict(comparison.renumbered_keys),
        articles=comparison.counts,
        attachments=comparison.counts_of(Region.ATTACHMENTS).differing,
    )


def _cache_name(before: RegulationVersion, after: RegulationVersion) -> str | None:
    """A version that was withdrawn can be edited and published again: when it was published is part of its name."""
    if before.published_at is None or after.published_at is None:
        return None
    since = before.published_at.timestamp(), after.published_at.timestamp()
    return f"version-difference:{before.pk}@{since[0]}:{after.pk}@{since[1]}"


def _cache_difference(name: str, difference: VersionDifference) -> None:
    try:
        cache.set(name, difference, timeout=_CACHE_SECONDS)
    except RedisError:
        logger.warning("difference_not_kept")
