"""What the rules leave open: a question asks for an amount or a date, and a provision says who sets it. Pure.

Then "the regulations name none, the president sets it" is the answer, with that provision quoted.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chat.composing.contract import FailedSentence
from regulations.reading.units import PassageUnit
from regulations.search.retrieval.query import AnalyzedQuery, Concept
from regulations.search.retrieval.wording import AnswerType, Doubt, thing_asked
from regulations.text.morphemes import lemmas
from verification.checking import DraftCitation, DraftSentence, Source

_LOOKED_AT = 4


class OpenMatter(enum.StrEnum):
    """What is left open."""

    AMOUNT = "amount"
    DATE = "date"


_NAMED = {
    OpenMatter.AMOUNT: r"금액|액수|요금|비용|단가|[가-힣]{1,6}(?:료|비|금|수당)(?=[은는이가을를의에과와및·,\s])",
    OpenMatter.DATE: r"일정|기간|기일|기한|시기|날짜|일자|일시|시간",
}
_GIVEN = {
    OpenMatter.AMOUNT: re.compile(
        r"\d[\d,]*\s*(?:만|천|백)?\s*원|분의\s*\d|\d\s*(?:%|퍼센트)|전액|반액"
    ),
    OpenMatter.DATE: re.compile(r"\d+\s*(?:월|일|주|개월|년|학기|시)|이내|까지"),
}
_WHO = r"총장|이사장|이사회|[가-힣]{0,8}(?:처장|원장|학장|관장|팀장|실장|센터장|소장|단장|위원장|위원회|주임교수|학과장)"
_SETS = re.compile(
    rf"(?P<who>{_WHO})(?:이|가|은|는|에서)\s*(?:[가-힣]+\s*){{0,6}}?(?:정한다|정하는|정하여|정하고|결정한다|결정하|공고한다|공고하|고시한다|책정)"
)
_APART = re.compile(r"(?:따로|별도로)\s*정")
# A price with the name that it follows at once: 논문지도비 50,000원 is no price of the tuition before it.
_PRICE = re.compile(
    r"(?:(?P<of>[가-힣]+(?:료|비|금))(?:은|는|이|가|을|를|의|으로|로)?\s+(?:금\s*)?)?\d[\d,]*\s*(?:만|천|백)?\s*원"
)
_SHARE_ASKED = re.compile(
    r"돌려|환불|반환|환급|깎|감면|할인|지원|더\s*내|덜\s*내|refund|discount|how much of|\bback\b"
)
_FEE = re.compile(r"(?:료|비|금)$")
_ANY_FEE = frozenset(["요금", "대금", "현금"])
_SPACE = re.compile(r"\s")
_SENTENCE = re.compile(r"[^.。\n]+(?:[.。]|$)")
# What every other question and rule speaks of.
_GENERIC = frozenset(
    [
        "기간",
        "금액",
        "시간",
        "비용",
        "일정",
        "날짜",
        "기한",
        "신청",
        "학생",
        "학교",
        "대학",
        "이번",
        "학기",
        "올해",
        "얼마",
        "언제",
        "납부",
        "시작",
    ]
)


@dataclass(frozen=True)
class LeftOpen:
    """The part of a source that leaves a matter open; `who` sets it, empty where the provision names nobody."""

    matter: OpenMatter
    who: str
    source: Source
    unit: PassageUnit


def left_open(query: AnalyzedQuery, sources: Sequence[Source]) -> LeftOpen | None:
    """The provision that leaves open what is asked; None where one near it gives it, or none speaks of it."""
    matter = _asked(query)
    if matter is None:
        return None
    fees = _fees_asked(query) if matter is OpenMatter.AMOUNT else []
    found = _price_left_open(fees, sources) or _most_alike_left_open(matter, query, sources)
    return None if found and _is_of_case(query, fees, found, sources) else found


def _most_alike_left_open(
    matter: OpenMatter, query: AnalyzedQuery, sources: Sequence[Source]
) -> LeftOpen | None:
    asked = {term.text for term in query.terms if term.said or term.origin} - _GENERIC
    shared = [
        (len(asked & set(lemmas(f"{source.title} {unit.text}"))), source, unit)
        for source in sources[:_LOOKED_AT]
        for unit in source.units
    ]
    # The fee of another thing, given elsewhere, does not give this one.
    most = max((count for count, _source, _unit in shared), default=0)
    about = [(source, unit) for count, source, unit in shared if 0 < most == count]
    if any(_speaks(matter, unit.text) and _GIVEN[matter].search(unit.text) for _, unit in about):
        return None
    for source, unit in about:
        for sentence in _SENTENCE.findall(unit.text):
            found = _SETS.search(sentence)
            if _speaks(matter, sentence) and (found or _APART.search(sentence)):
                return LeftOpen(matter, found["who"] if found else "", source, unit)
    return None


def _fees_asked(query: AnalyzedQuery) -> list[str]:
    """The names of the fee whose price is asked; none where it is asked what share of one is paid back."""
    if _SHARE_ASKED.search(query.text):
        return []
    thing = _thing(query)
    meant = ["".join(p) for one in query.concepts if one.said == thing for p in one.phrases]
    return [name for name in meant if _FEE.search(name)]


def _thing(query: AnalyzedQuery) -> str:
    return thing_asked(query.text, [one.said for one in query.concepts])


def _price_left_open(fees: Sequence[str], sources: Sequence[Source]) -> LeftOpen | None:
    """The sentence by which somebody sets the price asked for, where nothing of these rules has a price of it."""
    found = None
    for source, unit, sentence in _sentences_about(fees, sources):
        if _is_priced(sentence, fees):
            return None
        sets = _SETS.search(sentence)
        if sets and found is None and _speaks(OpenMatter.AMOUNT, sentence):
            found = LeftOpen(OpenMatter.AMOUNT, sets["who"], source, unit)
    return found


def _sentences_about(
    fees: Sequence[str], sources: Sequence[Source]
) -> Iterator[tuple[Source, PassageUnit, str]]:
    """The sentences that name one of the fees, and every row of a table, with where they stand."""
    for source in sources[:_LOOKED_AT] if fees else ():
        for unit in source.units:
            for sentence in _SENTENCE.findall(unit.text):
                if "|" in sentence or any(fee in _SPACE.sub("", sentence) for fee in fees):
                    yield source, unit, sentence


def _is_priced(sentence: str, fees: Sequence[str]) -> bool:
    """Whether a price stands in the sentence that is not, by the name before it, that of another fee."""
    return any(
        price["of"] is None or price["of"] in _ANY_FEE or any(fee in price["of"] for fee in fees)
        for price in _PRICE.finditer(sentence)
    )


def _is_of_case(
    query: AnalyzedQuery, fees: Sequence[str], found: LeftOpen, sources: Sequence[Source]
) -> bool:
    """Whether the question is about a case of its own, 초과학기 등록금, for which another provision says what is paid."""
    thing = _thing(query)
    # 학기 says per when it is paid, 입학 is a part of 입학금.
    own = [
        one
        for one in query.concepts
        if one.said not in thing and (one.said not in _GENERIC or len(one.phrases) > 1)
    ]
    said = set(lemmas(f"{found.source.title} {found.unit.text}"))
    cases = [one for one in own if not _holds(said, one)]
    return any(
        _holds(set(lemmas(f"{source.title} {unit.text}")), one)
        for source, unit, sentence in _sentences_about(fees, sources)
        if unit is not found.unit and _speaks(OpenMatter.AMOUNT, sentence)
        for one in cases
    )


def _holds(words: set[str], concept: Concept) -> bool:
    return any(words.issuperset(phrase) for phrase in concept.phrases)


def _asked(query: AnalyzedQuery) -> OpenMatter | None:
    if AnswerType.MONEY in query.asks:
        return OpenMatter.AMOUNT
    dated = AnswerType.DEADLINE in query.asks or AnswerType.HOURS in query.asks
    return OpenMatter.DATE if dated or Doubt.PRESENT in query.doubts else None


def _speaks(matter: OpenMatter, text: str) -> bool:
    return bool(re.search(_NAMED[matter], text))


class DelegationComposer:
    """Quotes the provision that leaves the matter open, and nothing else."""

    kind = "EXTRACTIVE"
    model = ""
    temperature = None
    prompt_hash = ""
    can_retry = False

    def __init__(self, found: LeftOpen) -> None:
        self._found = found

    def compose(
        self,
        *,
        question: str,
        sources: Sequence[Source],
        asked: str = "",
        failures: Sequence[FailedSentence] = (),
        kept: Sequence[str] = (),
        attempt: int = 1,
    ) -> Iterator[DraftSentence]:
        """Yield the quotation."""
        found = self._found
        yield DraftSentence(
            text=found.unit.text.strip(),
            citations=(DraftCitation(found.source.number, found.unit.locator_key),),
            is_quotation=True,
        )
