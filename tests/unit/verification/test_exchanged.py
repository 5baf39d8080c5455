"""Two things that have changed places in a sentence of its provision's own words, and another cell of a table."""

from __future__ import annotations

import pytest

from verification.checking.engine import check
from verification.checking.evidence import units_of
from verification.checking.values import Source
from verification.citations.states import Verdict
from verification.grounding import GroundingProvision, check_claim
from verification.grounding.guards import departs_from

LEAVE = "일반휴학은 통산 3년을 초과할 수 없다."
THESIS = "② 학과장이 인정하는 경우 졸업시험, 졸업작품 또는 실기발표로 졸업논문을 갈음할 수 있다."
GRADING = "상대평가를 절대평가로 변경할 수 있다."
DEAN = "학장은 학과장이 추천한 사람을 임명한다."
OBJECTION = "학생의 이의신청은 교무처장이 심사한다."
COUNSEL = "학생은 지도교수에게 상담을 받아야 한다."
MONTHLY = "장학금은 매월 지급한다."
MOST = "둘 이상에 선발된 경우 금액이 많은 것을 지급한다."
CLOSED = "① 수강인원이 10명 미만인 교과목은 폐강할 수 있다."
KEPT = "② 졸업예정자가 3명 이상 신청한 전공필수는 폐강하지 아니할 수 있다."
GUIDE = "3. 실습지도자가 본인의 직속 상급자가 아닐 것"
LATE = "① 예약한 시각부터 25분이 지나도록 오지 아니한 사람의 예약은 취소된다."
SERVICE = "② 근신을 받은 학생은 봉사 활동 20시간을 24일 이내에 하는 것으로 근신을 갈음할 수 있다."
TERM = "휴학은 개강 전 20일부터 개강 후 26일까지 신청하여야 한다."
CREDITS = "재입학한 사람이 제적 전에 취득한 학점은 전부 인정한다."
LOANS = "단행본과 논문은 5권까지 빌릴 수 있다."
MEALS = "② 식비는 퇴사일의 다음 주부터 환불한다."
EXAMS = "종합시험과 외국어시험에 합격하여야 한다."
REPORT = "② 지도교수는 24시간 이내에 노출보고서를 내야 한다."
RECORD = "이 경우 본인의 장학생 기록은 그대로 둔다."
TIMES = """| 위반행위 | 1회 | 2회 |
|---|---|---|
| 통금 위반 | 2점 | 3점 |
"""
POINTS = """① 벌점은 다음 표와 같다.

| 위반행위 | 해뜸관 | 물빛관 |
|---|---|---|
| 통금 위반 | 2점 | 3점 |
| 호실 내 취사 | 5점 | 6점 |
"""
INSTALMENTS = """① 등록금은 다음 표에 따라 나누어 낼 수 있다.

| 회차 | 3회 분납 비율 | 5회 분납 비율 | 납부 시기 |
|---|---|---|---|
| 1회차 | 40% | 28% | 정기 납부 기간 |
| 3회차 | 25% | 20% | 개강 후 제7주 |
| 4회차 | - | 18% | 개강 후 제10주 |
"""
FEES = """② 초과학기자의 등록금은 다음 표와 같다.
| 신청학점 | 납부할 금액 |
| 1학점부터 3학점까지 | 수업료의 6분의 1 |
| 4학점부터 6학점까지 | 수업료의 3분의 1 |
"""
PASSING = """② 학과별 항목은 다음 표와 같다.

| 학과 | 합격 점수 | 필수 합격 항목 |
|---|---|---|
| 간호학과 | 82점 | 정맥주사, 기본심폐소생술 |
| 응급구조과 | 85점 | 전문기도관리, 기본심폐소생술 |
"""


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("일반휴학은 통산 3년을 넘겨서 할 수 있습니다.", LEAVE),
        ("일반휴학은 통산 3년보다 오래 할 수 있습니다.", LEAVE),
        ("졸업논문으로 졸업시험을 갈음할 수 있습니다.", THESIS),
        ("절대평가를 상대평가로 변경할 수 있습니다.", GRADING),
        ("학과장은 학장이 추천한 사람을 임명합니다.", DEAN),
        ("교무처장의 이의신청은 학생이 심사합니다.", OBJECTION),
        ("지도교수는 학생에게 상담을 받아야 합니다.", COUNSEL),
        ("장학금은 해마다 지급합니다.", MONTHLY),
        ("둘 이상에 선발된 경우 금액이 적은 것을 지급합니다.", MOST),
        ("수강인원이 10명 미만인 교과목은 폐강됩니다.", CLOSED),
        ("졸업예정자가 3명 이상 신청한 전공필수는 폐강할 수 없습니다.", KEPT),
        ("실습지도자는 본인의 직속 상급자여야 합니다.", GUIDE),
        ("예약한 시각부터 25초가 지나도록 오지 아니한 사람의 예약은 취소됩니다.", LATE),
        ("휴학은 개강 전 26일부터 개강 후 20일까지 신청하여야 합니다.", TERM),
        ("제적 전에 취득한 학점은 전부 인정하지 않는다는 것이 원칙입니다.", CREDITS),
        ("단행본과 논문을 합해 5권까지 빌릴 수 있습니다.", LOANS),
        ("식비는 퇴사한 다음 날부터 환불합니다.", MEALS),
        ("종합시험과 외국어시험 중 하나에 합격하여야 합니다.", EXAMS),
        ("노출보고서는 학생 본인이 24시간 이내에 내야 합니다.", REPORT),
        ("본인의 장학생 기록은 지워집니다.", RECORD),
        ("물빛관의 호실 내 취사는 벌점 5점입니다.", POINTS),
        ("두 번째 통금 위반은 2점입니다.", TIMES),
        ("5회 분납의 1회차 비율은 40%입니다.", INSTALMENTS),
        ("4회차는 개강 후 제7주에 냅니다.", INSTALMENTS),
        ("1~3학점: 수업료의 3분의 1", FEES),
        ("응급구조과의 필수 합격 항목은 정맥주사와 기본심폐소생술입니다.", PASSING),
    ],
)
def test_what_changes_places_with_another_is_seen_and_confirms_nothing(
    said: str, text: str
) -> None:
    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-6", title="", text=text, version_id=0
    )

    assert departs_from(said, text, "")
    assert check(said, units_of(source)).verdict is not Verdict.SUPPORTED
    assert not check_claim(said, [GroundingProvision("학칙", 6, None, None, text)]).supported


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("일반휴학은 통산 3년을 넘길 수 없습니다.", LEAVE),
        ("일반휴학은 3년까지만 할 수 있습니다.", LEAVE),
        ("졸업논문은 졸업시험으로 대체할 수 있습니다.", THESIS),
        ("학과장이 추천한 사람을 학장이 임명합니다.", DEAN),
        ("교무처장이 학생의 이의신청을 심사합니다.", OBJECTION),
        ("학생은 매달 장학금을 받습니다.", MONTHLY),
        ("수강인원이 10명 미만이면 폐강될 수 있습니다.", CLOSED),
        ("전공필수는 졸업예정자가 3명 이상이면 폐강하지 않을 수 있습니다.", KEPT),
        ("실습지도자는 본인의 직속 상급자가 아니어야 합니다.", GUIDE),
        ("봉사 활동 20시간을 24일 안에 하면 됩니다.", SERVICE),
        ("식비는 다음 주부터 환불합니다.", MEALS),
        ("지도교수가 노출보고서를 24시간 안에 냅니다.", REPORT),
        ("단행본 2권과 논문 3권을 합하여 5권을 빌릴 수 있습니다.", LOANS),
        ("물빛관의 호실 내 취사는 벌점 6점, 해뜸관은 5점입니다.", POINTS),
        ("3회 분납의 1회차 비율은 40%이고 5회 분납은 28%입니다.", INSTALMENTS),
        ("4~6학점이면 수업료의 3분의 1을 냅니다.", FEES),
        ("응급구조과는 85점, 간호학과는 82점 이상이어야 합니다.", PASSING),
    ],
)
def test_the_same_in_other_words_departs_from_nothing(said: str, text: str) -> None:
    assert not departs_from(said, text, "")
