"""The units that are counted in, each with what it may be compared with and its factor."""

from __future__ import annotations

import re
from fractions import Fraction

# unit as written → (measure, factor)
UNITS: dict[str, tuple[str, Fraction]] = {}


def _unit(measure: str, names: str, factor: Fraction | int = 1) -> None:
    for name in names.split():
        UNITS[name] = (measure, Fraction(factor))


_unit("day", "일간 일 날")
_unit("day", "주일간 주일 주간 주", 7)
_unit("month", "개월간 개월 달간 달 월간 월")
_unit("month", "년간 년 해 개년 개연도", 12)
_unit("hour", "시간")
_unit("minute", "분간 분")
_unit("semester", "개학기 학기")
_unit("school year", "학년")
_unit("academic year", "학년도")
_unit("person", "명 인 사람 분의")
_unit("time", "회 번 차례")
_unit("round", "차")
_unit("share", "퍼센트 프로 % ％ 퍼센트포인트", Fraction(1, 100))
_unit("share", "할", Fraction(1, 10))
_unit("multiple", "배")
_unit("won", "원")
_unit("credit", "학점")
_unit("point", "점")
_unit("course", "과목 강좌 개강좌 개과목")
_unit("book", "권 책")
_unit("copy", "부 통 매 장")
_unit("kind", "가지 종류 종 개")
_unit("year old", "세 살")
_unit("place", "곳 개소 군데")
_unit("grade", "급 등급")
_unit("square meter", "제곱미터 ㎡ m²")
_unit("pyeong", "평")
_unit("meter", "킬로미터 km ㎞", 1000)
_unit("meter", "미터 m")
_unit("meter", "센티미터 cm ㎝", Fraction(1, 100))
_unit("meter", "밀리미터 mm ㎜", Fraction(1, 1000))
_unit("o'clock", "시")
_unit("floor", "층")
_unit("day", "days day")
_unit("day", "weeks week", 7)
_unit("month", "months month")
_unit("month", "years year", 12)
_unit("hour", "hours hour")
_unit("minute", "minutes minute")
_unit("semester", "semesters semester")
_unit("person", "persons person people members member")
_unit("time", "times")
_unit("share", "percent", Fraction(1, 100))
_unit("won", "won KRW krw")
_unit("credit", "credits credit")
_unit("point", "points point")
_unit("course", "courses course")
_unit("piece", "대 건 과정 단계 호 기 학급 개사 개교 개국 문항 문제 항목 종목 인실 좌석 석")

# 4개 학기 is four semesters, not four of something.
UNIT_PATTERN = "|".join(
    re.sub(r"^개(?=.)", r"개\\s?", re.escape(name)) for name in sorted(UNITS, key=len, reverse=True)
)
