"""What the dashboard shows of a period: eight figures with their change, then the plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import cycle

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chat.insights.dashboard.figures import ANSWERED, REFUSED, FigurePeriod, period_figures
from chat.insights.dashboard.plots import DayPlot, PlotSeries
from chat.insights.dashboard.regulations import STATUS_STYLES
from chat.insights.numbers import format_count, format_percent, format_points
from chat.models import Answer
from verification.models import Review, Verification

WRITTEN = {
    "CONFIRMED": gettext_lazy("확인됨"),
    "BESIDE_SOURCE": gettext_lazy("원문과 함께"),
    "WITHDRAWN": gettext_lazy("나중에 거둠"),
    "WRONG": gettext_lazy("틀려서 뺌"),
    "NOT_CHECKED": gettext_lazy("확인 안 함"),
}
OUTCOMES = {
    "ANSWERED": gettext_lazy("답변함"),
    "NEAR": gettext_lazy("가까운 조문을 보임"),
    "NONE": gettext_lazy("답하지 않음"),
    "HANDED_OVER": gettext_lazy("부서에 넘김"),
    "WITHDRAWN": gettext_lazy("철회됨"),
    "FAILED": gettext_lazy("오류"),
    "OTHER": gettext_lazy("그 밖(멈춤·작성 중)"),
}
_WRITTEN_STYLES = {
    "CONFIRMED": "verified",
    "BESIDE_SOURCE": "many",
    "WITHDRAWN": "gone",
    "WRONG": "mismatch",
    "NOT_CHECKED": "unchecked",
}
_OUTCOME_STYLES = {
    "ANSWERED": "verified",
    "NEAR": "many",
    "NONE": "mismatch",
    "HANDED_OVER": "gone",
    "WITHDRAWN": "missing-soft",
    "FAILED": "missing",
    "OTHER": "unchecked",
}
_FAITHFULNESS_STYLES = {"FAITHFUL": "verified", "PARTLY": "many", "UNFAITHFUL": "mismatch"}
_OPINION_STYLES = {"up": "verified", "down": "mismatch"}
_DECISION_STYLES = {
    "APPROVED": "verified",
    "CORRECTED": "many",
    "WITHDRAWN": "gone",
    "SECOND": "unchecked",
}
# For values that are no states.
_STYLES = ("many", "verified", "gone", "mismatch", "unchecked")


@dataclass(frozen=True)
class HeadlineFigure:
    """A figure with its unit, and how it was in the period before; – where nothing was measured."""

    label: str
    value: str
    change: str
    # Of how many it is a share, where the page shows other numbers of the kind.
    base: str = ""


@dataclass(frozen=True)
class Overview:
    """All that is counted of a period."""

    figures: tuple[HeadlineFigure, ...]
    plots: tuple[DayPlot, ...]


def overview_of(*, first: date, last: date, category: str = "") -> Overview:
    """The figures and the plots of a period; two reads, whatever the number of answers."""
    now = period_figures(first=first, last=last, category=category)
    length = last - first + timedelta(days=1)
    before = period_figures(first=first - length, last=last - length, category=category)
    plots = [*_plots(now), *([] if category else _decisions(now))]
    return Overview(tuple(_figures(now, before)), tuple(plots))


def _figures(now: FigurePeriod, before: FigurePeriod) -> list[HeadlineFigure]:
    def figure(
        label: str,
        read: Callable[[FigurePeriod], float | None],
        show: Callable[[float], str],
        base: str = "",
    ) -> HeadlineFigure:
        value, earlier = read(now), read(before)
        change = "" if value is None or earlier is None else _changed(value - earlier, show)
        return HeadlineFigure(label, "–" if value is None else show(value), change, base)

    verified, up = "written:CONFIRMED", "feedback:up"
    return [
        figure(_("받은 질문"), lambda one: float(one.counts["questions"]), format_count),
        figure(
            _("답변함"),
            lambda one: one.share(*ANSWERED, of="questions"),
            format_percent,
        ),
        figure(_("답하지 않음"), lambda one: one.abstained, format_percent),
        figure(
            _("쓴 인용 중 확인"),
            lambda one: one.share(verified, of="written"),
            format_percent,
            _written_base(now),
        ),
        figure(_("충실도(평균)"), lambda one: one.mean("score"), format_percent),
        figure(_("95%가 받은 시간"), lambda one: one.percentile(0.95), _seconds),
        figure(_("도움 됨 의견"), lambda one: one.share(up, of="feedback"), format_percent),
        figure(_("검토까지 걸린 시간"), _turnaround, _hours),
    ]


def _written_base(period: FigurePeriod) -> str:
    written = sum(period.written.values())
    if not written:
        return ""
    confirmed = format_count(period.counts["written:CONFIRMED"])
    return _("%(all)s개 중 %(count)s개") % {"all": format_count(written), "count": confirmed}


def _plots(period: FigurePeriod) -> list[DayPlot]:
    opinions = {"up": _("도움 됨"), "down": _("도움 안 됨")}
    faithfulness = _labels(Verification.Faithfulness.choices)
    return [
        _counted(
            period,
            "status",
            _("질문과 답변의 상태"),
            _labels(Answer.Status.choices),
            STATUS_STYLES,
        ),
        _abstained(period),
        _counted(period, "outcome", _("질문의 결과"), _words(OUTCOMES), _OUTCOME_STYLES),
        replace(
            _counted(period, "written", _("쓴 인용의 결과"), _words(WRITTEN), _WRITTEN_STYLES),
            note=_("답변을 작성하며 쓴 인용만 셉니다. 포털이 찾아 붙인 조문은 세지 않습니다."),
        ),
        _counted(period, "faithfulness", _("충실도의 결과"), faithfulness, _FAITHFULNESS_STYLES),
        _measured(period, _("평균 충실도"), {"score": _("평균")}, is_share=True),
        _measured(period, _("단계마다 걸린 평균 시간(ms)"), _steps(period)),
        _counted(period, "feedback", _("질문한 사람의 의견"), opinions, _OPINION_STYLES),
    ]


def _decisions(period: FigurePeriod) -> list[DayPlot]:
    """What was decided and how long it took; decisions are counted on their own day, under no category."""
    labels = _labels(Review.Decision.choices)
    return [
        _counted(period, "decision", _("검토 결정"), labels, _DECISION_STYLES),
        _turnarounds(period),
    ]


def _counted(
    period: FigurePeriod,
    family: str,
    title: str,
    labels: Mapping[str, str],
    styles: Mapping[str, str],
) -> DayPlot:
    """How often each member of a family was counted, those with a color of their own first."""
    days = tuple(period.all_days())
    order = list(styles)
    members = sorted(
        period.family(family),
        key=lambda one: (order.index(one) if one in styles else len(order), one),
    )
    series = tuple(
        PlotSeries(
            labels.get(member, member),
            styles.get(member, "unchecked"),
            tuple(float(period.days[day][f"{family}:{member}"]) for day in days),
        )
        for member in members
    )
    return DayPlot(title, days, series)


def _measured(
    period: FigurePeriod, title: str, labels: Mapping[str, str], *, is_share: bool = False
) -> DayPlot:
    """The mean of what was measured on each day."""
    days = tuple(period.all_days())
    series = tuple(
        PlotSeries(label, style, tuple(_mean(period, day, name) for day in days))
        for (name, label), style in zip(labels.items(), cycle(_STYLES), strict=False)
    )
    return DayPlot(title, days, series, is_share=is_share)


def _steps(period: FigurePeriod) -> dict[str, str]:
    """The steps of an answer in order, without the total and the time to the first sentence."""
    names = {
        "retrieve": _("규정 찾기"),
        "compose": _("답변 작성"),
        "verify": _("조문과 대조"),
        "judge": _("모델에게 확인"),
        "follow_ups": _("이어서 물을 것 고르기"),
        "near": _("가까운 조문 고르기"),
        "fallback": _("답이 없을 때의 안내"),
        "kept": _("확인해 둔 답변 찾기"),
    }
    found = period.family("step").keys() - {"total", "first_sentence"}
    known = [step for step in names if step in found]
    return {f"step:{step}": names.get(step, step) for step in (*known, *sorted(found - {*names}))}


def _abstained(period: FigurePeriod) -> DayPlot:
    """The share of each day's questions that were told that no rule says it."""
    days = tuple(period.all_days())
    values = tuple(
        sum(period.days[day][name] for name in REFUSED) / asked
        if (asked := period.days[day]["questions"])
        else None
        for day in days
    )
    label = _("답하지 않음")
    return DayPlot(
        _("답하지 않은 비율"), days, (PlotSeries(label, "unchecked", values),), is_share=True
    )


