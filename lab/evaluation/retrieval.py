"""`evaluate retrieval FILE`: recall, nDCG, abstention, by style and topic, and what each part of the search adds."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone

from lab.evaluation.ablation import VARIANTS, ablated_places
from lab.evaluation.golden_runs import LAST, measure_golden
from lab.evaluation.registry import (
    EvaluationKind,
    EvaluationPlot,
    EvaluationReport,
    EvaluationTable,
    NotMeasurableError,
    Row,
)
from regulations.search.golden.metrics import (
    FoundPlaces,
    LabelledQuestion,
    asked,
    figures,
    is_hit,
    reliable_groups,
)
from regulations.search.golden.searching import search_all
from regulations.search.retrieval import SEARCH_MODES, SearchOutcome

_SHOWN = ("recall@1", "recall@3", "recall@5", "recall@10", "nDCG@10", "MRR")
_REFUSED = ("abstention precision", "abstention recall")


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Search for every labelled question and compare with its gold."""
    if options.get("golden"):
        return measure_golden(options)
    if not rows:
        raise NotMeasurableError("name a file of labelled questions, or --golden NAME")
    as_of = options.get("as_of") or timezone.localdate()
    questions = [_asked(row) for row in rows]
    searched = search_all(questions, as_of=as_of, mode=options.get("mode") or "hybrid")
    pairs = [(one.asked, one.found) for one in searched]
    tables = [
        _grouped("style", pairs, lambda question: question.style),
        _grouped("topic", pairs, lambda question: question.topic),
    ]
    if options.get("ablation"):
        tables.append(_ablation(questions, as_of))
    return EvaluationReport(
        kind="retrieval",
        count=len(pairs),
        figures=figures(pairs),
        tables=tuple(tables),
        misses=tuple(_miss(q, f) for q, f in pairs if q.answerable and not is_hit(q, f, 5)),
        plots=(reliability(pairs),),
    )


def _asked(row: Row) -> LabelledQuestion:
    try:
        return asked(row)
    except (KeyError, AttributeError, TypeError) as error:
        raise NotMeasurableError(
            f"question {row.get('id', row.get('question', ''))!r}: it needs `question`, and `gold` and `alternatives` "
            "as lists of {regulation, article, branch, paragraph}"
        ) from error


def reliability(pairs: Sequence[tuple[LabelledQuestion, FoundPlaces]]) -> EvaluationPlot:
    """Of the questions whose best relevance is about so much, the share whose best passage is right."""
    return EvaluationPlot(
        title="Reliability of relevance",
        across="best relevance",
        upward="best passage right",
        points=reliable_groups(pairs),
    )


def _grouped(
    name: str,
    pairs: Sequence[tuple[LabelledQuestion, FoundPlaces]],
    key: Callable[[LabelledQuestion], str],
) -> EvaluationTable:
    groups: dict[str, list[tuple[LabelledQuestion, FoundPlaces]]] = defaultdict(list)
    for pair in pairs:
        groups[key(pair[0])].append(pair)
    rows: list[tuple[str | float, ...]] = []
    for group in sorted(groups):
        values = figures(groups[group])
        rows.append((group or "-", len(groups[group]), *(values[n] for n in (*_SHOWN, *_REFUSED))))
    return EvaluationTable(name, (name, "questions", *_SHOWN, *_REFUSED), tuple(rows))


def _ablation(questions: Sequence[LabelledQuestion], as_of: date) -> EvaluationTable:
    answerable = [question for question in questions if question.answerable]
    rows: list[tuple[str | float, ...]] = []
    for variant in VARIANTS:
        if variant.cross_encoder and not settings.CROSS_ENCODER_MODEL:
            continue
        find = partial(ablated_places, variant=variant, as_of=as_of)
        values = figures([(q, FoundPlaces(find(q), SearchOutcome.ANSWER)) for q in answerable])
        rows.append((variant.name, *(values[name] for name in _SHOWN)))
    return EvaluationTable("ablation", ("search", *_SHOWN), tuple(rows))


def _miss(question: LabelledQuestion, found: FoundPlaces) -> str:
    wanted = ", ".join(sorted(f"{name} {article}" for name, article, _ in question.gold))
    got = ", ".join(f"{name} {article}" for name, article, _ in found.places[:3])
    return f"{question.id} {question.question}\n  wanted: {wanted}\n  found: {got}"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--as-of", type=date.fromisoformat, default=None)
    parser.add_argument("--mode", choices=SEARCH_MODES, default="hybrid")
    parser.add_argument("--ablation", action="store_true", help="also what each part adds")
    parser.add_argument("--golden", metavar="NAME", help="a set of the database instead of a file")
    parser.add_argument("--draft", type=int, help="as if this version were published")
    parser.add_argument(
        "--with",
        dest="tried",
        action="append",
        type=_setting,
        metavar="NAME=VALUE",
        help="as if a setting were another",
    )
    parser.add_argument("--compare", metavar="RUN", default=LAST, help="number of a run, or last")


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError("NAME=VALUE")
    return name, value


KIND = EvaluationKind(
    "retrieval",
    "finding the provisions that answer questions",
    measure,
    _arguments,
    needs_file=False,
)
