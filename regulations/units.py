"""The pieces of passages that an answer quotes and a link opens: paragraphs with what stands below them.

An article without numbered paragraphs is one unit; an attachment is one unit. All units of all passages come in a constant
number of queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from regulations.models import Item, Paragraph, Passage, Subparagraph


@dataclass(frozen=True)
class Unit:
    """A provision that can be cited by itself, with its whole text."""

    locator_key: str
    text: str


def passage_units(passages: Iterable[Passage]) -> dict[int, tuple[Unit, ...]]:
    """Return the units of each passage, by the passage's id, in the order of the text."""
    passages = list(passages)
    articles = [passage.article_id for passage in passages if passage.article_id]
    below = _texts_below(articles)
    paragraphs: dict[int, list[Unit]] = defaultdict(list)
    rows = Paragraph.objects.filter(article_id__in=articles, is_deleted=False)
    for paragraph in rows.order_by("article_id", "position"):
        text = "\n".join([paragraph.text, *below.get(f"p{paragraph.pk}", [])])
        paragraphs[paragraph.article_id or 0].append(Unit(paragraph.locator_key, text.strip()))
    units: dict[int, tuple[Unit, ...]] = {}
    for passage in passages:
        found = [unit for unit in paragraphs.get(passage.article_id or 0, []) if unit.text]
        whole = Unit(passage.locator_key, passage.text)
        units[passage.pk] = tuple(found) or (whole,)
    return units


def _texts_below(articles: list[int]) -> dict[str, list[str]]:
    """The texts of 호 and 목 under each paragraph, each with its mark, in order."""
    texts: dict[str, list[str]] = defaultdict(list)
    items: dict[int, list[str]] = defaultdict(list)
    item_rows = Item.objects.filter(subparagraph__article_id__in=articles, is_deleted=False)
    for item in item_rows.order_by("subparagraph_id", "position"):
        mark = f"{item.locator.subitem})" if item.locator.subitem else f"{item.locator.label[-2]}."
        items[item.subparagraph_id or 0].append(f"    {mark} {item.text}")
    rows = Subparagraph.objects.filter(article_id__in=articles, is_deleted=False)
    for row in rows.order_by("article_id", "position"):
        if row.paragraph_id is None:
            continue
        branch = f"의{row.branch}" if row.branch else ""
        lines = texts[f"p{row.paragraph_id}"]
        lines.append(f"  {row.number}{branch}. {row.text}")
        lines.extend(items.get(row.pk, []))
    return texts
