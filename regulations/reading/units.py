"""The pieces of passages that an answer quotes and a link opens: paragraphs with what stands below them.

An article without numbered paragraphs is one unit; an attachment is one unit. All units of all passages come in a constant
number of queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from regulations.models import Article, Item, Paragraph, Passage, Subparagraph
from regulations.text.locators import are_nested, article_key, item_letter, provision_key


@dataclass(frozen=True)
class PassageUnit:
    """A provision that can be cited by itself, with its whole text; `below` are its 호 and 목, each with its own line of it."""

    locator_key: str
    text: str
    below: tuple[PassageUnit, ...] = ()


def passage_units(passages: Iterable[Passage]) -> dict[int, tuple[PassageUnit, ...]]:
    """Return the units of each passage, by the passage's id, in the order of the text."""
    passages = list(passages)
    articles = [passage.article_id for passage in passages if passage.article_id]
    below = _lines_below(articles)
    paragraphs: dict[int, list[PassageUnit]] = defaultdict(list)
    rows = Paragraph.objects.filter(article_id__in=articles, is_deleted=False)
    for paragraph in rows.order_by("article_id", "position"):
        lines = below.get((paragraph.article_id or 0, paragraph.pk), [])
        text = "\n".join([paragraph.text, *(line.text for line in lines)])
        paragraphs[paragraph.article_id or 0].append(
            PassageUnit(paragraph.locator_key, text.strip(), tuple(lines))
        )
    units: dict[int, tuple[PassageUnit, ...]] = {}
    for passage in passages:
        found = [unit for unit in paragraphs.get(passage.article_id or 0, []) if unit.text]
        whole = PassageUnit(
            # A further group of a table's rows (table-1#2) is cited as the table.
            provision_key(passage.locator_key),
            _with_borders(passage.text),
            tuple(below.get((passage.article_id or 0, None), [])),
        )
        units[passage.pk] = tuple(found) or (whole,)
    return units


def texts_of_lists(places: Iterable[tuple[int, str]]) -> dict[tuple[int, str], str]:
    """Return what provisions of lists say, by version and locator key: a 항 with its 호, a 호 or 목 with what it stands under.

    Every 호 and 목 has its mark, by which it is known to be one. What is of no list is left out: its own words say it.
    """
    asked = {(version, key) for version, key in places if article_key(key) != key}
    if not asked:
        return {}
    rows = Article.objects.filter(
        version_id__in={version for version, _key in asked},
        locator_key__in={article_key(key) for _version, key in asked},
    )
    articles = {(one.version_id, one.locator_key): one for one in rows.defer("full_text")}
    below = _lines_below([one.pk for one in articles.values()])
    paragraphs = Paragraph.objects.in_bulk({paragraph for _article, paragraph in below} - {None})
    texts = {}
    for version, key in asked:
        article = articles.get((version, article_key(key)))
        for (pk, paragraph), lines in below.items():
            own = [line.text for line in lines if are_nested(line.locator_key, key)]
            if article is not None and article.pk == pk and own:
                lead = paragraphs[paragraph] if paragraph else article
                texts[version, key] = "\n".join([lead.text, *own]).strip()
    return texts


def _with_borders(text: str) -> str:
    """The rows of a table as the texts of provisions have them: | cell | cell |."""
    return "\n".join(
        f"| {line} |" if " | " in line and not line.startswith("|") else line
        for line in text.splitlines()
    )


def _lines_below(articles: list[int]) -> dict[tuple[int, int | None], list[PassageUnit]]:
    """The 호 and 목 of each article's paragraphs, and of an article without any, each with its mark, in the order of the text."""
    rows: list[tuple[tuple[int, int | None], int, PassageUnit]] = []
    for row in Subparagraph.objects.filter(article_id__in=articles, is_deleted=False):
        branch = f"의{row.branch}" if row.branch else ""
        line = PassageUnit(row.locator_key, f"  {row.number}{branch}. {row.text}")
        rows.append(((row.article_id or 0, row.paragraph_id), row.position, line))
    # Older texts hang 목 on a 항 without a 호 between.
    items = Item.objects.filter(
        Q(subparagraph__article_id__in=articles) | Q(paragraph__article_id__in=articles),
        is_deleted=False,
    ).select_related("subparagraph", "paragraph")
    for item in items:
        above = item.subparagraph or item.paragraph
        if above is None:
            continue
        paragraph = item.subparagraph.paragraph_id if item.subparagraph else item.paragraph_id
        line = PassageUnit(item.locator_key, f"    {_item_mark(item)} {item.text}")
        rows.append(((above.article_id or 0, paragraph), item.position, line))
    lines: dict[tuple[int, int | None], list[PassageUnit]] = defaultdict(list)
    for place, _position, line in sorted(rows, key=lambda row: row[1]):
        lines[place].append(line)
    return lines


def _item_mark(item: Item) -> str:
    locator = item.locator
    return f"{locator.subitem})" if locator.subitem else f"{item_letter(locator.item or 1)}."
