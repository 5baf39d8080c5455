"""Re-ranking without a further model: what a person would look at, as numbers, and one fitted weight for each. Pure.

`features` describes every candidate against the question and against the other candidates; `weights.json` beside this
module holds what `training/fit_reranking.py` fitted. The sum of feature times weight orders the candidates;
`calibration` turns the best sums into relevance.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from regulations.search.retrieval.concepts import Concepts
from regulations.search.retrieval.query import AnalyzedQuery, QueryTerm
from regulations.search.retrieval.wording import (
    AnswerType,
    Audience,
    Doubt,
    count_asked,
    is_lent,
)
from regulations.text.courses import course_of_article
from regulations.text.locators import article_key

# A constant of reciprocal rank fusion, which one of the features repeats.
_RANK_CONSTANT = 10

# So much of a title must stand before the number; 규정 3조 names none.
CLEARLY_NAMED = 0.5
_LEAD = 1.0
# Of a question that belongs to a provision, word for word; a vector is stored in half precision.
SAME_QUESTION = 0.98

# Terms of a title that the question does not hold: their own rarity is not looked up.
_UNASKED_RARITY = 4.0

_ANSWERS = {
    AnswerType.MONEY: r"\d[\d,]*\s*(?:만|천|백)?\s*원|분의|%|퍼센트|전액|반액",
    AnswerType.PERIOD: r"\d+\s*(?:년|학기|개월|개\s*학기|월간|주|일)|[일이삼사]\s*년|기간",
    AnswerType.DEADLINE: r"\d+\s*(?:일|주|개월|월)\s*(?:이내|전|이전|까지|이상|간)|까지|이내|기간",
    AnswerType.CREDITS: r"\d+\s*(?:[~∼-]\s*\d+\s*)?학점",
    AnswerType.TIMES: r"\d+\s*회|[한두세]\s*번|횟수|차례",
    AnswerType.PEOPLE: r"\d+\s*(?:명|인)|약간\s*명|정원",
    AnswerType.HOURS: r"\d+\s*시(?!행)|시간",
    AnswerType.SCORE: r"\d\.\d+|\d+\s*점|평점|[ABCDF][+0]?\s*(?:등급|학점|이상)",
    # How many points: a grade and a grade point average answer that, too.
    AnswerType.POINTS: r"\d+\s*점|\d+\s*급|\d\.\d+|[ABCDF][+0]?\s*(?:등급|학점|이상|이하|미만)",
    AnswerType.WHO: r"위원장|총장|처장|원장|학과장|부서|담당|소관|승인|허가",
    AnswerType.HOW: r"신청서|신청하|제출|절차|승인|허가|방법",
    AnswerType.WHETHER: r"할\s*수\s*(?:있|없)|아니\s*(?:된다|한다)|못\s*한다|하여야|제한|한하여|경우에",
}
_ANSWER_PATTERNS = {kind: re.compile(pattern) for kind, pattern in _ANSWERS.items()}

# What is lent decides for how long and what being late costs: nothing answers for a thing that stands in no rule.
_OF_ANOTHER_THING = 3.0

# Kinds whose answer always has a figure of a certain unit.
_EXACT = frozenset(
    (
        AnswerType.MONEY,
        AnswerType.PERIOD,
        AnswerType.CREDITS,
        AnswerType.TIMES,
        AnswerType.PEOPLE,
        AnswerType.POINTS,
        AnswerType.HOURS,
    )
)

_FOR = {
    Audience.GRADUATE: re.compile(r"대학원"),
    Audience.TEACHER: re.compile(r"교원|교수|강사|연구년|조교"),
    Audience.EMPLOYEE: re.compile(
        r"직원|인사|보수|수당|출장|여비|복무|퇴직|사무|감사|구매|회계|물품"
    ),
}

_PURPOSE = re.compile(r"^\s*(?:목\s*적|설치\s*목적|취지)")
_DEFINITION = re.compile(r"정\s*의$|^용어|^적용|^기본\s*(?:원칙|이념)|^명칭|^소재지|^위치")
_REMAINDER = re.compile(r"준\s*용|시행\s*세칙|세부\s*사항|위임|운영\s*세칙|기\s*타|보\s*칙")
# Addenda that say what other rules are to read like answer nothing: those rules say it themselves.
_AMENDS_OTHERS = re.compile(
    r"(?:다른|타)\s*(?:규정|학칙|규칙|법령|법률|내규|세칙|지침)[가-힣]*\s*(?:의\s*)?(?:개정|폐지|변경)"
    r"|다음과\s*같이\s*(?:개정|변경|신설|삭제)한다|[”\"’'」]\s*(?:을|를)\s*[“\"‘'「][^”\"’'」]*[”\"’'」]\s*(?:으로|로)\s*(?:한다|하고|변경|개정)"
)
_SCHOOL_REGULATIONS = re.compile(r"학칙$|학칙\(")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage as the index returned it; the sets are its terms by field, `terms` those of all fields.

    `named` says how much of the regulation's title stood in a question that names the provision by number, `asked_alike`
    from 0 to 1 how much a question that belongs to the provision is like this one.
    """

    passage_id: int
    regulation_id: int
    locator_key: str
    regulation: str
    heading: str
    title: str
    text: str
    regulation_terms: frozenset[str]
    title_terms: frozenset[str]
    terms: frozenset[str]
    lexical: float
    dense: float
    named: float = 0.0
    asked_alike: float = 0.0
    applies_to: str = ""

    @property
    def course(self) -> str:
        """The course of study that it is for; empty where it is for all."""
        return self.applies_to or course_of_article(self.heading, self.title)


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate with its features and their weighted sum."""

    candidate: Candidate
    score: float
    features: Mapping[str, float] = field(repr=False)


def rerank(
    query: AnalyzedQuery,
    candidates: Sequence[Candidate],
    *,
    idf: Mapping[str, float],
    weights: Mapping[str, float],
) -> list[ScoredCandidate]:
    """Order the candidates by weighted features, best first; equal sums by passage.

    What the question names by number, and what it belongs to word for word, comes first, whatever else looks like the
    question: that is no matter of weight.
    """
    return by_weights(candidates, features(query, candidates, idf=idf), weights)


def by_weights(
    candidates: Sequence[Candidate],
    rows: Sequence[Mapping[str, float]],
    weights: Mapping[str, float],
) -> list[ScoredCandidate]:
    """The candidates with their features, ordered as `rerank` orders them."""
    scored = [
        ScoredCandidate(
            candidate, sum(weights.get(name, 0.0) * value for name, value in row.items()), row
        )
        for candidate, row in zip(candidates, rows, strict=True)
    ]
    first = [one for one in scored if _surely_meant(one.candidate, candidates)]
    if first:
        lead = max(one.score for one in scored) + _LEAD
        scored = [
            replace(one, score=max(one.score, lead)) if one in first else one for one in scored
        ]
    return sorted(scored, key=lambda s: (-s.score, s.candidate.passage_id))


def _surely_meant(candidate: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Whether the question names it by number, as no other is named, or belongs to it word for word."""
    named = max(one.named for one in candidates)
    if named >= CLEARLY_NAMED:
        return candidate.named == named
    return candidate.asked_alike >= SAME_QUESTION


