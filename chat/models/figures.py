"""What happened on a day, counted: the dashboard reads these rows and never the answers themselves."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyFigure(models.Model):
    """How often something was so on a day among answers of a category, and the sum of what was measured of it.

    `name` is a word, or a family and a member: `status:ANSWERED`, `step:retrieve`. Computed from the rows of that day by
    `chat.insights.dashboard.counting`; the category of an answer is that of the first regulation that it cites.
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


class _OfRegulation(models.Model):
    """How much of a state there was on a day, by the title of a regulation; computed like the others."""

    day = models.DateField(_("날짜"))
    title = models.CharField(_("규정"), max_length=200)
    status = models.CharField(_("상태"), max_length=20)
    count = models.PositiveIntegerField(_("건수"))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.day} {self.title} {self.status}"


class RegulationFigure(_OfRegulation):
    """How many citations of a regulation were of a state on a day, as they were shown or taken out."""

    class Meta:
        verbose_name = _("규정별 하루 통계")
        verbose_name_plural = _("규정별 하루 통계")
        constraints = (
            models.UniqueConstraint(
                fields=["day", "title", "status"], name="regulation_figure_once"
            ),
        )


class RegulationAnswerFigure(_OfRegulation):
    """How many answers of a state cited a regulation on a day; an answer counts once for each that it cites."""

    status = models.CharField(_("상태"), max_length=30)

    class Meta:
        verbose_name = _("규정별 답변의 하루 통계")
        verbose_name_plural = _("규정별 답변의 하루 통계")
        constraints = (
            models.UniqueConstraint(
                fields=["day", "title", "status"], name="regulation_answer_figure_once"
            ),
        )


class DayCount(models.Model):
    """When a day was counted last: what happened to its answers later makes it due again."""

    day = models.DateField(_("날짜"), primary_key=True)
    counted_at = models.DateTimeField(_("센 때"))

    class Meta:
        verbose_name = _("센 날")
        verbose_name_plural = _("센 날")

    def __str__(self) -> str:
        return str(self.day)
