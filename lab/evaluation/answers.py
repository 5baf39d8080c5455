"""`evaluate answers FILE`: the whole pipeline over labelled questions: context, citations, faithfulness, latency, cost."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.utils import timezone

from lab.evaluation.forms import CitationForms
from lab.evaluation.observed import LabelledAnswer, labelled, observe
from lab.evaluation.quality import MEASURES, Pair, figures, gates, passes, percentile
from lab.evaluation.registry import (
    EvaluationKind,
    EvaluationPlot,
    EvaluationReport,
    EvaluationTable,
    NotMeasurableError,
    Row,
)
from regulations.search.golden.metrics import asked
from regulations.search.retrieval import SEARCH_MODES

_SHOWN = tuple(MEASURES)
_TENTHS = 10
# Korean text is about so many characters a token in the tokenizers of today's models.
_CHARACTERS_A_TOKEN = 1.5


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Ask every labelled question and compare the stored answer with its labels."""
    if not rows:
        raise NotMeasurableError("name a file of labelled questions")
    as_of = options.get("as_of") or timezone.localdate()
    mode = options.get("mode") or "hybrid"
    pairs: list[Pair] = []
    for row in rows[: options.get("limit") or None]:
        question = asked(row)
        pairs.append((labelled(row, question), observe(question, as_of=as_of, mode=mode)))
    return EvaluationReport(
        kind=f"answers, {_composer()}",
        count=len(pairs),
        figures=figures(pairs)
        | _forms(pairs)
        | _latency(pairs)
        | _cost(pairs, options.get("price") or 0.0),
        tables=(
            _grouped("style", pairs, lambda label: label.asked.style),
            _grouped("topic", pairs, lambda label: label.asked.topic),
            _counted("status", [seen.status for _label, seen in pairs]),
            _counted("judge of faithfulness", [seen.method or "-" for _label, seen in pairs]),
        ),
        misses=tuple(_miss(*pair) for pair in pairs if not passes(*pair)),
        plots=(_faithful_and_right(pairs),),
        gates=gates(pairs),
    )


def _composer() -> str:
    return settings.LLM_MODEL if settings.LLM_BASE_URL else "excerpts without a model"


def _forms(pairs: Sequence[Pair]) -> dict[str, float]:
    return sum((seen.forms for _label, seen in pairs), CitationForms()).figures()


def _latency(pairs: Sequence[Pair]) -> dict[str, float]:
    seconds = [seen.seconds for _label, seen in pairs]
    return {"p50 s": percentile(seconds, 0.5), "p95 s": percentile(seconds, 0.95)}


def _cost(pairs: Sequence[Pair], price: float) -> dict[str, float]:
    """Compositions an answer, and tokens as estimated from characters; without a model nothing is sent."""
    count = max(1, len(pairs))
    compositions = sum(seen.generations for _label, seen in pairs) / count
    if not settings.LLM_BASE_URL:
        return {"compositions an answer": compositions, "tokens an answer": 0.0}
    characters = sum(seen.sent + seen.received for _label, seen in pairs)
    tokens = characters / _CHARACTERS_A_TOKEN / count
    costs = {"compositions an answer": compositions, "tokens an answer": tokens}
    return costs | ({"cost of 1000 answers": tokens * 1000 * price / 1_000_000} if price else {})


def _grouped(
    name: str, pairs: Sequence[Pair], key: Callable[[LabelledAnswer], str]
) -> EvaluationTable:
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[key(pair[0])].append(pair)
    rows: list[tuple[str | float, ...]] = []
    for group in sorted(groups):
        values = figures(groups[group])
        rows.append((group or "-", len(groups[group]), *(values[shown] for shown in _SHOWN)))
    return EvaluationTable(name, (name, "questions", *_SHOWN), tuple(rows))


def _counted(name: str, values: Sequence[str]) -> EvaluationTable:
    return EvaluationTable(name, (name, "answers"), tuple(sorted(Counter(values).items())))


def _faithful_and_right(pairs: Sequence[Pair]) -> EvaluationPlot:
    """By tenths of faithfulness, the share of answers that rest on a right provision."""
    tenths: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for label, seen in pairs:
        if seen.faithfulness is not None and seen.is_answered:
            right = bool(label.asked.accepted & {place for place, _paragraph in seen.cited})
            tenth = min(int(seen.faithfulness * _TENTHS), _TENTHS - 1)
            tenths[tenth].append((seen.faithfulness, float(right)))
    return EvaluationPlot(
        title="Faithful answers and right provisions",
        across="faithfulness",
        upward="cites a right provision",
        points=tuple(
            (sum(x for x, _ in rows) / len(rows), sum(y for _, y in rows) / len(rows), len(rows))
            for _, rows in sorted(tenths.items())
        ),
    )


def _miss(label: LabelledAnswer, seen: Any) -> str:
    wanted = (
        ", ".join(sorted(f"{name} {article}" for name, article, _ in label.asked.gold))
        or "no answer"
    )
    cited = ", ".join(f"{name} {article}" for (name, article, _), _ in seen.cited) or "-"
    return f"{label.asked.id} {label.asked.question}\n  wanted: {wanted}\n  {seen.status}, cited: {cited}"


def evaluation_arguments(parser: ArgumentParser) -> None:
    """The options of a kind that asks questions."""
    parser.add_argument("--as-of", type=date.fromisoformat, default=None)
    parser.add_argument("--mode", choices=SEARCH_MODES, default="hybrid")
    parser.add_argument("--limit", type=int, help="the first so many questions")
    parser.add_argument("--price", type=float, help="of a million tokens, for the cost")


KIND = EvaluationKind(
    "answers",
    "whole answers: context, citations, faithfulness, cost",
    measure,
    evaluation_arguments,
)
