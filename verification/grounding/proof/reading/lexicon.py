"""Which words a proof takes as one, which say nothing of their own, and which may never be lost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


PERSON = "사람"
PEOPLE = _set("자 사람 학생 생 인 이 분 경우 때 시 자신 본인 개인")
# Words without which a sentence says the same.
LIGHT = _set(
    """
    사람 것 등 때 경우 점 바 수 해당 당해 각 그 이 저 본 당 대하 관하 의하 따르 위하 인하 통하 관련 관련하 사항 정도 시점 이때 여기 하 되 이다 있 소정 정하 해당하
    말씀 안내 참고 확인 내용 기준 별도로 아울러 기타 기준하 일정 시기 동안 기간 정해지 아직 적 연도 상 희망 원하 희망하 이런 이러하 그러하 이렇 그렇 아래 위 규정 조항 조문
    어느 하나 호 항 조 목 드리 주 두 가지 이러 그러 이렇 이렇게 그렇게 저희 일 날 날짜 일자 중 말하 뜻하 처리 실시 실시하 행하 따라 다만 단 또한 그리고 학교 우리 대학교 대학 가지 같 같이 즉 명 제 한 별지 서식 각종 이렇 끝 도저히 아예 새로 액
    """
)
# Of these, words that stand for any other; the rest name something where they are what is done, or who does it.
EMPTY = _set("사람 것 등 수 점 바 때 경우 그 이 저")
# Predicates that leave what is said to another word: "승인은 학장이 합니다".
LIGHT_PREDICATES = _set(
    "하 되 있 이 이다 필요 정해지 적용 이루어지 처리 해당 진행 원칙 예외 받 실시 실시하 행하 처리 주 두 드리 말하 뜻하"
)
# These change what is said wherever they stand: neither side may have one that the other lacks.
PROTECTED = _set(
    """
    일부 전부 전액 모두 모든 전체 각각 따로 다른 다시 제외 이외 외 없이 준하 유사 예외 연속 계속 최초 처음 첫 마지막 먼저 미리 매 마다 이상 이하 미만 초과 이내
    최대 최소 전 후 이전 이후 뒤 다음 사전 사후 즉시 자동 무조건 누구 언제 어떤 아무 항상 전혀 절대 결코 오직 유일 불구하 포함 별도 직접 반드시 같 동일 이중 중복 합산 통산 남 나머지 잔여
    """
)
# Words of titles that name no matter by themselves.
COMMON = LIGHT | _set(
    """
    규정 학칙 세칙 시행 운영 지침 내규 학생 신청 절차 방법 제한 시기 구분 변경 목적 정의 기준 대상 자격 학기 수업 과목 교과목 학점 등록 성적 이수 취득 인정 관리
    위원회 구성 기능 과정 본 교내 대학원 학부 시험 졸업 지급 금액 비용 심사 승인 허가 제출 서류 기한 취소 교육 연구 활동 사용 이용 업무 조직 종류 원칙 의무 책임 교
    """
)
# Heads that only say of what kind a named thing is: "휴학 기간은", "발급 시한은".
HEADS = _set(
    "기간 시한 기한 횟수 일수 액 금액 비율 여부 사항 절차 대상 대상자 범위 정도 시간 종류 개수 방법 업무 처리 자격 등급 기일 과정 자체 요건 과목 제도 처분 금"
)
# Heads that name another matter than the word before them where something is done to it: "신청 절차를 면제한다".
MATTERS = _set("사항 절차 대상 대상자 범위 종류 방법 업무 자격 등급 요건 제도")
# Qualities that every such thing has: all points are gained, all fees are paid.
EVER = {
    "학점": _set("취득 이수 신청"), "성적": _set("취득 이수 학업"), "평점": _set("취득 학업 성적"), "평균": _set("취득 학업 성적"), "평점평균": _set("취득 학업 성적"),
    "등록금": _set("납부"), "수업료": _set("납부"), "수강료": _set("납부"), "생활관비": _set("납부"), "비": _set("납부"), "사유": _set("발생"), "서류": _set("구비 관련 해당 필요"),
    "개시일": _set("학기"), "개시": _set("학기"),
    "과목": _set("수강 이수 신청"), "교과목": _set("수강 이수 신청"), "장학금": _set("지급"), "사람": _set("선발 대상 희망 해당"), "입대": _set("군"),
}  # fmt: skip
# Doers of a rule: an exchanged one is a fact against a claim.
DOER_ENDINGS = (
    "총장", "학장", "처장", "원장", "관장", "부장", "과장", "실장", "위원장", "소장", "센터장", "사감", "위원회", "교수회", "이사회", "교무회의", "지도교수", "담당교수",
    "주임교수", "학과", "학부", "행정실", "지원팀", "지원처", "교무처", "학생처", "기획처", "사무처", "이사장", "의장", "본부장", "팀장", "책임자", "담당자", "장관", "보호자", "학부모",
)  # fmt: skip


@lru_cache(maxsize=1)
def _lines() -> Mapping[str, frozenset[str]]:
    """Each word with the lines of the list that it stands in."""
    table: dict[str, set[str]] = {}
    text = resources.files(__package__).joinpath("synonyms.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines()):
        if not line.startswith("#"):
            for word in line.split():
                table.setdefault(word, set()).add(f"#{number}")
    return {word: frozenset(lines) for word, lines in table.items()}


@lru_cache(maxsize=65536)
def meanings(word: str) -> frozenset[str]:
    """What a word may be met by: itself, and the lines of synonyms that have it."""
    return _lines().get(word, frozenset()) | {word}


def same(one: str, other: str) -> bool:
    """Whether two words may stand for each other."""
    return one == other or not meanings(one).isdisjoint(meanings(other))


def key_of(word: str) -> str:
    """What a word is compared by: all words for people are one."""
    return PERSON if word in PEOPLE else word


def is_doer(word: str) -> bool:
    """Whether a noun names an office or body."""
    return word.endswith(DOER_ENDINGS)
