"""Storing the provisions of one version: parsed trees become rows, one bulk insert a kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count

from django.core.files.base import ContentFile

from regulations.importing.stored_files import stored_files_lock
from regulations.models import (
    Addenda,
    Article,
    Attachment,
    Item,
    Paragraph,
    Picture,
    RegulationVersion,
    Subparagraph,
)
from regulations.models.pictures import picture_file
from regulations.text.locators import Locator
from regulations.text.parser import (
    ParsedArticle,
    ParsedAttachment,
    ParsedPicture,
    ParsedRegulation,
    ParsedUnit,
)
from regulations.text.parser.attached import attachment_units

BATCH = 1000


@dataclass(slots=True)
class _ProvisionRows:
    """The unsaved rows of one version. Rows refer to their parents as objects, which get their ids as they are saved."""

    version: RegulationVersion
    addenda: list[Addenda] = field(default_factory=list)
    articles: list[Article] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    subparagraphs: list[Subparagraph] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    subitems: list[Item] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    positions: Iterator[int] = field(default_factory=lambda: count(1))


@dataclass(frozen=True, slots=True)
class _ParentRows:
    """The rows that a unit stands in."""

    addenda: Addenda | None = None
    article: Article | None = None
    paragraph: Paragraph | None = None
    subparagraph: Subparagraph | None = None
    item: Item | None = None
    attachment: Attachment | None = None


def provisions_create(*, version: RegulationVersion, parsed: ParsedRegulation) -> None:
    """Store all provisions of a version; call it inside a transaction."""
    rows = _ProvisionRows(version)
    for article in parsed.articles:
        _add_article(rows, article, None)
    for parsed_addenda in parsed.addenda:
        locator = parsed_addenda.locator
        addenda = Addenda(
            version=version,
            locator_key=locator.key,
            position=next(rows.positions),
            label="부칙",
            text=parsed_addenda.text,
            marks=parsed_addenda.marks,
            number=locator.addenda or 0,
            title=parsed_addenda.title,
            promulgated_date=parsed_addenda.promulgated_date,
        )
        rows.addenda.append(addenda)
        for article in parsed_addenda.articles:
            _add_article(rows, article, addenda)
        _add_units(rows, parsed_addenda.units, _ParentRows(addenda=addenda))
    for parsed_attachment in parsed.attachments:
        attachment = _attachment(rows, parsed_attachment)
        rows.attachments.append(attachment)
        _add_units(rows, parsed_attachment.units, _ParentRows(attachment=attachment))
    Addenda.objects.bulk_create(rows.addenda, batch_size=BATCH)
    Article.objects.bulk_create(rows.articles, batch_size=BATCH)
    Attachment.objects.bulk_create(rows.attachments, batch_size=BATCH)
    Paragraph.objects.bulk_create(rows.paragraphs, batch_size=BATCH)
    Subparagraph.objects.bulk_create(rows.subparagraphs, batch_size=BATCH)
    Item.objects.bulk_create(rows.items, batch_size=BATCH)
    Item.objects.bulk_create(rows.subitems, batch_size=BATCH)

    if parsed.pictures:
        stored_files_lock()
    for number, one in enumerate((one for one in parsed.pictures if one.picture.content), start=1):
        _picture_create(version, number, one)


def _picture_create(version: RegulationVersion, number: int, parsed: ParsedPicture) -> None:
    """Store a picture; equal pictures share one file, whose name says nothing but what is in it."""
    source = parsed.picture
    picture = Picture(
        version=version,
        locator_key=parsed.locator.key if parsed.locator else "",
        number=number,
        media_type=Picture.MediaType(source.media_type),
        width=source.width,
        height=source.height,
        sha256=sha256(source.content).hexdigest(),
    )
    name = picture_file(picture, "")
    storage = picture.content.storage
    picture.content.name = (
        name if storage.exists(name) else storage.save(name, ContentFile(source.content))
    )
    picture.save()


def attachment_units_replace(*, attachment: Attachment) -> None:
    """Number the lines and rows of an attachment anew whose text was changed; call it inside a transaction."""
    for model in (Item, Subparagraph):
        model.objects.filter(attachment=attachment).delete()
    if attachment.is_deleted:
        return
    following = Attachment.objects.filter(
        version=attachment.version_id, position__gt=attachment.position
    )
    next_position = following.order_by("position").values_list("position", flat=True).first()
    # More lines than before must not stand behind the next attachment.
    places = count(attachment.position + 1)
    last = next_position - 1 if next_position else None
    positions = (place if last is None else min(place, last) for place in places)
    rows = _ProvisionRows(attachment.version, positions=positions)
    units = attachment_units(attachment.locator, attachment.text)
    _add_units(rows, units, _ParentRows(attachment=attachment))
    Subparagraph.objects.bulk_create(rows.subparagraphs, batch_size=BATCH)
    Item.objects.bulk_create(rows.items, batch_size=BATCH)
    Item.objects.bulk_create(rows.subitems, batch_size=BATCH)


def _add_article(rows: _ProvisionRows, parsed: ParsedArticle, addenda: Addenda | None) -> None:
    locator = parsed.locator
    article = Article(
        version=rows.version,
        addenda=addenda,
        locator_key=locator.key,
        position=next(rows.positions),
        label=Locator(article=locator.article, branch=locator.branch).label,
        text=parsed.text,
        marks=parsed.marks,
        is_deleted=parsed.is_deleted,
        number=locator.article or 0,
        branch=locator.branch,
        heading_path=list(parsed.heading_path),
        title=parsed.title,
        title_marks=parsed.title_marks,
        full_text=parsed.full_text,
    )
    rows.articles.append(article)
    _add_units(rows, parsed.units, _ParentRows(addenda=addenda, article=article))


def _add_units(rows: _ProvisionRows, units: Iterable[ParsedUnit], above: _ParentRows) -> None:
    for unit in units:
        _add_units(rows, unit.units, _add_unit(rows, unit, above))


def _add_unit(rows: _ProvisionRows, unit: ParsedUnit, above: _ParentRows) -> _ParentRows:
    """Add the row of one unit and return what the units below it stand in."""
    locator = unit.locator
    position = next(rows.positions)
    article, paragraph, subparagraph = above.article, above.paragraph, above.subparagraph
    if locator.item is not None or locator.subitem is not None:
        is_subitem = locator.subitem is not None
        item = Item(
            version=rows.version,
            locator_key=locator.key,
            position=position,
            label=unit.label,
            text=unit.text,
            marks=unit.marks,
            is_deleted=unit.is_deleted,
            number=(locator.subitem if is_subitem else locator.item) or 0,
            subparagraph=subparagraph,
            paragraph=paragraph,
            article=article,
            attachment=above.attachment,
            parent=above.item if is_subitem else None,
        )
        # Subitems are saved after the items that they refer to.
        (rows.subitems if is_subitem else rows.items).append(item)
        return replace(above, item=item)
    if locator.subparagraph is not None:
        subparagraph = Subparagraph(
            version=rows.version,
            locator_key=locator.key,
            position=position,
            label=unit.label,
            text=unit.text,
            marks=unit.marks,
            is_deleted=unit.is_deleted,
            number=locator.subparagraph,
            branch=locator.subparagraph_branch,
            article=article,
            paragraph=paragraph,
            attachment=above.attachment,
        )
        rows.subparagraphs.append(subparagraph)
        return replace(above, subparagraph=subparagraph, item=None)
    paragraph = Paragraph(
        version=rows.version,
        locator_key=locator.key,
        position=position,
        label=unit.label,
        text=unit.text,
        marks=unit.marks,
        is_deleted=unit.is_deleted,
        number=locator.paragraph or 0,
        article=article,
        addenda=above.addenda if article is None else None,
    )
    rows.paragraphs.append(paragraph)
    return replace(above, paragraph=paragraph, subparagraph=None, item=None)


def _attachment(rows: _ProvisionRows, parsed: ParsedAttachment) -> Attachment:
    locator = parsed.locator
    return Attachment(
        version=rows.version,
        locator_key=locator.key,
        position=next(rows.positions),
        label=parsed.label,
        text=parsed.text,
        marks=parsed.marks,
        is_deleted=parsed.is_deleted,
        kind=Attachment.Kind(str(locator.attachment_kind)),
        number=locator.attachment or 0,
        branch=locator.attachment_branch,
        title=parsed.title,
        rows=[list(row) for row in parsed.rows],
    )
