"""The figures of retrieval: recall, reciprocal rank, nDCG, abstention. Pure.

A place is (regulation, article, branch). Names are compared without white space, middle dots, brackets and the
university's own name, since a file may leave it out.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from regulations.search.retrieval.results import SearchOutcome
from regulations.text.locators import normalize_name

Place = tuple[str, int | None, int | None]

_UNIVERSITY = re.compile(r"^[가-힣]{2,8}대학교(?=.)")
CUTS = (1, 3, 5, 10)
# An answer quotes from about so many articles.
ANSWERED_FROM = 2


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A labelled question: what must be found, what may count as found too."""

    id: str
    question: str
    history: tuple[str, ...]
    answerable: bool
    gold: frozenset[Place]
    accepted: frozenset[Place]
    style: str
    topic: str
    lang: str


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """What a search returned for a question, best first."""

    places: tuple[Place, ...]
    outcome: SearchOutcome
    milliseconds: float = 0.0
    relevance: float = 0.0
    relevances: tuple[float, ...] = ()

    @property
    def abstained(self) -> bool:
        """Whether nothing was found that could be shown."""
        return self.outcome is SearchOutcome.NONE


def place(regulation: str, article: int | None, branch: int | None) -> Place:
    """A place in the form in which places are compared."""
    return (_UNIVERSITY.sub("", normalize_name(regulation)), article, branch or None)


def asked(row: Mapping[str, Any]) -> LabelledQuestion:
    """Read a labelled row."""
    gold = frozenset(_places(row.get("gold", ())))
    return LabelledQuestion(
        id=str(row.get("id", "")),
        question=row["question"],
        history=tuple(row.get("history") or ()),
        answerable=bool(row.get("answerable", gold)),
        gold=gold,
        accepted=gold | frozenset(_places(row.get("alternatives", ()))),
        style=row.get("style", ""),
        topic=row.get("topic", ""),
        lang=row.get("lang", ""),
    )


def figures(pairs: Sequence[tuple[LabelledQuestion, FoundPlaces]]) -> dict[str, float]:
    """All figures over answered and unanswerable questions."""
    answerable = [pair for pair in pairs if pair[0].answerable]
    result = {f"recall@{cut}": _mean(_hit(a, f, cut) for a, f in answerable) for cut in CUTS}
    result["gold@5"] = _mean(
        len(a.gold & set(f.places[:5])) / len(a.gold) for a, f in answerable if a.gold
    )
    result["all gold@10"] = _mean(a.gold <= set(f.places[:10]) for a, f in answerable if a.gold)
    result["MRR"] = _mean(_reciprocal_rank(a, f) for a, f in answerable)
    result["nDCG@10"] = _mean(_ndcg(a, f) for a, f in answerable)
    abstained = [a for a, f in pairs if f.abstained]
    right = sum(not a.answerable for a in abstained)
    unanswerable = len(pairs) - len(answerable)
    result["abstention precision"] = right / len(abstained) if abstained else 0.0
    result["abstention recall"] = right / unanswerable if unanswerable else 0.0
    result |= _outcome_shares(pairs)
    result["calibration error"] = calibration_error(reliable_groups(pairs))
    times = sorted(f.milliseconds for _, f in pairs)
    result["p50 ms"] = times[len(times) // 2] if times else 0.0
    result["p95 ms"] = times[int(len(times) * 0.95)] if times else 0.0
    return result


def _outcome_shares(
    pairs: Sequence[tuple[LabelledQuestion, FoundPlaces]],
) -> dict[str, float]:
    """What a student is told: of questions with an answer, of those without, and how many answers rest on nothing right."""
    answered = [pair for pair in pairs if pair[1].outcome is SearchOutcome.ANSWER]
    shares = {}
    for name, answerable in (("answerable", True), ("unanswerable", False)):
        found = [f.outcome for a, f in pairs if a.answerable is answerable]
        for outcome in SearchOutcome:
            shares[f"{name} told {outcome}"] = _mean(float(one is outcome) for one in found)
    shares["answers on no right article"] = _mean(
        float(not is_hit(a, f, ANSWERED_FROM)) for a, f in answered
    )
    return shares


def reliable_groups(
    pairs: Sequence[tuple[LabelledQuestion, FoundPlaces]], *, groups: int = 10
) -> tuple[tuple[float, float, int], ...]:
    """By tenths of the best relevance: its mean, the share of best passages that are right, and how many."""
    tenths: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for question, found in pairs:
        right = float(question.answerable and is_hit(question, found, 1))
        tenths[min(int(found.relevance * groups), groups - 1)].append((found.relevance, right))
    return tuple(
        (fmean(said for said, _ in rows), fmean(right for _, right in rows), len(rows))
        for _, rows in sorted(tenths.items())
    )


def calibration_error(points: Sequence[tuple[float, float, int]]) -> float:
    """How far, on average over the questions, what is said lies from what is so."""
    whole = sum(count for _, _, count in points)
    return sum(abs(said - so) * count for said, so, count in points) / whole if whole else 0.0


def is_hit(question: LabelledQuestion, found: FoundPlaces, cut: int) -> bool:
    """Whether one of the accepted places is among the first."""
    return bool(question.accepted & set(found.places[:cut]))


def _places(values: Iterable[Mapping[str, Any]]) -> Iterable[Place]:
    for value in values:
        branch = value.get("article_sub") or value.get("branch")
        yield place(value["regulation"], value.get("article"), branch)


def _hit(question: LabelledQuestion, found: FoundPlaces, cut: int) -> float:
    return float(is_hit(question, found, cut))


def _reciprocal_rank(question: LabelledQuestion, found: FoundPlaces) -> float:
    ranks = (rank for rank, at in enumerate(found.places, 1) if at in question.accepted)
    return 1.0 / next(ranks, math.inf)


def _ndcg(question: LabelledQuestion, found: FoundPlaces) -> float:
    gain = sum(
        1 / math.log2(rank + 1)
        for rank, at in enumerate(found.places[:10], 1)
        if at in question.accepted
    )
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(question.gold), 10) + 1))
    return min(gain / best, 1.0) if best else 0.0


def _mean(values: Iterable[float]) -> float:
    collected = list(values)
    return fmean(collected) if collected else 0.0
