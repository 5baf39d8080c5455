"""An item of a list in a provision says nothing without what it stands under: 간호학과로 전과하려는 경우.

Copied beneath a line of its own (전과가 허용되는 경우:) it can say the opposite of the provision that forbids it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from regulations.text.morphemes import lemmas
from verification.checking.statements import (
    LIST_MARKS,
    outcome_without_claim,
    plain_prose,
    without_layout,
)
from verification.citations.states import SentenceOutcome

_MARK = re.compile(r"^\s*(?:\d+(?:의\d+)?\.|[가-하]\.|\d+\)|[가-하]\))\s*")
_SENTENCE = re.compile(r"(?:[다요죠음함됨까]|[가-힣]임)[.!?…]*$")
_BULLET = re.compile(rf"^\s*(?:[{LIST_MARKS}](?<!ㅇ)|ㅇ\s|·|\d{{1,2}}[.)]|[가-하][.)]|[①-⑳])\s*")
_COPULA = re.compile(r"(?:에\s?해당(?:합니다|한다|해요|함)|입니다|이다|이에요|예요|임)[.!]*$")
_OPEN_NOUN = re.compile(r"(?:경우|사람|자|때|학생|것|날|사유|과목|휴학)$")
_HEADING = re.compile(r"^\s*(?:#{1,6}\s|(?:[-*•]\s+)?\*\*[^*]+\*\*\s*+:?\s*+$)")
_LEADS_ON = re.compile(r"[:：]$|다음|아래|이렇")
_JOINS = re.compile(r"[·ㆍ,]|\s및\s|[과와]\s|또는")
_REFERS_BELOW = re.compile(r"다음\s각\s?(?:호|목)")
_DENIES = re.compile(
    r"없|않|아니|못|불가|금지|제외|제한|불허|안\s(?:되|됩|돼)|빠지|빼|취소|거부|박탈|상실"
)
_MAY = re.compile(r"수\s?있|가능|허용|허가")
_MUST = re.compile(r"여야|해야|어야|아야|의무|필수")
# What says whether, and not of what: that is compared by itself.
_ANY_LEAD = frozenset(
    [
        "다음",
        "아래",
        "각",
        "호",
        "목",
        "어느",
        "하나",
        "해당",
        "경우",
        "사람",
        "자",
        "때",
        "것",
        "학생",
        "사유",
        "대상",
        "과목",
        "요건",
        "조건",
        "기준",
        "안내",
        "정리",
        "같",
        "이렇",
        "하",
        "되",
        "있",
        "없",
        "않",
        "아니",
        "못",
        "안",
        "이",
        "수",
        "허용",
        "허가",
        "가능",
        "불가",
        "금지",
        "제외",
        "제한",
        "인정",
        "불허",
        "의무",
        "필수",
        "이용",
        "받",
        "따르",
        "그",
        "및",
        "또는",
        "모두",
    ]
)

# What of a matter is told under a head, not which.
_ANY_HEAD = frozenset([
    "금액", "기한", "기간", "절차", "방법", "신청", "계산", "처리", "한도", "횟수", "여부", "결과", "시기", "내용",
    "범위", "제도", "서류", "제출", "확인", "자료", "핵심", "변화", "조치", "효과", "후", "뒤", "시",
])  # fmt: skip


def line_above(text: str, before: str, *, is_confirmed: bool) -> str:
    """The line that what follows a text stands under: the text, or for an item of a list the one `before` it; empty under a greeting."""
    statement = plain_prose(text)
    is_heading = bool(_HEADING.match(text) or _LEADS_ON.search(statement))
    if not is_heading and is_phrase(statement) and (is_confirmed or _BULLET.match(text)):
        return before
    if not is_heading and outcome_without_claim(text, statement) is SentenceOutcome.NO_CLAIM:
        return ""
    return statement


def is_without_its_lead(statement: str, provisions: Sequence[tuple[str, str]], above: str) -> bool:
    """Whether a statement is an item of a provision, and the line that it stands under says something else than its lead.

    `provisions` are titles with texts.
    """
    whole = statement.strip(" .")
    plain = _COPULA.sub("", whole).strip()
    if not is_phrase(plain):
        return False
    # 입사할 수 있는 사람은 등록을 마친 학생입니다 is a sentence, and no item.
    is_open = plain == whole and ":" not in plain and bool(_OPEN_NOUN.search(plain))
    leads = [
        (title, lead)
        for title, text in provisions
        if (lead := _lead_of(plain, text, is_open=is_open))
    ]
    return bool(leads) and not any(_says_the_same(above, lead, title) for title, lead in leads)


def is_under_its_lead(head: str, item: str, provisions: Sequence[tuple[str, str]]) -> bool:
    """Whether an item is one of each provision, in its very words, and its head says what stands above it there."""
    plain = item.strip(" .")
    leads = [(title, _lead_of(plain, text, is_open=False)) for title, text in provisions]
    return bool(leads) and all(lead and _says_the_same(head, lead, title) for title, lead in leads)


def is_under(head: str, provisions: Sequence[tuple[str, str]]) -> bool:
    """Whether the head of an item is what each of its provisions is about: `provisions` are captions with leads.

    A head that a caption names beside another (육아휴학 및 창업휴학) may be either's. One that names no matter (신청 기한) is anybody's.
    """
    if lemmas(head) and not set(lemmas(head)) - _ANY_LEAD - _ANY_HEAD:
        return not any(one.search(head) for one in (_DENIES, _MAY, _MUST))
    return bool(provisions) and all(
        _says_the_same(head, lead, caption, _ANY_HEAD) and not _JOINS.search(caption)
        for caption, lead in provisions
    )


def is_phrase(statement: str) -> bool:
    """Whether a line is no sentence and no row of a table: what an item of a list looks like."""
    plain = statement.strip()
    return bool(plain) and "|" not in plain and not _SENTENCE.search(plain)


def _lead_of(phrase: str, text: str, *, is_open: bool) -> str:
    """What stands above the item that a phrase is; empty where it is none. One that `is_open` need not be an item's very words."""
    lines = text.split("\n")
    marked = [at for at, line in enumerate(lines) if _MARK.match(line)]
    said = without_layout(phrase)
    at = next((one for one in marked if without_layout(lines[one]).rstrip(".") == said), None)
    if at is not None and ":" in lines[at]:
        # 8점 이상: 서면 경고 says it all.
        return ""
    if at is None:
        at = marked[0] if marked and is_open else None
    if at is None:
        return ""
    above = next((one for one in reversed(range(at)) if one not in marked), None)
    return lines[above] if above is not None else ""


def _says_the_same(above: str, lead: str, title: str, general: Set[str] = frozenset()) -> bool:
    """Whether a line is about what the lead of an item is about, and for or against it as the lead is."""
    below = _REFERS_BELOW.search(lead)
    verdict = lead[below.start() :] if below else lead
    if bool(_DENIES.search(above)) is not bool(_DENIES.search(verdict)):
        return False
    if _MUST.search(above) and not _MUST.search(verdict):
        return False
    if _MAY.search(above) and not _DENIES.search(above) and _MUST.search(verdict):
        return False
    words = set(lemmas(above)) - _ANY_LEAD - general
    return bool(words) and words <= set(lemmas(f"{title} {lead}"))
