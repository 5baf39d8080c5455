"""Transitional measures: what addenda keep for those who entered before an amendment."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from regulations.models.regulations import RegulationVersion
from regulations.text.transitional import ClauseEffect


class TransitionalMeasure(models.Model):
    """A clause of addenda that binds by the year of entry, read when its version was published.

    `provisions` are the places in the version that were amended; none where the clause is about the whole regulation. `day`
    is from when the amendment holds: what was in force the day before is the former rule.
    """

    class Effect(models.TextChoices):
        FORMER = ClauseEffect.FORMER.value, _("개정 전 조문 적용")
        SPECIAL = ClauseEffect.SPECIAL.value, _("부칙의 특례 적용")
        PARTIAL = ClauseEffect.PARTIAL.value, _("일부에게만 적용")

    version = models.ForeignKey(
        RegulationVersion, on_delete=models.CASCADE, related_name="transitional_measures"
    )
    locator_key = models.CharField(_("자리"), max_length=120)
    effect = models.CharField(max_length=10, choices=Effect)
    first_year = models.PositiveSmallIntegerField(null=True, blank=True)
    last_year = models.PositiveSmallIntegerField(null=True, blank=True)
    provisions = ArrayField(models.CharField(max_length=120), default=list, blank=True)
    day = models.DateField(null=True, blank=True)
    text = models.TextField()

    class Meta:
        verbose_name = _("경과조치")
        verbose_name_plural = _("경과조치")

    def __str__(self) -> str:
        return self.text[:60]

    def binds(self, year: int) -> bool:
        """Whether it binds who entered in a year."""
        return (self.first_year or year) <= year <= (self.last_year or year)
