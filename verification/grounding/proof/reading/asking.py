"""What students call things when they ask: the words of regulations that a question means.

Only what a question is about is read so. No statement is ever compared by these words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_MEANT: Mapping[str, str] = {
    "학고": "학사경고", "졸유": "졸업유예 졸업을 유예", "조졸": "조기졸업", "종시": "종합시험", "복전": "복수전공", "부전(?!공)": "부전공", "긱사|기숙사": "생활관",
    "국장": "국가장학금", "근장": "근로장학금", "새내기|새내긴|신입(?!생)": "신입생", "막학기": "마지막 학기", "디펜스": "학위논문 심사", "논자시": "논문제출자격시험 종합시험",
    "카피킬러": "논문 유사도 표절", "커닝|컨닝": "시험 부정행위", "통금": "출입 통제시간", "킥보드": "개인형 이동장치", "술|맥주|소주": "음주", "아파|아픈|아프": "질병", "군대|입대": "군입대 병역",
    "분납": "분할납부", "등록금 나눠": "분할납부", "졸업 미루|졸업을 미루": "졸업 유예", "알바": "근로", "교환학생": "학생 교류", "다른 대학|타대|타 대학": "타 대학 학점교류", "시급": "시간당 단가",
    "밤새|밤샘": "야간 잔류", "쌤|교수님": "교수", "계절(?!학기|수업)": "계절학기 계절수업", "수철": "수강철회", "빌린|빌려|대출": "대출", "짤리|짤려|잘리": "제적", "쫓겨나": "퇴사", "관두|그만두": "자퇴 중도포기",
}  # fmt: skip
_COMPILED = tuple((re.compile(said), meant) for said, meant in _MEANT.items())


def as_meant(question: str) -> str:
    """The question with the words of regulations for what it calls otherwise."""
    added = [meant for said, meant in _COMPILED if said.search(question)]
    return " ".join([question, *added])
