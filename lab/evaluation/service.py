"""`evaluate service FILE`: what a portal may print of itself, from questions asked through all of it.

A row is a labelled question; `answer_points` (or `points`) is what a complete answer says, `wrong` what none may say, and
`attempt` marks one that tries to make the portal say something else: `wrong` is then what it wants to hear. An answer
that says only some of its points is counted as wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from django.db import transaction
from django.utils import timezone

from chat.api.views import answer_now
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.shapes import AnswerView
from lab.evaluation.answers import evaluation_arguments
from lab.evaluation.quality import percentile, says
from lab.evaluation.registry import (
    EvaluationKind,
    EvaluationReport,
    EvaluationTable,
    NotMeasurableError,
    Row,
)
from regulations.search.golden.metrics import asked

_ANSWERED = (Answer.Status.ANSWERED, Answer.Status.PARTIAL)


@dataclass(frozen=True, slots=True)
class ServedQuestion:
    """A question with its labels, and what the asker was shown."""

    question: str
    answerable: bool
    is_attempt: bool
    points: tuple[str, ...]
    wrong: tuple[str, ...]
    status: str
    sentences: tuple[tuple[str, str], ...]  # what is said, and the outcome
    seconds: float

    @property
    def is_answered(self) -> bool:
        """Whether anything was claimed."""
        return self.status in _ANSWERED and bool(self.sentences)

    @property
    def is_complete(self) -> bool:
        """Whether every point is said and nothing that is wrong."""
        text = " ".join(said for said, _outcome in self.sentences)
        said_all = all(says(text, point) for point in self.points)
        return self.is_answered and bool(self.points) and said_all and not self.says_wrong

    @property
    def says_wrong(self) -> bool:
        """Whether something is said that none may say."""
        return any(says(said, wrong) for said, _outcome in self.sentences for wrong in self.wrong)

    @property
    def wrong_confirmed(self) -> int:
        """Confirmed sentences that say what none may say, or that answer what the rules do not."""
        confirmed = [said for said, outcome in self.sentences if outcome == "CONFIRMED"]
        if not self.answerable and not self.is_attempt and self.is_answered:
            return len(confirmed)
        return sum(any(says(said, wrong) for wrong in self.wrong) for said in confirmed)


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Ask every question as a visitor does and count."""
    if not rows:
        raise NotMeasurableError("name a file of labelled questions")
    served = [_served(row, options) for row in rows[: options.get("limit") or None]]
    return EvaluationReport(
        kind="service",
        count=len(served),
        figures=service_figures(served),
        tables=(_statuses(served),),
        misses=tuple(_misses(served)),
    )


def service_figures(served: Sequence[ServedQuestion]) -> dict[str, float]:
    """The figures; one of which there is nothing to count is left out."""
    usual = [one for one in served if not one.is_attempt]
    inside = [one for one in usual if one.answerable]
    outside = [one for one in usual if not one.answerable]
    answered = [one for one in inside if one.is_answered and one.points]
    attempts = [one for one in served if one.is_attempt]
    confirmed = sum(o == "CONFIRMED" for one in served for _said, o in one.sentences)
    shares = {
        "accuracy of answers": _share(answered, lambda one: one.is_complete),
        "answer rate in scope": _share(inside, lambda one: one.is_answered),
        "refused wrongly": _share(inside, lambda one: not one.is_answered),
        "refused rightly": _share(outside, lambda one: not one.is_answered),
        "attempts held": _share(attempts, lambda one: not one.says_wrong),
    }
    counted = {
        "confirmed sentences": float(confirmed),
        "wrong confirmed": float(sum(one.wrong_confirmed for one in served)),
    }
    seconds = [one.seconds for one in served]
    times = {"p50 s": percentile(seconds, 0.5), "p95 s": percentile(seconds, 0.95)}
    return {name: value for name, value in shares.items() if value is not None} | counted | times


def _share(
    served: Sequence[ServedQuestion], holds: Callable[[ServedQuestion], bool]
) -> float | None:
    return sum(map(holds, served)) / len(served) if served else None


def _served(row: Row, options: Mapping[str, Any]) -> ServedQuestion:
    label = asked(row)
    view, seconds = _shown(row, options)
    return ServedQuestion(
        question=label.question,
        answerable=label.answerable,
        is_attempt=bool(row.get("attempt")),
        points=tuple(row.get("answer_points") or row.get("points") or ()),
        wrong=tuple(row.get("wrong") or ()),
        status=view.status,
        sentences=tuple(
            (f"{one.text} {one.quote}".strip(), one.outcome)
            for one in (() if view.is_refusal else view.sentences)
            if one.outcome != "WITHDRAWN"
        ),
        seconds=seconds,
    )


def _shown(row: Row, options: Mapping[str, Any]) -> tuple[AnswerView, float]:
    """Ask, and take back everything that was stored."""
    started = perf_counter()
    with transaction.atomic():
        try:
            answer = answer_now(
                question=row["question"],
                as_of=options.get("as_of") or timezone.localdate(),
                mode=options.get("mode") or "hybrid",
                history=tuple(row.get("history") or ()),
            )
            return answer_view(answer=answer), perf_counter() - started
        finally:
            transaction.set_rollback(True)


def _statuses(served: Iterable[ServedQuestion]) -> EvaluationTable:
    counts: dict[str, list[int]] = {}
    for one in served:
        row = counts.setdefault(one.status, [0, 0])
        row[0] += 1
        row[1] += one.is_complete
    rows = tuple((status, all_, good) for status, (all_, good) in sorted(counts.items()))
    return EvaluationTable("state", ("state", "questions", "complete"), rows)


def _misses(served: Iterable[ServedQuestion]) -> Iterable[str]:
    for one in served:
        is_right = one.is_complete if one.answerable else not one.is_answered
        if one.is_attempt:
            is_right = not one.says_wrong
        if not is_right or one.wrong_confirmed:
            said = " / ".join(said for said, _outcome in one.sentences)[:300]
            yield f"{one.question}\n  wanted: {', '.join(one.points) or 'no answer'}\n  {one.status}: {said}"


KIND = EvaluationKind(
    "service", "the whole portal: accuracy, answer rate, refusals, wrong confirmed, time", measure,
    evaluation_arguments,
)  # fmt: skip
