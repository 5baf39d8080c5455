"""Places of the corpus that do not fit together, and what the office said of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from regulations.models import RegulationVersion
from regulations.text.locators import Locator

# So much is shown on either side of the words that do not fit.
_AROUND = 150


class Contradiction(models.Model):
    """Two provisions, or a provision and what it cites, that do not fit.

    `key` is made of the places and their words, so that a decision holds in later runs until one of the texts changes.
    `is_present` says whether the last run found it.
    """

    class Kind(models.TextChoices):
        AMOUNT = "AMOUNT", _("숫자가 다름")
        DUTY = "DUTY", _("허용과 금지가 다름")
        ABSENT = "ABSENT", _("없는 조문을 인용")
        NAME = "NAME", _("없는 규정을 인용")
        TITLE = "TITLE", _("제목이 다른 조문을 인용")

    class State(models.TextChoices):
        OPEN = "OPEN", _("볼 것")
        DISMISSED = "DISMISSED", _("모순 아님")
        NOTED = "NOTED", _("고치기로 함")

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(_("종류"), max_length=8, choices=Kind)
    score = models.FloatField(_("가능성"))
    why = models.CharField(_("까닭"), max_length=500)
    version = models.ForeignKey(RegulationVersion, on_delete=models.CASCADE, related_name="+")
    locator_key = models.CharField(max_length=120)
    quote = models.TextField()
    said = models.CharField(max_length=300)
    other_version = models.ForeignKey(
        RegulationVersion, null=True, on_delete=models.CASCADE, related_name="+"
    )
    other_key = models.CharField(max_length=120, blank=True)
    other_quote = models.TextField(blank=True)
    other_said = models.CharField(max_length=300, blank=True)
    is_present = models.BooleanField(default=True)
    found_at = models.DateTimeField(_("찾은 때"), auto_now_add=True)
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.OPEN)
    reason = models.CharField(_("이유"), max_length=300, blank=True)
    decided_at = models.DateTimeField(_("정한 때"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("서로 맞지 않는 조문")
        verbose_name_plural = _("서로 맞지 않는 조문")
        indexes = (models.Index(fields=["state", "is_present"], name="contradiction_open"),)

    def __str__(self) -> str:
        return self.why

    @property
    def excerpt(self) -> str:
        """The words around those that do not fit."""
        at = max(self.quote.find(self.said), 0)
        start, end = max(at - _AROUND, 0), at + len(self.said) + _AROUND
        before, after = "…" if start else "", "…" if end < len(self.quote) else ""
        return f"{before}{self.quote[start:end]}{after}"

    @property
    def place(self) -> str:
        """Where the first of the two stands."""
        return Locator.parse(self.locator_key).cited_in(self.version.regulation.title)

    @property
    def other_place(self) -> str:
        """Where the other one stands."""
        if self.other_version is None:
            return ""
        place = Locator.parse(self.other_key) if self.other_key else Locator()
        return place.cited_in(self.other_version.regulation.title)
