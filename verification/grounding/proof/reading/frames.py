"""Take off what a sentence is wrapped in: openings, citations, and words that only say that a rule says so.

"「학칙」 제26조에 따르면 휴학할 수 없다고 정하고 있습니다 [†1]." becomes "휴학할 수 없다."; what is stated stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_MARKERS = re.compile(
    r"\s*\[(?:†\s*)?\d+(?:-\d+)*(?:\s*,\s*(?:†\s*)?\d+)*\]|\s*\[(?:참조|출처|근거)\s*:[^\]]*\]|\*\*|__|`|^\s*(?:[-*•▪◦·○●]\s+|\(?\d{1,2}[.)]\s+(?!\d))+"
)
_NAME = r"(?:[「『｢《〈][^」』｣》〉]{2,60}[」』｣》〉]\s*|(?<![가-힣])[가-힣]{0,20}(?:학칙|규정|규칙|세칙|지침|정관|법률|법|시행령|내규)\s*)"
_ARTICLE = r"제?\s?\d+\s?조(?:\s?의\s?\d+)?(?:\s?제?\s?\d+\s?항)?(?:\s?제?\s?\d+\s?호)?(?:\s?[가-하]목)?(?:\([^)]{1,30}\))?(?:\s?(?:본문|단서|전단|후단))?"
_PLACE = rf"(?:{_NAME}?{_ARTICLE}(?:\s*(?:및|와|과|,)\s*{_ARTICLE})*|제\s?\d+\s?항|별표\s?\d*)"
_ACCORDING = r"(?:에\s*(?:따르면|의하면|따라서?|의해|의거(?:하여)?|근거(?:하여|해)|는|서는|서도|서|도)|에(?=\s*(?:나와|명시|규정|정해|적혀|있|기재|나옵))|은|는|이|도|상|의\s*(?:규정|내용)에\s*(?:따르면|의하면))"
_CITATION = re.compile(
    rf"\(\s*{_PLACE}[^()]*\)|{_PLACE}\s*{_ACCORDING}(?=[\s,.]|$)(?!\s*불구)\s*,?|(?<=고 ){_PLACE}(?=에서)"
)
_NAMED = re.compile(
    r"[「『｢《][^」』｣》]{2,60}[」』｣》]\s*(?:에\s*(?:따르면|의하면|서는|는|서)|은|는|상)\s*,?"
)
_VAGUE = re.compile(
    r"(?:^|(?<=\s))(?:이|해당|관련|위|본|현행|학교|대학)?\s?(?:규정|학칙|조항|조문|세칙|지침|자료|제공된 규정)(?:집)?(?:에\s*(?:따르면|의하면|서는|서)|상(?:으로는)?|을\s*보면),?\s*"
)
# "네 가지" counts, and is no yes.
_NO_COUNT = r"(?!네\s+(?:가지|개|명|번|분|권|과목|학기|학점|차례|종류?|곳|단계|시간|주|달|해|사람|항목)(?![가-힣]{2}))"
_OPENING = re.compile(
    rf"^\s*{_NO_COUNT}(?:(?:네|예|아니요|아니오|아뇨|맞습니다|그렇습니다|물론입니다|안타깝게도|따라서|그러므로|그래서|그러니|즉|다만|단|또한|또|그리고|하지만|그러나|반대로|한편|참고로|아울러|이와 별도로|다음으로|그다음으로는|"
    r"다행히(?:도)?|다행스럽게도|아쉽게도|아쉽지만|안타깝지만|죄송하지만|혹시(?:라도)?|설령|만약|만일|원래|일단|사실|실제로(?:는)?|정확히(?:는)?|추가로|덧붙여|더불어|마찬가지로|이에 따라서?|결론(?:부터 말씀드리면|적으로)?|요약하면|정리하면|간단히 말하면|쉽게 말해|말씀드리면|답변드리면|질문하신 (?:내용|상황|경우)(?:의 경우|은|는|에)?|문의하신 (?:내용|경우)(?:은|는)?|구체적으로(?:는)?|특히|우선|먼저|이 경우(?:에는|에도)?|이때(?:에는)?|여기서)\s*[,:.!]?\s+|결론\s*:\s*)"
)  # fmt: skip
_SAYS = r"(?:정하|규정하|명시하|밝히|설명하|안내하|기재하|적|쓰|두|하|되어|돼|규정되어|규정돼|정해져|명시되어|명시돼|적혀|쓰여|나와|기재되어|안내되어|제시하|기술하)(?:고)?\s?(?:만\s?)?(?:하고\s?)?"
_END = r"(?:있습니다|있어요|있다|있거든요|있음|합니다|했습니다|해요|한다|됩니다|돼요|됐습니다|있는데요)"
# What is asked of a rule, or said of it, that leaves it standing: a closed list, for its end may deny the whole (…명시되어 있지 않습니다).
_NOTED = (
    r"(?:(?:꼭|반드시|함께|먼저|같이|분명히|명확히|(?:이\s)?(?:규정|학칙|조문)에)\s*){0,2}"
    r"(?:(?:알아|기억해|확인해|유의해|주의해|참고해)\s?(?:두|주|보)?(?:세요|십시오|시기\s바랍니다|시고요|시면\s(?:됩니다|돼요|좋습니다|좋겠습니다|좋아요)|셔야\s(?:합니다|해요)|시는\s(?:것이|게|편이)\s좋(?:습니다|겠습니다|아요))"
    r"|(?:유의|주의|참고|기억|확인)(?:하세요|하십시오|하시기\s바랍니다|하셔야\s(?:합니다|해요)|(?:해|하여)야\s(?:합니다|해요)|하시면\s(?:됩니다|돼요|좋습니다))"
    r"|(?:명시|규정|기재|포함|확인)(?:됩니다|돼요|되어\s?있습니다|돼\s?있습니다|하고\s?있습니다|할\s수\s있습니다)|(?:나와|적혀|쓰여)\s?있(?:습니다|어요|다))"
)
_REPORTS = (
    re.compile(rf"(?P<said>[있없])도록\s*{_SAYS}\s*{_END}\.?$"),
    re.compile(rf"(?P<said>(?:ㄴ|는|한|된|있|없|않|이|니|하|두|친|른|진|둔|운|낸|준|난|든|간|온|본|린|인|킨|신|선|긴|친|픈|쓴|산|진|런|론)다)고(?:만)?(?:는|도)?\s*(?:{_ACCORDING}\s*)?{_SAYS}\s*{_END}\.?$"),
    re.compile(rf"(?P<said>다)(?:는|라는)\s*(?:점|것|내용|규정|조항|뜻|의미|사실|조건|말)(?:이|을|은|도|만|만은|에)?\s*{_NOTED}\.?$"),
    re.compile(r"(?P<said>다)(?:는|라는)\s*(?:점|것|내용|뜻|의미|말)(?:입니다|이에요|이다|예요)?\.?$"),
    re.compile(r"(?P<said>다)는\s(?:규정|내용|조항|조문)이\s(?:[가-힣]{1,10}에\s)?(?:있습니다|있다|있어요)\.?$"),
    re.compile(r"(?P<said>다)(?:라)?고\s(?:[가-힣]{1,12}[은는이가]\s)?(?:정합니다|정한다|정해요|규정합니다|규정한다|밝힙니다)\.?$"),
    re.compile(r"(?P<said>다)고\s*(?:보시면|보면|이해하시면|생각하시면|할\s*수|볼\s*수|알려져)\s*(?:됩니다|돼요|있습니다|있어요)\.?$"),
    re.compile(r"(?P<said>[가-힣]다)고\s*(?:합니다|해요|한다|하네요)\.?$"),
)  # fmt: skip
_QUOTED = re.compile(r"[\"“‘'](?P<quote>[^\"“”‘’']{8,})[\"”’']")
# All that may stand behind a quotation: that it is said there. What denies it, or says more, is part of the statement.
_TOLD = re.compile(
    rf"\s*(?:(?:이라|라)?고\s*(?:(?:분명히|명확히|명시적으로|직접)\s)?(?:{_SAYS}\s*(?:있습니다|있어요|있다|있음)|(?:정|규정|명시|기재)?(?:합니다|한다|해요|됩니다)|나옵니다|밝힙니다)"
    rf"|(?:이?라)?는\s*(?:점|것|내용|규정|조항|뜻|의미|말)(?:이|을|은|도)?\s*(?:{_NOTED}|있습니다|있다|있어요|입니다|이에요)"
    r"|(?:이?라)?는\s*(?:것|내용|뜻|의미|말)(?:입니다|이에요|이다))?[\s.]*"
)
_SO = re.compile(r"다음과\s?같이\s*$")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")
_AT_PLACE = re.compile(_PLACE)
_MARKS = re.compile(r"[^가-힣A-Za-z0-9]")
# "…다는 내용은 제12조에 있습니다" says where a rule stands, which the words of the rule cannot prove.
_LOCATED = re.compile(
    r"다는\s*(?:점|것|[가-힣]{2,4})(?:은|는)\s[^.]*제?\s?\d+\s?조[^.]*에(?:서)?\s*(?:도\s*)?(?:나와|있|규정|명시|정해|정하|담겨|적혀)"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a sentence states, without its frame.

    ``answers`` is the yes or no that it opened with; ``located`` where it says which article has a rule.
    """

    text: str
    answers: str = ""
    located: bool = False


