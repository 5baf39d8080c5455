"""Follow-up detection: "그럼 박사는요?" needs the question before it, "학생증은 어디서 만들어요?" does not. Pure.

Short is not the same as incomplete. A question that has a subject of its own is looked up as it stands, whatever was asked
before; only words that point back, an elliptical ending or the lack of any subject make it a follow-up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from regulations.search.retrieval.wording import EMPTY_WORDS
from regulations.text.morphemes import lemmas
from regulations.text.thesaurus import Expansion

# A question without any subject is incomplete, unless it takes its time to say what it is about.
_LONGEST_INCOMPLETE = 8
_LONGEST_ELLIPSIS = 4

_GOES_ON = re.compile(
    r"^\s*(?:그럼|그러면|그렇다면|then\b|what (?:about|if)|how about|那么?|còn\b|(?:vậy|thế)\b)",
    re.IGNORECASE,
)
# What joins on may bring a subject of its own: 그리고 창업휴학은 몇 년이에요?
_JOINS_ON = re.compile(r"^\s*(?:그리고|그런데|근데|또|and\b|so\b)", re.IGNORECASE)
_REFERS = re.compile(
    r"^\s*(?:그렇게|이렇게|그래도|그래서|그건|그거|그것|그때|거기|이건|이거|이때|만약|혹시\s*그|아니면|반대로)"
)
# Words that stand for what was said before. `it` that stands for nothing (is it possible to …) does not.
_POINTS = re.compile(
    r"(?<![가-힣])(?:그|이)\s?(?:거|건|것|걸|게|기간|경우|때|조항|조문|조|항|금액|서류|날|학기|과목|조건|기준)(?![가-힣]{0,2}\s?때문)"
    r"|(?<![가-힣])(?:거기|거긴|여기에|아까|방금|앞에서)"
    r"|\bit\b(?!\s+(?:possible|allowed|ok|okay|mandatory|required|necessary|true|costs?|takes?)\b)"
    r"|\b(?:them|those)\b|\b(?:that|this)\s*(?:[?.!,]|$|(?:one|case|period|rule|article)\b)|它|这个|那个|\b(?:nó|(?:cái|việc|trường hợp|thời hạn) (?:đó|này))\b",
    re.IGNORECASE,
)
# With no more subjects than these a question that goes on or points back is still about the former one: whoever names more
# has changed the subject, or points back within the question. 그런데 changes it more easily than 그럼.
_FOLLOW_UP_SIGNALS = ((_GOES_ON, 3), (_POINTS, 2), (_JOINS_ON, 1), (_REFERS, 2))
# 대학원생은? 늦으면요? Then: 편입생도 돼요? 박사는 달라요? 중간에 바꾸면요?
_ELLIPSIS = re.compile(
    r"(?:[은는면도](?:요|여|용)?|(?:동안|에서|까지|부터|만|이)요)\s*[?？!~.…]*$|呢\s*[?？]?$|thì sao\s*[?？]?$"
)
_ALSO = re.compile(
    r"[가-힣]도\s*(?:꼭|같이|함께|되|돼|된|됩|가능|할\s*수|해당|포함|마찬|똑같|그래|그런)|달라|다른가|다르|똑같|마찬가지|중간에|도중에"
    # 논문도 두 개 써야 해요? 제도 and 한도 are nouns, 저도 and 적어도 add nothing to what was asked.
    r"|^\s*(?!(?:저|나|우리|저희|적어|아직|아무|누구|그래)도\s)[가-힣]{1,7}(?<![제지정한별연년태속용온난])도\s"
    r"|\b(?:also|too|as well|instead|different)\b|也|一样|\bcũng\b",
    re.IGNORECASE,
)
_HANGUL = re.compile(r"[가-힣]")
# What the thesaurus knows and what by itself is no subject. 알려 주다 is a notice in a rule; in a question it asks for the answer.
_ASKED_PHRASES = frozenset({"알려 주다", "몇 명", "뽑다", "붙다"})
# Thanks alone ask nothing; before a question they are no part of it.
_COURTESY = re.compile(
    r"^\s*(?:고마\S*|고맙\S*|감사\S*|안녕\S*|네+|넵|알겠\S*|오케이|ㅇㅋ|ㄱㅅ|thanks?(?: you)?|thx|ok(?:ay)?|hello|hi|谢谢|你好|cảm ơn|xin chào)"
    r"(?:[\s,.!~]+|$)",
    re.IGNORECASE,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What is asked of any subject, and of whom: no subject by themselves.
_ASKED_OF_ANYTHING = EMPTY_WORDS | _words(
    "신청 서류 제출 기간 기한 기준 자격 조건 요건 대상 절차 방법 금액 비용 횟수 연장 취소 변경 허가 승인 필요 포함 제외 적용 예외 "
    "인정 처리 결과 이유 사유 종류 내용 의미 뜻 설명 요약 시기 날짜 일정 담당 부서 위원장 학기 학년 년 개월 달 일 주 번 회 명 시간 "
    "선발 탈락 거절 거부 반려 납부 인원 정원 순위 우선 점수 통보 통지 접수 결정 신청서 원서 서식 양식 돈 "
    "도착 미리 시작 종료 완료 이후 이전 동안 중간 처음 마지막 추가 별도 제한 연속 단서 항 조 호 목 본문 조항 조문 규정 대학 "
    "대학생 대학원생 원생 신입생 편입생 재학생 복학생 졸업생 유학생 외국인 학부생 학부 대학원 일반 특수 석사 박사 과정 교수 교원 강사 "
    "직원 교직원 조교 생 자 deadline document documents form forms apply application miss late happen happens "
    "需要 什么 怎么 怎样 可以 多少 几个 如果 学生 时候 材料 申请 时间 办理 提交 文件 期限 条件 资格 手续 多久 多长 学期"
)


def is_follow_up(question: str, subjects: Collection[str]) -> bool:
    """Whether a question needs the one before it; `subjects` come from `subjects_of`."""
    question = _COURTESY.sub("", question)
    if not question:
        return False
    count = len(subjects)
    for words, most_subjects in _FOLLOW_UP_SIGNALS:
        if words.search(question):
            return count <= most_subjects
    if count == 0:
        return len(question.split()) <= _LONGEST_INCOMPLETE
    return count == 1 and _is_elliptical(question)


def subjects_of(words: Iterable[str], expansions: Iterable[Expansion]) -> frozenset[str]:
    """What a question is about by itself: of its nouns and foreign words, and of what the thesaurus knows in it."""
    subjects = {word for word in words if word not in _ASKED_OF_ANYTHING}
    for expansion in expansions:
        # Nouns are counted already, those that say nothing (며칠 동안) too; a verb and a foreign phrase are what they mean.
        meant = {word for phrase in expansion.meant for word in lemmas(phrase)}
        if expansion.said in _ASKED_PHRASES:
            continue
        if not lemmas(expansion.said) or not _HANGUL.search(expansion.said):
            subjects |= {expansion.said} if meant - _ASKED_OF_ANYTHING else set()
    return frozenset(subjects)


def without_connective(question: str) -> str:
    """The question without the words by which it goes on: `그럼 학칙 25조는?` names 학칙, not 그럼학칙."""
    for words in (_GOES_ON, _JOINS_ON, _REFERS):
        question = words.sub("", question, count=1)
    return question


def _is_elliptical(question: str) -> bool:
    is_short = len(question.split()) <= _LONGEST_ELLIPSIS
    return bool((is_short and _ELLIPSIS.search(question)) or _ALSO.search(question))
