"""Judge a refusal: do the provisions answer after all what the sentence says they do not?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verification.grounding.language.agents import agents
from verification.grounding.language.alignment import Lexicon, WordIndex, align, coverage
from verification.grounding.language.analysis import ContentWord, analyse, words
from verification.grounding.language.units import ProvisionSentence, units_of
from verification.grounding.results import GroundingProvision

# The words of a refusal itself, which no provision has to contain.
_REFUSING = words(
    """
    확인 명시 언급 기재 찾다 답변 답 안내 드리다 어렵다 구체 정보 제시 자료 문서 맥락 나오다 나타나다 담기다 들다
    들어가다 따로 별도 보이다 적히다 다루다 말씀 근거 설명 드러나다 정해지다 규정되다 알다 본문 해당 이번 지금 조회
    질문 문의 포함 출처 판단 얼마 무엇 어디 언제 누구 몇 어떻다 되다 궁금 알리다 하다 법령 조문
    """
)
# The kind of answer that is missing is no topic either: a provision gives the date without "시한".
_KINDS = words(
    """
    시한 기한 기간 시기 시점 날짜 금액 액수 비용 횟수 인원 인원수 권수 정족수 주체 절차 방법 여부 요건 효과
    결과 기준 이유 사유 종류 구체적 규정 여부 자격 처리 가능
    """
)
# What is asked for, and how an answer to it looks.
_ASKED: tuple[tuple[str, str, frozenset[str]], ...] = (
    (
        "money",
        r"금액|비용|수수료|얼마(?!나)|요금|응시료|보수|수당|등록금은|상금|벌금",
        frozenset({"won"}),
    ),
    (
        "period",
        r"기간|기한|며칠|얼마나|언제까지|시한|연한|몇\s*[년일주]|몇\s*개월|마감|임기",
        frozenset({"day", "month", "semester", "hour", "day of a year", "date", "month of a year"}),
    ),
    (
        "date",
        r"언제|날짜|시기|일시|시점|몇\s*월",
        frozenset({"day of a year", "date", "day", "month", "time of day"}),
    ),
    (
        "count",
        r"몇\s*[명번회차가권]|인원|횟수|정원|정족수|위원\s*수|몇\s*학점|학점|정족수|점수|비율|몇\s*퍼센트|권수",
        frozenset(
            {"person", "time", "round", "credit", "point", "share", "book", "kind", "course"}
        ),
    ),
)
_WHO = re.compile(r"누가|누구|주체|위원장|담당|어느\s*기관|어디에|승인권|임명권")


def refusal_features(
    claim: str, question: str | None, provisions: Sequence[GroundingProvision], lexicon: Lexicon
) -> dict[str, float]:
    """Features of a refusal; high coverage of what was asked speaks against it."""
    found: dict[str, float] = {}
    units = units_of(provisions)
    topic = _topic(claim)
    asked = _topic(question) if question else []
    for name, value in _features(claim, topic, asked, units, lexicon):
        if value:
            found[name] = found.get(name, 0.0) + value
    return found


def _topic(text: str) -> list[ContentWord]:
    return [term for term in analyse(text).terms if term.lemma not in _REFUSING | _KINDS]


def _features(
    claim: str,
    topic: list[ContentWord],
    asked: list[ContentWord],
    units: list[ProvisionSentence],
    lexicon: Lexicon,
) -> Iterator[tuple[str, float]]:
    yield "refusal", 1.0
    if not units:
        return
    best = align(topic, units, lexicon)[0]
    words = WordIndex.of(best.unit.analysis, best.unit.lead_analysis)
    yield "refusal topic covered", best.coverage if topic else 0.0
    yield "refusal topic own", best.own if topic else 0.0
    missing = [lexicon.weight(t) for t in topic if words.match(t, lexicon) < 0.5]
    yield "refusal topic missing", float(len(missing))
    yield "refusal topic missing rarest", max(missing, default=0.0)
    context = WordIndex.of(*(a for unit in units for a in (unit.analysis, unit.lead_analysis)))
    yield "refusal topic in context", coverage(topic, context, lexicon)
    nowhere = [lexicon.weight(t) for t in topic if t.noun and context.match(t, lexicon) < 0.5]
    yield "refusal nowhere", float(bool(nowhere))
    yield "refusal nowhere rarest", max(nowhere, default=0.0)
    if asked:
        best_asked = align(asked, units, lexicon)[0]
        yield "refusal question covered", best_asked.coverage
        yield "refusal same unit", float(best_asked.unit is best.unit)
        same = {t.lemma for t in asked} & {t.lemma for t in topic}
        yield "refusal on the question", len(same) / max(1, len({t.lemma for t in topic}))
    yield from _answer_features(claim, best.unit)


def _answer_features(claim: str, unit: ProvisionSentence) -> Iterator[tuple[str, float]]:
    measures = {q.measure for a in (unit.analysis, unit.lead_analysis) for q in a.quantities}
    for name, pattern, wanted in _ASKED:
        if re.search(pattern, claim):
            yield f"refusal {name} {'given' if measures & wanted else 'absent'}", 1.0
    if _WHO.search(claim) and agents(unit.analysis):
        yield "refusal agent given", 1.0
