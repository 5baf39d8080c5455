"""What students call things when they ask: the words of regulations that a question means.

Only what a question is about is read so. No statement is ever compared by these words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_MEANT: Mapping[str, str] = {
    "학고": "학사경고", "졸유": "졸업유예 졸업 유예", "조졸": "조기졸업", "종시": "종합시험", "복전": "복수전공", "부전(?!공|승)": "부전공", "긱사|기숙사": "생활관",
    "국장(?!님|이)": "국가장학금", "근장|알바": "근로장학금 근로", "새내기|새내긴|신입(?!생)": "신입생", "막학기": "마지막 학기", "디펜스": "학위논문 심사", "논자시": "논문제출자격시험 종합시험",
    "카피킬러": "논문 유사도 표절", "커닝|컨닝": "시험 부정행위", "통금": "출입 통제시간", "킥보드": "개인형 이동장치", "(?<![가-힣])술(?=[을은이 ])|맥주|소주": "음주", "아파서|아픈데|아프": "질병", "군대|입대": "군입대 병역",
    "분납": "분할납부", "졸업 미루|졸업을 미루": "졸업 유예", "교환학생": "학생 교류", "다른 대학|타대(?!학원)": "타 대학 학점교류", "시급(?!한|히)": "시간당 단가",
    "밤새|밤샘": "야간 잔류", "계절(?!학기|수업)": "계절학기 계절수업", "수철": "수강철회", "짤리|짤려|잘리": "제적",
}  # fmt: skip
_COMPILED = tuple((re.compile(said), meant) for said, meant in _MEANT.items())


def words_meant(question: str) -> tuple[str, ...]:
    """The words of regulations for what a question calls otherwise."""
    return tuple(
        word for said, meant in _COMPILED if said.search(question) for word in meant.split()
    )
