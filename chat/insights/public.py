"""What the university tells everybody of the last thirty days: no names, no words, and nothing where too few asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median

from django.db.models import F

from chat.insights.dashboard.figures import ANSWERED, period_figures
from chat.insights.days import midnight
from chat.insights.reports.figures import FEWEST
from portal.controls.selectors import controls_get
from verification.models import Review
from verification.review.deciding import last_decisions

DAYS = 30
_CHANGED = (Review.Decision.CORRECTED, Review.Decision.WITHDRAWN)


@dataclass(frozen=True)
class PublicFigures:
    """Counts of the last `DAYS` days; `answered_share` is a share of 1, `correction_hours` a median from question to correction."""

    asked: int
    answered_share: float
    corrected: int
    correction_hours: float | None

    @property
    def answered_percent(self) -> int:
        """The share that was answered, in whole percent."""
        return round(self.answered_share * 100)


def public_figures(*, today: date) -> PublicFigures | None:
    """The figures up to yesterday; None where they are switched off, or fewer than five asked."""
    if not controls_get().shows_figures:
        return None
    first, last = today - timedelta(days=DAYS), today - timedelta(days=1)
    period = period_figures(first=first, last=last)
    asked = period.counts["questions"]
    if asked < FEWEST:
        return None
    taken = _correction_hours(first, today)
    return PublicFigures(
        asked=asked,
        answered_share=period.share(*ANSWERED, of="questions") or 0.0,
        corrected=len(taken),
        correction_hours=median(taken) if taken else None,
    )


def _correction_hours(first: date, until: date) -> list[float]:
    """Of each answer that was corrected or withdrawn in the end: how long after its question, in hours."""
    decided = last_decisions(begins=midnight(first), ends=midnight(until))
    changed = decided.filter(decision__in=_CHANGED).annotate(
        took=F("created_at") - F("answer__created_at")
    )
    return [took.total_seconds() / 3600 for took in changed.values_list("took", flat=True)]
