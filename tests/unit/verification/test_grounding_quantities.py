"""Numbers, dates and limits are read as typed facts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verification.grounding.facts.amounts import AmountAgreement, LimitRelation, compare_amounts
from verification.grounding.facts.limits import LimitBound, PeriodSide
from verification.grounding.facts.quantities import quantities


@pytest.mark.parametrize(
    "texts",
    [
        ("위원 3인", "위원 3명", "위원 세 명", "위원 세 사람"),
        ("3분의 2", "2/3", "삼분의 이", "셋 중 둘"),
        ("절반", "2분의 1", "50퍼센트", "100분의 50", "50%", "5할"),
        ("7일", "일주일", "1주", "이레"),
        ("14일", "2주", "두 주"),
        ("6개월", "반년", "여섯 달", "6월간"),
        ("1년", "12개월", "한 해"),
        ("10일", "열흘"),
        ("3년 반", "3.5년", "42개월"),
        ("2만 5천원", "25,000원", "2만 5천 원"),
        ("2월 말일", "2월 28일", "2월 마지막 날"),
        ("2026. 3. 1.", "2026년 3월 1일", "2026-03-01"),
        ("오후 6시", "18시", "18:00"),
        ("낮 12시", "정오", "12:00"),
        ("밤 12시", "자정까지", "자정으로", "자정입니다", "24시", "24:00"),
        ("밤 12시 30분", "오전 0시 30분"),
        ("평점이 2.8인 학생", "2.8"),
    ],
)
def test_the_same_amount_in_other_words(texts: tuple[str, ...]) -> None:
    values = {(q.measure, q.value) for text in texts for q in quantities(text)}
    assert len(values) == 1


@pytest.mark.parametrize(
    "text", ["정오표를 붙인다.", "자정 노력을 한다.", "자정작용을 믿는다.", "자정이 필요하다."]
)
def test_what_only_sounds_like_noon_or_midnight_is_no_time(text: str) -> None:
    assert quantities(text) == ()


def test_semesters_of_leave_are_not_fifty_semesters() -> None:
    assert quantities("쉰 학기는 넣지 않습니다.") == ()
    assert quantities("쉰 권까지 빌립니다.")[0].value == 50


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1개월", "30일"),
        ("1년", "2학기"),
        ("6개월", "1학기"),
        ("3일", "3주"),
        ("1.2제곱미터", "1.2평"),
        ("6학점", "6과목"),
    ],
)
def test_units_that_the_text_does_not_equate_stay_apart(one: str, other: str) -> None:
    assert not quantities(one)[0].same_amount(quantities(other)[0])


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("3명 이상", LimitBound.AT_LEAST),
        ("3명을 초과하여", LimitBound.MORE),
        ("3년을 초과할 수 없다", LimitBound.AT_MOST),
        ("3년을 넘지 못한다", LimitBound.AT_MOST),
        ("3년을 넘겨도 된다", LimitBound.MORE),
        ("3일 이내", LimitBound.AT_MOST),
        ("3일 안에", LimitBound.AT_MOST),
        ("3명 미만", LimitBound.LESS),
        ("3명에 못 미치면", LimitBound.LESS),
        ("최대 3회", LimitBound.AT_MOST),
        ("적어도 3회", LimitBound.AT_LEAST),
        ("3회 실시한다", LimitBound.NONE),
        ("과반수의 찬성", LimitBound.MORE),
    ],
)
def test_limits(text: str, bound: LimitBound) -> None:
    assert quantities(text)[0].bound is bound


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("개강 7일 전까지", PeriodSide.BEFORE),
        ("개강 7일 후", PeriodSide.AFTER),
        ("학기가 끝난 뒤 7일 안에", PeriodSide.AFTER),
        ("받은 날부터 7일 안에", PeriodSide.AFTER),
        ("7일간", PeriodSide.NONE),
    ],
)
def test_sides(text: str, side: PeriodSide) -> None:
    assert quantities(text)[0].side is side


@pytest.mark.parametrize("text", ["제25조의2제1항제3호", "별표 1", "별지 제3호서식", "제2장"])
def test_numbers_of_provisions_count_nothing(text: str) -> None:
    assert quantities(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "두 번째 신청",
        "두 장학금을 합한 금액",
        "세 장애인",
        "사유에 한해 인정",
        "세부 사항",
        "사회 과목",
    ],
)
def test_words_that_look_like_counts_are_none(text: str) -> None:
    assert quantities(text) == ()


def _standing(claim: str, evidence: str) -> AmountAgreement:
    near = quantities(evidence)
    return compare_amounts(quantities(claim), near, near)[0].agreement


@pytest.mark.parametrize(
    ("claim", "evidence", "agreement"),
    [
        ("사흘 안에", "3일 이내에", AmountAgreement.SAME),
        ("20세까지", "17세 이상 21세 미만", AmountAgreement.SAME),
        ("다섯 과목", "5개 교과", AmountAgreement.SAME),
        ("11명", "당연직 3명과 위촉직 8명", AmountAgreement.DERIVED),
        ("네 명", "위원 5명의 5분의 4", AmountAgreement.DERIVED),
        ("3주", "3일", AmountAgreement.OTHER_UNIT),
        ("5일", "3일", AmountAgreement.OTHER_NUMBER),
        ("5만원", "3일", AmountAgreement.UNFOUNDED),
    ],
)
def test_standing(claim: str, evidence: str, agreement: AmountAgreement) -> None:
    assert _standing(claim, evidence) is agreement


@pytest.mark.parametrize(
    ("claim", "evidence", "limit"),
    [
        ("70점 이상", "70점 이상", LimitRelation.EQUAL),
        ("70점을 초과하여", "70점 이상", LimitRelation.STRICTNESS),
        ("70점 이하", "70점 이상", LimitRelation.OPPOSITE),
        ("70점 미만", "70점 이상", LimitRelation.COMPLEMENT),
        ("70점", "70점 이상", LimitRelation.OPEN),
        ("적어도 7일 전에", "7일 전까지", LimitRelation.EQUAL),
    ],
)
def test_limits_compared(claim: str, evidence: str, limit: LimitRelation) -> None:
    near = quantities(evidence)
    assert compare_amounts(quantities(claim), near, near)[0].limit is limit


def test_counted_items_give_a_number() -> None:
    found = compare_amounts(quantities("네 가지"), (), (), counts=[4])
    assert [f.agreement for f in found] == [AmountAgreement.DERIVED]
    assert found[0].claimed.value == Fraction(4)


@pytest.mark.parametrize(
    ("claim", "agreement"),
    [
        ("지금 벌점 8점이라면", AmountAgreement.ASKED),
        ("5점을 더한 13점은", AmountAgreement.ASKED),
        ("7점이 남습니다", AmountAgreement.ASKED),
        ("8점까지는 괜찮습니다", AmountAgreement.OTHER_NUMBER),
        ("9점이라면", AmountAgreement.OTHER_NUMBER),
        ("15점이면", AmountAgreement.SAME),
    ],
)
def test_the_askers_figures_are_no_claims_unless_they_become_a_limit(
    claim: str, agreement: AmountAgreement
) -> None:
    near, asked = quantities("벌점 5점, 15점 이상이면 퇴사"), quantities("지금 벌점 8점인데요")
    found = compare_amounts(quantities(claim), near, near, asked=asked)
    assert found[-1].agreement is agreement
