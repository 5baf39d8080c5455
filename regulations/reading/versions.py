"""A version as it is read on a page: headings, articles and their pieces in order, from a constant number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from regulations.models import Addenda, Article, Attachment, Picture, Provision, RegulationVersion
from regulations.reading.attached_text import (
    AttachedBlock,
    ShownPicture,
    attached_blocks,
    shown_pictures,
)
from regulations.reading.linking import ReferenceAnnotations
from regulations.reading.pieces import ProvisionPiece, ProvisionPieces, rows_within
from regulations.text.blocks import TextBlock, TextLink, text_blocks
from regulations.text.locators import Locator

_NO_ANNOTATIONS = ReferenceAnnotations()


@dataclass(frozen=True)
class PageHeading:
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
    headings: tuple[PageHeading, ...]
    blocks: tuple[TextBlock, ...]
    pieces: tuple[ProvisionPiece, ...]
    pictures: tuple[ShownPicture, ...] = ()
    citing: int = 0


@dataclass(frozen=True)
class AddendaText:
    """부칙: text of its own, pieces of its own where it is a numbered list, and articles."""

    key: str
    title: str
    promulgated_date: date | None
    is_cited: bool
    blocks: tuple[TextBlock, ...]
    pieces: tuple[ProvisionPiece, ...]
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
    annotations: ReferenceAnnotations = _NO_ANNOTATIONS,
) -> VersionText:
    """Load a version as a page shows it; `cited_key` is marked; `within` limits it to one article with its pieces."""
    links, citing = annotations.links, annotations.citing
    pieces = ProvisionPieces(version, cited_key, within, links)
    pictures = tuple(Picture.objects.filter(version=version).order_by("number"))
    below_addenda: dict[int, list[ArticleText]] = defaultdict(list)
    main: list[ArticleText] = []
    headings = _HeadingTrail()
    for article in rows_within(Article.objects.defer("full_text"), version, within):
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
        for row in rows_within(Addenda.objects.all(), version, outer)
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
        for row in rows_within(Attachment.objects.all(), version, within)
    )
    keys = set(pieces.keys)
    keys.update(article.key for article in main)
    keys.update(article.key for articles in below_addenda.values() for article in articles)
    keys.update(row.key for row in addenda)
    found = cited_key in keys or any(row.is_cited for row in attachments)
    before = () if within else shown_pictures(pictures, "")
    return VersionText(tuple(main), addenda, attachments, cited_found=found, pictures=before)


class _HeadingTrail:
    """Remembers the headings that are open, so that each is shown once, before its first article."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._count = 0

    def opened_by(self, path: list[str]) -> tuple[PageHeading, ...]:
        same = 0
        while same < min(len(path), len(self._open)) and path[same] == self._open[same]:
            same += 1
        opened = []
        for level, text in enumerate(path[same:], start=same + 1):
            self._count += 1
            opened.append(
                PageHeading(anchor=f"heading-{self._count}", level=min(level, 3), text=text)
            )
        self._open = list(path)
        return tuple(opened)


def _article_text(
    article: Article,
    headings: tuple[PageHeading, ...],
    pieces: ProvisionPieces,
    pictures: Iterable[Picture],
    cited_key: str,
    annotations: ReferenceAnnotations,
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


def _attachment_blocks(
    attachment: Attachment, units: list[Provision], cited_key: str, links: Sequence[TextLink]
) -> tuple[AttachedBlock, ...]:
    """The text, and the rows unless the text already holds them as lines between vertical bars."""
    blocks = attached_blocks(attachment.text, units, cited_key=cited_key, links=links)
    if attachment.rows and not any(block.rows for block in blocks):
        lines = (f"| {' | '.join(str(cell) for cell in row)} |" for row in attachment.rows if row)
        blocks = (*blocks, *attached_blocks("\n".join(lines), (), cited_key=""))
    return blocks
