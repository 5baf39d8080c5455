"""Compose without a model: pick the provisions that answer and quote them word for word.

The unit of a quotation is a whole paragraph (항) with what stands below it, so that a proviso is never cut off from its
main clause. Which ones answer is judged by the rarity-weighted words that they share with the question, by the kind of
thing that is asked for (a number, a date), and by how relevant retrieval found their article.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from chat.composing.contract import FailedSentence
from regulations.reading.units import PassageUnit
from regulations.search.retrieval.query import analyze, named_provisions
from regulations.search.thesaurus.entries import thesaurus_current
from regulations.text.locators import Locator
from regulations.text.morphemes import lemmas
from verification.checking import DraftCitation, DraftSentence, Source

MOST_QUOTES = 3
# A quotation must share at least this part of what the best one scores.
_NEAR_BEST = 0.62
_FROM_ANOTHER_ARTICLE = 0.8
_LONGEST_QUOTE = 900
_LONG = 0.9
# Another article with a named number that is less relevant is one of another regulation, or of the question before.
_AS_NAMED = 0.9

_PARAGRAPH = re.compile(r"(\d{1,2})\s*항")
_MARKUP_LINE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")

# What a question asks for, and what a provision that gives it looks like. {unit} is the counted thing of the question.
_ASKED_COUNT = re.compile(
    r"몇\s*(년|학기|학년|개월|주|일|시간|분|점|학점|과목|회|번|차례|명|권|개|퍼센트|%|배)"
)
_SAME_COUNT = {"번": "회|번|차례", "차례": "회|번", "개": "개|종", "일": "일|날", "점": "점"}
_KINDS_ASKED = (
    (
        r"언제|기한|며칠|날짜|기간|when|deadline",
        r"\d+\s*(?:일|월|주|개월|년|학기)|이내|까지|기일|개시일|매\s?학기",
    ),
    (r"얼마|금액|비용|how much|cost", r"\d[\d,]*\s*(?:만\s*)?원|분의|전액|반액|퍼센트|%"),
    (
        r"최대|최고|까지\s*(?:가능|할|쓸|들|낼)|얼마나|몇\s*\S+까지|how long|how many|maximum|at most",
        r"초과(?:할|하여|하지)|넘을 수 없|이내|범위|한도|상한|이하|한하여",
    ),
    (r"최소|이상이어야|minimum|at least", r"이상|미만|최저"),
    (r"어떻게|방법|절차|하려면|how (?:do|can|to)|procedure", r"신청|제출|허가|승인|절차|거쳐"),
    (r"누가|누구|who\b", r"총장|학장|처장|위원장|원장|관장|팀장|위원회"),
)
_KINDS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(given)) for asked, given in _KINDS_ASKED
)
_WORDS, _RELEVANCE, _KIND = 0.4, 0.35, 0.25


@dataclass(frozen=True)
class _QuoteCandidate:
    source: Source
    unit: PassageUnit
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
        failures: Sequence[FailedSentence] = (),
        kept: Sequence[str] = (),
        attempt: int = 1,
    ) -> Iterator[DraftSentence]:
        """Yield the quotations, the best first, then those that stand close to it."""
        for candidate in _choose(question, sources):
            yield DraftSentence(
                text=candidate.unit.text.strip(),
                citations=(DraftCitation(candidate.source.number, candidate.unit.locator_key),),
                is_quotation=True,
            )


def best_units(question: str, sources: Sequence[Source]) -> list[tuple[Source, PassageUnit]]:
    """The part of each source that comes nearest to the question, in the order of the sources."""
    candidates = _candidates(sources)
    wanted = _wanted(question, _rarity(candidates))
    given = _patterns(question)
    best: dict[int, tuple[float, _QuoteCandidate]] = {}
    for one in candidates:
        score = _score(one, wanted=wanted, given=given)
        if one.source.number not in best or score > best[one.source.number][0]:
            best[one.source.number] = (score, one)
    return [(one.source, one.unit) for _number, (_score_, one) in sorted(best.items())]


def _choose(question: str, sources: Sequence[Source]) -> list[_QuoteCandidate]:
    candidates = _candidates(sources)
    candidates = _named(question, candidates) or candidates
    if not candidates:
        return []
    rarity = _rarity(candidates)
    wanted = _wanted(question, rarity)
    given = _patterns(question)
    scored = [(_score(item, wanted=wanted, given=given), item) for item in candidates]
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


def _candidates(sources: Sequence[Source]) -> list[_QuoteCandidate]:
    found = []
    seen: set[tuple[int, str]] = set()
    for source in sources:
        for order, unit in enumerate(source.units):
            text = _plain(unit.text)
            # Two passages of one long article bring the same units.
            key = (source.version_id, unit.locator_key)
            if text and len(text) <= _LONGEST_QUOTE * 3 and key not in seen:
                seen.add(key)
                words = _words(f"{source.title} {text}")
                found.append(_QuoteCandidate(source, unit, words, order))
    return found


def _named(question: str, candidates: Sequence[_QuoteCandidate]) -> list[_QuoteCandidate]:
    """What the question names by number, where it asks for nothing but that: 학칙 25조 2항은 무엇입니까?"""
    named = named_provisions(question)
    if not named or not candidates:
        return []
    first = candidates[0].source
    articles = {one.locator.article_locator.key for one in named}
    if first.locator.article_locator.key not in articles:
        return []
    asked = analyze(question, thesaurus=thesaurus_current())
    if asked.subjects - _words(first.regulation_title):
        return []
    found = [
        one
        for one in candidates
        if one.source.locator.article_locator.key in articles
        and one.source.relevance >= _AS_NAMED * first.relevance
    ]
    paragraphs = {int(number) for number in _PARAGRAPH.findall(question)}
    return [
        one for one in found if Locator.parse(one.unit.locator_key).paragraph in paragraphs
    ] or found


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """The words of a provision; the same ones come up for whoever asks near them."""
    return frozenset(lemmas(text))


def _rarity(candidates: Sequence[_QuoteCandidate]) -> dict[str, float]:
    """Inverse frequency of each word among the candidates: what stands everywhere decides nothing."""
    counts = Counter(word for candidate in candidates for word in candidate.words)
    total = len(candidates)
    return {word: math.log(1 + total / count) for word, count in counts.items()}


def _patterns(question: str) -> list[re.Pattern[str]]:
    """What a provision that answers holds, as far as the question's words tell."""
    patterns = [given for asked, given in _KINDS if asked.search(question)]
    count = _ASKED_COUNT.search(question)
    if count:
        units = _SAME_COUNT.get(count[1], re.escape(count[1]))
        patterns.append(re.compile(rf"\d\s*(?:{units})"))
    return patterns


def _wanted(question: str, rarity: dict[str, float]) -> list[dict[str, float]]:
    """The words that the question asks with, one group for each thing said: any word of a group stands for it."""
    groups: dict[str, dict[str, float]] = defaultdict(dict)
    for term in analyze(question, thesaurus=thesaurus_current()).terms:
        if term.text in rarity:
            group = groups[term.origin or term.text]
            weight = term.weight * rarity[term.text]
            group[term.text] = max(weight, group.get(term.text, 0.0))
    return list(groups.values())


def _score(
    candidate: _QuoteCandidate,
    *,
    wanted: Sequence[dict[str, float]],
    given: Sequence[re.Pattern[str]],
) -> float:
    shared = sum(
        max((weight for word, weight in group.items() if word in candidate.words), default=0.0)
        for group in wanted
    )
    words = shared / (sum(max(group.values()) for group in wanted) or 1.0)
    score = _WORDS * words + _RELEVANCE * candidate.source.relevance
    if given:
        text = candidate.unit.text
        score += _KIND * sum(bool(pattern.search(text)) for pattern in given) / len(given)
    return score * (_LONG if len(candidate.unit.text) > _LONGEST_QUOTE else 1.0)


def _plain(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not _MARKUP_LINE.match(line)).strip()
