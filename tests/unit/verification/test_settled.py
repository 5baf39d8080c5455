"""What a provision settles told the other way round, and figures that stand in the place of others."""

from __future__ import annotations

import pytest

from verification.checking.engine import check
from verification.checking.evidence import units_of
from verification.checking.values import Source
from verification.citations.states import Verdict
from verification.grounding import GroundingProvision, check_claim
from verification.grounding.guards import departs_from

ABSENCE = "④ 인정일수는 토요일과 공휴일을 제외하고 계산한다."
TERM = "③ 벌점은 부과일부터 1년이 지나면 소멸한다. 방학거주기간도 이 기간에 산입한다."
SELECTION = "③ 한 학기에 21명 이내로 선발하되, 학부생을 13명 이상 포함하여야 한다."
MINUTES = "④ 협의회는 회의 개최일부터 8일 이내에 회의록을 공개하여야 한다."
WAIVER = """⑤ 다음 각 호의 어느 하나에 해당하는 학생은 졸업논문과 졸업작품을 면제받을 수 있다. 영농설계서는 면제하지 아니한다.
1. 농업 관련 기사 2종 이상을 취득한 사람"""
SANCTIONS = """징계의 효력은 다음 표와 같다.
| 종류 | 기간 | 효력 |
| 근신 | 5일 이상 20일 이하 | 게시판 이용 금지, 학습은 허용 |
| 유기정학 | 21일 이상 100일 이하 | 학습·시험 금지 |"""
PLACEMENT = "③ 재직 중인 직장에서의 실습은 본래의 업무와 다른 부서에서 하는 경우에 한정하며, 인정 시간은 전체의 3분의 2를 초과할 수 없다."
THESIS = "① 학위청구논문을 제출하려는 사람은 종합시험과 외국어시험에 합격하여야 한다."
SHARES = "② 모자라는 금액은 소속 연구실이 3분의 2, 과기원이 3분의 1을 부담한다."
PAYMENT = "① 등록금의 정기 납부 기간은 개강일 14일 전부터 5일간으로 한다."
ERROR = """① 다음 각 호의 경우에는 장학금을 환수한다.
1. 거짓 서류로 받은 경우: 전액과 그 100분의 20
2. 착오로 지급된 경우: 초과한 금액"""
YEARS = """② 재학연한은 다음 표와 같다.
| 구분 | 재학연한 |
| 전공심화과정(1년) | 2년 6개월 |
| 전공심화과정(1년 6개월) | 3년 |"""
INSTALMENTS = """② 분할납부의 비율은 다음 표와 같다.
| 회차 | 3회 분납 | 4회 분납 |
| 2회 | 100분의 33 | 100분의 27 |
| 3회 | 100분의 27 | 100분의 23 |"""
TUITION = """수업료는 다음과 같다.
1. 1학점부터 3학점까지: 6분의 1
2. 4학점부터 6학점까지: 10분의 3"""
FIRST_CLASS = "제2조(졸업학점에 관한 경과조치) 2022학년도 이전 입학자의 졸업학점은 제28조에도 불구하고 136학점으로 한다."
UNPAID = "④ 2회 이상 유예 기간을 넘긴 학생은 다음 2개 학기 동안 분할납부를 신청할 수 없다."
STAYED = "② 결정이 있을 때까지 퇴사 명령의 효력을 정지한다. 다만, 폭력으로 인한 퇴사 명령은 정지하지 아니한다."
NIGHT = "② 달그림자관의 이슬시간은 0시 30분부터 9시 20분까지로 한다."


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("인정일수에는 토요일과 공휴일도 넣어서 셉니다.", ABSENCE),
        ("벌점이 소멸하는 1년에 방학거주기간은 넣지 않습니다.", TERM),
        ("한 학기에 21명 이내로 선발하되 모두 학부생이어야 합니다.", SELECTION),
        ("회의록은 8일 이내에 공개할 수 있다는 것이어서 의무는 아니에요.", MINUTES),
        ("농업 관련 기사 2종 이상을 취득한 학생은 영농설계서를 면제받을 수 있습니다.", WAIVER),
        ("근신 중에는 강의를 학습할 수 없습니다.", SANCTIONS),
        ("재직 중인 직장에서는 실습을 할 수 없습니다.", PLACEMENT),
        ("종합시험과 외국어시험 중 하나에 합격하면 됩니다.", THESIS),
        ("모자라는 금액은 과기원이 3분의 2, 소속 연구실이 3분의 1을 부담합니다.", SHARES),
        ("정기 납부 기간은 개강일 5일 전부터 14일간입니다.", PAYMENT),
        ("착오로 받은 장학금은 전액과 그 100분의 20을 돌려주어야 합니다.", ERROR),
        ("1년 6개월인 전공심화과정의 재학연한은 2년 6개월입니다.", YEARS),
        ("4회 분납의 3회차는 27%입니다.", INSTALMENTS),
        ("3학점부터 6학점까지는 수업료의 10분의 3입니다.", TUITION),
        ("졸업학점은 136학점입니다.", FIRST_CLASS),
        ("이슬관의 이슬시간은 0시 30분부터 9시 20분까지입니다.", NIGHT),
        ("유예 기간을 넘긴 적이 있으면 다음 2개 학기 동안 분할납부를 신청하지 못해요.", UNPAID),
        ("결정이 나올 때까지 퇴사 명령의 효력은 정지되지 않는 것이 원칙입니다.", STAYED),
    ],
)
def test_what_is_settled_otherwise_or_has_another_figure_is_confirmed_nowhere(
    said: str, text: str
) -> None:
    source = Source.text_only(
        number=1, regulation_title="학칙", locator_key="art-6", title="", text=text, version_id=0
    )

    assert departs_from(said, text, "")
    assert check(said, units_of(source)).verdict is not Verdict.SUPPORTED
    assert not check_claim(said, [GroundingProvision("학칙", 6, None, None, text)]).supported


