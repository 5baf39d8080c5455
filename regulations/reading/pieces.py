"""What stands in an article, an addenda or an attachment of a version: 항, 호, 목 and 세목 in order.

The pieces of an article are one flat list with a depth, not a tree: a page of several thousand pieces is then one loop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Q, QuerySet

from regulations.models import Item, Paragraph, Provision, RegulationVersion, Subparagraph
from regulations.text.blocks import TextBlock, TextLink, text_blocks
from regulations.text.locators import CIRCLED, Locator, is_within, item_letter

Row = TypeVar("Row", bound=Provision)


@dataclass(frozen=True)
class ProvisionPiece:
    """항, 호, 목 or 세목 as it stands: its number, its text and how deep it is indented."""

    key: str
    depth: int
    number: str
    blocks: tuple[TextBlock, ...]
    marks: str
    is_deleted: bool
    is_cited: bool
    begins_citation: bool


class ProvisionPieces:
    """The pieces of all articles and addenda of a version, by what they stand in."""

    def __init__(
        self,
        version: RegulationVersion,
        cited_key: str,
        within: str,
        links: Mapping[str, Sequence[TextLink]],
    ) -> None:
        self.keys: set[str] = set()
        # The numbered lines and rows of attachments, by the attachment.
        self.attached: dict[int, list[Provision]] = defaultdict(list)
        self._links = links
        self._cited_key = cited_key
        self._below: dict[tuple[str, int], list[tuple[str, Provision]]] = defaultdict(list)
        for paragraph in rows_within(Paragraph.objects.all(), version, within):
            self._add(
                "paragraph", paragraph, article=paragraph.article_id, addenda=paragraph.addenda_id
            )
        for row in rows_within(Subparagraph.objects.all(), version, within):
            self._add("subparagraph", row, paragraph=row.paragraph_id, article=row.article_id)
            if row.attachment_id:
                self.attached[row.attachment_id].append(row)
        for item in rows_within(Item.objects.all(), version, within):
            parents = {"item": item.parent_id, "subparagraph": item.subparagraph_id}
            parents |= {"paragraph": item.paragraph_id, "article": item.article_id}
            self._add("item", item, **parents)
            if item.attachment_id:
                self.attached[item.attachment_id].append(item)

    def of(self, kind: str, pk: int) -> tuple[ProvisionPiece, ...]:
        """Return what stands in one article or addenda, in order."""
        return tuple(self._walk(kind, pk, depth=0))

    def _add(self, kind: str, row: Provision, **parents: int | None) -> None:
        """File a row under the nearest of its parents, which are given from the inside out."""
        self.keys.add(row.locator_key)
        parent = next(((name, pk) for name, pk in parents.items() if pk), None)
        if parent:
            self._below[parent].append((kind, row))

    def _walk(self, kind: str, pk: int, *, depth: int) -> Iterable[ProvisionPiece]:
        for below, row in self._below.get((kind, pk), ()):
            yield ProvisionPiece(
                key=row.locator_key,
                depth=depth,
                number=_number(row.locator),
                blocks=text_blocks(row.text, self._links.get(row.locator_key, ())),
                marks=row.marks,
                is_deleted=row.is_deleted,
                is_cited=is_within(row.locator_key, self._cited_key),
                begins_citation=row.locator_key == self._cited_key,
            )
            yield from self._walk(below, row.pk, depth=depth + 1)


def rows_within(rows: QuerySet[Row], version: RegulationVersion, within: str) -> QuerySet[Row]:
    """Return the provisions of a version in order, or those of the one provision that `within` names."""
    rows = rows.filter(version=version)
    if within:
        rows = rows.filter(Q(locator_key=within) | Q(locator_key__startswith=f"{within}/"))
    return rows.order_by("position", "pk")


def _number(locator: Locator) -> str:
    """The number of a piece as it is printed: ①, 3의2., 가., 1)."""
    if locator.subitem is not None:
        return f"{locator.subitem})"
    if locator.item is not None:
        return f"{item_letter(locator.item)}."
    if locator.subparagraph is not None:
        branch = f"의{locator.subparagraph_branch}" if locator.subparagraph_branch else ""
        return f"{locator.subparagraph}{branch}."
    number = locator.paragraph or 0
    return CIRCLED[number - 1] if 1 <= number <= len(CIRCLED) else f"({number})"
