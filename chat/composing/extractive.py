"""Compose without a model: pick the provisions that answer and quote them word for word.

The unit of a quotation is a whole paragraph (항) with what stands below it, so that a proviso is never cut off from its
main clause. Which ones answer is judged by the rarity-weighted words that they share with the question, by the kind of
thing that is asked for (a number, a date), and by how relevant retrieval found their article.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chat.composing.contract import Failure
from regulations.morphemes import lemmas
from regulations.units import Unit
from verification.checking import Draft, DraftCitation, Source

MOST_QUOTES = 3
# A quotation must share at least this part of what the best one scores.
_NEAR_BEST = 0.62
_FROM_ANOTHER_ARTICLE = 0.8
_LONGEST_QUOTE = 900

_ASKS_NUMBER = re.compile(r"몇|얼마|최대|최소|까지|기간|금액|how (?:many|much|long)|maximum|minimum", re.IGNORECASE)
_ASKS_TIME = re.compile(r"언제|기한|며칠|날짜|when|deadline", re.IGNORECASE)
_NUMBER = re.compile(r"\d|분의|전액|반액")
_TIME = re.compile(r"\d+\s*(?:일|월|주|개월|년|학기)|이내|기간 내|까지|기일|기한|매학기|매년|개시일")
_MARKUP_LINE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")


@dataclass(frozen=True)
class _Candidate:
    source: Source
    unit: Unit
    words: frozenset[str]
    order: int


class ExtractiveComposer:
    """Quotes; the same question and sources always give the same answer."""

    kind = "EXTRACTIVE"
    model = ""
    temperature = None
    prompt_hash = ""
    can_retry = False

    def compose(
        self,
        *,
        question: str,
        sources: Sequence[Source],
        failures: Sequence[Failure] = (),
        attempt: int = 1,
    ) -> Iterator[Draft]:
        """Yield the quotations, the best first, then those that stand close to it."""
        for candidate in _choose(question, sources):
            yield Draft(
                text=candidate.unit.text.strip(),
                citations=(DraftCitation(candidate.source.number, candidate.unit.locator_key),),
            )


def _choose(question: str, sources: Sequence[Source]) -> list[_Candidate]:
    candidates = _candidates(sources)
    if not candidates:
        return []
    asked = frozenset(lemmas(question))
    weights = _rarity(candidates)
    scored = [
        (_score(candidate, question=question, asked=asked, weights=weights), candidate)
        for candidate in candidates
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].source.number, pair[1].order))
    best_score, best = scored[0]
    chosen = [best]
    for score, candidate in scored[1:]:
        same_article = candidate.source.number == best.source.number
        needed = _NEAR_BEST if same_article else _FROM_ANOTHER_ARTICLE
        if score >= needed * best_score and len(chosen) < MOST_QUOTES:
            chosen.append(candidate)
    # The answer first, then the rest of it in the order of the text.
    return [best, *sorted(chosen[1:], key=lambda item: (item.source.number, item.order))]


def _candidates(sources: Sequence[Source]) -> list[_Candidate]:
    found = []
    seen: set[tuple[int, str]] = set()
    for source in sources:
        for order, unit in enumerate(source.units):
            text = _plain(unit.text)
            # Two passages of one long article bring the same units.
            key = (source.version_id, unit.locator_key)
            if text and len(text) <= _LONGEST_QUOTE * 3 and key not in seen:
                seen.add(key)
                words = frozenset(lemmas(f"{source.title} {text}"))
                found.append(_Candidate(source, unit, words, order))
    return found


def _rarity(candidates: Sequence[_Candidate]) -> dict[str, float]:
    """Inverse frequency of each word among the candidates: what stands everywhere decides nothing."""
    counts = Counter(word for candidate in candidates for word in candidate.words)
    total = len(candidates)
    return {word: math.log(1 + total / count) for word, count in counts.items()}


def _score(
    candidate: _Candidate, *, question: str, asked: frozenset[str], weights: dict[str, float]
) -> float:
    default = math.log(2)
    weight_asked = sum(weights.get(word, default) for word in asked) or 1.0
    shared = sum(weights[word] for word in asked & candidate.words)
    score = 0.55 * shared / weight_asked + 0.45 * candidate.source.relevance
    text = candidate.unit.text
    if _ASKS_TIME.search(question):
        score *= 1.15 if _TIME.search(text) else 0.9
    elif _ASKS_NUMBER.search(question):
        score *= 1.15 if _NUMBER.search(text) else 0.9
    if len(text) > _LONGEST_QUOTE:
        score *= 0.9
    return score


def _plain(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not _MARKUP_LINE.match(line)).strip()
