"""`evaluate retrieval FILE`: recall, nDCG, abstention, by style and topic, and what each part of the search adds."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from django.utils import timezone

from regulations.evaluation.ablation import VARIANTS, ablated_places
from regulations.evaluation.metrics import Asked, Found, asked, figures, is_hit, place
from regulations.evaluation.registry import Kind, Report, Row, Table
from regulations.retrieval import MODES, search_passages

_LIMIT = 10
_SHOWN = ("recall@1", "recall@3", "recall@5", "recall@10", "nDCG@10", "MRR")


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> Report:
    """Search for every labelled question and compare with its gold."""
    as_of = options.get("as_of") or timezone.localdate()
    questions = [asked(row) for row in rows]
    pairs = [
        (question, _search(question, as_of, options.get("mode") or "hybrid"))
        for question in questions
    ]
    tables = [
        _grouped("style", pairs, lambda question: question.style),
        _grouped("topic", pairs, lambda question: question.topic),
    ]
    if options.get("ablation"):
        tables.append(_ablation(questions, as_of))
    return Report(
        kind="retrieval",
        count=len(pairs),
        figures=figures(pairs),
        tables=tuple(tables),
        misses=tuple(_miss(q, f) for q, f in pairs if q.answerable and not is_hit(q, f, 5)),
    )


def _search(question: Asked, as_of: date, mode: Any) -> Found:
    begun = time.perf_counter()
    result = search_passages(
        question.question, as_of=as_of, limit=_LIMIT, mode=mode, history=question.history
    )
    spent = (time.perf_counter() - begun) * 1000
    places = []
    for ranked in result.passages:
        locator = ranked.passage.locator
        title = ranked.passage.version.regulation.title
        places.append(place(title, locator.article, locator.branch))
    return Found(tuple(dict.fromkeys(places)), result.abstained, spent)


def _grouped(name: str, pairs: Sequence[tuple[Asked, Found]], key: Callable[[Asked], str]) -> Table:
    groups: dict[str, list[tuple[Asked, Found]]] = defaultdict(list)
    for pair in pairs:
        if pair[0].answerable:
            groups[key(pair[0])].append(pair)
    rows: list[tuple[str | float, ...]] = []
    for group in sorted(groups):
        values = figures(groups[group])
        rows.append((group or "-", len(groups[group]), *(values[name] for name in _SHOWN)))
    return Table(name, (name, "questions", *_SHOWN), tuple(rows))


def _ablation(questions: Sequence[Asked], as_of: date) -> Table:
    answerable = [question for question in questions if question.answerable]
    rows: list[tuple[str | float, ...]] = []
    for variant in VARIANTS:
        find = partial(ablated_places, variant=variant, as_of=as_of)
        values = figures([(q, Found(find(q), abstained=False)) for q in answerable])
        rows.append((variant.name, *(values[name] for name in _SHOWN)))
    return Table("ablation", ("search", *_SHOWN), tuple(rows))


def _miss(question: Asked, found: Found) -> str:
    wanted = ", ".join(sorted(f"{name} {article}" for name, article, _ in question.gold))
    got = ", ".join(f"{name} {article}" for name, article, _ in found.places[:3])
    return f"{question.id} {question.question}\n  wanted: {wanted}\n  found: {got}"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--as-of", type=date.fromisoformat, default=None)
    parser.add_argument("--mode", choices=MODES, default="hybrid")
    parser.add_argument("--ablation", action="store_true", help="also what each part adds")


KIND = Kind("retrieval", "finding the provisions that answer questions", measure, _arguments)
