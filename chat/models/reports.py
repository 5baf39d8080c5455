"""What is kept of a month for good."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.models import TimestampedModel


class MonthlyReport(TimestampedModel):
    """The figures of a finished month as they were when it was over. Rows are never changed; the database refuses it.

    Only counts stand here (chat.insights.reports.figures): no names of persons, no questions, no topic that fewer than five asked.
    """

    month = models.DateField(_("달"), unique=True)
    figures: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("월간 보고")
        verbose_name_plural = _("월간 보고")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(month__day=1), name="monthly_report_first_of_month"
            ),
        )

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"