def _turnarounds(period: FigurePeriod) -> DayPlot:
    """The mean hours from the first doubt to the decision, by the day of the decision."""
    days = tuple(period.all_days())
    values = tuple(_hours_taken(period.days[day], period.day_totals[day]) for day in days)
    series = PlotSeries(_("평균 시간"), "many", values)
    title, note = _("검토까지 걸린 평균 시간(시간)"), _("결정한 날에 적습니다.")
    return DayPlot(title, days, (series,), note=note)


def _turnaround(period: FigurePeriod) -> float | None:
    return _hours_taken(period.counts, period.totals)


def _hours_taken(counts: Mapping[str, int], totals: Mapping[str, float]) -> float | None:
    decided = [f"decision:{one}" for one in ("APPROVED", "CORRECTED", "WITHDRAWN")]
    count = sum(counts.get(name, 0) for name in decided)
    return sum(totals.get(name, 0.0) for name in decided) / count if count else None


def _mean(period: FigurePeriod, day: date, name: str) -> float | None:
    count = period.days[day][name]
    return period.day_totals[day][name] / count if count else None


def _labels(choices: Sequence[tuple[str, object]]) -> dict[str, str]:
    return {str(value): str(label) for value, label in choices}


def _words(names: Mapping[str, object]) -> dict[str, str]:
    return {name: str(label) for name, label in names.items()}


def _changed(value: float, show: Callable[[float], str]) -> str:
    """The change against the period before; shares in %p, and "the same" if it rounds to 0."""
    by = format_points if show is format_percent else show
    if by(abs(value)) == by(0.0):
        return _("이전 기간과 같음")
    sign = "+" if value > 0 else "−"
    return _("이전 기간보다 %s") % f"{sign}{by(abs(value))}"


def _seconds(milliseconds: float) -> str:
    return _("%s초") % f"{milliseconds / 1000:g}"


def _hours(value: float) -> str:
    return _("%s시간") % f"{value:.1f}"
