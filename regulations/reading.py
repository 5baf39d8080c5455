"""A version as it is read on a page: headings, articles and their pieces in order, from a constant number of queries.

The pieces of an article are one flat list with a depth, not a tree: a page of several thousand pieces is then one loop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar

from django.db.models import Q, QuerySet

from regulations.attached_text import (
    AttachedBlock,
    ShownPicture,
    attached_blocks,
    shown_pictures,
)
from regulations.blocks import Block, TextLink, text_blocks
from regulations.linking import Annotations
from regulations.locators import Locator, item_letter
from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Item,
    Paragraph,
    Picture,
    Provision,
    RegulationVersion,
    Subparagraph,
)

Row = TypeVar("Row", bound=Provision)

_NO_ANNOTATIONS = Annotations()
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿"


@dataclass(frozen=True)
class Piece:
    """항, 호, 목 or 세목 as it stands: its number, its text and how deep it is indented."""

    key: str
    depth: int
    number: str
    blocks: tuple[Block, ...]
    marks: str
    is_deleted: bool
    is_cited: bool
    begins_citation: bool


@dataclass(frozen=True)
class Heading:
    """편, 장, 절 or 관; `level` counts from 1."""

    anchor: str
    level: int
    text: str


@dataclass(frozen=True)
class ArticleText:
    """조: the headings that open before it, its own text and its pieces."""

    key: str
    label: str
    title: str
    marks: str
    is_deleted: bool
    is_cited: bool
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    pieces: tuple[Piece, ...]
    pictures: tuple[ShownPicture, ...] = ()
    citing: int = 0


@dataclass(frozen=True)
class AddendaText:
    """부칙: text of its own, pieces of its own where it is a numbered list, and articles."""

    key: str
    title: str
    promulgated_date: date | None
    is_cited: bool
    blocks: tuple[Block, ...]
    pieces: tuple[Piece, ...]
    articles: tuple[ArticleText, ...]
    pictures: tuple[ShownPicture, ...] = ()


@dataclass(frozen=True)
class AttachmentText:
    """별표 or 별지서식."""

    key: str
    label: str
    title: str
    is_deleted: bool
    is_cited: bool
    marks: str
    blocks: tuple[AttachedBlock, ...]
    pictures: tuple[ShownPicture, ...] = ()
    citing: int = 0


@dataclass(frozen=True)
class VersionText:
    """The whole version, or the one article (addenda, attachment) that was asked for."""

    articles: tuple[ArticleText, ...]
    addenda: tuple[AddendaText, ...]
    attachments: tuple[AttachmentText, ...]
    cited_found: bool
    pictures: tuple[ShownPicture, ...] = ()

    @cached_property
    def is_empty(self) -> bool:
        """Whether there is nothing to read."""
        return not (self.articles or self.addenda or self.attachments)


def version_text(
    *,
    version: RegulationVersion,
    cited_key: str = "",
    within: str = "",
    annotations: Annotations = _NO_ANNOTATIONS,
) -> VersionText:
    """Load a version as a page shows it; `cited_key` is marked; `within` limits it to one article with its pieces."""
    links, citing = annotations.links, annotations.citing
    pieces = _Pieces(version, cited_key, within, links)
    pictures = tuple(Picture.objects.filter(version=version).order_by("number"))
    below_addenda: dict[int, list[ArticleText]] = defaultdict(list)
    main: list[ArticleText] = []
    headings = _HeadingTrail()
    for article in _rows(Article.objects.defer("full_text"), version, within):
        opened = () if article.addenda_id else headings.opened_by(article.heading_path)
        text = _article_text(article, opened, pieces, pictures, cited_key, annotations)
        (below_addenda[article.addenda_id] if article.addenda_id else main).append(text)
    whole_addenda = Locator.parse(within).addenda if within else None
    outer = f"add-{whole_addenda}" if whole_addenda else within
    addenda = tuple(
        AddendaText(
            key=row.locator_key,
            title=row.title,
            promulgated_date=row.promulgated_date,
            is_cited=row.locator_key == cited_key,
            blocks=text_blocks(row.text, links.get(row.locator_key, ())),
            pieces=pieces.of("addenda", row.pk),
            articles=tuple(below_addenda[row.pk]),
            pictures=tuple(
                one
                for one in shown_pictures(pictures, row.locator_key)
                if "/art-" not in one.locator_key
            ),
        )
        for row in _rows(Addenda.objects.all(), version, outer)
    )
    attachments = tuple(
        AttachmentText(
            key=row.locator_key,
            label=row.label or row.locator.label,
            title=row.title,
            is_deleted=row.is_deleted,
            is_cited=cited_key == row.locator_key,
            marks=row.marks,
            blocks=_attachment_blocks(
                row, pieces.attached[row.pk], cited_key, links.get(row.locator_key, ())
            ),
            pictures=shown_pictures(pictures, row.locator_key),
            citing=citing.get(row.locator_key, 0),
        )
        for row in _rows(Attachment.objects.all(), version, within)
    )
    keys = set(pieces.keys)
    keys.update(article.key for article in main)
    keys.update(article.key for articles in below_addenda.values() for article in articles)
    keys.update(row.key for row in addenda)
    found = cited_key in keys or any(row.is_cited for row in attachments)
    before = () if within else shown_pictures(pictures, "")
    return VersionText(tuple(main), addenda, attachments, cited_found=found, pictures=before)


class _Pieces:
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
        for paragraph in _rows(Paragraph.objects.all(), version, within):
            self._add(
                "paragraph", paragraph, article=paragraph.article_id, addenda=paragraph.addenda_id
            )
        for row in _rows(Subparagraph.objects.all(), version, within):
            self._add("subparagraph", row, paragraph=row.paragraph_id, article=row.article_id)
            if row.attachment_id:
                self.attached[row.attachment_id].append(row)
        for item in _rows(Item.objects.all(), version, within):
            parents = {"item": item.parent_id, "subparagraph": item.subparagraph_id}
            parents |= {"paragraph": item.paragraph_id, "article": item.article_id}
            self._add("item", item, **parents)
            if item.attachment_id:
                self.attached[item.attachment_id].append(item)

    def of(self, kind: str, pk: int) -> tuple[Piece, ...]:
        """Return what stands in one article or addenda, in order."""
        return tuple(self._walk(kind, pk, depth=0))

    def _add(self, kind: str, row: Provision, **parents: int | None) -> None:
        """File a row under the nearest of its parents, which are given from the inside out."""
        self.keys.add(row.locator_key)
        parent = next(((name, pk) for name, pk in parents.items() if pk), None)
        if parent:
            self._below[parent].append((kind, row))

    def _walk(self, kind: str, pk: int, *, depth: int) -> Iterable[Piece]:
        for below, row in self._below.get((kind, pk), ()):
            yield Piece(
                key=row.locator_key,
                depth=depth,
                number=_number(row.locator),
                blocks=text_blocks(row.text, self._links.get(row.locator_key, ())),
                marks=row.marks,
                is_deleted=row.is_deleted,
                is_cited=_is_within(row.locator_key, self._cited_key),
                begins_citation=row.locator_key == self._cited_key,
            )
            yield from self._walk(below, row.pk, depth=depth + 1)


class _HeadingTrail:
    """Remembers the headings that are open, so that each is shown once, before its first article."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._count = 0

    def opened_by(self, path: list[str]) -> tuple[Heading, ...]:
        same = 0
        while same < min(len(path), len(self._open)) and path[same] == self._open[same]:
            same += 1
        opened = []
        for level, text in enumerate(path[same:], start=same + 1):
            self._count += 1
            opened.append(Heading(anchor=f"heading-{self._count}", level=min(level, 3), text=text))
        self._open = list(path)
        return tuple(opened)