def one_an_article(scored: Sequence[ScoredCandidate]) -> list[ScoredCandidate]:
    """The first passage of each article, in their order."""
    best: dict[tuple[int, str], ScoredCandidate] = {}
    for one in scored:
        article = article_key(one.candidate.locator_key)
        best.setdefault((one.candidate.regulation_id, article), one)
    return list(best.values())


def features(
    query: AnalyzedQuery, candidates: Sequence[Candidate], *, idf: Mapping[str, float]
) -> list[dict[str, float]]:
    """Describe every candidate; `idf` holds the rarity of the question's terms and of title terms."""
    if not candidates:
        return []
    said = [t for t in query.terms if t.said]
    lexical_best = max(c.lexical for c in candidates) or 1.0
    dense_best = max(c.dense for c in candidates)
    lexical_ranks = _ranks([c.lexical for c in candidates])
    dense_ranks = _ranks([c.dense for c in candidates])
    by_regulation = _regulation_strength(candidates, lexical_best, dense_best)
    of_query = _question(query, idf)
    asked = _pairs(query.text)
    concepts = Concepts.of(query.concepts, idf)
    count = count_asked(query.text)
    unknown_is_lent = any(
        is_lent(word, query.text) for word in query.unexplained if word not in idf
    )
    rows = []
    for index, c in enumerate(candidates):
        row = {
            "lexical_share": c.lexical / lexical_best,
            "lexical": c.lexical / 20.0,
            "dense_gap": (c.dense - dense_best) * 20.0,
            "dense": (c.dense - 0.85) * 20.0,
            "lexical_rank": _RANK_CONSTANT / (_RANK_CONSTANT + lexical_ranks[index]),
            "dense_rank": _RANK_CONSTANT / (_RANK_CONSTANT + dense_ranks[index]),
            "said_covered": _coverage(said, c.terms, idf),
            "covered": _coverage(query.terms, c.terms, idf),
            "title_covered": _coverage(query.terms, c.title_terms, idf),
            "regulation_covered": _coverage(query.terms, c.regulation_terms, idf),
            "title_precision": _precision(query.terms, c.title_terms, idf),
            "regulation_precision": _precision(query.terms, c.regulation_terms, idf),
            "letters": _letter_overlap(asked, f"{c.title} {c.text}"),
            "regulation_strength": by_regulation[c.regulation_id],
            "named": c.named,
            "asked_alike": c.asked_alike,
            "concepts_covered": concepts.covered(c.terms),
            "rarest_missing": concepts.rarest_missing(c.terms),
            # Nothing is read yet (`rerankers.cross_encoder`).
            "cross_encoder": 0.0,
        }
        row |= _kind(c)
        row |= _answers(query, c, count)
        if unknown_is_lent:
            row["figure_missing"] = _OF_ANOTHER_THING
        row |= _audience(query, c)
        row |= of_query
        rows.append(row)
    return rows


