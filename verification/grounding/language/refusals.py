"""Recognise the sentence that says "the regulations do not tell".

A refusal is a claim about the provisions as a whole, so it is judged on its own terms: it is right
when the provisions do not answer the question and wrong when they do. "이 규정에 정하지 않은 사항은
학칙에 따른다" has the same words and is none: there the absence is an attribute, not what is said.
"""

from __future__ import annotations

import re

_SOURCE = (
    r"(?:규정집?|조항|조문|법령|학칙|세칙|지침|규칙|정관|내규|자료|문서|맥락|문맥|컨텍스트|콘텍스트|텍스트|본문|원문|발췌문?"
    r"|검색\s*결과|근거|내용|정보|법률|시행령|출처|(?i:context))"
)
# Not an attribute of what follows: "정하지 않은 사항", "찾을 수 없는 때".
_SAID = r"(?![은는을던])"
_ABSENT = (
    r"(?:(?:찾을\s*수\s*(?:가\s*|는\s*)?(?:없|없었)|찾지\s*못|확인(?:되지\s*(?:는\s*)?(?:않|못)|되지\s*아니|할\s*수\s*(?:가\s*|는\s*)?없|하지\s*못|하기\s*어렵|이\s*되지|이\s*(?:안|어렵|불가))"
    r"|(?:나와|나타나|명시(?:되어|돼)?|규정(?:되어|돼)?|언급(?:되어|돼)?|기재(?:되어|돼)?|포함(?:되어|돼)"
    r"|들어|담겨|적혀|실려|쓰여|정해(?:져)?|수록(?:되어|돼)?|다뤄지고|다루고|설명(?:되어|돼)?)\s*(?:있지|있는\s*바|지)\s*(?:는\s*)?(?:않|없|아니)"
    r"|(?:보이|나오|다루|언급하|언급되|규정하|명시하|정하|나타나|드러나|다뤄지|제공되|제시되|주어지|포함하)(?:고\s*있)?지\s*(?:는\s*)?않"
    r"|알\s*수\s*(?:가\s*|는\s*)?없|판단(?:할\s*수\s*없|하기\s*어렵)|설명(?:할|해\s*드릴)\s*수\s*(?:가\s*|는\s*)?없"
    r"|(?:규정|조항|조문|내용|정보|언급|근거|설명|기준|정함|말|구절|대목)(?:이|은|도|가|를)?\s*(?:따로\s*)?(?:없(?:습|다|어|었|네|음)|찾을\s*수\s*없|찾지\s*못)"
    rf"|(?<!수 )(?<!수는 )(?<!의무가 )(?<!일은 )(?<!말이 )없(?:습니다|어요|어서|어|었습니다|네요|음)){_SAID})"
)
_PROVIDED = r"(?:제공|제시|주어|주신|주어진|검색|찾아|확인한|조회|첨부|위의?|이|해당|현재|관련|참고한|참조한|수록)[^.]{0,10}"
_MATTER = r"(?:규정|내용|조항|조문|정보|언급|근거|설명|사항|기준|자료)"
_PATTERNS = (
    re.compile(
        rf"{_PROVIDED}{_SOURCE}(?:들)?(?:에서|에는|에|만으로|으로|상|은|는|을|를|이|가|의|,|\s)[^.]{{0,60}}{_ABSENT}"
    ),
    re.compile(
        rf"{_SOURCE}(?:에서|에는|에|만으로는|으로는|상|에\s*따라)[^.]{{0,50}}(?:확인|찾|알\s*수|나와\s*있지|명시되어\s*있지|들어\s*있지|보이지|언급|설명할)"
        rf"[^.]{{0,12}}(?:않|없|못){_SAID}"
    ),
    re.compile(
        r"(?:규정|자료|문서|문맥|맥락|제공된\s내용)(?:집)?의\s범위(?:를|에서)\s(?:벗어나는\s(?:내용|질문)입니다|벗어납니다|벗어나요|벗어나\s있습니다)"
    ),
    re.compile(r"(?:답변|안내|답|말씀|설명)(?:을|해)?\s*(?:드리|하)기[^.]{0,6}(?:어렵|곤란|힘들)"),
    re.compile(r"답(?:할|해\s*드릴|변할|변드릴|변해\s*드릴)\s*수\s*(?:가\s*|는\s*)?없"),
    re.compile(
        rf"(?:관한|대한|정한|다룬|정하는|관련(?:된|한)?)\s*(?:[가-힣]{{1,5}}(?:적|적인)?\s*)?{_MATTER}[이은는도가]?\s*(?:따로\s*)?없{_SAID}"
    ),
    re.compile(
        rf"(?:대한|관한|관련(?:된|한)?|여부|구체적인|자세한|정확한|해당|그런|이런)[^.,]{{0,16}}{_MATTER}[은는이가도]?[^.,]{{0,24}}"
        rf"(?:확인(?:되지|할\s*수|하기)|찾을\s*수|명시되(?:어\s*있)?지|포함되어\s*있지|제공되어\s*있지|제공되지(?=\s*않았)|나와\s*있지|언급되(?:어\s*있)?지)\s*(?:는\s*)?(?:않|없|어렵|못){_SAID}"
    ),
    re.compile(
        r"(?:구체적인|정확한|자세한|별도의|명확한)\s[^.,]{1,20}[은는이가도]\s*(?:명시|규정|언급|기재)되어\s*있지\s*(?:는\s*)?않"
        rf"{_SAID}"
    ),
    re.compile(
        rf"{_SOURCE}[^.]{{0,40}}(?:없는|않는|않은|못한)\s*(?:내용|정보|사항|질문)(?:입니다|이에요|예요|이라|임)"
    ),
    re.compile(
        r"(?i)(?:\bnot|n't)\s+(?:\w+ly\s+)?(?:stated|specified|mentioned|addressed|indicated|described|spelled\s+out)\b"
        r"|\b(?:(?:cannot|can't|could\s+not|couldn't|unable\s+to|not\s+able\s+to)\s+(?:find|answer|be\s+found|confirm\s+this|determine)"
        r"|(?:does|do|did)(?:\s+not|n't)\s+(?:\w+ly\s+)?(?:say|state|specify|mention|contain|address|indicate|include\s+(?:any\s+)?information)"
        r"|no\s+(?:\w+\s+)?(?:information|mention|details?)\b|no\s+(?:\w+\s+)?provision\s+(?:on|about|that\s+(?:answers|says))|silent\s+(?:on|about))"
    ),
    re.compile(
        r"(?i)\b(?:is|are|was|were)(?:\s+not|n't)\s+(?:\w+ly\s+)?(?:found|contained|covered|available|included|provided|given|listed)"
        r"\b[^.]{0,30}\b(?:context|regulations?|provisions?|documents?|sources?|articles?|texts?|materials?|excerpts?)\b"
    ),
    re.compile(
        r"(?:没有|未|无)(?:找到|提及|规定|说明|提到|记载|相关(?:规定|信息|内容))|无法(?:回答|确认|找到)|(?:找|查)不到"
    ),
    re.compile(
        r"(?i)không (?:tìm (?:thấy|được)|có (?:quy định|thông tin|điều khoản|nội dung) (?:nào |về |liên quan)|(?:được )?(?:nêu|đề cập|quy định rõ|nói)|thể trả lời)"
    ),
)
# To look and to send elsewhere says nothing of the regulations; a number or address in it would.
_NO_CLAIM = re.compile(
    r"살펴|찾아\s*보|검토|확인해\s*보|확인하(?:였|시)|조회|질문하|문의|문의하|연락|바랍니다|주세요|주십시오|please|contact|请|咨询|联系|vui lòng|hãy|liên hệ",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d|@")


def is_refusal(text: str) -> bool:
    """Whether a sentence says that the given sources hold no answer."""
    return any(pattern.search(text) for pattern in _PATTERNS)


def is_advice(text: str) -> bool:
    """Whether a sentence beside a refusal only tells of the search or where to ask."""
    return bool(_NO_CLAIM.search(text)) and not _FIGURE.search(text)
