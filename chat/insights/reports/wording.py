"""The figures of a month in plain words. The page, the PDF and the letter show the same text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _

from chat.insights.numbers import format_count, format_hours, format_percent, format_points
from chat.insights.reports.figures import FEWEST, MonthFigures, NamedCount
from portal.controls.costs import money, step_label
from verification.models import Review

NONE = "–"
Show = Callable[[float], str]


@dataclass(frozen=True)
class ReportHeadline:
    """One of the numbers at the top, with what it was the month before."""

    label: str
    value: str
    before: str


@dataclass(frozen=True)
class ReportTable:
    """A small table; all columns but the first hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ReportSection:
    """A heading, sentences, and perhaps a table."""

    title: str
    sentences: tuple[str, ...]
    table: ReportTable | None = None


@dataclass(frozen=True)
class WordedReport:
    """A month in words."""

    title: str
    headlines: tuple[ReportHeadline, ...]
    sections: tuple[ReportSection, ...]
    days: tuple[int, ...]
    note: str


def report_of(
    *, month: date, now: MonthFigures, before: MonthFigures, is_final: bool
) -> WordedReport:
    """Write the report of a month beside the one before."""
    note = _("이 달은 끝났고, 이 숫자는 더 바뀌지 않습니다.")
    if not is_final:
        note = _(
            "이 달은 아직 끝나지 않았습니다. 숫자는 오늘까지의 것입니다. 검토와 비용은 지금까지의 것이고 질문과 인용은 몇 분마다 세어, 현황의 숫자와 잠시 다를 수 있습니다."
        )
    return WordedReport(
        title=_("%(year)s년 %(month)s월 규정 길잡이 운영 보고")
        % {"year": month.year, "month": month.month},
        headlines=_headlines(now, before),
        sections=(
            _asked(now),
            _checked(now),
            _reviewed(now, is_final=is_final),
            _unanswered(now),
            _disputed(now),
            _compared(now, before),
            _cost(now),
        ),
        days=now.days,
        note=note,
    )


def _headlines(now: MonthFigures, before: MonthFigures) -> tuple[ReportHeadline, ...]:
    return tuple(
        ReportHeadline(label, read(now), read(before) if before.questions else NONE)
        for label, read in (
            (_("받은 질문"), lambda one: format_count(one.questions)),
            (_("답변함"), lambda one: _share(one.answered, one.questions)),
            (_("답하지 않음"), lambda one: _share(one.abstained, one.questions)),
            (_("쓴 인용 중 확인"), lambda one: _share(one.citations_verified, one.citations)),
            (_("사람이 검토"), lambda one: format_count(one.decided)),
            (_("비용"), _money),
        )
    )


def _asked(now: MonthFigures) -> ReportSection:
    said = [
        _("질문 %(all)s개를 받아 %(answered)s개(%(share)s)에 답했습니다.")
        % {
            "all": format_count(now.questions),
            "answered": format_count(now.answered),
            "share": _share(now.answered, now.questions),
        },
        _("%(count)s개(%(share)s)는 규정에서 답을 찾지 못해 그렇게 알렸습니다.")
        % {"count": format_count(now.abstained), "share": _share(now.abstained, now.questions)},
    ]
    if now.near:
        said.append(
            _("%(count)s개(%(share)s)에는 답이 있을 수 있는 조문을 보였습니다.")
            % {"count": format_count(now.near), "share": _share(now.near, now.questions)}
        )
    if now.handed_over:
        said.append(
            _("%s개는 질문한 사람이 소관부서에 넘겼습니다.") % format_count(now.handed_over)
        )
    if now.failed:
        said.append(_("%s개는 오류로 답하지 못했습니다.") % format_count(now.failed))
    if now.seconds is not None:
        said.append(_("답변에는 평균 %s초가 걸렸습니다.") % f"{now.seconds:.1f}")
    if now.helpful or now.unhelpful:
        said.append(
            _("도움이 되었다는 의견은 %(up)s건, 그렇지 않다는 의견은 %(down)s건입니다.")
            % {"up": format_count(now.helpful), "down": format_count(now.unhelpful)}
        )
    return ReportSection(_("질문과 답변"), tuple(said))


