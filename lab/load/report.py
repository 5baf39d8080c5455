"""The figures of the load bench as Markdown, and their place in the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lab.benchmarks.table import machine
from lab.load import SiteLoad
from lab.load.costs import RequestCost
from lab.load.site import DATABASE, VALKEY, WEB, WORKERS
from lab.load.tally import PageLoad

BEGIN = "<!-- manage.py bench load writes from here -->"
END = "<!-- to here -->"
TARGET_MILLISECONDS = 300.0
_KINDS = (WEB, WORKERS, DATABASE, VALKEY)


def report(load: SiteLoad) -> str:
    """Everything that was measured."""
    parts = [_setting(load), _pages(load), _work(load)]
    if load.costs:
        parts.append(_costs(load.costs))
    return "\n\n".join(parts)


def write_report(path: Path, text: str) -> None:
    """Put the figures into the documentation between their marks."""
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{path} has no place for the figures: {BEGIN} … {END}")
    path.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def slow_pages(load: SiteLoad) -> list[str]:
    """The pages that miss the target."""
    return [page.page for page in load.pages if page.p95 > TARGET_MILLISECONDS]


def _setting(load: SiteLoad) -> str:
    plan = load.plan
    rate = load.requests / plan.seconds
    own, all_of_it = load.busy
    return (
        f"Machine: {machine()}. Its processors were busy for {all_of_it:.0f} % of the time, with the portal and this "
        f"bench for {own:.0f} %.\n\n"
        f"{plan.users} people for {plan.seconds / 60:g} minutes, pauses of {plan.think_seconds:g} s on average: "
        f"{rate:.1f} pages and {load.asked / plan.seconds:.1f} questions a second; {plan.web} web processes, "
        f"{plan.answers} for answers, {plan.checks} for checks; excerpts or a model as the settings say. "
        f"{load.errors} errors{_listed(load.failed)}."
    )


def _pages(load: SiteLoad) -> str:
    return "\n".join(
        [
            f"| page (target: p95 {TARGET_MILLISECONDS:g} ms) | requests | errors | p50 ms | p95 ms | longest ms |",
            "| --- | --- | --- | --- | --- | --- |",
            *map(_row, load.pages),
            "",
            "| from sending a question until | times | errors | p50 ms | p95 ms | longest ms |",
            "| --- | --- | --- | --- | --- | --- |",
            *map(_row, load.streams),
        ]
    )


def _work(load: SiteLoad) -> str:
    drained = (
        "the queue was **not** empty five minutes after the last click"
        if load.drain_seconds is None
        else f"everything was answered and checked {load.drain_seconds:.1f} s after the last click"
    )
    used = load.processor_seconds
    total = sum(used.values())
    cost = total / load.requests * 1000 if load.requests else 0.0
    rows = [
        f"| {kind} | {seconds:,.0f} | {seconds / total:.0%} | {load.megabytes.get(kind, 0.0):,.0f} |"
        for kind, seconds in used.items()
    ]
    told = (
        f"{load.asked} questions: {_counts(load.answers)}. At most {load.most_streams} streams at once, at most "
        f"{max(load.waiting, default=0)} answers and checks waiting (by minute: {_by_minute(load.waiting)}); {drained}. "
        f"{cost:.0f} ms of processor time a page, with all that answers and checks take."
    )
    return "\n".join(
        [
            told,
            "",
            "| processes | processor s | share | memory MB at most |",
            "| --- | --- | --- | --- |",
            *rows,
        ]
    )


def _costs(costs: Sequence[RequestCost]) -> str:
    head = " | ".join(_KINDS)
    return "\n".join(
        [
            f"| processor ms of one alone | {head} | together |",
            f"| --- | {' | '.join('---' for _kind in _KINDS)} | --- |",
            *map(_cost_row, costs),
        ]
    )


def _cost_row(cost: RequestCost) -> str:
    spent = [cost.milliseconds.get(kind, 0.0) for kind in _KINDS]
    cells = " | ".join(f"{value:.1f}" for value in spent)
    return f"| {cost.what} | {cells} | {sum(spent):.1f} |"


def _row(page: PageLoad) -> str:
    return (
        f"| {page.page} | {page.requests:,} | {page.errors} | {page.p50:,.0f} | {page.p95:,.0f} "
        f"| {page.longest:,.0f} |"
    )


def _counts(answers: dict[str, int]) -> str:
    return ", ".join(f"{count} {status}" for status, count in sorted(answers.items())) or "none"


def _listed(failed: dict[str, int]) -> str:
    listed = ", ".join(f"{count} × {what}" for what, count in sorted(failed.items()))
    return f" ({listed})" if listed else ""


def _by_minute(waiting: Sequence[int]) -> str:
    return ", ".join(str(max(waiting[begin : begin + 60])) for begin in range(0, len(waiting), 60))