@pytest.mark.parametrize(
    ("said", "text", "known"),
    [
        ("인정일수를 셀 때 토요일과 공휴일은 뺍니다.", ABSENCE, ""),
        ("방학거주기간도 1년에 포함해 셉니다.", TERM, ""),
        ("선발된 21명은 학부생을 13명 이상 포함합니다.", SELECTION, ""),
        ("회의록은 8일 안에 공개해야 합니다.", MINUTES, ""),
        ("기사 2종 이상을 취득하면 졸업논문을 면제받을 수 있습니다.", WAIVER, ""),
        ("영농설계서는 면제되지 않습니다.", WAIVER, ""),
        ("근신 중에도 학습할 수 있습니다.", SANCTIONS, ""),
        ("다른 부서가 아니면 재직 중인 직장에서 실습할 수 없습니다.", PLACEMENT, ""),
        ("종합시험과 외국어시험에 모두 합격해야 합니다.", THESIS, ""),
        ("과기원이 3분의 1, 소속 연구실이 3분의 2를 부담합니다.", SHARES, ""),
        ("등록금은 개강일 14일 전부터 5일 동안 냅니다.", PAYMENT, ""),
        ("착오로 지급된 장학금은 초과한 금액을 환수합니다.", ERROR, ""),
        ("전공심화과정(1년 6개월)의 재학연한은 3년입니다.", YEARS, ""),
        ("4회 분납의 2회차는 27%입니다.", INSTALMENTS, ""),
        ("4학점 이상 6학점 이하는 10분의 3입니다.", TUITION, ""),
        ("졸업학점은 136학점입니다.", FIRST_CLASS, "21학번인데 졸업학점이 몇 학점인가요?"),
        ("달그림자관의 이슬시간은 0시 30분부터입니다.", NIGHT, ""),
        ("유예 기간을 넘긴 적이 두 번이면 2개 학기 동안 신청할 수 없습니다.", UNPAID, ""),
        ("결정이 있을 때까지 효력을 정지하는 것이 원칙입니다.", STAYED, ""),
    ],
)
def test_the_same_told_rightly_departs_from_nothing(said: str, text: str, known: str) -> None:
    assert not departs_from(said, text, known)
