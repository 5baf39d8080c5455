"""The paragraphs of the sources, and how well each of them answers a question."""

from __future__ import annotations

import math
import re
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from operator import mul

from chat.composing.asks import AskedQuestion
from chat.composing.kinds_asked import given_patterns
from portal import llm
from regulations.reading.units import PassageUnit
from regulations.search.retrieval.query import HISTORY_WEIGHT, analyze
from regulations.search.thesaurus import thesaurus_current
from regulations.text.morphemes import lemmas
from verification.checking import Source

_LONGEST_QUOTE = 900
_LONG = 0.9
_LONGEST_MEANT = 500
_MARKUP_LINE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")
_OWN_WORDS, _ARTICLE_WORDS, _RELEVANCE, _KIND, _MEANING = 0.35, 0.15, 1.0, 0.3, 0.6
# Likeness of short texts differs by hundredths.
_SPREAD = 10
# 편입생 stands in 편입학한 학생, as far as one can tell.
_SAME_BEGINNING = 0.6
_BEGINNING = 2


@dataclass(frozen=True)
class QuoteCandidate:
    """A paragraph that can be quoted, with its words, those of its article's title, and its place in the article."""

    source: Source
    unit: PassageUnit
    words: frozenset[str]
    title: frozenset[str]
    order: int

    @classmethod
    def of(cls, source: Source, unit: PassageUnit) -> QuoteCandidate:
        """A unit of a source, with its words and its place in the article."""
        words = words_of(_plain(unit.text))
        return cls(source, unit, words, words_of(source.title), source.units.index(unit))


@dataclass(frozen=True)
class ScoredQuote:
    """A candidate, how well it answers, and how far it says each thing that was asked."""

    candidate: QuoteCandidate
    score: float
    said: tuple[float, ...]


def quote_candidates(sources: Sequence[Source]) -> list[QuoteCandidate]:
    """What can be quoted of the sources; what is far too long to read is left out."""
    found = []
    seen: set[tuple[int, str]] = set()
    for source in sources:
        for unit in source.units:
            text = _plain(unit.text)
            # Two passages of one long article bring the same units.
            key = (source.version_id, unit.locator_key)
            if text and len(text) <= _LONGEST_QUOTE * 3 and key not in seen:
                seen.add(key)
                found.append(QuoteCandidate.of(source, unit))
    return found


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The words of a provision; the same ones come up for whoever asks near them."""
    return frozenset(lemmas(text))


def _wanted(asked: AskedQuestion) -> list[dict[str, float]]:
    """The words that the question asks with; what was asked before it counts less.

    What was said is a group by itself, and so is each phrase that the thesaurus has for it: any word of one stands for it.
    One group for all that means the same was tried, and found fewer of the right paragraphs (docs/retrieval.md).
    """
    groups = _groups_of(asked.asks)
    if not asked.beside:
        return groups
    known = {word for group in groups for word in group}
    beside = [group for group in _groups_of(asked.beside) if not known.intersection(group)]
    return groups + [{w: HISTORY_WEIGHT * weight for w, weight in one.items()} for one in beside]


def _groups_of(question: str) -> list[dict[str, float]]:
    groups: dict[str, dict[str, float]] = defaultdict(dict)
    for term in analyze(question, thesaurus=thesaurus_current()).terms:
        group = groups[term.origin or term.text]
        group[term.text] = max(term.weight, group.get(term.text, 0.0))
    return list(groups.values())


def quotes_scored(
    asked: AskedQuestion, candidates: Sequence[QuoteCandidate]
) -> tuple[list[float], list[ScoredQuote]]:
    """The weight of each thing asked for, all of them one, and the candidates, the best first."""
    wanted = _wanted(asked)
    given = given_patterns(asked.asks) or given_patterns(asked.text)
    weights = [_weight(group, candidates) for group in wanted]
    whole = sum(weights) or 1.0
    weights = [weight / whole for weight in weights]
    meanings = _meanings(asked.asks, candidates)
    scored = []
    for candidate, meaning in zip(candidates, meanings, strict=True):
        said = tuple(_says(group, candidate.words) for group in wanted)
        titled = [_says(group, candidate.title) for group in wanted]
        score = (
            _OWN_WORDS * sum(map(mul, weights, said))
            + _ARTICLE_WORDS * sum(map(mul, weights, map(max, said, titled)))
            + _RELEVANCE * candidate.source.relevance
            + _MEANING * meaning
        )
        if given:
            text = candidate.unit.text
            score += _KIND * sum(bool(one.search(text)) for one in given) / len(given)
        length = _LONG if len(candidate.unit.text) > _LONGEST_QUOTE else 1.0
        scored.append(ScoredQuote(candidate, score * length, said))
    scored.sort(key=lambda one: (-one.score, one.candidate.source.number, one.candidate.order))
    return weights, scored


def _weight(group: Mapping[str, float], candidates: Sequence[QuoteCandidate]) -> float:
    """How much a thing that was said tells: what stands in every paragraph decides nothing, nor what stands in none."""
    weights = [0.0]
    for word, weight in group.items():
        count = sum(_says({word: 1.0}, candidate.words) > 0 for candidate in candidates)
        if count:
            weights.append(weight * math.log(1 + len(candidates) / count))
        elif any(_says({word: 1.0}, candidate.title) for candidate in candidates):
            weights.append(weight / 2)
    return max(weights)


def _says(group: Mapping[str, float], words: frozenset[str]) -> float:
    if any(word in words for word in group):
        return 1.0
    beginnings = {word[:_BEGINNING] for word in group if len(word) > _BEGINNING}
    longer = any(word[:_BEGINNING] in beginnings for word in words if len(word) >= _BEGINNING)
    short = {word for word in group if len(word) == _BEGINNING}
    within = any(word[:_BEGINNING] in short for word in words if len(word) > _BEGINNING)
    return _SAME_BEGINNING if longer or within else 0.0


def _meanings(question: str, candidates: Sequence[QuoteCandidate]) -> list[float]:
    """How near the paragraphs are to the question in meaning, the nearest 1; 0 for all where no vectors can be had."""
    of_source: dict[int, list[str]] = defaultdict(list)
    for one in candidates:
        title = one.source.caption or one.source.title
        of_source[one.source.number].append(f"{title} {_plain(one.unit.text)}"[:_LONGEST_MEANT])
    try:
        asked = llm.embed([question], kind="query")[0]
        vectors = [vector for texts in of_source.values() for vector in _vectors(tuple(texts))]
    except llm.LLMError:
        return [0.0] * len(candidates)
    near = [sum(map(mul, asked, vector)) / (hypot(*asked) * hypot(*vector)) for vector in vectors]
    return [1 - _SPREAD * (max(near) - one) for one in near]


@lru_cache(maxsize=512)
def _vectors(texts: tuple[str, ...]) -> list[array[float]]:
    """The vectors of the paragraphs of an article; the same ones come up for whoever asks near them."""
    return [array("f", vector) for vector in llm.embed(texts)]


def _plain(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not _MARKUP_LINE.match(line)).strip()
