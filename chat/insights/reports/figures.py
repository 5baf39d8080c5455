"""The figures of a month, as they are stored. Nothing here tells who asked: no names, and no topic of fewer than five."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Avg, Count, F, Q, QuerySet

from chat.conversations.owners import ASKER, Asker
from chat.insights.dashboard.figures import ANSWERED, FigurePeriod, period_figures
from chat.insights.days import midnight
from chat.models import Answer, Citation, VerifiedAnswer, VerifiedUse
from portal.controls.costs import cost_between, costs_by_step
from regulations.models import RegulationVersion
from regulations.text.locators import Locator
from regulations.text.morphemes import tag
from regulations.worklist.selectors import worklist_counts
from verification.models import Flag, Review
from verification.review.deciding import last_decisions
from verification.review.flags import first_flagged_at

# Fewer than so many are not told apart: somebody could be recognized.
FEWEST = 5
_MOST = 8
_READ = 5000
_DISPUTED = (
    Flag.Reason.CITATION_NOT_VERIFIED,
    Flag.Reason.LOW_FAITHFULNESS,
    Flag.Reason.THUMBS_DOWN,
)
_NOUNS = ("NNG", "NNP", "SL")
# How something is asked is no topic.
_IDLE = frozenset(
    {
        "경우",
        "방법",
        "가능",
        "기간",
        "신청",
        "대학",
        "학교",
        "우리",
        "언제",
        "무엇",
        "얼마",
        "누구",
        "어디",
    }
)


@dataclass(frozen=True)
class NamedCount:
    """A name with its number; what was too rare to be named is in `rest` beside the list."""

    name: str
    count: int


@dataclass(frozen=True)
class MonthFigures:
    """All numbers of a month. Times are in hours; None where nothing was measured; `days` are questions a day."""

    questions: int = 0
    answered: int = 0
    abstained: int = 0
    near: int = 0
    failed: int = 0
    citations: int = 0
    citations_verified: int = 0
    citations_beside: int = 0
    citations_wrong: int = 0
    citations_withdrawn: int = 0
    attached: int = 0
    attached_open: int = 0
    handed_over: int = 0
    causes: tuple[NamedCount, ...] = ()
    checked: int = 0
    faithful: int = 0
    decided: int = 0
    approved: int = 0
    corrected: int = 0
    withdrawn: int = 0
    decision_hours: float | None = None
    correction_hours: float | None = None
    waiting: int = 0
    helpful: int = 0
    unhelpful: int = 0
    kept: int = 0
    kept_uses: int = 0
    amendments: int = 0
    stale_found: int = 0
    stale_settled: int = 0
    stale_waiting: int = 0
    seconds: float | None = None
    tokens: int = 0
    cost: str | None = None
    days: tuple[int, ...] = ()
    unanswered: tuple[NamedCount, ...] = ()
    unanswered_rest: int = 0
    disputed: tuple[NamedCount, ...] = ()
    disputed_rest: int = 0
    steps: tuple[NamedCount, ...] = field(default_factory=tuple)

    @property
    def citations_unchecked(self) -> int:
        """The citations that nobody held against anything."""
        settled = self.citations_verified + self.citations_withdrawn
        return self.citations - settled - self.citations_beside - self.citations_wrong

    def as_json(self) -> dict[str, Any]:
        """The form in which they are stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> MonthFigures:
        """Read what was stored, also by an earlier release that counted less."""
        known = {name: stored[name] for name in cls.__dataclass_fields__ if name in stored}
        for name in ("unanswered", "disputed", "steps", "causes"):
            known[name] = tuple(NamedCount(**row) for row in known.get(name, ()))
        return cls(**known | {"days": tuple(known.get("days", ()))})


