"""Read a text once: its content words with their negation, its quantities and its clauses.

Claims and provisions go through the same reading, so whatever is compared later was cut alike.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache

from regulations.text.morphemes import Morpheme, tag
from verification.grounding.facts.quantities import Quantity, quantities


def words(text: str) -> frozenset[str]:
    """Read a list of words that is kept as text, many to a line."""
    return frozenset(text.split())


_NOUNS = frozenset({"NNG", "NNP", "SL", "SH", "XR"})
_VERBS = frozenset({"VV", "VA"})
_LIGHT_VERBS = words(
    """
    하 되 있 없 따르 관하 위하 대하 의하 받 같 정하 보 이 주 가 오 두 말 지 않 못하 아니하 통하 인하 나 나오
    들 관련하 그렇 이렇 어떠하 어떻 그러하 이러 밝히 알 당하 시키 어떠 이루어지
    """
)
_LIGHT_NOUNS = words(
    """
    경우 때 것 등 다음 각 사항 이상 이하 이내 미만 초과 기타 해당 정도 조항 조문 조 항 호 규정 내용 안 인 명 회
    번 퍼센트 점 후 전 뒤 앞 이후 이전 속 중 간 날 달 해 말 수 자 바 데 이때 원칙 모두 전부 하나 둘 셋 사람
    의무 가능 필요 반드시 그것 이것 여기 가지 최대 최소 한도 범위 법 관련 상 내 월 년 개월 원 배 세 살 학칙 제시
    제공 학년도 오전 오후 매년 매월 매 금 본 위 아래 나머지 포함 제외 절반 과반수 반 동안 명시
    """
)
# Suffixes that make another thing of a noun: 도서관 is not 도서관장.
_NAMING_SUFFIXES = frozenset(
    {"장", "료", "비", "금", "서", "증", "원", "율", "관", "부", "처", "과", "실"}
)
_NEGATIVE_PREFIXES = frozenset({"미", "비", "불", "무", "부"})
_NEGATORS = frozenset({"않", "못하", "말", "아니하", "없", "아니", "안", "못", "없이", "아니되"})
_CLAUSE_ENDINGS = words(
    """
    고 며 으며 지만 으나 나 되 는데 은데 ᆫ데 므로 으므로 니 으니 거나
    """
)


@dataclass(frozen=True, slots=True)
class ContentWord:
    """A content word: its base form, whether it is negated, and where it stands."""

    lemma: str
    noun: bool
    negated: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch with one predicate, by offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextAnalysis:
    """What was read in a text."""

    text: str
    compact: str
    lemmas: frozenset[str]
    morphemes: tuple[Morpheme, ...]
    terms: tuple[ContentWord, ...]
    quantities: tuple[Quantity, ...]
    clauses: tuple[Clause, ...]


@lru_cache(maxsize=4096)
def analyse(text: str) -> TextAnalysis:
    """Read a text; repeated provisions cost nothing."""
    morphemes = tuple(tag(text))
    found = quantities(text)
    terms = tuple(_terms(morphemes, found))
    return TextAnalysis(
        text,
        re.sub(r"\s+", "", text),
        frozenset(term.lemma for term in terms),
        morphemes,
        terms,
        found,
        tuple(_clauses(text, morphemes)),
    )


def _terms(morphemes: tuple[Morpheme, ...], found: tuple[Quantity, ...]) -> list[ContentWord]:
    terms = []
    for index, morpheme in enumerate(morphemes):
        lemma = _lemma(morphemes, index)
        if lemma is None or any(q.start < morpheme.end and morpheme.start < q.end for q in found):
            continue
        terms.append(
            ContentWord(
                lemma,
                morpheme.tag in _NOUNS,
                _negated(morphemes, index),
                morpheme.start,
                morpheme.end,
            )
        )
    return terms


def _lemma(morphemes: tuple[Morpheme, ...], index: int) -> str | None:
    morpheme = morphemes[index]
    form = morpheme.form
    if morpheme.tag in _VERBS:
        return None if form in _LIGHT_VERBS else form + "다"
    if morpheme.tag not in _NOUNS:
        return None
    if morpheme.tag == "SL":
        return form.lower()
    if index + 1 < len(morphemes):
        following = morphemes[index + 1]
        if (
            following.tag == "XSN"
            and following.form in _NAMING_SUFFIXES
            and following.start == morpheme.end
        ):
            form += following.form
    if index and morphemes[index - 1].tag == "XPN" and morphemes[index - 1].form != "제":
        return morphemes[index - 1].form + form
    return None if form in _LIGHT_NOUNS else form


def _negated(morphemes: tuple[Morpheme, ...], index: int) -> bool:
    """Whether the word is denied: 내지 않는다, 못 낸다, 동의 없이, 의무가 아니다."""
    if index:
        before = morphemes[index - 1]
        if before.tag == "MAG" and before.form in ("안", "못"):
            return True
        if before.tag == "XPN" and before.form in _NEGATIVE_PREFIXES:
            return True
    count = 0
    for following in morphemes[index + 1 : index + 9]:
        if following.form in _NEGATORS and following.tag in ("VX", "VA", "VCN", "MAG", "VV", "VX"):
            count += 1
        elif following.tag == "VV" and following.form in ("하", "되"):
            continue
        elif (
            following.tag in _NOUNS
            or following.tag in ("VV", "EF", "SF", "SP", "MAJ")
            or (following.tag == "EC" and following.form in _CLAUSE_ENDINGS)
            or (following.tag == "ETM" and following.form not in ("ᆯ", "을"))
        ):
            break
    return count % 2 == 1


def _clauses(text: str, morphemes: tuple[Morpheme, ...]) -> list[Clause]:
    cuts: list[int] = []
    for index, morpheme in enumerate(morphemes):
        ends = morpheme.tag == "EC" and morpheme.form in _CLAUSE_ENDINGS
        if (
            ends
            and morpheme.end - (cuts[-1] if cuts else 0) >= 10
            and len(text) - morpheme.end >= 8
        ):
            following = morphemes[index + 1] if index + 1 < len(morphemes) else None
            cuts.append(following.end if following and following.form == "," else morpheme.end)
    edges = [0, *cuts, len(text)]
    return [Clause(a, b) for a, b in itertools.pairwise(edges) if b > a]