def _article_text(
    article: Article,
    headings: tuple[Heading, ...],
    pieces: _Pieces,
    pictures: Iterable[Picture],
    cited_key: str,
    annotations: Annotations,
) -> ArticleText:
    marks = (article.title_marks, article.marks)
    return ArticleText(
        key=article.locator_key,
        label=_article_label(article),
        title=article.title,
        marks=" ".join(dict.fromkeys(mark for mark in marks if mark)),
        is_deleted=article.is_deleted,
        is_cited=article.locator_key == cited_key,
        headings=headings,
        blocks=text_blocks(article.text, annotations.links.get(article.locator_key, ())),
        pieces=pieces.of("article", article.pk),
        pictures=shown_pictures(pictures, article.locator_key),
        citing=annotations.citing.get(article.locator_key, 0),
    )


def _article_label(article: Article) -> str:
    return f"제{article.number}조" + (f"의{article.branch}" if article.branch else "")


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
    return _CIRCLED[number - 1] if 1 <= number <= len(_CIRCLED) else f"({number})"


def _attachment_blocks(
    attachment: Attachment, units: list[Provision], cited_key: str, links: Sequence[TextLink]
) -> tuple[AttachedBlock, ...]:
    """The text, and the rows unless the text already holds them as lines between vertical bars."""
    blocks = attached_blocks(attachment.text, units, cited_key=cited_key, links=links)
    if attachment.rows and not any(block.rows for block in blocks):
        lines = (f"| {' | '.join(str(cell) for cell in row)} |" for row in attachment.rows if row)
        blocks = (*blocks, *attached_blocks("\n".join(lines), (), cited_key=""))
    return blocks


def _is_within(key: str, outer: str) -> bool:
    return bool(outer) and (key == outer or key.startswith(f"{outer}/"))


def _rows(rows: QuerySet[Row], version: RegulationVersion, within: str) -> QuerySet[Row]:
    rows = rows.filter(version=version)
    if within:
        rows = rows.filter(Q(locator_key=within) | Q(locator_key__startswith=f"{within}/"))
    return rows.order_by("position", "pk")