def _checked(now: MonthFigures) -> ReportSection:
    if not now.citations:
        return ReportSection(_("답변의 확인"), (_("인용이 있는 답변이 없습니다."),))
    said = [
        _(
            "답변에 쓴 인용 %(all)s개 가운데 %(count)s개(%(share)s)는 조문의 내용과 맞음을 확인했습니다."
        )
        % {
            "all": format_count(now.citations),
            "count": format_count(now.citations_verified),
            "share": _share(now.citations_verified, now.citations),
        },
    ]
    if now.citations > now.citations_verified:
        said.append(
            _(
                "%(beside)s개는 확인하지 못해 원문과 함께 보였고, %(wrong)s개는 틀려서 뺐으며, %(withdrawn)s개는 나중에 거두었고, %(open)s개는 확인하지 않았습니다."
            )
            % {
                "beside": format_count(now.citations_beside),
                "wrong": format_count(now.citations_wrong),
                "withdrawn": format_count(now.citations_withdrawn),
                "open": format_count(now.citations_unchecked),
            }
        )
    if now.attached or now.attached_open:
        said.append(
            _(
                "포털이 찾아 붙인 조문은 여기에 세지 않습니다. 확인된 문장에 %(confirmed)s개, 확인되지 않은 문장에 %(open)s개를 붙였습니다."
            )
            % {
                "confirmed": format_count(now.attached),
                "open": format_count(now.attached_open),
            }
        )
    if now.checked:
        said.append(
            _("답변 %(all)s개를 다시 점검해 %(count)s개(%(share)s)가 근거에 충실했습니다.")
            % {
                "all": format_count(now.checked),
                "count": format_count(now.faithful),
                "share": _share(now.faithful, now.checked),
            }
        )
    return ReportSection(_("답변의 확인"), tuple(said))


def _reviewed(now: MonthFigures, *, is_final: bool) -> ReportSection:
    said = [_("담당자가 결정한 답변이 없습니다.")]
    if now.decided:
        said = [
            _(
                "담당자가 답변 %(all)s개를 검토해 %(approved)s개를 승인하고, %(corrected)s개를 고치고, %(withdrawn)s개를 철회했습니다."
            )
            % {
                "all": format_count(now.decided),
                "approved": format_count(now.approved),
                "corrected": format_count(now.corrected),
                "withdrawn": format_count(now.withdrawn),
            }
        ]
    if now.decision_hours is not None:
        said.append(
            _("의심이 생긴 때부터 결정까지 평균 %s 걸렸습니다.") % format_hours(now.decision_hours)
        )
    if now.correction_hours is not None:
        said.append(
            _(
                "고치거나 철회한 답변은 질문을 받고 평균 %s 뒤에 바로잡아 질문한 사람에게 알렸습니다."
            )
            % format_hours(now.correction_hours)
        )
    waiting = _("월말에 검토를 기다리는 답변은 %s개입니다.")
    if not is_final:
        waiting = _("지금 검토를 기다리는 답변은 %s개입니다.")
    said.append(waiting % format_count(now.waiting))
    false = sum(row.count for row in now.causes if row.name != Review.Cause.REAL_DOUBT)
    if false:
        said.append(
            _("승인한 답변 가운데 %(count)s개는 오경보였습니다: %(causes)s.")
            % {"count": format_count(false), "causes": _causes(now)}
        )
    if now.kept:
        said.append(
            _("담당자가 확인해 둔 답변 %(kept)s개가 %(uses)s번 쓰였습니다.")
            % {"kept": format_count(now.kept), "uses": format_count(now.kept_uses)}
        )
    return ReportSection(_("사람의 검토"), tuple(said))


def _unanswered(now: MonthFigures) -> ReportSection:
    said = [_("규정이 정하지 않은 것을 물은 사람이 없습니다.")]
    table = None
    if now.unanswered:
        said = [
            _(
                "아래 주제는 여러 사람이 물었으나 답이 되는 규정이 없습니다. 규정이나 안내를 만들 곳입니다."
            )
        ]
        table = _counts(_("주제"), _("물은 사람"), now.unanswered)
    elif now.unanswered_rest:
        said = [
            _(
                "%(count)s명이 규정이 정하지 않은 것을 물었으나, 같은 것을 %(fewest)s명 이상 물은 주제가 없어 적지 않습니다."
            )
            % {"count": format_count(now.unanswered_rest), "fewest": FEWEST}
        ]
    if now.unanswered and now.unanswered_rest:
        said.append(
            _("그 밖에 %(count)s명이 물은 것은 주제마다 %(fewest)s명이 되지 않아 적지 않습니다.")
            % {"count": format_count(now.unanswered_rest), "fewest": FEWEST}
        )
    return ReportSection(_("규정이 답하지 못한 질문"), tuple(said), table)


