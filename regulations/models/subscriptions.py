"""Who wants to be told of amendments by mail: a sealed address and what it follows, nothing else of a person."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.models import TimestampedModel
from portal.privacy.sealing import SealedField
from regulations.models.regulations import Collection, Regulation


class AmendmentSubscription(TimestampedModel):
    """An address that follows all regulations, a collection, a regulation or a provision; ended, the row is deleted.

    `address_key` is a keyed hash: the same address is found again without being read.
    """

    sealed_address = SealedField(editable=False)
    address_key = models.CharField(max_length=64, editable=False)
    collection = models.ForeignKey(
        Collection, verbose_name=_("모음"), null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )  # fmt: skip
    regulation = models.ForeignKey(
        Regulation, verbose_name=_("규정"), null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )  # fmt: skip
    locator_key = models.CharField(_("자리"), max_length=120, blank=True)
    language = models.CharField(max_length=7, default="ko")
    confirmed_at = models.DateTimeField(_("확인한 때"), null=True, blank=True)
    # What was published until then is told.
    told_until = models.DateTimeField(_("알린 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("개정 메일 구독")
        verbose_name_plural = ngettext_lazy("개정 메일 구독", "개정 메일 구독", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["address_key", "collection", "regulation", "locator_key"],
                nulls_distinct=False,
                name="subscription_once",
            ),
        )
        indexes = (models.Index(fields=["told_until", "address_key"], name="subscription_untold"),)

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def followed(self) -> dict[str, str]:
        """What it follows, as addresses of feeds name it."""
        return {
            "collection": self.collection.slug if self.collection else "",
            "slug": self.regulation.slug if self.regulation else "",
            "key": self.locator_key,
        }
