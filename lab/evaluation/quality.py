"""The figures of answers. Pure: labels and observations in, numbers out.

Each has its definition beside it; where nothing can be measured for an answer (no source, no citation, no label) the
answer does not count in that figure, and is never given a made-up value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from lab.evaluation.observed import LabelledAnswer, ObservedAnswer, Paragraph
from lab.evaluation.registry import EvaluationGate

Pair = tuple[LabelledAnswer, ObservedAnswer]

_WORD = re.compile(r"[0-9a-zA-Z가-힣]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# So much of a point's letters must stand in the answer, and every number of it.
_SAID = 0.5
FAITHFUL = 0.6


def contextual_precision(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """How far in front the right sources stand: the mean, over right sources, of the share of right ones up to them."""
    right = [place in label.asked.accepted for place in seen.sources]
    if not right or not label.asked.answerable:
        return None
    shares = [sum(right[: at + 1]) / (at + 1) for at, is_right in enumerate(right) if is_right]
    return fmean(shares) if shares else 0.0


def contextual_recall(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of the gold articles among the sources."""
    gold = label.asked.gold
    return len(gold & set(seen.sources)) / len(gold) if gold else None


def relevancy(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of the shown sentences that rest on a provision which answers the question."""
    if not seen.is_answered or not seen.sentences or not label.asked.answerable:
        return None
    return fmean(bool(label.asked.accepted & set(places)) for _text, places in seen.sentences)


def faithfulness(_label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of claims that the later check (model or rules) found supported."""
    return seen.faithfulness


def article_precision(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of the cited articles that are accepted."""
    cited = {place for place, _paragraph in seen.cited}
    return len(cited & label.asked.accepted) / len(cited) if cited else None


def article_recall(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of the gold articles that are cited, in answers to what can be answered."""
    cited = {place for place, _paragraph in seen.cited}
    gold = label.asked.gold
    return len(gold & cited) / len(gold) if gold else None


def paragraph_precision(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of the cited paragraphs that are accepted; an article without a labelled paragraph accepts all of its own."""
    if not seen.cited:
        return None
    return fmean(_accepts(label, cited) for cited in set(seen.cited))


def paragraph_recall(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of the gold paragraphs that are cited."""
    gold = [one for one in label.gold_paragraphs if one[0] in label.asked.gold]
    cited = set(seen.cited)
    articles = {place for place, _paragraph in cited}
    if not gold:
        return None
    return fmean(one in cited or (one[1] is None and one[0] in articles) for one in gold)


def share_of_points(label: LabelledAnswer, seen: ObservedAnswer) -> float | None:
    """The share of the labelled points that the answer says."""
    if not label.points or not seen.is_answered:
        return None
    text = " ".join(text for text, _places in seen.sentences)
    return fmean(says(text, point) for point in label.points)


def says(text: str, point: str) -> bool:
    """Whether a text says a labelled point: half of its letter pairs and all of its numbers."""
    letters = _pairs(point)
    is_said = len(letters & _pairs(text)) >= _SAID * len(letters)
    return is_said and set(_NUMBER.findall(point)) <= set(_NUMBER.findall(text))


def passes(label: LabelledAnswer, seen: ObservedAnswer) -> float:
    """Answered from a right provision and faithful; or refused where there is no answer."""
    if not label.asked.answerable:
        return float(seen.is_refused)
    right = bool(label.asked.accepted & {place for place, _paragraph in seen.cited})
    return float(seen.is_answered and right and (seen.faithfulness or 0.0) >= FAITHFUL)


MEASURES: dict[str, Callable[[LabelledAnswer, ObservedAnswer], float | None]] = {
    "contextual precision": contextual_precision,
    "contextual recall": contextual_recall,
    "answer relevancy": relevancy,
    "faithfulness": faithfulness,
    "citation precision, article": article_precision,
    "citation recall, article": article_recall,
    "citation precision, paragraph": paragraph_precision,
    "citation recall, paragraph": paragraph_recall,
    "points said": share_of_points,
    "pass rate": passes,
}


# What a set has to reach: (measure, name of the gate, target, whether it has to).
_GATES = (
    ("faithfulness", "faithfulness", 0.60, True),
    ("contextual recall", "contextual recall", 0.80, True),
    ("pass rate", "pass rate", 0.50, False),
    ("answer relevancy", "answer relevancy", 0.70, False),
    ("contextual precision", "contextual precision", 0.65, False),
    ("citation precision, paragraph", "citation quality, precision", 0.70, False),
    ("citation recall, paragraph", "citation quality, recall", 0.70, False),
)


def gates(pairs: Sequence[Pair]) -> tuple[EvaluationGate, ...]:
    """What the set reaches of what it has to; a figure that no answer has is no gate."""
    found = []
    for measure, name, target, is_critical in _GATES:
        values = [MEASURES[measure](*pair) for pair in pairs]
        if any(value is not None for value in values):
            found.append(EvaluationGate(name, mean(values), target, is_critical))
    return tuple(found)


def figures(pairs: Sequence[Pair]) -> dict[str, float]:
    """Every measure's mean over the answers that it applies to."""
    return {name: mean(measure(*pair) for pair in pairs) for name, measure in MEASURES.items()}


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so much of all lies at or below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def mean(values: Iterable[float | None]) -> float:
    """The mean of what was measured; 0 where nothing was."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else 0.0


def _accepts(label: LabelledAnswer, cited: Paragraph) -> bool:
    place, paragraph = cited
    wanted = {number for gold, number in label.gold_paragraphs if gold == place}
    return bool(wanted) and (None in wanted or paragraph in wanted)


def _pairs(text: str) -> set[str]:
    letters = "".join(_WORD.findall(text))
    return {letters[start : start + 2] for start in range(len(letters) - 1)}
