"""Recognise the sentence that says "the regulations do not tell".

A refusal is a claim about the provisions as a whole, so it is judged on its own terms: it is right
when the provisions do not answer the question and wrong when they do.
"""

from __future__ import annotations

import re

_SOURCE = r"(?:규정|조항|조문|법령|학칙|세칙|지침|규칙|정관|자료|문서|맥락|본문|근거|내용|정보|법률|시행령|출처)"
_ABSENT = (
    r"(?:찾을\s*수\s*(?:가\s*)?(?:없|없었)|찾지\s*못|확인(?:되지|할\s*수|하기\s*어렵|이\s*되지|이\s*(?:안|어렵))"
    r"|(?:나와|나타나|명시(?:되어|돼)?|규정(?:되어|돼)?|언급(?:되어|돼)?|기재(?:되어|돼)?|포함(?:되어|돼)"
    r"|들어|담겨|적혀|실려|쓰여|정해(?:져)?|수록(?:되어|돼)?|다뤄지고|다루고|설명(?:되어|돼)?)\s*(?:있지|있는\s*바|지)\s*(?:않|없|아니)"
    r"|(?:보이|나오|다루|언급하|언급되|규정하|명시하|정하|나타나|드러나|다뤄지)(?:고\s*있)?지\s*(?:는\s*)?않"
    r"|알\s*수\s*(?:가\s*)?없|판단(?:할\s*수\s*없|하기\s*어렵)"
    r"|(?:규정|조항|조문|내용|정보|언급|근거|설명|기준|정함|말|구절|대목)(?:이|은|도|가|를)?\s*(?:따로\s*)?(?:없(?:습|어|었|네|음)|찾을\s*수\s*없|찾지\s*못)"
    r"|(?<!수 )(?<!수는 )(?<!의무가 )(?<!일은 )(?<!말이 )없(?:습니다|어요|어서|어|었습니다|네요|음))"
)
_PROVIDED = r"(?:제공|제시|주어|주신|주어진|검색|찾아|확인한|조회|첨부|위의?|이|해당|현재|관련|참고한|참조한|수록)[^.]{0,10}"
_PATTERNS = (
    re.compile(
        rf"{_PROVIDED}{_SOURCE}(?:들)?(?:에서|에는|에|만으로|으로|상|은|는|을|를|이|가|의|,|\s)[^.]{{0,60}}{_ABSENT}"
    ),
    re.compile(
        rf"{_SOURCE}(?:에서|에는|에|만으로는|으로는|상)[^.]{{0,50}}(?:확인|찾|알\s*수|나와\s*있지|명시되어\s*있지|들어\s*있지|보이지|언급)"
        rf"[^.]{{0,12}}(?:않|없|못)"
    ),
    re.compile(r"(?:답변|안내|답|말씀)(?:을|해)?\s*(?:드리|하)기[^.]{0,6}어렵"),
    re.compile(r"답(?:할|해\s*드릴|변할|변드릴)\s*수\s*(?:가\s*)?없"),
    re.compile(
        r"(?:관한|대한|정한|다룬|정하는)\s*(?:명시적\s*)?(?:규정|내용|조항|조문|정보|언급|근거)[이은는도가]?\s*(?:따로\s*)?없"
    ),
    re.compile(
        r"(?i)\b(?:not\s+(?:found|stated|specified|mentioned|contained|covered|available|addressed)"
        r"|cannot\s+(?:find|answer|be\s+found)|can't\s+(?:find|answer)|could\s+not\s+(?:find|be\s+found)"
        r"|does\s+not\s+(?:say|state|specify|mention|contain)|do\s+not\s+(?:say|state|specify|mention|contain)"
        r"|no\s+(?:information|provision|mention))\b"
    ),
)


def is_refusal(text: str) -> bool:
    """Whether a sentence says that the given sources hold no answer."""
    return any(pattern.search(text) for pattern in _PATTERNS)
