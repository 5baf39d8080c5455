"""Layer 2: hallucination signals: hedging, other universities, length without a source, invented contacts.

Words count whole (보통 is not 보통휴학), and not where the answer only repeats its context. Who has held the claims of an answer
against its context adds a signal for each that says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings

from regulations.text.spacing import compact
from verification.checking.hallucinations.contacts import unknown_contacts
from verification.checking.hallucinations.context import AnswerContext

_L = r"(?<![가-힣A-Za-z0-9])"
_R = r"(?![가-힣A-Za-z0-9])"
# Every syllable that ends in ㄹ: 할, 될, 있을.
_ENDS_IN_L = "[" + "".join(chr(0xAC00 + offset) for offset in range(8, 11172, 28)) + "]"
_SCHOOLS = r"(?:타\s?(?:대학교?|학교|교)|(?:다른|대부분의|대다수의?|많은|여러|일반적인|일반)\s?(?:대학교?|학교))(?:들)?"


class HallucinationSignalKind(StrEnum):
    """What a signal tells of."""

    HEDGE = "hedge"
    OTHER_SCHOOLS = "other_schools"
    LONG_WITHOUT_CITATION = "long_without_citation"
    CONTACT = "contact"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class HallucinationSignal:
    """One signal: the words of the answer that are it, and the sentence that a person reads."""

    kind: HallucinationSignalKind
    words: str
    text: str


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Words that hedge. `ends` says that they end a sentence, so that what stands before them tells a repetition."""

    words: re.Pattern[str]
    kind: HallucinationSignalKind = HallucinationSignalKind.HEDGE
    ends: bool = False


_PATTERNS = (
    _Pattern(re.compile(rf"{_L}일반적으로(?:는|도)?{_R}")),
    _Pattern(re.compile(rf"{_L}보통(?:은|의|때)?{_R}(?!\s?(?:예금|재산))")),
    _Pattern(re.compile(rf"{_L}아마(?:도)?{_R}")),
    _Pattern(re.compile(rf"{_L}(?:통상|흔히){_R}|{_L}(?:대부분의|일반적인|보통의)\s경우")),
    _Pattern(re.compile(rf"{_L}(?:약|대략)\s?\d")),
    _Pattern(re.compile(r"[은는인긴큰진된한난른]\s편(?:입니다|이에요|이다|이며|이고)"), ends=True),
    _Pattern(re.compile(rf"{_ENDS_IN_L}\s?수\s?도\s?있"), ends=True),
    _Pattern(
        re.compile(r"(?:것|거)\s?같(?:습니다|아요|다|네요|은데|군요|지만|으며|고)"), ends=True
    ),
    _Pattern(re.compile(rf"{_L}(?:제|저의|개인적인)\s?생각(?:에는|에|엔|으로는|으론){_R}")),
    _Pattern(re.compile(rf"{_L}추측(?:컨대|하건대|건대){_R}")),
    _Pattern(re.compile(rf"{_L}통상적으로(?:는|도)?{_R}")),
    _Pattern(re.compile(rf"(?:^|[\s,])(?<![험문격업목]\s)(?:대체로|대개)(?:는|도)?{_R}")),
    # What is deemed, 본 것으로 본다, is no guess.
    _Pattern(re.compile(r"것으로\s?(?:보[이입인여]|예상|추정|추측|짐작|여겨[지집진])"), ends=True),
    _Pattern(
        re.compile(
            rf"{_L}{_SCHOOLS}(?:에서는|에서도|은|는|도|처럼|(?:과|와)\s?(?:마찬가지|같이|비슷)|의\s?(?:경우|사례|규정|학칙|관행|관례))"
        ),
        HallucinationSignalKind.OTHER_SCHOOLS,
    ),
)
_NAMES = {
    HallucinationSignalKind.HEDGE: "불확실한 표현",
    HallucinationSignalKind.OTHER_SCHOOLS: "다른 학교에 관한 말",
}
_TERM_OF_ART = re.compile(r"보통\s?휴학")
_QUOTATION = re.compile(r"[“\"‘'「『]([^“”\"‘’'「」『』\n]{2,600})[”\"’'」』]")
_LEAST_QUOTED = 6
# So many characters beside the words have to stand in the context for it to be the context that hedges.
_BESIDE_START = 4
_BESIDE_END = 6


def find_hallucination_signals(
    answer: str,
    context: AnswerContext,
    *,
    needs_citation: bool = False,
) -> list[HallucinationSignal]:
    """Return the signals in an answer, one for each kind of words and each contact; `needs_citation` where it cites nothing."""
    signals = [*_hedges(answer, context)]
    if needs_citation and len(answer) > settings.LONG_ANSWER_LENGTH:
        text = f"출처 인용이 없는 긴 답변({len(answer)}자)"
        signals.append(
            HallucinationSignal(HallucinationSignalKind.LONG_WITHOUT_CITATION, answer, text)
        )
    return signals + [
        HallucinationSignal(
            HallucinationSignalKind.CONTACT,
            contact.text,
            f"문맥에 없는 {contact.kind}: ‘{contact.text}’",
        )
        for contact in unknown_contacts(answer, context)
    ]


def _hedges(answer: str, context: AnswerContext) -> Iterator[HallucinationSignal]:
    quoted = [
        match.span()
        for match in _QUOTATION.finditer(answer)
        if len(compact(match[1])) >= _LEAST_QUOTED and context.has(match[1].strip(" .,"))
    ]
    for pattern in _PATTERNS:
        for match in pattern.words.finditer(answer):
            if any(start <= match.start() < end for start, end in quoted):
                continue
            if not _is_repeated(answer, match, context, ends=pattern.ends):
                yield HallucinationSignal(
                    pattern.kind, match[0], f"{_NAMES[pattern.kind]}: ‘{match[0]}’"
                )
                break


def _is_repeated(answer: str, match: re.Match[str], context: AnswerContext, *, ends: bool) -> bool:
    """Whether the words stand in the context too, with the same words beside them."""
    words = compact(match[0])
    if ends:
        length = len(words) + _BESIDE_END
        run = compact(answer[: match.end()])[-length:]
        # The context ends its sentences in 있다 where an answer says 있습니다.
        return len(run) == length and context.has(re.sub(r"(같|으로보|여겨).*$", r"\1", run))
    if _TERM_OF_ART.match(answer, match.start()) and context.has("보통휴학"):
        return True
    length = len(words) + _BESIDE_START
    run = compact(answer[match.start() : match.end() + 3 * _BESIDE_START])[:length]
    return len(run) == length and context.has(run)