def month_last(month: date) -> date:
    """The last day of a month that is named by its first."""
    return (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def month_before(month: date) -> date:
    """The first day of the month before."""
    return (month - timedelta(days=1)).replace(day=1)


def month_figures(*, month: date) -> MonthFigures:
    """Count a month; its days must have been counted (chat.insights.dashboard.counting)."""
    last = month_last(month)
    begins, ends = midnight(month), midnight(last + timedelta(days=1))
    period = period_figures(first=month, last=last)
    cost = cost_between(first=month, last=last)
    unanswered, unanswered_rest = _topics(begins, ends)
    disputed, disputed_rest = _disputed(begins, ends)
    statuses = period.family("status")
    refused = sum(statuses.get(one, 0) for one in Answer.Status if one.is_refusal)
    answered = sum(period.counts[name] for name in ANSWERED)
    stale = worklist_counts(begins=begins, ends=ends)
    return MonthFigures(
        questions=period.counts["questions"],
        answered=answered,
        abstained=refused,
        failed=sum(statuses.get(one, 0) for one in Answer.Status if one.is_error),
        **_checks(period),
        **_reviews(begins, ends),
        helpful=period.counts["feedback:up"],
        unhelpful=period.counts["feedback:down"],
        kept=_verified_answers(ends).count(),
        kept_uses=VerifiedUse.objects.filter(
            answer__created_at__gte=begins, answer__created_at__lt=ends
        ).count(),
        amendments=_amendments(month, last).count(),
        stale_found=stale.created,
        stale_settled=stale.settled,
        stale_waiting=stale.waiting,
        tokens=cost.prompt_tokens + cost.completion_tokens,
        cost=None if cost.amount is None else str(cost.amount),
        days=tuple(period.days[day]["questions"] for day in period.all_days()),
        unanswered=unanswered,
        unanswered_rest=unanswered_rest,
        disputed=disputed,
        disputed_rest=disputed_rest,
        steps=tuple(
            NamedCount(row.name, row.prompt_tokens + row.completion_tokens)
            for row in costs_by_step(first=month, last=last)
        ),
    )


def _checks(period: FigurePeriod) -> dict[str, Any]:
    judged = period.family("faithfulness")
    seconds = period.mean("step:total")
    return {
        "citations": sum(period.written.values()),
        "citations_verified": period.counts["written:CONFIRMED"],
        "citations_beside": period.counts["written:BESIDE_SOURCE"],
        "citations_wrong": period.counts["written:WRONG"],
        "citations_withdrawn": period.counts["written:WITHDRAWN"],
        "attached": period.counts["attached:CONFIRMED"],
        "attached_open": period.counts["attached:OPEN"],
        "near": period.counts["outcome:NEAR"],
        "handed_over": period.counts["outcome:HANDED_OVER"],
        "checked": sum(n for name, n in judged.items() if name != "NOT_CHECKED"),
        "faithful": judged.get("FAITHFUL", 0),
        "seconds": None if seconds is None else seconds / 1000,
    }


def _reviews(begins: datetime, ends: datetime) -> dict[str, Any]:
    """Answers by the last decision about them, and how long an asker waited: from the first doubt, or from the question."""
    decision = Review.Decision
    rows = last_decisions(begins=begins, ends=ends)
    changed = Q(decision__in=(decision.CORRECTED, decision.WITHDRAWN))
    found = rows.annotate(
        took=F("created_at") - first_flagged_at(), since=F("created_at") - F("answer__created_at")
    ).aggregate(
        decided=Count("pk"),
        approved=Count("pk", filter=Q(decision=decision.APPROVED)),
        corrected=Count("pk", filter=Q(decision=decision.CORRECTED)),
        withdrawn=Count("pk", filter=Q(decision=decision.WITHDRAWN)),
        decision_hours=Avg("took"),
        correction_hours=Avg("since", filter=changed),
    )
    for name in ("decision_hours", "correction_hours"):
        if found[name] is not None:
            found[name] = round(found[name].total_seconds() / 3600, 1)
    still_open = Q(resolved_at__isnull=True) | Q(resolved_at__gte=ends)
    waiting = Flag.objects.filter(still_open, created_at__lt=ends)
    causes = rows.exclude(cause="").values_list("cause").annotate(n=Count("pk"))
    return found | {
        "waiting": waiting.values("answer").distinct().count(),
        "causes": tuple(NamedCount(*row) for row in causes.order_by("-n", "cause")),
    }


def _verified_answers(ends: datetime) -> QuerySet[VerifiedAnswer]:
    return VerifiedAnswer.objects.filter(
        Q(retired_at__isnull=True) | Q(retired_at__gte=ends), created_at__lt=ends
    )


def _amendments(first: date, last: date) -> QuerySet[RegulationVersion]:
    published = RegulationVersion.objects.filter(state__in=RegulationVersion.PUBLIC_STATES)
    return published.filter(enforcement_date__gte=first, enforcement_date__lte=last)


def _topics(begins: datetime, ends: datetime) -> tuple[tuple[NamedCount, ...], int]:
    """What was asked that no rule answers: by the word that most of the questions share, each question once."""
    rows = Answer.objects.filter(
        status=Answer.Status.UNANSWERABLE_NO_SOURCE, created_at__gte=begins, created_at__lt=ends
    ).order_by("created_at", "pk")
    asked: dict[Asker, set[str]] = {}
    for user, session, text in rows.values_list(*ASKER, "message__in_reply_to__content")[:_READ]:
        # Who asks the same again and again is one who asks.
        asked.setdefault((user, session), set()).update(_nouns(text or ""))
    return _shared(list(asked.values()))


def _nouns(text: str) -> Iterable[str]:
    return {one.form for one in tag(text) if one.tag in _NOUNS and len(one.form) > 1} - _IDLE


def _shared(asked: list[set[str]]) -> tuple[tuple[NamedCount, ...], int]:
    """Take the word that most share, then the next among the others, while at least five share it."""
    topics: list[NamedCount] = []
    while len(topics) < _MOST:
        words = Counter(word for said in asked for word in said)
        most = min(words.items(), key=lambda row: (-row[1], row[0]), default=("", 0))
        if most[1] < FEWEST:
            break
        topics.append(NamedCount(*most))
        asked = [said for said in asked if most[0] not in said]
    return tuple(topics), len(asked)


def _disputed(begins: datetime, ends: datetime) -> tuple[tuple[NamedCount, ...], int]:
    """The provisions that doubted answers cite, and how many more there are that fewer than five answers do."""
    flagged = Flag.objects.filter(
        reason__in=_DISPUTED, created_at__gte=begins, created_at__lt=ends
    ).values("answer")
    rows = (
        Citation.objects.filter(message__answer__in=flagged)
        .exclude(locator_key="")
        .values_list("regulation_title", "locator_key")
        .annotate(n=Count("message", distinct=True))
        .order_by("-n", "regulation_title", "locator_key")
    )
    counted = [NamedCount(Locator.parse(key).cited_in(title), n) for title, key, n in rows]
    told = [row for row in counted if row.count >= FEWEST][:_MOST]
    return tuple(told), len(counted) - len(told)