def _disputed(now: MonthFigures) -> ReportSection:
    said = [_("문제가 된 조문이 없습니다.")]
    table = None
    if now.disputed:
        said = [
            _("아래 조문을 인용한 답변에서 확인에 실패하거나 도움이 안 된다는 의견이 있었습니다.")
        ]
        table = _counts(_("조문"), _("답변"), now.disputed)
    elif now.disputed_rest:
        said = [
            _("조문 %(count)s개가 문제가 되었으나, %(fewest)s번 이상인 것이 없어 적지 않습니다.")
            % {"count": format_count(now.disputed_rest), "fewest": FEWEST}
        ]
    if now.disputed and now.disputed_rest:
        said.append(
            _("그 밖의 조문 %(count)s개는 %(fewest)s번이 되지 않아 적지 않습니다.")
            % {"count": format_count(now.disputed_rest), "fewest": FEWEST}
        )
    if now.amendments:
        said.append(_("이 달에 시행된 규정의 판은 %s개입니다.") % format_count(now.amendments))
    if now.stale_found or now.stale_waiting:
        said.append(
            _(
                "개정 뒤에 살펴볼 곳이 %(found)s건 생겼고 %(settled)s건을 처리했습니다. 달 끝에 %(waiting)s건이 남았습니다."
            )
            % {
                "found": format_count(now.stale_found),
                "settled": format_count(now.stale_settled),
                "waiting": format_count(now.stale_waiting),
            }
        )
    return ReportSection(_("자주 문제가 된 규정"), tuple(said), table)


def _compared(now: MonthFigures, before: MonthFigures) -> ReportSection:
    title = _("지난달과 비교")
    if not before.questions:
        return ReportSection(title, (_("지난달의 숫자가 없습니다."),))
    lines: tuple[tuple[str, Callable[[MonthFigures], float], Show], ...] = (
        (_("받은 질문"), lambda one: one.questions, format_count),
        (_("답변한 비율"), lambda one: _part(one.answered, one.questions), format_percent),
        (
            _("쓴 인용 중 확인된 비율"),
            lambda one: _part(one.citations_verified, one.citations),
            format_percent,
        ),
        (_("근거에 충실한 비율"), lambda one: _part(one.faithful, one.checked), format_percent),
        (_("고친 답변"), lambda one: one.corrected, format_count),
        (_("철회한 답변"), lambda one: one.withdrawn, format_count),
        (_("월말에 기다리는 답변"), lambda one: one.waiting, format_count),
    )
    rows = tuple(
        (
            label,
            show(read(before)),
            show(read(now)),
            _signed(read(now) - read(before), format_points if show is format_percent else show),
        )
        for label, read, show in lines
    )
    head = (_("항목"), _("지난달"), _("이 달"), _("변화"))
    return ReportSection(title, (), ReportTable(head, rows))


def _cost(now: MonthFigures) -> ReportSection:
    if not now.tokens:
        return ReportSection(_("비용"), (_("언어 모델을 쓰지 않았습니다."),))
    said = [_("언어 모델이 토큰 %s개를 썼습니다.") % format_count(now.tokens)]
    if now.cost is None:
        said.append(_("토큰의 값을 정하지 않아 금액은 셈하지 못했습니다."))
    else:
        said.append(_("정해진 값으로 %s입니다.") % _money(now))
    steps = tuple(NamedCount(step_label(row.name), row.count) for row in now.steps)
    table = _counts(_("단계"), _("토큰"), steps) if len(steps) > 1 else None
    return ReportSection(_("비용"), tuple(said), table)


def _causes(now: MonthFigures) -> str:
    return ", ".join(
        f"{Review.Cause(row.name).label} {format_count(row.count)}"
        for row in now.causes
        if row.name != Review.Cause.REAL_DOUBT
    )


def _counts(name: str, number: str, rows: tuple[NamedCount, ...]) -> ReportTable:
    return ReportTable((name, number), tuple((row.name, format_count(row.count)) for row in rows))


def _part(count: int, of: int) -> float:
    return count / of if of else 0.0


def _share(count: int, of: int) -> str:
    return format_percent(count / of) if of else NONE


def _signed(value: float, show: Callable[[float], str]) -> str:
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{show(abs(value))}"


def _money(figures: MonthFigures) -> str:
    return NONE if figures.cost is None else money(Decimal(figures.cost))