_YES = re.compile(
    rf"^\s*{_NO_COUNT}(?:네|예|맞습니다|그렇습니다|물론입니다|아니요|아니오|아뇨)(?=[\s,.!])"
)


def unwrap(sentence: str, titles: Sequence[str] | None = None) -> Statement:
    """Take the frame of a sentence off.

    With the titles of its provisions, what stands in brackets behind a citation is taken off only where it is in one of them:
    제30조제2항(지금은 세 번까지) states something.
    """
    text = _MARKERS.sub("", sentence).strip()
    opened = _YES.match(text + " ")
    answers = opened.group().strip() if opened else ""
    quoted = _QUOTED.search(text)
    if (
        quoted
        and not _bare(_SO.sub("", text[: quoted.start()]), titles)
        and _TOLD.fullmatch(text, quoted.end())
    ):
        return Statement(quoted["quote"].strip().rstrip(".") + ".", answers)
    located = bool(_LOCATED.search(text))
    text = _bare(text, titles)
    for pattern in _REPORTS:
        match = pattern.search(text)
        if match:
            said = text[: match.end("said")].rstrip()
            text = said + ("." if said.endswith("다") else "다.")
            break
    return Statement(re.sub(r"\s{2,}", " ", text).strip(), answers, located)


def _bare(text: str, titles: Sequence[str] | None) -> str:
    """A sentence, or what stands before its quotation, without openings and citations."""
    text = _without_openings(text)
    text = _CITATION.sub(lambda found: _said_beside(found.group(), titles), text)
    text = _VAGUE.sub("", _NAMED.sub("", text)).strip(" ,")
    return _without_openings(text)


def _said_beside(citation: str, titles: Sequence[str] | None) -> str:
    """What a citation has in brackets that names nothing: neither another place nor what its provision is titled."""
    if titles is None:
        return ""
    asides = (_AT_PLACE.sub("", one) for one in _IN_BRACKETS.findall(citation))
    return "".join(f"({one.strip()}) " for one in asides if not is_of_a_title(one, titles))


def is_of_a_title(words: str, titles: Sequence[str]) -> bool:
    """Whether words are part of one of the titles, marks and spaces aside; no words are."""
    plain = _MARKS.sub("", words)
    return any(plain in _MARKS.sub("", one) for one in ("", *titles))


def _without_openings(text: str) -> str:
    before = ""
    while before != text:
        before, text = text, _OPENING.sub("", text, count=1)
    return text.strip(" ,")
