"""Transitional clauses of addenda that bind by when somebody entered: 경과조치, 적용례, 특례. Pure.

2018학년도 전에 입학한 사람의 졸업학점은 제56조의 개정규정에도 불구하고 종전의 규정에 따른다: who entered until 2017 has the former
제56조. What goes by another matter (a grade, a fine, an appointment) binds nobody by the year of entry and is not read.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from regulations.text.citations import CitationContext, citation_locator, extract_citations
from regulations.text.citations.model import RangeEnd

_Years = tuple[int | None, int | None]
_FIRST_DAY = (3, 1)
# So much of their pairs of letters the topic of a clause and the title of an article have in common.
_ALIKE = 0.6
_GENERIC = frozenset(["사람", "학생", "규정", "개정", "적용", "관련", "기준"])


class ClauseEffect(enum.StrEnum):
    """What holds for those whom a clause binds: the rule before the amendment, or what the clause itself says.

    A partial one binds only some of them, by a condition beside the year: a department, a nationality, a leave.
    """

    FORMER = "FORMER"
    SPECIAL = "SPECIAL"
    PARTIAL = "PARTIAL"


@dataclass(frozen=True, slots=True)
class TransitionalClause:
    """One clause: whom it binds by the year of entry (both ends included), what it keeps from them, and its words.

    `provisions` are locator keys of the same regulation, none where the clause names none; `topic` is what its title is about.
    """

    effect: ClauseEffect
    first_year: int | None
    last_year: int | None
    provisions: tuple[str, ...]
    topic: str
    text: str


# 재입학 and 편입학 are other ways in, 입학전형, 입학금 and 입학정원 other matters.
_ENTERED = r"(?<![재편])입학(?!전형|금|정원|사정|시험|원서|자격|허가|취소|포기)"
_ENTRANT = rf"(?:{_ENTERED}|신입생|학번|신[·ㆍ・,]?\s*편입생)"
_YEAR = r"(?P<year>(?:19|20)\d{2})\s*(?:학년도|년도|년|학번)"
_TERM = r"(?:\s*제?\s*[12]\s*학기)?"
_DAY = r"(?P<y>(?:19|20)\d{2})\s*[년.]\s*(?P<m>\d{1,2})\s*[월.]\s*(?P<d>\d{1,2})\s*[일.]?"
_GAP = r"[^.。]{0,14}?"
_SPAN = re.compile(
    rf"(?P<first>(?:19|20)\d{{2}})\s*(?:학년도|년도|년|학번){_TERM}\s*(?:부터|에서|[~∼〜–-])\s*"
    rf"(?P<last>(?:19|20)\d{{2}})\s*(?:학년도|년도|년|학번){_TERM}\s*(?:까지)?(?:의|에)?\s*(?:사이에\s*)?{_ENTRANT}"
)
_UNTIL = (
    # 2018학년도 전에 입학한: that year is not among them; 이전, 까지: it is.
    (re.compile(rf"{_YEAR}{_TERM}\s*(?:이전|까지)(?:에|의)?\s*{_GAP}{_ENTRANT}"), 0),
    (
        re.compile(
            rf"{_YEAR}{_TERM}\s*(?:신입생|(?:의\s*)?(?:\(?[가-힣]*\)?\s*){_ENTERED}(?:자|생|한\s*[가-힣]+))까지"
        ),
        0,
    ),
    (re.compile(r"(?P<year>(?:19|20)\d{2})\s*학번\s*(?:이전|까지)"), 0),
    (re.compile(rf"{_YEAR}{_TERM}\s*이전\s*(?:의\s*)?(?:재학생|재적생)"), 0),
    (re.compile(rf"{_YEAR}{_TERM}\s*(?:전|미만)(?:에|의)\s*{_GAP}{_ENTRANT}"), -1),
)
_UNTIL_DAY = re.compile(
    rf"{_DAY}\s*(?P<how>이전|까지|전)(?:에|의|에\s*본교에|에\s*이\s*대학에)?\s*{_GAP}{_ENTRANT}"
)
_FROM = re.compile(
    rf"{_YEAR}{_TERM}\s*(?:(?:에|의)\s*)?(?:[가-힣]{{0,8}}\s*)?(?:{_ENTERED}(?:하는|한|할)?\s*(?:자|생|학생|사람|신입생)?|신입생|학번|신[·ㆍ・,]?\s*편입생)\s*부터"
    rf"|{_YEAR.replace('year', 'year2')}{_TERM}\s*(?:이후|부터)(?:에)?\s*{_GAP}{_ENTRANT}"
)
_ONLY = re.compile(
    rf"{_YEAR}{_TERM}\s*(?:에\s*)?(?:{_ENTERED}(?:자|생|한\s*(?:자|학생|사람))|신입생|학번)(?!\s*부터)"
)
_ENROLLED = re.compile(
    r"(?:시행\s*당시|시행일\s*(?:현재|당시)|시행\s*(?:이전|전)부터)(?:의|에|에는)?\s*(?:본교(?:에)?\s*|이미\s*)?"
    r"(?:재학\s*(?:중|생|하고|하는)|재적\s*(?:중|생|하고)|학적을|재학\s*또는\s*휴학\s*중|재학[·ㆍ・,]\s*휴학\s*중)"
    rf"|시행\s*(?:일\s*)?(?:이전|전)(?:에)?\s*(?:이미\s*)?{_ENTERED}|시행\s*당시\s*(?:이미\s*)?{_ENTERED}"
)
_ENTERS_LATER = re.compile(
    rf"시행\s*(?:일\s*)?(?:이후|후|이후에|후에)\s*(?:최초로\s*|처음\s*|처음으로\s*|새로\s*)?{_GAP}{_ENTRANT}[^.。]{{0,10}}부터"
)
_FORMER = re.compile(
    r"종전(?:의|에)?\s*(?:[「『]?[가-힣\s]{0,12}[」』]?\s*)?(?:규정|학칙|세칙|규칙|내규|지침|교육과정|예|기준|제\s*\d+\s*조|별표)"
    r"[^.。]{0,14}?(?:따르|따른|따라|따름|의하|의한|의하여|적용)"
    r"|종전과\s*같|종전대로|(?:개정|변경)\s*(?:이)?전(?:의)?\s*[^.。]{0,20}?(?:따르|따른|따라|적용)"
)
_NOT_APPLIED = re.compile(r"적용하지\s*(?:아니|않)|적용을?\s*(?:배제|제외)|적용되지\s*(?:아니|않)")
_APPLIED_FROM = re.compile(
    r"부터\s*(?:\([^)]*\))?\s*(?:이를\s*|새로\s*|소급하여\s*)?적용(?:한다|하며|하고|함|된다|하되|하여)"
    rf"|(?:이후|부터)\s*(?:에)?\s*{_GAP}{_ENTRANT}[^.。]{{0,10}}?(?:에게|에\s*대하여|에\s*한하여)(?:만)?\s*적용(?:한다|하며|하고|함|된다|하되)"
)
_AFTER_DAY = re.compile(rf"{_DAY}\s*(?:이후|부터)(?:에)?\s*{_GAP}{_ENTRANT}")
# 적용하고, 따르며: what follows is another rule, for others.
_JOINED = re.compile(
    r"(?<=적용하고)|(?<=적용하며)|(?<=적용하되)|(?<=따르고)|(?<=따르며)|(?<=따르되)"
)
_CONDITION = re.compile(
    r"외국인|학적\s*변동|복학|재입학|야간|계약|원할|희망|사업|학년에|학년\s*이상|대상자|이수\s*예정|학과\s*\(전공\)"
    r"|(?<![가-힣])(?!복수|연계|융합|심화|단일|학생설계)[가-힣]{2,}(?:학과|전공)"
)
_APPLIED_TOO = re.compile(
    r"에게도\s*적용|에\s*대하여도\s*(?:이|개정|적용)|으로\s*본다|것으로\s*본다"
)
_DESPITE = re.compile(r"에도\s*불구하고")
_TRANSFER_ONLY = re.compile(r"(?<!신·)(?<!신ㆍ)(?<!신)편입(?:생|학)|재입학")
_TITLE = re.compile(r"^\s*(.{1,60}?)\s*에\s*(?:관|대)한\s*(?:경과\s*조치|적용례|적용\s*례|특례)")
_SUBJECT = re.compile(
    r"(?:입학자|입학생|신입생|학번|입학한\s*(?:자|사람|학생)|재학생|재학\s*중인\s*(?:자|사람|학생))의\s*([^.。,]{2,40}?)(?:은|는|에\s*관하여(?:는)?|에\s*대하여(?:는)?)\s"
)
_SENTENCE = re.compile(r"[^\n]+?(?:다\.|함\.|음\.|\n|$)")
_HEADING = re.compile(r"^\s*(?:제\s*\d+\s*조(?:의\s*\d+)?\s*\(([^)]*)\)|\d+\.\s*\(([^)]*)\))\s*")
_OWN = "이 규정"
_PROMULGATED = re.compile(r"공포(?:한|일)?\s*(?:날|한\s*날)?(?:부터|로부터)")
_BEGINS = re.compile(rf"{_DAY}\s*(?:자\s*)?(?:로)?부터\s*(?:이를\s*|소급하여\s*)?(?:시행|적용)")
_BEGINS_YEAR = re.compile(
    r"(?P<year>(?:19|20)\d{2})\s*학년도(?:\s*제?\s*(?P<term>[12])\s*학기)?\s*부터\s*시행"
)


def transitional_clauses(
    title: str, text: str, *, effective: date | None
) -> tuple[TransitionalClause, ...]:
    """The clauses in one article, paragraph or number of addenda that come into force on a day."""
    heading = _HEADING.match(text)
    named = title or (next(filter(None, heading.groups()), "") if heading else "")
    topic = _TITLE.match(named)
    found = (
        _clause(part, sentence, topic[1] if topic else "", effective)
        for sentence in _sentences(text[heading.end() :] if heading else text)
        for part in _JOINED.split(sentence)
    )
    return tuple(filter(None, found))


def effective_day(text: str, promulgated: date | None) -> date | None:
    """From when addenda say that they hold; on the day of promulgation where they say so, or nothing."""
    if found := _BEGINS.search(text):
        return _date(found)
    if found := _BEGINS_YEAR.search(text):
        return date(int(found["year"]), 9 if found["term"] == "2" else 3, 1)
    return promulgated if _PROMULGATED.search(text) or not text.strip() else None


def _clause(
    part: str, sentence: str, topic: str, effective: date | None
) -> TransitionalClause | None:
    """The clause of a part of a sentence; its places may stand in the part before."""
    effect = _effect(part)
    years = _bound_years(part, effective) if effect else None
    if effect is None or years is None:
        return None
    if _CONDITION.search(f"{topic} {sentence}"):
        effect = ClauseEffect.PARTIAL
    if not topic and (subject := _SUBJECT.search(part)):
        topic = subject[1].strip()
    provisions = _provisions(part) or _provisions(sentence)
    return TransitionalClause(effect, *years, provisions, topic, sentence.strip())


def _effect(sentence: str) -> ClauseEffect | None:
    if _FORMER.search(sentence) and not re.search(r"종전의[^.]{0,20}에도\s*불구하고", sentence):
        return ClauseEffect.FORMER
    if _NOT_APPLIED.search(sentence):
        return ClauseEffect.FORMER
    if _APPLIED_TOO.search(sentence):
        return None
    if _APPLIED_FROM.search(sentence):
        return ClauseEffect.FORMER
    return ClauseEffect.SPECIAL if _DESPITE.search(sentence) else None


def _bound_years(sentence: str, effective: date | None) -> _Years | None:
    """Whom the former or special rule binds, by year of entry; None where it does not go by that."""
    if found := _SPAN.search(sentence):
        return int(found["first"]), int(found["last"])
    if found := _UNTIL_DAY.search(sentence):
        return _entered_before(_date(found), includes=found["how"] != "전")
    for pattern, shift in _UNTIL:
        if found := pattern.search(sentence):
            return None, int(found["year"]) + shift
    if _APPLIED_FROM.search(sentence) and not _FORMER.search(sentence):
        return _before_who_enters(sentence, effective)
    if _ENROLLED.search(sentence):
        return _entered_before(effective, includes=False)
    return None if _TRANSFER_ONLY.search(sentence) else _entered_in(sentence)


def _entered_in(sentence: str) -> _Years | None:
    """What is said of those who enter from a year on, or in one, and is no amendment, binds them."""
    if (found := _FROM.search(sentence)) and not _FORMER.search(sentence):
        return int(found["year"] or found["year2"]), None
    if found := _ONLY.search(sentence):
        return int(found["year"]), int(found["year"])
    return None


def _before_who_enters(sentence: str, effective: date | None) -> _Years | None:
    """An amendment that holds from certain entrants on leaves the former rule to those before."""
    if found := _AFTER_DAY.search(sentence):
        return _entered_before(_date(found), includes=False)
    if found := _FROM.search(sentence):
        if _TRANSFER_ONLY.search(sentence[: found.end()]) and "신" not in found[0]:
            return None
        return None, int(found["year"] or found["year2"]) - 1
    if _ENTERS_LATER.search(sentence):
        return _entered_before(effective, includes=False)
    return None


def _entered_before(day: date | None, *, includes: bool) -> _Years | None:
    """Until which year those entered who had done so before a day, or on it; nobody knows without the day."""
    if day is None:
        return None
    first = date(day.year, *_FIRST_DAY)
    return None, day.year if first < day or (includes and first == day) else day.year - 1


def _provisions(sentence: str) -> tuple[str, ...]:
    keys: dict[str, None] = {}
    start: int | None = None
    for one in extract_citations(sentence, context=CitationContext(regulation=_OWN)):
        if one.regulation not in (_OWN, "이 학칙", "이 세칙", "이 규칙") or one.addenda:
            continue
        locator = citation_locator(one)
        if locator is None or not (locator.article or locator.attachment is not None):
            continue
        if one.range is RangeEnd.END and start is not None and locator.article:
            keys |= {f"art-{number}": None for number in range(start + 1, locator.article)}
        start = locator.article if one.range is RangeEnd.START else None
        keys[locator.key] = None
    return tuple(keys)


def _sentences(text: str) -> Sequence[str]:
    return [found[0].strip() for found in _SENTENCE.finditer(text) if found[0].strip()]


def _date(found: re.Match[str]) -> date | None:
    try:
        return date(int(found["y"]), int(found["m"]), int(found["d"]))
    except ValueError:
        return None


def topic_articles(topic: str, articles: Iterable[tuple[str, str, str]]) -> list[str]:
    """The keys of the articles (key, title, text) that a topic is about: by their title, else by all its words in the text."""
    wanted = _letters(topic)
    words = [word for word in re.findall(r"[가-힣A-Za-z]{2,}", topic) if word not in _GENERIC]
    rows = list(articles)
    titled = [key for key, title, _text in rows if _alike(wanted, _letters(title))]
    if titled or not words:
        return titled
    stems = [re.sub(r"(?:의|에|을|를|과|와|한|된)$", "", word) for word in words]
    return [key for key, _title, text in rows if all(stem in text for stem in stems)]


def _alike(topic: str, title: str) -> bool:
    if len(topic) < 2 or len(title) < 2:
        return False
    if topic in title or title in topic:
        return True
    pairs = [{text[i : i + 2] for i in range(len(text) - 1)} for text in (topic, title)]
    shared = len(pairs[0] & pairs[1])
    return 2 * shared / (len(pairs[0]) + len(pairs[1])) >= _ALIKE


def _letters(text: str) -> str:
    return re.sub(r"[^가-힣A-Za-z0-9]|의(?=\s)", "", text)
