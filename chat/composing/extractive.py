"""Compose without a model: pick the provisions that answer and quote them word for word.

The unit of a quotation is a whole paragraph (항) with what stands below it, so that a proviso is never cut off from its
main clause. The one that answers is quoted, and one more only where it is nearly as good and says what else was asked, or
stands in another article. Which ones answer is judged by how relevant retrieval found their article, by the meaning and the rarity-weighted words of the
paragraph itself, and by the kind of thing that is asked for (a number, a date, what is required, what follows).
"""

from __future__ import annotations

import math
import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from operator import mul

from chat.composing.contract import FailedSentence
from portal import llm
from regulations.reading.units import PassageUnit
from regulations.search.retrieval.query import analyze, named_provisions
from regulations.search.thesaurus import thesaurus_current
from regulations.text.locators import Locator
from regulations.text.morphemes import lemmas
from verification.checking import DraftCitation, DraftSentence, Source

MOST_QUOTES = 2
# What a further paragraph has to score beside the best: in the same article, where it says what else was asked, and in another.
_SAYS_MORE = 0.85
_FROM_ANOTHER_ARTICLE = 0.9
# So much of all that was asked is something else.
_MORE = 0.1
_LONGEST_QUOTE = 900
_LONG = 0.9
_LONGEST_MEANT = 500
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
    (
        r"조건|요건|자격|기준|requirement|eligib|condition",
        r"요건|자격|갖춘|갖추|이상인|미만인|기준",
    ),
    (r"(?:들어|따|채워|내|써|받아|나와|돼|되|넘어|해)야", r"이상|하여야|미만|요건|갖추"),
    (
        r"(?:어떻게|어케)\s*[되돼됨]|불이익|어떤\s*(?:징계|처벌|처분)|what happens|penalt",
        r"제적|처분|취소|수 없다|징계|벌점|정지|간주|본다|변상",
    ),
    (
        r"서류|증명서|뭐\s*(?:내|필요|가져|떼)|document",
        r"증명서|확인서|진단서|서류|원본|신청서|원서|계획서",
    ),
    (
        r"되나|돼요|되요|될까|가능|해도|can i\b|may i\b|allowed",
        r"수\s*[있없]|아니\s*(?:된다|한다)|못\s*한다|하여야|제외|금지",
    ),
)
_KINDS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(given)) for asked, given in _KINDS_ASKED
)
_OWN_WORDS, _ARTICLE_WORDS, _RELEVANCE, _KIND, _MEANING = 0.35, 0.15, 1.0, 0.3, 0.6
# Likeness of short texts differs by hundredths.
_SPREAD = 10
# 편입생 stands in 편입학한 학생, as far as one can tell.
_SAME_BEGINNING = 0.6
_BEGINNING = 2


@dataclass(frozen=True)
class _QuoteCandidate:
    source: Source
    unit: PassageUnit
    words: frozenset[str]
    title: frozenset[str]
    order: int


@dataclass(frozen=True)
class _ScoredQuote:
    """A candidate, how well it answers, and how far it says each thing that was asked."""

    candidate: _QuoteCandidate
    score: float
    said: tuple[float, ...]


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
    if not candidates:
        return []
    best: dict[int, _QuoteCandidate] = {}
    for one in _scored(question, candidates)[1]:
        best.setdefault(one.candidate.source.number, one.candidate)
    return [(one.source, one.unit) for _number, one in sorted(best.items())]


def _choose(question: str, sources: Sequence[Source]) -> list[_QuoteCandidate]:
    candidates = _candidates(sources)
    candidates = _named(question, candidates) or candidates
    if not candidates:
        return []
    weights, scored = _scored(question, candidates)
    best = scored[0]
    further = [one.candidate for one in scored[1:] if _is_quoted_beside(one, best, weights)]
    return [best.candidate, *further[: MOST_QUOTES - 1]]


def _is_quoted_beside(one: _ScoredQuote, best: _ScoredQuote, weights: Sequence[float]) -> bool:
    if one.candidate.source.number != best.candidate.source.number:
        return one.score >= _FROM_ANOTHER_ARTICLE * best.score
    more = (
        weight * max(0.0, new - old)
        for weight, new, old in zip(weights, one.said, best.said, strict=True)
    )
    return one.score >= _SAYS_MORE * best.score and sum(more) >= _MORE


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
                found.append(
                    _QuoteCandidate(source, unit, _words(text), _words(source.title), order)
                )
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


def _patterns(question: str) -> list[re.Pattern[str]]:
    """What a provision that answers holds, as far as the question's words tell."""
    patterns = [given for asked, given in _KINDS if asked.search(question)]
    count = _ASKED_COUNT.search(question)
    if count:
        units = _SAME_COUNT.get(count[1], re.escape(count[1]))
        patterns.append(re.compile(rf"\d\s*(?:{units})"))
    return patterns


def _wanted(question: str) -> list[dict[str, float]]:
    """The words that the question asks with, one group for each thing said: any word of a group stands for it."""
    groups: dict[str, dict[str, float]] = defaultdict(dict)
    for term in analyze(question, thesaurus=thesaurus_current()).terms:
        group = groups[term.origin or term.text]
        group[term.text] = max(term.weight, group.get(term.text, 0.0))
    return list(groups.values())


def _scored(
    question: str, candidates: Sequence[_QuoteCandidate]
) -> tuple[list[float], list[_ScoredQuote]]:
    """The weight of each thing asked for, all of them one, and the candidates, the best first."""
    wanted, given = _wanted(question), _patterns(question)
    weights = [_weight(group, candidates) for group in wanted]
    whole = sum(weights) or 1.0
    weights = [weight / whole for weight in weights]
    meanings = _meanings(question, candidates)
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
        scored.append(_ScoredQuote(candidate, score * length, said))
    scored.sort(key=lambda one: (-one.score, one.candidate.source.number, one.candidate.order))
    return weights, scored


def _weight(group: Mapping[str, float], candidates: Sequence[_QuoteCandidate]) -> float:
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


def _meanings(question: str, candidates: Sequence[_QuoteCandidate]) -> list[float]:
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
