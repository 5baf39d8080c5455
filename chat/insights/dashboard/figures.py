"""The figures of a period: what is counted of it, and the same of the period before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Sum

from chat.insights.dashboard.counting import LIMITS
from chat.models import Answer, DailyFigure

# What the staff corrected has an answer; what they withdrew has none.
ANSWERED = ("status:ANSWERED", "status:PARTIAL", "status:CORRECTED")
REFUSED = tuple(f"status:{one}" for one in Answer.Status if one.is_refusal)


@dataclass
class FigurePeriod:
    """Counts and sums by name over the days from `first` to `last`, and the counts of every day."""

    first: date
    last: date
    counts: Counter[str] = field(default_factory=Counter)
    totals: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    days: defaultdict[date, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    day_totals: defaultdict[date, defaultdict[str, float]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(float))
    )

    def family(self, name: str) -> dict[str, int]:
        """The members of a family with their counts."""
        head = f"{name}:"
        return {key.removeprefix(head): n for key, n in self.counts.items() if key.startswith(head)}

    def share(self, *names: str, of: str) -> float | None:
        """How many of what is counted under `of` are of these names; None where nothing was counted."""
        whole = self.counts[of] if of in self.counts else sum(self.family(of).values())
        return sum(self.counts[name] for name in names) / whole if whole else None

    def mean(self, name: str) -> float | None:
        """The mean of what was measured; None where nothing was."""
        return self.totals[name] / self.counts[name] if self.counts[name] else None

    def percentile(self, share: float) -> float | None:
        """The time within which so many answers came, in milliseconds: the upper end of its group; None without answers."""
        groups = self.family("within")
        whole = sum(groups.values())
        reached = 0
        for group in range(len(LIMITS) + 1):
            reached += groups.get(str(group), 0)
            if whole and reached >= share * whole:
                return LIMITS[min(group, len(LIMITS) - 1)]
        return None

    @property
    def abstained(self) -> float | None:
        """The share of questions that were told that no rule says it."""
        return self.share(*REFUSED, of="questions")

    @property
    def written(self) -> dict[str, int]:
        """Every citation that was written, by what became of it."""
        return self.family("written")

    def all_days(self) -> list[date]:
        """Every day of the period, those without a question too."""
        return [
            self.first + timedelta(days=number)
            for number in range((self.last - self.first).days + 1)
        ]


def period_figures(*, first: date, last: date, category: str = "") -> FigurePeriod:
    """Read the figures of a period; of one category, or of all."""
    rows = DailyFigure.objects.filter(day__gte=first, day__lte=last)
    if category:
        rows = rows.filter(category=category)
    period = FigurePeriod(first, last)
    sums = rows.values_list("day", "name").annotate(n=Sum("count"), value=Sum("total"))
    for day, name, count, total in sums.order_by("day", "name"):
        period.counts[name] += count
        period.totals[name] += total
        period.days[day][name] = count
        period.day_totals[day][name] = total
    return period


def categories_counted(*, first: date, last: date) -> Mapping[str, int]:
    """How many questions each category had, the most asked first."""
    rows = DailyFigure.objects.filter(day__gte=first, day__lte=last, name="questions")
    found = rows.exclude(category="").values_list("category").annotate(n=Sum("count"))
    return dict(found.order_by("-n", "category"))
