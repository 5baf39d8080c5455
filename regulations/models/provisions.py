"""The provisions of a version: articles, paragraphs, subparagraphs, items, addenda and attachments.

Every row knows its version, its locator key (unique in the version, the anchor in the page) and its place in the order
of the text. `text` is the provision's own words without history marks; `marks` are those marks, kept for display; `label` is
its number as the text writes it (①, 3의2., 가.), so that a page shows a running list of addenda as `1.` and not as ①.
"""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from regulations.models.regulations import RegulationVersion
from regulations.text.locators import Locator


class Provision(models.Model):
    """What all provisions share. `position` orders all of a version, whatever their kind, as they stand in the text."""

    version = models.ForeignKey(RegulationVersion, on_delete=models.CASCADE)
    locator_key = models.CharField(_("자리"), max_length=120)
    position = models.PositiveIntegerField()
    label = models.CharField(_("표기"), max_length=100, blank=True)
    text = models.TextField(_("본문"), blank=True)
    marks = models.TextField(_("연혁 표시"), blank=True)
    is_deleted = models.BooleanField(_("삭제됨"), default=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.locator.label

    @property
    def locator(self) -> Locator:
        """The provision's address in its version."""
        return Locator.parse(self.locator_key)


class Addenda(Provision):
    """부칙: the provisions of one enactment or amendment about its own enforcement; numbered from 1 in the text's order."""

    number = models.PositiveIntegerField()
    title = models.CharField(max_length=300, blank=True)
    promulgated_date = models.DateField(null=True, blank=True)

    class Meta:
        verbose_name = _("부칙")
        verbose_name_plural = _("부칙")
        default_related_name = "addenda"
        constraints = (
            models.UniqueConstraint(
                fields=["version", "locator_key"], name="addenda_locator_unique"
            ),
        )


class Article(Provision):
    """조. `text` is what stands before its first paragraph; `full_text` is the whole article, line by line."""

    number = models.PositiveIntegerField(_("조"))
    branch = models.PositiveIntegerField(_("가지번호"), null=True, blank=True)
    addenda = models.ForeignKey(Addenda, null=True, blank=True, on_delete=models.CASCADE)
    heading_path = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    title = models.CharField(_("제목"), max_length=300, blank=True)
    title_marks = models.TextField(blank=True)
    full_text = models.TextField(blank=True)

    class Meta:
        verbose_name = _("조")
        verbose_name_plural = _("조")
        default_related_name = "articles"
        constraints = (
            models.UniqueConstraint(
                fields=["version", "locator_key"], name="article_locator_unique"
            ),
        )
        indexes = (models.Index(fields=["version", "number", "branch"], name="article_number"),)


class Paragraph(Provision):
    """항. Stands in an article, or directly in addenda that are a numbered list."""

    number = models.PositiveIntegerField(_("항"))
    article = models.ForeignKey(Article, null=True, blank=True, on_delete=models.CASCADE)
    addenda = models.ForeignKey(Addenda, null=True, blank=True, on_delete=models.CASCADE)

    class Meta:
        verbose_name = _("항")
        verbose_name_plural = _("항")
        default_related_name = "paragraphs"
        constraints = (
            models.UniqueConstraint(
                fields=["version", "locator_key"], name="paragraph_locator_unique"
            ),
            models.CheckConstraint(
                condition=Q(article__isnull=False) | Q(addenda__isnull=False),
                name="paragraph_has_a_parent",
            ),
        )


class Subparagraph(Provision):
    """호. Its article is always known; the paragraph is empty in an article without numbered paragraphs.

    A numbered line or row of a 별표 is one too: it stands in its `attachment`, whose text holds it as well.
    """

    number = models.PositiveIntegerField(_("호"))
    branch = models.PositiveIntegerField(_("가지번호"), null=True, blank=True)
    article = models.ForeignKey(Article, null=True, blank=True, on_delete=models.CASCADE)
    paragraph = models.ForeignKey(Paragraph, null=True, blank=True, on_delete=models.CASCADE)
    attachment = models.ForeignKey("Attachment", null=True, blank=True, on_delete=models.CASCADE)

    class Meta:
        verbose_name = _("호")
        verbose_name_plural = _("호")
        default_related_name = "subparagraphs"
        constraints = (
            models.UniqueConstraint(
                fields=["version", "locator_key"], name="subparagraph_locator_unique"
            ),
            models.CheckConstraint(
                condition=Q(article__isnull=False)
                | Q(paragraph__isnull=False)
                | Q(attachment__isnull=False),
                name="subparagraph_has_a_parent",
            ),
        )


class Item(Provision):
    """목, and 세목 below it (`parent`). Older texts hang 목 on a 항 or on the article itself, without a 호 between."""

    number = models.PositiveIntegerField(_("목"))
    subparagraph = models.ForeignKey(Subparagraph, null=True, blank=True, on_delete=models.CASCADE)
    paragraph = models.ForeignKey(Paragraph, null=True, blank=True, on_delete=models.CASCADE)
    article = models.ForeignKey(Article, null=True, blank=True, on_delete=models.CASCADE)
    attachment = models.ForeignKey("Attachment", null=True, blank=True, on_delete=models.CASCADE)
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="subitems"
    )

    class Meta:
        verbose_name = _("목")
        verbose_name_plural = _("목")
        default_related_name = "items"
        constraints = (
            models.UniqueConstraint(fields=["version", "locator_key"], name="item_locator_unique"),
        )


class Attachment(Provision):
    """별표 and 별지서식. `text` holds everything in order; `rows` the cells, an empty row standing between two tables."""

    class Kind(models.TextChoices):
        TABLE = "table", _("별표")
        FORM = "form", _("별지서식")
        FIGURE = "figure", _("별도")

    kind = models.CharField(max_length=10, choices=Kind)
    number = models.PositiveIntegerField(default=0)
    branch = models.PositiveIntegerField(null=True, blank=True)
    title = models.CharField(max_length=300, blank=True)
    rows: models.JSONField[list[Any], list[Any]] = models.JSONField(default=list, blank=True)
    source_file = models.FileField(upload_to="attachments/", blank=True)

    class Meta:
        verbose_name = _("별표·서식")
        verbose_name_plural = _("별표·서식")
        default_related_name = "attachments"
        constraints = (
            models.UniqueConstraint(
                fields=["version", "locator_key"], name="attachment_locator_unique"
            ),
        )
