"""What happened on a day, counted: the dashboard reads these rows and never the answers themselves."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyFigure(models.Model):
    """How often something was so on a day among answers of a category, and the sum of what was measured of it.

    `name` is a word, or a family and a member: `status:ANSWERED`, `step:retrieve`. Computed from the rows of that day by
    `chat.dashboard.counting`; the category of an answer is that of the first regulation that it cites.
    """

    day = models.DateField(_("날짜"))
    category = models.CharField(_("분류"), max_length=60, blank=True)
    name = models.CharField(max_length=60)
    count = models.PositiveIntegerField(_("건수"))
    total = models.FloatField(_("합계"), default=0.0)

    class Meta:
        verbose_name = _("하루 통계")
        verbose_name_plural = _("하루 통계")
        constraints = (
            models.UniqueConstraint(fields=["day", "category", "name"], name="daily_figure_once"),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.category} {self.name}"
