"""The pieces of passages that an answer quotes and a link opens: paragraphs with what stands below them.

An article without numbered paragraphs is one unit; an attachment is one unit. All units of all passages come in a constant
number of queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from regulations.models import Item, Paragraph, Passage, Subparagraph
from regulations.text.locators import item_letter


@dataclass(frozen=True)
class PassageUnit:
    """A provision that can be cited by itself, with its whole text."""

    locator_key: str
    text: str


def passage_units(passages: Iterable[Passage]) -> dict[int, tuple[PassageUnit, ...]]:
    """Return the units of each passage, by the passage's id, in the order of the text."""
    passages = list(passages)
    articles = [passage.article_id for passage in passages if passage.article_id]
    below = _texts_below(articles)
    paragraphs: dict[int, list[PassageUnit]] = defaultdict(list)
    rows = Paragraph.objects.filter(article_id__in=articles, is_deleted=False)
    for paragraph in rows.order_by("article_id", "position"):
        text = "\n".join([paragraph.text, *below.get(paragraph.pk, [])])
        paragraphs[paragraph.article_id or 0].append(
            PassageUnit(paragraph.locator_key, text.strip())
        )
    units: dict[int, tuple[PassageUnit, ...]] = {}
    for passage in passages:
        found = [unit for unit in paragraphs.get(passage.article_id or 0, []) if unit.text]
        # A further group of a table's rows (table-1#2) is cited as the table.
        whole = PassageUnit(passage.locator_key.partition("#")[0], _with_borders(passage.text))
        units[passage.pk] = tuple(found) or (whole,)
    return units


def _with_borders(text: str) -> str:
    """The rows of a table as the texts of provisions have them: | cell | cell |."""
    return "\n".join(
        f"| {line} |" if " | " in line and not line.startswith("|") else line
        for line in text.splitlines()
    )


def _texts_below(articles: list[int]) -> dict[int, list[str]]:
    """The texts of 호 and 목 under each paragraph, each with its mark, in the order of the text."""
    rows: list[tuple[int, int, str]] = []
    subparagraphs = Subparagraph.objects.filter(
        article_id__in=articles, paragraph__isnull=False, is_deleted=False
    )
    for row in subparagraphs:
        branch = f"의{row.branch}" if row.branch else ""
        text = f"  {row.number}{branch}. {row.text}"
        rows.append((row.paragraph_id or 0, row.position, text))
    # Older texts hang 목 on a 항 without a 호 between.
    items = Item.objects.filter(
        Q(subparagraph__article_id__in=articles) | Q(paragraph__article_id__in=articles),
        is_deleted=False,
    ).select_related("subparagraph")
    for item in items:
        above = item.subparagraph.paragraph_id if item.subparagraph else item.paragraph_id
        rows.append((above or 0, item.position, f"    {_item_mark(item)} {item.text}"))
    texts: dict[int, list[str]] = defaultdict(list)
    for paragraph_id, _position, text in sorted(rows):
        texts[paragraph_id].append(text)
    return texts


def _item_mark(item: Item) -> str:
    locator = item.locator
    return f"{locator.subitem})" if locator.subitem else f"{item_letter(locator.item or 1)}."