def _question(query: AnalyzedQuery, idf: Mapping[str, float]) -> dict[str, float]:
    """What the question alone says about whether there is an answer; equal for all candidates."""
    unknown = sum(word not in idf for word in query.unexplained)
    row = {f"doubt_{kind}": float(kind in query.doubts) for kind in Doubt}
    row["unknown_words"] = min(unknown, 4) / 4.0
    row["unknown_share"] = unknown / max(1, len(query.unexplained))
    row["known_terms"] = min(len(idf), 8) / 8.0
    row["foreign"] = float(query.language != "ko")
    return row


def _kind(c: Candidate) -> dict[str, float]:
    in_addenda = c.locator_key.startswith("add-")
    return {
        "purpose": float(bool(_PURPOSE.search(c.title))),
        "definition": float(bool(_DEFINITION.search(c.title))),
        "remainder": float(bool(_REMAINDER.search(c.title))),
        "addenda": float(in_addenda),
        "amends_others": float(in_addenda and bool(_AMENDS_OTHERS.search(f"{c.title}\n{c.text}"))),
        "attachment": float(c.locator_key.startswith(("table-", "form-", "figure-"))),
        "school_regulations": float(bool(_SCHOOL_REGULATIONS.search(c.regulation))),
        "length": min(math.log(1 + len(c.text)) / math.log(1500), 1.2),
    }


def _answers(query: AnalyzedQuery, c: Candidate, count: re.Pattern[str] | None) -> dict[str, float]:
    asked = [kind for kind in query.asks if kind is not AnswerType.WHETHER]
    given = sum(bool(_ANSWER_PATTERNS[kind].search(c.text)) for kind in asked)
    exact = [kind for kind in asked if kind in _EXACT]
    missing = sum(not _ANSWER_PATTERNS[kind].search(c.text) for kind in exact)
    compact = re.sub(r"\s", "", c.text)
    numbers = sum(number in compact for number in query.numbers)
    figures = [_ANSWER_PATTERNS[AnswerType.MONEY]] if AnswerType.MONEY in query.asks else []
    figures += [count] if count else []
    return {
        "figure_missing": float(
            bool(figures) and not any(one.search(f"{c.title} {c.text}") for one in figures)
        ),
        "answer_kind": given / len(asked) if asked else 0.5,
        "answer_missing": missing / len(exact) if exact else 0.0,
        "money_missing": float(
            AnswerType.MONEY in query.asks and not _ANSWER_PATTERNS[AnswerType.MONEY].search(c.text)
        ),
        "numbers": numbers / len(query.numbers) if query.numbers else 0.0,
    }


def _audience(query: AnalyzedQuery, c: Candidate) -> dict[str, float]:
    meant = {kind for kind, pattern in _FOR.items() if pattern.search(c.regulation)}
    row = {}
    for kind in Audience:
        row[f"for_{kind}"] = float(kind in query.audiences and kind in meant)
        row[f"only_{kind}"] = float(kind not in query.audiences and kind in meant)
    asked_graduate = Audience.GRADUATE in query.audiences
    row["not_graduate"] = float(asked_graduate and Audience.GRADUATE not in meant)
    return row


def _ranks(values: Sequence[float]) -> list[int]:
    """How many are better; equal values have one rank."""
    ordered = sorted(values, reverse=True)
    return [ordered.index(value) for value in values]


def _regulation_strength(
    candidates: Sequence[Candidate], lexical_best: float, dense_best: float
) -> dict[int, float]:
    # A regulation of which several provisions were found is more likely the one that is asked about.
    strengths: dict[int, list[float]] = defaultdict(list)
    for c in candidates:
        strengths[c.regulation_id].append(
            c.lexical / lexical_best + max(0.0, 1.0 + (c.dense - dense_best) * 10.0)
        )
    return {
        regulation: sum(sorted(values, reverse=True)[:3]) / 6.0
        for regulation, values in strengths.items()
    }


def _coverage(terms: Sequence[QueryTerm], found: frozenset[str], idf: Mapping[str, float]) -> float:
    whole = sum(t.weight * idf.get(t.text, 0.0) for t in terms)
    if not whole:
        return 0.0
    return sum(t.weight * idf.get(t.text, 0.0) for t in terms if t.text in found) / whole


def _precision(
    terms: Sequence[QueryTerm], title: frozenset[str], idf: Mapping[str, float]
) -> float:
    whole = sum(idf.get(text, _UNASKED_RARITY) for text in title)
    if not whole:
        return 0.0
    wanted = {t.text for t in terms}
    return sum(idf.get(text, _UNASKED_RARITY) for text in title & wanted) / whole


def _letter_overlap(asked: set[str], text: str) -> float:
    if not asked:
        return 0.0
    letters = _letters(text)
    return sum(pair in letters for pair in asked) / len(asked)


_NO_LETTER = re.compile(r"[^0-9a-z가-힣\u4e00-\u9fff]+")


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text.lower())


def _pairs(text: str) -> set[str]:
    letters = _letters(text)
    return {letters[i : i + 2] for i in range(len(letters) - 1)}
